"""Reads logs from the store in pages, and lets the event loop go on every few milliseconds meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from uka.core.errors import UkaError
from uka.records import InvalidRecord, LogLine
from uka.store import Store

from .admission import AdmissionControl
from .logs import log

L = TypeVar("L", bound=LogLine[Any])
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
    number, before, slices = 0, "", TimeSlices()
    async for page in read_pages(store, id):
        await slices.begin()
        for text in page:
            (line,) = kind.parse_all((text,), start=number, before=before)
            number, before = number + 1, line.hash
            yield line
            await slices.rest()


class TimeSlices:
    """Work on the loop in slices of a few milliseconds, one in each turn of the loop however many logs are read."""

    _since = 0.0

    async def begin(self) -> None:
        """Wait until a slice may begin; what the work waited for before does not count."""
        await _admission().admit("")
        self._since = time.perf_counter()

    async def rest(self) -> None:
        """Let others work, if the slice is over."""
        if time.perf_counter() - self._since > SLICE:
            await asyncio.sleep(0)
            await self.begin()


_ADMISSIONS = WeakKeyDictionary[asyncio.AbstractEventLoop, AdmissionControl]()


def _admission() -> AdmissionControl:
    """Who waits for a slice on this loop."""
    return _ADMISSIONS.setdefault(asyncio.get_running_loop(), AdmissionControl(a_turn=1))


class UnreadableLog(UkaError):
    """A log in the store that can't be read: it is damaged, or a later Uka wrote it. It won't mend by itself."""


@contextmanager
def reading_log(id: str) -> Generator[None]:
    """Turn ``InvalidRecord``, of the log of a table or tournament, into ``UnreadableLog``, and log it."""
    try:
        yield
    except InvalidRecord as error:
        log.error("a log can't be read", id=id, why=str(error))
        raise UnreadableLog(f"this can't be opened, and whoever runs the server must see to it: {error}") from None
