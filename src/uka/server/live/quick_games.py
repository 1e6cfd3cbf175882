"""Seats people who want a quick game under the same rules at one table, whichever process of the cluster they ask.

For each ruleset, the store holds the id of the table that people join now. If nobody can join that table any more, a
process opens a new table and replaces the id in the store, unless another process has replaced the id first. So people
who ask at the same moment meet at one table. The order of the lines in the table's log decides who gets the last seat.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from weakref import WeakKeyDictionary, WeakValueDictionary

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.store import Store, StoreUnavailable
from uka.table import TableRefusal
from uka.table.commands import people, quick
from uka.wire.http_bodies import Guest

from ..base.rate_limits import LimitExceeded
from ..base.requester import Requester
from .quotas import Quotas
from .table import LiveTable
from .table_registry import TableRegistry

TRIES = 10
"""The number of attempts if other processes keep opening tables for the same rules first."""
MAX_UNCONNECTED = 2
"""The maximum number of seats at a table that people of one address may hold while they are not connected."""
RETRY_AFTER = 1.0
"""Seconds after which a person who was refused because of ``MAX_UNCONNECTED`` may ask again."""


class QuickGames:
    """Finds or opens a table for each person who wants a quick game."""

    def __init__(self, tables: TableRegistry, store: Store, quotas: Quotas) -> None:
        self._tables, self._store, self._quotas = tables, store, quotas
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        """A lock for each ruleset that somebody asks for now. It keeps this process from opening too many tables."""
        self._addresses = WeakKeyDictionary[LiveTable, dict[str, str]]()
        """The address of each person who asked this process for a seat at a table, by the person's id."""

    async def seat(self, rules: Ruleset, bots: str | None, guest: Guest, address: str) -> LiveTable:
        """Give a guest a seat at a table where a game under exactly ``rules`` begins soon, and return the table.

        Open a table if nobody waits for such a game; bots in its free seats then have the level ``bots``, if given.
        Raise ``LimitExceeded`` if the limits let the guest neither join nor open a table.
        """
        key = f"quick/{sha256(msgspec.json.encode(rules)).hexdigest()[:32]}"
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                known = await self._store.get(key)
                if known is not None and (live := await self._find_and_join(known.decode(), guest, address)):
                    return live
                opened = await self._tables.open_quick(
                    rules, guest, quick.quick_settings(rules, bots), Requester(guest.player, address)
                )
                if await self._store.put(key, opened.id.encode(), expected=known):
                    self._note_address(opened, guest, address)
                    return opened
                await opened.do(lambda table: people.leave(table, guest.player), guest.player)
        raise StoreUnavailable("too many people want this game at once: try again")

    async def _find_and_join(self, id: str, guest: Guest, address: str) -> LiveTable | None:
        """Give a guest a seat at the table ``id``, and return the table.

        Return None if the game there has begun, if no seat is free, or if the table can't be read.
        """
        try:
            live = await self._tables.find(id)
        except StoreUnavailable:
            raise
        except UkaError:
            return None  # there is no such table, or its log can't be read any more
        return live if await self.join(live, guest, address) else None

    async def join(self, live: LiveTable, guest: Guest, address: str) -> bool:
        """Give a guest a seat at the table ``live``, which is for a quick game. Return whether the guest has one.

        The guest gets none if the game has begun, or if no seat is free. Raise ``LimitExceeded`` if a limit keeps the
        guest from joining.
        """
        if live.table.seat_of(guest.player) is None:
            self._check_address(live, address)
            self._quotas.count_join(live.table, guest.player, address)
        try:
            await live.do(
                lambda table: quick.join(table, guest.player, guest.name, live.now(), guest.avatar or ""), guest.player
            )
        except TableRefusal:
            return False
        self._note_address(live, guest, address)
        if live.audience.is_connected(guest.player):
            await live.mark_connected(guest.player)
        return True

    def _note_address(self, live: LiveTable, guest: Guest, address: str) -> None:
        self._addresses.setdefault(live, {})[guest.player] = address

    def _check_address(self, live: LiveTable, address: str) -> None:
        """Raise ``LimitExceeded`` if people of ``address`` hold too many seats without being connected.

        So nobody can fill a table with people who never come.
        """
        known = self._addresses.get(live, {})
        awaited = [chair.player for chair in live.table.chairs if chair.player and chair.lost is not None]
        if address and sum(known.get(player) == address for player in awaited) >= MAX_UNCONNECTED:
            raise LimitExceeded("others from your address are about to sit down: try again in a moment", RETRY_AFTER)
