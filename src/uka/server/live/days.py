"""The deals of a day: opens the table of a person's counted game, and writes its result on the board of the day."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import NamedTuple

from msgspec.structs import replace

from uka import days, rulesets
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.days import BoardOpened, DayBegun, DayBoard, DayFinished
from uka.records.fair import FIRST_DAY
from uka.store import NoSuchTable, StoreUnavailable
from uka.table import GivenDeals, TableRefusal, TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

from ..base.clock import ServerClock
from ..base.ids import DAY_HOST
from ..base.requester import Requester
from .day_boards import GRACE, HOUR, DayBoards, deals_are_secret, deals_of, end_of
from .pack_secrets import PackSecrets
from .quotas import Quotas
from .table import LiveTable
from .table_commands import FirstOperation, TableOperation
from .table_registry import TableRegistry

RETRY_DELAY = 2.0
"""Seconds until a result is written again after the store was unavailable."""
PACES = ("answer_ms", "draw_ms", "deal_ms", "trick_ms", "rest_ms")
"""The settings that a person chooses for their counted game."""
USUAL_PACE = TableSettings()


class DayPlace(NamedTuple):
    """A table at which a guest plays the deals of a day. ``counted`` is false for practice."""

    live: LiveTable
    counted: bool


class Days:
    """The deals of all days on this server."""

    def __init__(
        self, tables: TableRegistry, packs: PackSecrets, boards: DayBoards, quotas: Quotas, clock: ServerClock
    ) -> None:
        self._tables, self._packs, self._boards, self._quotas, self._clock = tables, packs, boards, quotas, clock

    @property
    def anchor(self) -> bytes:
        """The hash that all seeds of days lead to. It is published before the first day."""
        return self._packs.days.anchor

    @property
    def today(self) -> date:
        """The present day."""
        return self._clock.today

    def published_seed(self, day: date) -> bytes | None:
        """Return the seed of a day; return None while a counted game with its deals can be played."""
        return None if deals_are_secret(day, self._clock.now()) else self._packs.days.seed(day)

    def check_day(self, day: date) -> None:
        """Raise ``TableRefusal`` for a day that has no deals, or whose deals are not open yet."""
        if not FIRST_DAY <= day <= self.today:
            raise TableRefusal(f"the days with deals are {FIRST_DAY} to {self.today}, not {day}")

    async def board(self, day: date, rules: Ruleset) -> DayBoard:
        """Return the present board of a day and a ruleset, which is one that ``day_rules`` returned."""
        self.check_day(day)
        return await self._boards.read(day, rules)

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
        """Return the guest's table for a day: that of the counted game if it is not finished, else one for practice.

        Raise ``LimitExceeded`` if the guest or the address has opened too many boards by rules that are not shipped.
        """
        board = await self.own_board(day, rules, guest)
        if guest.player in board.finished:
            return DayPlace(await self._practice(day, rules, guest, requester, pace), counted=False)
        if begun := board.begun.get(guest.player):
            return DayPlace(await self._tables.find(begun.table), counted=True)
        if board.opened is None and not _is_shipped(rules):
            self._quotas.board(requester)
        host = Guest(DAY_HOST, "Day's deals")
        live = await self._tables.open(rules, host, _settings(day, pace), requester, _seating(host, guest))
        opening = () if board.opened else (BoardOpened(rules),)
        begun = DayBegun(guest.player, guest.name, live.id, self._clock.now())
        await self._boards.add(day, board, rules, *opening, begun)
        counted = board.begun[guest.player].table
        if counted != live.id:  # the guest asked twice at once
            return DayPlace(await self._tables.find(counted), counted=True)
        self._tables.watch(live.id, self._look)
        await _begin(live)
        self._boards.request_par(day, rules, board, requester)
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

    async def _finish(self, live: LiveTable) -> None:
        """Write the result of a finished game. If the store is unavailable, try again soon."""
        table, at = live.table, self._clock.now()
        if table.stage is not TableStage.OVER:
            return
        try:
            day = _day(table.settings.given)
            board = await self.board(day, table.rules)
            player = next((begun.player for begun in board.begun.values() if begun.table == live.id), None)
            if player is None or player in board.finished:
                return
            begun, ended = board.begun[player], min(table.at, at)  # a log may be ahead of a clock that was wrong
            late = begun.at > end_of(day) or ended > end_of(day) + GRACE
            entry = DayFinished(player, days.points_of(table), at, late)
            await self._boards.add(day, board, table.rules, entry)
        except StoreUnavailable:
            live.spawn_later(RETRY_DELAY, lambda: self._finish(live))

    # Tables

    async def _practice(
        self, day: date, rules: Ruleset, guest: Guest, requester: Requester, pace: TableSettings
    ) -> LiveTable:
        """Open an ordinary table of the guest with the deals of a day."""
        settings = replace(pace, deals=deals_of(day), bots=days.LEVEL)
        operations: tuple[TableOperation, ...] = (
            lambda table: people.sit(table, guest.player, days.SEAT),
            lambda table: people.record_disconnection(table, guest.player),  # as for a counted game
            lambda table: gameplay.begin_game(table, guest.player, self._packs.batch(table)),
        )
        return await self._tables.open(rules, guest, settings, requester, [(each, guest.player) for each in operations])


def _is_shipped(rules: Ruleset) -> bool:
    """Return whether a ruleset that ``day_rules`` returned is a shipped one without changes."""
    return rules.name in rulesets.names() and rules == days.day_rules(rulesets.find(rules.name))


def _seating(host: Guest, guest: Guest) -> tuple[FirstOperation, ...]:
    """Return the operations that seat a person at the table of a counted game.

    The person counts as disconnected until their client connects, so that it sees the game from its beginning.
    """
    avatar = guest.avatar or ""
    return (
        (lambda table: people.join(table, guest.player, guest.name, avatar=avatar), guest.player),
        (lambda table: people.give_seat(table, host.player, guest.player, days.SEAT), host.player),
        (lambda table: people.record_disconnection(table, guest.player), guest.player),
    )


async def _begin(live: LiveTable) -> None:
    await live.do(lambda table: gameplay.begin_game(table, table.host, live.packs.batch(table)), live.table.host)


def _settings(day: date, pace: TableSettings) -> TableSettings:
    """Return the settings of a counted game: nobody but the person decides, and nobody plays for them."""
    settings = TableSettings(
        reserved=True, spectators=False, undo=False, bots=days.LEVEL, bots_talk=False, deals=deals_of(day), away_ms=HOUR
    )
    return replace(settings, **{name: getattr(pace, name) for name in PACES})


def _day(given: GivenDeals | None) -> date:
    assert given is not None
    return date.fromisoformat(given.name)
