"""Reads the logs of tables from the store in pages, and yields to the event loop every few milliseconds."""

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
"""The number of lines in one read from the store."""
SLICE = 0.004
"""Seconds of work on a log before the event loop gets a turn."""


async def read_pages(store: Store, id: str, start: int = 0) -> AsyncIterator[list[bytes]]:
    """Yield the lines of the log ``id`` from number ``start`` on, a page at a time; raise ``NoSuchTable`` if none."""
    while page := await store.read(id, start, PAGE):
        yield page
        if len(page) < PAGE:
            return
        start += len(page)


async def read_lines(kind: type[L], store: Store, id: str) -> AsyncIterator[L]:
    """Yield the parsed and verified lines of the log ``id``.

    The time that the caller spends on each line counts towards the time slice.
    """
    number, before, slices = 0, "", TimeSlices()
    async for page in read_pages(store, id):
        await slices.begin()
        for text in page:
            (line,) = kind.parse_all((text,), start=number, before=before)
            number, before = number + 1, line.hash
            yield line
            await slices.rest()


class TimeSlices:
    """Splits long work into slices of a few milliseconds. All readers share one slice per event loop iteration."""

    _since = 0.0

    async def begin(self) -> None:
        """Wait for the next time slice, and start to measure it."""
        await _admission().admit("")
        self._since = time.perf_counter()

    async def rest(self) -> None:
        """Yield to the event loop if the time slice is used up, and wait for another slice."""
        if time.perf_counter() - self._since > SLICE:
            await asyncio.sleep(0)
            await self.begin()


_ADMISSIONS = WeakKeyDictionary[asyncio.AbstractEventLoop, AdmissionControl]()


def _admission() -> AdmissionControl:
    """Return the queue in which readers on the running event loop wait for their time slices."""
    return _ADMISSIONS.setdefault(asyncio.get_running_loop(), AdmissionControl(a_turn=1))


class UnreadableLog(UkaError):
    """A log in the store is damaged or was written by a later version of Uka; a retry does not help."""


@contextmanager
def reading_log(id: str) -> Generator[None]:
    """Within this context, write an ``InvalidRecord`` to the server's log and raise it as ``UnreadableLog``.

    ``id`` names the table or tournament.
    """
    try:
        yield
    except InvalidRecord as error:
        log.error("a log can't be read", id=id, why=str(error))
        raise UnreadableLog(f"this can't be opened, and whoever runs the server must see to it: {error}") from None
