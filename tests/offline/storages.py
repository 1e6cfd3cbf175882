"""Storages for hosts without a server: in memory, and with a limit or an end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence


class Memory:
    """A storage in memory."""

    def __init__(self) -> None:
        self.kept, self.values = dict[str, list[bytes]](), dict[str, bytes]()

    async def append(self, log: str, seq: int, lines: Sequence[bytes]) -> None:
        await asyncio.sleep(0)  # another change could begin now
        self.store(log, seq, lines)

    def store(self, log: str, seq: int, lines: Sequence[bytes]) -> None:
        assert len(self.kept.get(log, ())) == seq
        self.kept.setdefault(log, []).extend(lines)

    async def read(self, log: str) -> list[bytes]:
        return list(self.kept.get(log, ()))

    async def logs(self) -> list[str]:
        return list(self.kept)

    async def get(self, key: str) -> bytes | None:
        return self.values.get(key)

    async def put(self, key: str, value: bytes) -> None:
        self.values[key] = value


class Full(Memory):
    """A storage that keeps ``room`` more appends, and then none until it has room again."""

    room = 1_000_000

    def store(self, log: str, seq: int, lines: Sequence[bytes]) -> None:
        if not self.room:
            raise OSError("quota exceeded")
        self.room -= 1
        super().store(log, seq, lines)


class Ending(Memory):
    """A storage whose process is killed in append number ``last``: before the lines are stored, or right after it."""

    def __init__(self, last: int, *, stored: bool) -> None:
        super().__init__()
        self._left, self._stored = last, stored
        self.killed = asyncio.Event()

    async def append(self, log: str, seq: int, lines: Sequence[bytes]) -> None:
        self._left -= 1
        if self._left < 0:
            if self._stored and not self.killed.is_set():
                self.store(log, seq, lines)
            self.killed.set()
            await asyncio.Event().wait()  # nothing of this process goes on
        await super().append(log, seq, lines)
