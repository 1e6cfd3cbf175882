"""The storage in which a device keeps logs: what it must do, and what is said when it is full."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Protocol

from uka.core.errors import UkaError


class Storage(Protocol):
    """Keeps the lines of logs, and a few values by key. Each call stores all of its argument or nothing of it."""

    async def append(self, log: str, seq: int, lines: Sequence[bytes]) -> None:
        """Store lines of a log, of which the first has the number ``seq``. Return once they are kept.

        Raise an exception if they cannot be kept, or if the log has not exactly ``seq`` lines.
        """
        ...

    async def read(self, log: str) -> list[bytes]:
        """Return the lines of a log, or no lines if there is no such log."""
        ...

    async def logs(self) -> list[str]:
        """Return the ids of all logs."""
        ...

    async def get(self, key: str) -> bytes | None:
        """Return the value of a key, or None."""
        ...

    async def put(self, key: str, value: bytes) -> None:
        """Store the value of a key. Return once it is kept. Raise an exception if it cannot be kept."""
        ...


class NotKept(UkaError):
    """Raised if the storage cannot keep something, as when it is full. Nothing was changed then."""

    def __init__(self) -> None:
        super().__init__("this device can keep no more: save a copy, free some space, then go on")


@contextmanager
def keeping() -> Generator[None]:
    """Raise ``NotKept`` in place of any exception of the storage while this context lasts."""
    try:
        yield
    except Exception as error:
        raise NotKept from error
