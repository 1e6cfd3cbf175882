"""Duplicate matches: two tables with the same deals, at which two teams sit crosswise.

Team 0 sits north-south at table 0 and east-west at table 1, and team 1 in the other seats. ``disclosure`` decides who
may see what of the tables. Every match ends, since bots play for people who are absent. A server that starts continues
all matches that have begun and are not over, even if another server died when only one of the games had begun or ended.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple
from weakref import WeakValueDictionary

import msgspec
from msgspec.structs import replace

from uka.bots import check_playable
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.days import LEVEL
from uka.hosting.ids import MATCH_HOST, TABLE_ID_LENGTH, is_id, new_id
from uka.store import Store, StoreUnavailable
from uka.table import TableRefusal, TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

from ..base.logs import log
from ..base.requester import Requester
from ..base.shared_value import SharedValue
from .table import LiveTable
from .table_registry import TableRegistry

TABLES = (0, 1)
AWAY_MS = 60_000
"""Milliseconds after which a bot plays for a person who is not connected, or who does not choose."""
RETRY_DELAY = 2.0
"""Seconds until the server tries again to continue a match, after the store was unavailable."""


class StoredMatch(msgspec.Struct, frozen=True):
    """A duplicate match as it is kept in the store: who opened it, and at which tables it is played."""

    host: str
    """The id of the person who opened the match."""
    tables: tuple[str, str]
    """The ids of the two tables."""


class LiveMatch(NamedTuple):
    """A duplicate match, with the two tables in memory at which it is played."""

    id: str
    host: str
    """The id of the person who opened the match."""
    tables: tuple[LiveTable, LiveTable]

    @property
    def begun(self) -> bool:
        """Whether at least one of the two games has begun."""
        return any(live.table.stage is not TableStage.SEATING for live in self.tables)

    @property
    def games_over(self) -> bool:
        """Whether both games are over; their secrets may not be published yet."""
        return all(live.table.stage is TableStage.OVER for live in self.tables)

    @property
    def over(self) -> bool:
        """Whether both games are over and the secrets of their shuffles are published, so that nothing is hidden."""
        return self.games_over and all(live.table.secrets_opened == live.table.number for live in self.tables)

    def table_and_seat_of(self, player: str) -> tuple[int, Seat] | None:
        """Return the table's number (0 or 1) and the seat of ``player``; return None if the person has no seat."""
        for number, live in enumerate(self.tables):
            seat = live.table.seat_of(player)
            if seat is not None:
                return number, seat
        return None


class Matches:
    """Opens, finds and continues the duplicate matches of a server."""

    def __init__(self, tables: TableRegistry, store: Store) -> None:
        self._tables, self._store = tables, store
        self._unfinished = SharedValue[frozenset[str]](store, "matches/unfinished", frozenset())
        """The ids of the matches that have begun and are not over."""
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        """By match id, a lock that is held while people change seats in the match, and while its games begin."""

    async def open(self, rules: Ruleset, guest: Guest, settings: TableSettings, requester: Requester) -> LiveMatch:
        """Open a match under ``rules``, which also say how many deals it has. ``guest`` is its host.

        ``settings`` give the pauses at both tables. Settings that are the same in all matches are overwritten.
        """
        id = new_id(TABLE_ID_LENGTH)
        chosen = replace(
            settings, reserved=True, spectators=False, undo=False, bots=LEVEL, bots_talk=False, deals=f"match:{id}",
            away_ms=AWAY_MS, move_ms=AWAY_MS, bank_ms=0,
        )  # fmt: skip
        host = Guest(MATCH_HOST, "Match")
        one, two = [await self._tables.open(rules, host, chosen, requester) for _ in TABLES]
        await self._store.put(_store_key(id), msgspec.json.encode(StoredMatch(guest.player, (one.id, two.id))))
        return LiveMatch(id, guest.player, (one, two))

    async def find(self, id: str) -> LiveMatch:
        """Return the match with this id; raise ``TableRefusal`` if there is none."""
        stored = await self._store.get(_store_key(id)) if is_id(id, TABLE_ID_LENGTH) else None
        if stored is None:
            raise TableRefusal("there is no match at this address")
        found = msgspec.json.decode(stored, type=StoredMatch)
        one, two = [await self._tables.find(table) for table in found.tables]
        return LiveMatch(id, found.host, (one, two))

    async def publish_secrets_if_due(self, match: LiveMatch) -> None:
        """Publish the secrets of a match's shuffles if both games are over, unless they are published already."""
        if match.games_over and not match.over:
            for live in match.tables:
                await live.do(lambda table: gameplay.open_secrets(table, table.host), live.table.host)

    async def is_over(self, live: LiveTable) -> bool:
        """Return whether the match that is played at a table is over. If its secrets are due, publish them first.

        Return False if there is no such match. The server may have died before it had stored the match.
        """
        try:
            match = await self._of(live)
            await self.publish_secrets_if_due(match)
        except TableRefusal:
            return False
        return match.over

    async def plays_at(self, live: LiveTable, player: str) -> bool:
        """Return whether ``player`` takes part in a match at its table ``live``, rather than at its other table.

        A person who has come to both tables takes part at the first.
        """
        match = await self._of(live)
        return next((each for each in match.tables if each.table.member(player)), None) is live

    async def sit(self, match: LiveMatch, guest: Guest, table: int, seat: Seat) -> LiveTable:
        """Give a guest a free seat before the games begin, in place of the seat that the guest had. Return its table.

        ``table`` is the number of the table, 0 or 1. Raise ``TableRefusal`` if the seat is taken or a game has begun.
        """
        live, other = match.tables[table], match.tables[1 - table]
        avatar = guest.avatar or ""
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
        """Begin both games, with bots of the level ``bots`` in the free seats. Only the match's host may do this.

        Raise ``UkaError`` if there is no such level.
        """
        level = bots or LEVEL
        check_playable(level)
        if player != match.host:
            raise TableRefusal("only who opened the match can begin it")
        try:
            async with self._lock(match.id):
                await _leave_second_tables(match)
                await self._unfinished.change(lambda ids: ids | {match.id})
                await _begin_games(match, level)
        finally:
            if match.begun:
                for live in match.tables:
                    self.follow(live)

    async def resume_all(self) -> None:
        """Load all matches that have begun and are not over, so that they go on even if nobody is connected."""
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
            match = await self.find(id)  # loads its tables, so ``follow`` is called for each
        except StoreUnavailable:
            raise
        except UkaError as error:
            log.warning("a match can't go on", id=id, why=str(error))
        else:
            if not match.begun:  # the server died before it began the games
                await self._unfinished.change(lambda ids: ids - {id})

    def follow(self, live: LiveTable) -> None:
        """If a table belongs to a match, continue the match now, and again when the table's game is over."""
        if live.table.host == MATCH_HOST:
            if live.table.stage is not TableStage.OVER:
                self._tables.watch(live.id, self._on_table_change)
            live.spawn(self._continue(live))

    def _on_table_change(self, live: LiveTable) -> None:
        if live.table.stage is TableStage.OVER:
            self._tables.unwatch(live.id)
            live.spawn(self._continue(live))

    async def _continue(self, live: LiveTable) -> None:
        """Do what the match of a table needs: begin its second game, or publish the secrets when both are over.

        If the store is unavailable, try again later.
        """
        try:
            match = await self._of(live)
            await self.publish_secrets_if_due(match)
            async with self._lock(match.id):
                if match.begun:
                    await _begin_games(match, _bot_level(match))
            if match.over:
                await self._unfinished.change(lambda ids: ids - {match.id})
        except StoreUnavailable:
            live.spawn_later(RETRY_DELAY, lambda: self._continue(live))
        except UkaError:  # another process has done it, or the match was never opened
            pass

    async def _of(self, live: LiveTable) -> LiveMatch:
        """Return the match that is played at a table; raise ``TableRefusal`` if there is none."""
        given = live.table.settings.given
        return await self.find(given.name if given else "")

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())


async def _leave_second_tables(match: LiveMatch) -> None:
    """Let each person who is at both tables leave the second, unless a game has begun.

    A person is at both if the server died while that person changed tables. The host of the tables, who is not the
    person who opened the match but the server itself, belongs to both.
    """
    one, two = match.tables
    if match.begun:
        return
    for member in two.table.members:
        if one.table.member(member.player) and member.player != two.table.host:
            await two.do(lambda table, player=member.player: people.leave(table, player), member.player)


async def _begin_games(match: LiveMatch, level: str) -> None:
    for live in match.tables:
        if live.table.stage is TableStage.SEATING:
            await _begin_game(live, level)


def _bot_level(match: LiveMatch) -> str:
    """Return the level of the bots of a match that has begun."""
    begun = [live.table for live in match.tables if live.table.stage is not TableStage.SEATING]
    return next((chair.bot for table in begun for chair in table.chairs if chair.bot), LEVEL)


async def _begin_game(live: LiveTable, level: str) -> None:
    try:
        for seat in live.table.rules.seats:
            if live.table.chair(seat).player is None:
                await live.do(lambda table, seat=seat: people.seat_bot(table, table.host, seat, level), live.table.host)
        await live.do(lambda table: gameplay.begin_game(table, table.host, live.packs.batch(table)), live.table.host)
    except UkaError:
        if live.table.stage is TableStage.SEATING:
            raise  # otherwise another process has begun the game


def _store_key(id: str) -> str:
    return f"match/{id}"
