"""Reads logs from the store in pages, and lets the event loop go on every few milliseconds meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Self, TypeVar

from uka.records import Line
from uka.store import Store

L = TypeVar("L", bound=Line[Any])
PAGE = 500
"""Lines that are read at once."""
SLICE = 0.004
"""Seconds that are worked on a log before the loop may do something else."""


async def read_pages(store: Store, id: str, start: int = 0) -> AsyncIterator[list[bytes]]:
    """A log's lines from number ``start`` on, a page at a time; ``NoSuchTable``."""
    while page := await store.read(id, start, PAGE):
        yield page
        if len(page) < PAGE:
            return
        start += len(page)


async def read_lines(kind: type[L], store: Store, id: str) -> AsyncIterator[L]:
    """The lines of a log, checked; what the caller does with each counts for the slice too."""
    number, before, slices = 0, "", Slices()
    with slices:
        async for page in read_pages(store, id):
            for text in page:
                (line,) = kind.parse_all((text,), start=number, before=before)
                number, before = number + 1, line.hash
                yield line
                await slices.rest()


class Slices:
    """Work on the loop in slices with rests between: all of it together takes half of the time at most."""

    _working = 0

    def __enter__(self) -> Self:
        Slices._working += 1
        self._since = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        Slices._working -= 1

    async def rest(self) -> None:
        """Let others work, if the slice is over."""
        worked = time.perf_counter() - self._since
        if worked > SLICE:
            await asyncio.sleep(2 * worked * Slices._working)
            self._since = time.perf_counter()
