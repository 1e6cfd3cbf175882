"""Reads the logs of tables and tournaments from the store, and yields to the event loop every few milliseconds."""

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
"""The maximum number of log lines in a page: what one read from the store returns."""
SLICE = 0.004
"""Seconds for which a reader may work on a log before it yields to the event loop."""


async def read_pages(store: Store, id: str, start: int = 0) -> AsyncIterator[list[bytes]]:
    """Yield the lines of the log ``id`` from number ``start`` on, up to ``PAGE`` lines at a time.

    Raise ``NoSuchTable`` if there is no such log.
    """
    while page := await store.read(id, start, PAGE):
        yield page
        if len(page) < PAGE:
            return
        start += len(page)


async def read_lines(kind: type[L], store: Store, id: str, start: int = 0, previous_hash: str = "") -> AsyncIterator[L]:
    """Yield the lines of the log ``id`` from number ``start`` on, parsed as the type ``kind``, with verified hashes.

    ``previous_hash`` is the hash of the line before ``start``, or an empty text if there is none. The time that the
    caller spends between two lines counts towards the present time slice (see ``TimeSlices``).
    """
    number, slices = start, TimeSlices()
    async for page in read_pages(store, id, start):
        await slices.begin()
        for text in page:
            (line,) = kind.parse_all((text,), start=number, previous_hash=previous_hash)
            number, previous_hash = number + 1, line.hash
            yield line
            await slices.rest()


class TimeSlices:
    """Splits the work of reading a log into time slices of a few milliseconds.

    Each event loop iteration runs one time slice of one reader, so that other tasks do not wait long.
    """

    _since = 0.0
    """The time at which the present time slice began."""

    async def begin(self) -> None:
        """Wait until a new time slice may begin, and record its start."""
        await _admission().admit("")
        self._since = time.perf_counter()

    async def rest(self) -> None:
        """If the present time slice is used up, yield to the event loop and wait until a new time slice may begin."""
        if time.perf_counter() - self._since > SLICE:
            await asyncio.sleep(0)
            await self.begin()


_ADMISSIONS = WeakKeyDictionary[asyncio.AbstractEventLoop, AdmissionControl]()


def _admission() -> AdmissionControl:
    """Return the admission control through which all readers on the running event loop get time slices."""
    return _ADMISSIONS.setdefault(asyncio.get_running_loop(), AdmissionControl(a_turn=1))


class UnreadableLog(UkaError):
    """Raised for a log that is damaged or was written by a later version of Uka. A retry does not help."""


@contextmanager
def reading_log(id: str) -> Generator[None]:
    """Within this context, report an ``InvalidRecord`` in the diagnostic log, and raise ``UnreadableLog`` instead.

    ``id`` is the id of the table or tournament whose log is read.
    """
    try:
        yield
    except InvalidRecord as error:
        log.error("a log can't be read", id=id, why=str(error))
        raise UnreadableLog(f"this can't be opened: whoever runs the server must look into it ({error})") from None
