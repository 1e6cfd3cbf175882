"""The deals of a day: opens the table of a person's counted game, and keeps the boards of results in the store."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from uka import days
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.days import BoardEntry, BoardOpened, ComputedGame, DayBegun, DayBoard, DayFinished
from uka.records.fair import FIRST_DAY
from uka.store import Conflict, NoSuchTable, Store, StoreUnavailable
from uka.table import GivenDeals, TableRefusal, TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

from ..base.clock import now
from ..base.ids import DAY_HOST
from ..base.requester import Requester
from ..workers.bots import BotWorkers
from .pack_secrets import PackSecrets
from .table import LiveTable
from .table_registry import TableRegistry

HOUR = 3_600_000
GRACE = HOUR
"""A game that was begun on the day may be finished so many milliseconds after its end. Then the seed is published."""
MOST_BOARDS = 64
"""The number of boards kept in memory."""
AGAIN = 2.0
"""Seconds until a result is written again after the store was unavailable."""
PACES = ("answer_ms", "draw_ms", "deal_ms", "trick_ms", "rest_ms")
"""The settings that a person chooses for their counted game."""
USUAL_PACE = TableSettings()
BoardName: TypeAlias = tuple[date, str]
READER = msgspec.json.Decoder(BoardEntry)


class DayPlace(NamedTuple):
    """A table at which a guest plays the deals of a day. ``counted`` is false for practice."""

    live: LiveTable
    counted: bool


class Days:
    """The deals of all days on this server."""

    def __init__(self, tables: TableRegistry, store: Store, packs: PackSecrets, bots: BotWorkers) -> None:
        self._tables, self._store, self._packs, self._bots = tables, store, packs, bots
        self._boards = OrderedDict[BoardName, DayBoard]()
        self._opening = asyncio.Lock()
        """Held while par is computed, so that a process computes it once."""

    @property
    def anchor(self) -> bytes:
        """The hash that all seeds of days lead to. It is published before the first day."""
        return self._packs.days.anchor

    def published_seed(self, day: date) -> bytes | None:
        """Return the seed of a day; return None while a counted game with its deals can be played."""
        return self._packs.days.seed(day) if now() >= _end(day) + GRACE else None

    async def board(self, day: date, rules: Ruleset) -> DayBoard:
        """Return the present board of a day and a ruleset, which is one that ``day_rules`` returned."""
        check_day(day)
        name = day, days.board_key(rules)
        board = self._boards.setdefault(name, DayBoard())
        self._boards.move_to_end(name)
        while len(self._boards) > MOST_BOARDS:
            self._boards.popitem(last=False)
        with suppress(NoSuchTable):
            for line in await self._store.read(_log(name), board.seq):
                board.add(READER.decode(line))
        return board

    async def own_board(self, day: date, rules: Ruleset, guest: Guest | None) -> DayBoard:
        """Return the board as ``board`` does. A finished game of the guest that is not on it yet is added first."""
        board = await self.board(day, rules)
        begun = board.begun.get(guest.player) if guest else None
        if begun and begun.player not in board.finished:
            with suppress(NoSuchTable):
                await self._finish(await self._tables.find(begun.table))
        return board

    async def play(
        self, day: date, rules: Ruleset, guest: Guest, requester: Requester, pace: TableSettings = USUAL_PACE
    ) -> DayPlace:
        """Return the guest's table for a day: that of the counted game if it is not finished, else one for practice."""
        board = await self.own_board(day, rules, guest)
        if guest.player in board.finished:
            return DayPlace(await self._practice(day, rules, guest, requester, pace), counted=False)
        if begun := board.begun.get(guest.player):
            return DayPlace(await self._tables.find(begun.table), counted=True)
        if board.opened is None:
            await self._open_board(day, rules, board)
        live = await self._tables.open(rules, Guest(DAY_HOST, "Day's deals"), _settings(day, pace), requester)
        await self._seat(live, guest)
        await self._add((day, days.board_key(rules)), board, DayBegun(guest.player, guest.name, live.id, now()))
        counted = board.begun[guest.player].table
        if counted != live.id:  # the guest asked twice at once
            return DayPlace(await self._tables.find(counted), counted=True)
        self.follow(live)
        await _begin(live)
        return DayPlace(live, counted=True)

    def follow(self, live: LiveTable) -> None:
        """Write the result of a table's game when it is over, if the table is one for a day."""
        if live.table.host == DAY_HOST:
            self._tables.watch(live.id, self._look)
            self._look(live)

    def _look(self, live: LiveTable) -> None:
        if live.table.stage is TableStage.OVER:
            self._tables.unwatch(live.id)
            live.spawn(self._finish(live))
        elif live.table.stage is TableStage.SEATING and live.table.seq and live.driving:
            live.spawn(self._begin_if_counted(live))

    async def _begin_if_counted(self, live: LiveTable) -> None:
        """Begin a game whose process died after the game was put on the board."""
        with suppress(UkaError):
            given = live.table.settings.given
            board = await self.board(_day(given), live.table.rules)
            if any(begun.table == live.id for begun in board.begun.values()):
                await _begin(live)

    # Boards

    async def _open_board(self, day: date, rules: Ruleset, board: DayBoard) -> None:
        """Compute par, and write the first entry of a board unless another process wrote it meanwhile."""
        async with self._opening:
            if board.opened is None:
                points = await self._par(day, rules)
                await self._add((day, days.board_key(rules)), board, BoardOpened(rules, points))

    async def _par(self, day: date, rules: Ruleset) -> tuple[int, ...]:
        """Return par, as ``days.par`` does. The workers choose for the bots."""
        game = ComputedGame(rules, _deals(day), self._packs.days.seed(day))
        while choice := game.next_choice():
            seen, seed = choice
            action = await self._bots.choose(days.LEVEL, seen, people=False, seed=seed)
            if action is None:
                raise StoreUnavailable("the bots are busy: try again in a moment")
            game.choose(action)
        return days.points_of(game.table)

    async def _add(self, name: BoardName, board: DayBoard, entry: BoardEntry) -> None:
        """Append an entry to a board's log, after whatever other processes have appended meanwhile."""
        while True:
            try:
                await self._store.append(_log(name), board.seq, [msgspec.json.encode(entry)])
            except Conflict:
                for line in await self._store.read(_log(name), board.seq):
                    board.add(READER.decode(line))
                continue
            board.add(entry)
            return

    async def _finish(self, live: LiveTable) -> None:
        """Write the result of a finished game. If the store is unavailable, try again soon."""
        table, at = live.table, now()
        if table.stage is not TableStage.OVER:
            return
        try:
            day = _day(table.settings.given)
            board = await self.board(day, table.rules)
            player = next((begun.player for begun in board.begun.values() if begun.table == live.id), None)
            if player is None or player in board.finished:
                return
            begun, late = board.begun[player], table.at > _end(day) + GRACE
            entry = DayFinished(player, days.points_of(table), at, late or begun.at > _end(day))
            await self._add((day, days.board_key(table.rules)), board, entry)
        except StoreUnavailable:
            live.spawn_later(AGAIN, lambda: self._finish(live))

    # Tables

    async def _seat(self, live: LiveTable, guest: Guest) -> None:
        avatar = guest.avatar or ""
        await live.do(lambda table: people.join(table, guest.player, guest.name, avatar=avatar), guest.player)
        await live.do(lambda table: people.place(table, table.host, guest.player, days.SEAT), live.table.host)
        await _await_client(live, guest)

    async def _practice(
        self, day: date, rules: Ruleset, guest: Guest, requester: Requester, pace: TableSettings
    ) -> LiveTable:
        """Open an ordinary table of the guest with the deals of a day."""
        settings = replace(pace, deals=_deals(day), bots=days.LEVEL)
        live = await self._tables.open(rules, guest, settings, requester)
        await live.do(lambda table: people.sit(table, guest.player, days.SEAT), guest.player)
        await _await_client(live, guest)
        await live.do(lambda table: gameplay.begin(table, guest.player, live.packs.batch(table)), guest.player)
        return live


def today() -> date:
    """Return the present day in UTC, in which days begin and end for everyone."""
    return datetime.fromtimestamp(now() / 1_000, UTC).date()


def check_day(day: date) -> None:
    """Raise ``TableRefusal`` for a day that has no deals, or whose deals are not open yet."""
    if not FIRST_DAY <= day <= today():
        raise TableRefusal(f"the days with deals are {FIRST_DAY} to {today()}, not {day}")


async def _await_client(live: LiveTable, guest: Guest) -> None:
    """Let a person count as disconnected until their client connects, so that it sees the game from its beginning."""
    await live.do(lambda table: people.lost(table, guest.player), guest.player)


async def _begin(live: LiveTable) -> None:
    await live.do(lambda table: gameplay.begin(table, table.host, live.packs.batch(table)), live.table.host)


def _settings(day: date, pace: TableSettings) -> TableSettings:
    """Return the settings of a counted game: nobody but the person decides, and nobody plays for them."""
    settings = TableSettings(
        reserved=True, spectators=False, undo=False, bots=days.LEVEL, bots_talk=False, deals=_deals(day), away_ms=HOUR
    )
    return replace(settings, **{name: getattr(pace, name) for name in PACES})


def _deals(day: date) -> str:
    return f"day:{day}"


def _day(given: GivenDeals | None) -> date:
    assert given is not None
    return date.fromisoformat(given.name)


def _end(day: date) -> int:
    """Return the end of a day in milliseconds since 1970."""
    return (day.toordinal() + 1 - date(1970, 1, 1).toordinal()) * 24 * HOUR


def _log(name: BoardName) -> str:
    """Return the name of a board's log in the store. No table has such a name."""
    return f"day/{name[0]}/{name[1]}"
