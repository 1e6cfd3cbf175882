"""Duplicate matches: two tables with the same deals, at which two teams sit crosswise.

Team 0 sits north-south at table 0 and east-west at table 1, and team 1 in the other seats. Nobody at one table sees the
other before both games are over.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from uka.bots import bot
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.days import LEVEL
from uka.store import Store
from uka.table import TableRefusal, TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

from ..base.ids import MATCH_HOST, TABLE_ID_LENGTH, is_id, new_id
from ..base.requester import Requester
from .table import LiveTable
from .table_registry import TableRegistry

TABLES = (0, 1)


class MatchFacts(msgspec.Struct, frozen=True):
    """What the store holds of a match: the person who opened it, and the ids of its tables."""

    host: str
    tables: tuple[str, str]


class LiveMatch(NamedTuple):
    """A match with its two tables."""

    id: str
    host: str
    tables: tuple[LiveTable, LiveTable]

    @property
    def begun(self) -> bool:
        """Whether the games have begun."""
        return any(live.table.stage is not TableStage.SEATING for live in self.tables)

    @property
    def over(self) -> bool:
        """Whether both games are over."""
        return all(live.table.stage is TableStage.OVER for live in self.tables)

    def place_of(self, player: str) -> tuple[int, Seat] | None:
        """Return the table, 0 or 1, and the seat of a person; return None for anybody else."""
        found = ((number, live.table.seat_of(player)) for number, live in enumerate(self.tables))
        return next(((number, seat) for number, seat in found if seat), None)


class Matches:
    """Opens and finds the matches of a server."""

    def __init__(self, tables: TableRegistry, store: Store) -> None:
        self._tables, self._store = tables, store

    async def open(self, rules: Ruleset, guest: Guest, settings: TableSettings, requester: Requester) -> LiveMatch:
        """Open a match of the deals that ``rules`` says, with ``guest`` as its host. ``settings`` give the pace."""
        id = new_id(TABLE_ID_LENGTH)
        chosen = replace(
            settings, reserved=True, spectators=False, undo=False, bots=LEVEL, bots_talk=False, deals=f"match:{id}"
        )
        host = Guest(MATCH_HOST, "Match")
        one, two = [await self._tables.open(rules, host, chosen, requester) for _ in TABLES]
        await self._store.put(_key(id), msgspec.json.encode(MatchFacts(guest.player, (one.id, two.id))))
        return LiveMatch(id, guest.player, (one, two))

    async def find(self, id: str) -> LiveMatch:
        """Return the match with this id. Raise ``TableRefusal`` if there is none."""
        stored = await self._store.get(_key(id)) if is_id(id, TABLE_ID_LENGTH) else None
        if stored is None:
            raise TableRefusal("there is no match at this address")
        facts = msgspec.json.decode(stored, type=MatchFacts)
        one, two = [await self._tables.find(table) for table in facts.tables]
        return LiveMatch(id, facts.host, (one, two))

    async def sit(self, match: LiveMatch, guest: Guest, table: int, seat: Seat) -> LiveTable:
        """Give a guest a free seat before the games begin, in place of the seat that they had."""
        live = match.tables[table]
        if match.begun:
            raise TableRefusal("the match has begun: nobody can change seats")
        if live.table.chair(seat).player not in (None, guest.player):
            raise TableRefusal(f"{seat.value.title()} is taken")
        await self._stand(match, guest)
        avatar = guest.avatar or ""
        await live.do(lambda table: people.join(table, guest.player, guest.name, avatar=avatar), guest.player)
        await live.do(lambda table: people.place(table, table.host, guest.player, seat), live.table.host)
        return live

    async def begin(self, match: LiveMatch, player: str, bots: str | None = None) -> None:
        """Begin both games, with bots of a level in the free seats. Only the match's host may do it."""
        bot(bots or LEVEL)
        if player != match.host:
            raise TableRefusal("only who opened the match can begin it")
        for live in match.tables:
            if live.table.stage is TableStage.SEATING:
                await _begin(live, bots or LEVEL)

    @staticmethod
    async def _stand(match: LiveMatch, guest: Guest) -> None:
        for live in match.tables:
            if live.table.member(guest.player):
                with suppress(UkaError):
                    await live.do(lambda table: people.leave(table, guest.player), guest.player)


async def _begin(live: LiveTable, level: str) -> None:
    for seat in live.table.rules.seats:
        if live.table.chair(seat).player is None:
            await live.do(lambda table, seat=seat: people.bot(table, table.host, seat, level), live.table.host)
    await live.do(lambda table: gameplay.begin(table, table.host, live.packs.batch(table)), live.table.host)


def _key(id: str) -> str:
    return f"match/{id}"
