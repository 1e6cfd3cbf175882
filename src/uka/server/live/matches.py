"""Duplicate matches: two tables with the same deals, at which two teams sit crosswise.

Team 0 sits north-south at table 0 and east-west at table 1, and team 1 in the other seats. ``disclosure`` says what is
told of the tables. Every match ends: bots play for who is absent. A server that starts carries on all matches that have
begun and are not over, also one that another server has left half begun or half ended.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from uka.bots import bot
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.days import LEVEL
from uka.store import Store, StoreUnavailable
from uka.table import TableRefusal, TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

from ..base.ids import MATCH_HOST, TABLE_ID_LENGTH, is_id, new_id
from ..base.logs import log
from ..base.requester import Requester
from ..base.shared_value import SharedValue
from .table import LiveTable
from .table_registry import TableRegistry

TABLES = (0, 1)
AWAY_MS = 60_000
"""Milliseconds after which a bot plays for a person who is not connected, or who does not choose."""
RETRY_DELAY = 2.0
"""Seconds until a match is carried on again after the store was unavailable."""


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
    def done(self) -> bool:
        """Whether both games are over."""
        return all(live.table.stage is TableStage.OVER for live in self.tables)

    @property
    def over(self) -> bool:
        """Whether both games are over and their secrets are open, so that everything may be told."""
        return self.done and all(live.table.secrets_opened == live.table.number for live in self.tables)

    def place_of(self, player: str) -> tuple[int, Seat] | None:
        """Return the table, 0 or 1, and the seat of a person; return None for anybody else."""
        found = ((number, live.table.seat_of(player)) for number, live in enumerate(self.tables))
        return next(((number, seat) for number, seat in found if seat), None)


class Matches:
    """Opens and finds the matches of a server."""

    def __init__(self, tables: TableRegistry, store: Store) -> None:
        self._tables, self._store = tables, store
        self._unfinished = SharedValue[frozenset[str]](store, "matches/unfinished", frozenset())
        """The ids of the matches that have begun and are not over."""
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        """A lock for each match whose people and beginning change at the moment, by its id."""

    async def open(self, rules: Ruleset, guest: Guest, settings: TableSettings, requester: Requester) -> LiveMatch:
        """Open a match of the deals that ``rules`` says, with ``guest`` as its host. ``settings`` give the pace."""
        id = new_id(TABLE_ID_LENGTH)
        chosen = replace(
            settings, reserved=True, spectators=False, undo=False, bots=LEVEL, bots_talk=False, deals=f"match:{id}",
            away_ms=AWAY_MS, move_ms=AWAY_MS, bank_ms=0,
        )  # fmt: skip
        host = Guest(MATCH_HOST, "Match")
        one, two = [await self._tables.open(rules, host, chosen, requester) for _ in TABLES]
        await self._store.put(_key(id), msgspec.json.encode(MatchFacts(guest.player, (one.id, two.id))))
        return LiveMatch(id, guest.player, (one, two))

    async def find(self, id: str) -> LiveMatch:
        """Return the match with this id, with its secrets opened if it is over; raise ``TableRefusal`` if none."""
        stored = await self._store.get(_key(id)) if is_id(id, TABLE_ID_LENGTH) else None
        if stored is None:
            raise TableRefusal("there is no match at this address")
        facts = msgspec.json.decode(stored, type=MatchFacts)
        one, two = [await self._tables.find(table) for table in facts.tables]
        match = LiveMatch(id, facts.host, (one, two))
        for live in match.tables if match.done and not match.over else ():
            await live.do(lambda table: gameplay.open_secrets(table, table.host), live.table.host)
        return match

    async def is_over(self, live: LiveTable) -> bool:
        """Return whether the match of a table is over. A match whose opening a server did not finish never is."""
        try:
            return (await self._of(live)).over
        except TableRefusal:
            return False

    async def belongs(self, live: LiveTable, player: str) -> bool:
        """Return whether a person at a table is there and not at the other: who is at both belongs to the first."""
        match = await self._of(live)
        return next((each for each in match.tables if each.table.member(player)), None) is live

    async def sit(self, match: LiveMatch, guest: Guest, table: int, seat: Seat) -> LiveTable:
        """Give a guest a free seat before the games begin, in place of the seat that they had."""
        live, other, avatar = match.tables[table], match.tables[1 - table], guest.avatar or ""
        async with self._lock(match.id):
            if match.begun:
                raise TableRefusal("the match has begun: nobody can change seats")
            if live.table.chair(seat).player not in (None, guest.player):
                raise TableRefusal(f"{seat.value.title()} is taken")
            if live.table.member(guest.player) is None:
                await live.do(lambda table: people.join(table, guest.player, guest.name, avatar=avatar), guest.player)
            if live.table.seat_of(guest.player) is not seat:
                await live.do(lambda table: people.give_seat(table, table.host, guest.player, seat), live.table.host)
            if other.table.member(guest.player):
                await other.do(lambda table: people.leave(table, guest.player), guest.player)
        return live

    async def begin(self, match: LiveMatch, player: str, bots: str | None = None) -> None:
        """Begin both games, with bots of a level in the free seats. Only the match's host may do it."""
        bot(bots or LEVEL)
        if player != match.host:
            raise TableRefusal("only who opened the match can begin it")
        try:
            async with self._lock(match.id):
                await _separate(match)
                await self._unfinished.change(lambda ids: ids | {match.id})
                await _begin_all(match, bots or LEVEL)
        finally:
            for live in match.tables if match.begun else ():
                self.follow(live)

    async def resume_all(self) -> None:
        """Load all matches that have begun and are not over, so that they go on though nobody looks at them."""
        while True:
            try:
                for id in await self._unfinished.read():
                    await self._resume(id)
            except StoreUnavailable:
                await asyncio.sleep(RETRY_DELAY)
            else:
                return

    async def _resume(self, id: str) -> None:
        try:
            match = await self.find(id)  # loads its tables, which carries it on
        except StoreUnavailable:
            raise
        except UkaError as error:
            log.warning("a match can't go on", id=id, why=str(error))
        else:
            if not match.begun:  # its process died first
                await self._unfinished.change(lambda ids: ids - {id})

    def follow(self, live: LiveTable) -> None:
        """Carry a table's match on now and when the table's game is over, if the table is one of a match."""
        if live.table.host == MATCH_HOST:
            if live.table.stage is not TableStage.OVER:
                self._tables.watch(live.id, self._look)
            live.spawn(self._carry_on(live))

    def _look(self, live: LiveTable) -> None:
        if live.table.stage is TableStage.OVER:
            self._tables.unwatch(live.id)
            live.spawn(self._carry_on(live))

    async def _carry_on(self, live: LiveTable) -> None:
        """Do what the match of a table needs: begin its other game, go on, or open its secrets."""
        try:
            match = await self._of(live)  # this opens the secrets
            async with self._lock(match.id):
                if match.begun:
                    await _begin_all(match, _level(match))
            if match.over:
                await self._unfinished.change(lambda ids: ids - {match.id})
        except StoreUnavailable:
            live.spawn_later(RETRY_DELAY, lambda: self._carry_on(live))
        except UkaError:  # another process has done it, or the match was never opened
            pass

    async def _of(self, live: LiveTable) -> LiveMatch:
        """Return the match of a table; raise as ``find`` does."""
        given = live.table.settings.given
        return await self.find(given.name if given else "")

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())


async def _separate(match: LiveMatch) -> None:
    """Let a person who is at both tables leave the second one. A server may have died while they changed seats."""
    one, two = match.tables
    for member in two.table.members if not match.begun else ():
        if one.table.member(member.player) and member.player != two.table.host:
            await two.do(lambda table, player=member.player: people.leave(table, player), member.player)


async def _begin_all(match: LiveMatch, level: str) -> None:
    for live in match.tables:
        if live.table.stage is TableStage.SEATING:
            await _begin(live, level)


def _level(match: LiveMatch) -> str:
    """Return the level of the bots of a match that has begun."""
    begun = [live.table for live in match.tables if live.table.stage is not TableStage.SEATING]
    return next((chair.bot for table in begun for chair in table.chairs if chair.bot), LEVEL)


async def _begin(live: LiveTable, level: str) -> None:
    try:
        for seat in live.table.rules.seats:
            if live.table.chair(seat).player is None:
                await live.do(lambda table, seat=seat: people.seat_bot(table, table.host, seat, level), live.table.host)
        await live.do(lambda table: gameplay.begin_game(table, table.host, live.packs.batch(table)), live.table.host)
    except UkaError:
        if live.table.stage is TableStage.SEATING:
            raise  # otherwise another process has begun the game


def _key(id: str) -> str:
    return f"match/{id}"
