"""The host of one person's tables, in the page's own process. It keeps their logs in a storage of the browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from uka.hosting.display_names import clean_name, guest_name
from uka.hosting.errors import Unknown
from uka.hosting.ids import TABLE_ID_LENGTH, is_id, new_id
from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.table_opening import first_operations, new_table
from uka.table import execute, parse, replayed
from uka.table.commands import people
from uka.wire.http_bodies import Guest, NewTable, RenameRequest

from .table import HostedTable

GUEST = "guest"
"""The key under which the storage keeps who the person is."""
ME = "me"
"""The id of the person: nobody else comes to these tables."""


class Storage(Protocol):
    """Keeps the lines of logs, and a few values by key."""

    async def append(self, table: str, seq: int, lines: Sequence[bytes]) -> None:
        """Store lines of a table's log, of which the first has the number ``seq``. Return once they are kept."""
        ...

    async def read(self, table: str) -> list[bytes]:
        """Return the lines of a table's log, or no lines if there is no such table."""
        ...

    async def get(self, key: str) -> bytes | None:
        """Return the value of a key, or None."""
        ...

    async def put(self, key: str, value: bytes) -> None:
        """Store the value of a key. Return once it is kept."""
        ...


class OfflineHost:
    """The tables of one person. ``root`` is a secret from which the shuffles follow; ``now`` returns milliseconds."""

    def __init__(self, storage: Storage, root: bytes, now: Callable[[], int]) -> None:
        self._storage, self._now = storage, now
        self.packs = PackSecrets(root)
        self._tables = dict[str, HostedTable]()
        """The tables that were opened or found since the process began."""

    def now(self) -> int:
        """Return the present time in milliseconds since 1970."""
        return self._now()

    async def append(self, table: str, first: int, lines: Sequence[bytes]) -> None:
        """Store lines of a table's log, of which the first has the number ``first``."""
        await self._storage.append(table, first, lines)

    def close(self) -> None:
        """Stop the clocks and the bots of all tables."""
        for live in self._tables.values():
            live.close()

    # The person

    async def guest(self) -> Guest | None:
        """Return the person who uses the page, or None if they have not said a name yet."""
        stored = await self._storage.get(GUEST)
        return None if stored is None else msgspec.json.decode(stored, type=Guest)

    async def rename(self, wanted: RenameRequest) -> Guest:
        """Give the person a name and an emblem. Raise ``InvalidName`` if nobody may have that name."""
        before = await self.guest()
        name = clean_name(wanted.name) if wanted.name else before.name if before else guest_name()
        guest = Guest(ME, name, wanted.avatar or (before.avatar if before else None))
        await self._storage.put(GUEST, msgspec.json.encode(guest))
        return guest

    # The tables

    async def open(self, guest: Guest, wanted: NewTable) -> HostedTable:
        """Open a table. Raise ``UkaError`` if its rules or settings are not allowed: then nothing is opened."""
        rules, settings = new_table(wanted)
        id, at = new_id(TABLE_ID_LENGTH), self.now()
        avatar = guest.avatar or ""
        table, lines = people.open_table(rules, guest.player, guest.name, at=at, settings=settings, avatar=avatar)
        texts = [line.text for line in lines]
        for operation, by in first_operations(wanted, guest.player, self.packs):
            table, steps = execute(table, operation, at=at, by=by)
            texts += [step.line.text for step in steps]
        await self.append(id, 0, texts)
        self._tables[id] = live = HostedTable(id, table, self)
        return live

    async def find(self, id: str) -> HostedTable:
        """Return the table with this id. Raise ``Unknown`` if this host has none."""
        if (live := self._tables.get(id)) is not None:
            return live
        lines = await self._storage.read(id) if is_id(id, TABLE_ID_LENGTH) else []
        if not lines:
            raise Unknown("there is no such table here: a table of a server is not kept on this device")
        live = HostedTable(id, replayed(parse(lines)), self)
        return self._tables.setdefault(id, live)
