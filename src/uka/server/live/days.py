"""The deals of a day, which are the same for everyone: opens tables for them, and writes the results on the board.

A person's first game with the deals of a day is counted: its result goes on the day's board. Other games are practice.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from uka import days
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.days import BoardOpened, DayBegun, DayBoard, DayFinished
from uka.hosting.chosen_rules import is_made_up
from uka.hosting.day_tables import PACES, USUAL_PACE, deals_setting, practice_operations, practice_settings
from uka.hosting.ids import DAY_HOST
from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.table_commands import FirstOperation
from uka.records.fair import FIRST_DAY
from uka.store import NoSuchTable, StoreUnavailable
from uka.table import GivenDeals, TableRefusal, TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.wire.http_bodies import Guest

from ..base.clock import ServerClock
from ..base.requester import Requester
from .day_boards import GRACE, HOUR, DayBoards, deals_are_secret, end_of
from .quotas import Quotas
from .table import LiveTable
from .table_registry import TableRegistry

RETRY_DELAY = 2.0
"""Seconds until a result is written again after the store was unavailable."""


class DayTable(NamedTuple):
    """A table at which a guest plays the deals of a day."""

    live: LiveTable
    counted: bool
    """Whether the result of the game goes on the day's board; false for practice."""


class Days:
    """Lets people play the deals of the days on this server, and records their results."""

    def __init__(
        self, tables: TableRegistry, packs: PackSecrets, boards: DayBoards, quotas: Quotas, clock: ServerClock
    ) -> None:
        self._tables, self._packs, self._boards, self._quotas, self._clock = tables, packs, boards, quotas, clock

    @property
    def anchor(self) -> bytes:
        """The hash of the first day's seed. It is published before the first day, so that all seeds can be checked."""
        return self._packs.days.anchor

    @property
    def today(self) -> date:
        """The present day in UTC, whose deals people play now."""
        return self._clock.today

    def published_seed(self, day: date) -> bytes | None:
        """Return the seed of the deals of ``day``; return None while a game that counts for its results may go on."""
        return None if deals_are_secret(day, self._clock.now()) else self._packs.days.seed(day)

    def last_published(self) -> tuple[date, bytes] | None:
        """Return the last day whose seed is published, with the seed; return None before there is one."""
        for ago in range(1, 3):
            day = self.today - timedelta(ago)
            if day >= FIRST_DAY and (seed := self.published_seed(day)) is not None:
                return day, seed
        return None

    def check_day(self, day: date) -> None:
        """Raise ``TableRefusal`` for a day that has no deals, or whose deals are not open yet."""
        if not FIRST_DAY <= day <= self.today:
            raise TableRefusal(f"the days with deals are {FIRST_DAY} to {self.today}, not {day}")

    async def board(self, day: date, rules: Ruleset) -> DayBoard:
        """Return the board with the results of all who play a day's deals under ``rules``, as it is now.

        ``rules`` is a ruleset that ``day_rules`` returned. Raise ``TableRefusal`` if the deals are not open yet.
        """
        self.check_day(day)
        return await self._boards.read(day, rules)

    async def own_board(self, day: date, rules: Ruleset, guest: Guest | None) -> DayBoard:
        """Return the board of a day and a ruleset: the list of results.

        If ``guest`` has finished the game that counts, and its result is missing on the board, add the result first.
        """
        board = await self.board(day, rules)
        begun = board.begun.get(guest.player) if guest else None
        if begun and begun.player not in board.finished:
            with suppress(NoSuchTable):
                await self._record_result(await self._tables.find(begun.table))
        return board

    async def play(
        self, day: date, rules: Ruleset, guest: Guest, requester: Requester, pace: TableSettings = USUAL_PACE
    ) -> DayTable:
        """Return the table at which ``guest`` plays the deals of a day, and open it if needed.

        The guest's first game with these deals counts for the results. Once it is finished, each call opens a table for
        practice. Raise ``LimitExceeded`` if nobody has played these deals under ``rules`` yet, ``rules`` do not come
        with Uka, and the guest or the network address has done the same with too many other rulesets.
        """
        board = await self.own_board(day, rules, guest)
        if guest.player in board.finished:
            return DayTable(await self._open_practice(day, rules, guest, requester, pace), counted=False)
        if begun := board.begun.get(guest.player):
            return DayTable(await self._tables.find(begun.table), counted=True)
        if board.opened is None and is_made_up(rules):
            self._quotas.count_board(requester)
        host = Guest(DAY_HOST, "Day's deals")
        live = await self._tables.open(rules, host, _settings(day, pace), requester, _seating(host, guest))
        opening = () if board.opened else (BoardOpened(rules),)
        begun = DayBegun(guest.player, guest.name, live.id, self._clock.now())
        await self._boards.add(day, board, rules, *opening, begun)
        counted = board.begun[guest.player].table
        if counted != live.id:  # the guest asked twice at once
            return DayTable(await self._tables.find(counted), counted=True)
        self._tables.watch(live.id, self._on_table_change)
        await _begin_game(live)
        self._boards.request_par(day, rules, board, requester)
        return DayTable(live, counted=True)

    def follow(self, live: LiveTable) -> None:
        """If a game that counts for a day's results is played at a table, record its result as soon as it is over."""
        if live.table.host == DAY_HOST:
            self._tables.watch(live.id, self._on_table_change)
            self._on_table_change(live)

    def _on_table_change(self, live: LiveTable) -> None:
        if live.table.stage is TableStage.OVER:
            self._tables.unwatch(live.id)
            live.spawn(self._record_result(live))
        elif live.table.stage is TableStage.SEATING and live.table.seq and live.driving:
            live.spawn(self._begin_if_counted(live))

    async def _begin_if_counted(self, live: LiveTable) -> None:
        """Begin the game at a table if the day's board lists this game as counted.

        This method is for a game that did not begin because the process that opened its table died.
        """
        with suppress(UkaError):
            given = live.table.settings.given
            board = await self.board(_day(given), live.table.rules)
            if any(begun.table == live.id for begun in board.begun.values()):
                await _begin_game(live)

    async def _record_result(self, live: LiveTable) -> None:
        """Write the result of a finished game on the day's board. If the store is unavailable, try again soon."""
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
            live.spawn_later(RETRY_DELAY, lambda: self._record_result(live))

    # Tables

    async def _open_practice(
        self, day: date, rules: Ruleset, guest: Guest, requester: Requester, pace: TableSettings
    ) -> LiveTable:
        """Open a table for practice: an ordinary table of the guest with the deals of a day, whose game has begun."""
        operations = practice_operations(guest.player, self._packs)
        return await self._tables.open(rules, guest, practice_settings(day, pace), requester, operations)


def _seating(host: Guest, guest: Guest) -> tuple[FirstOperation, ...]:
    """Return the operations that seat ``guest`` at the table of their game of the day, which counts for the results.

    The guest counts as disconnected at first. So the game waits for the guest's client, which sees it from the start.
    """
    avatar = guest.avatar or ""
    return (
        (lambda table: people.join(table, guest.player, guest.name, avatar=avatar), guest.player),
        (lambda table: people.give_seat(table, host.player, guest.player, days.SEAT), host.player),
        (lambda table: people.record_disconnection(table, guest.player), guest.player),
    )


async def _begin_game(live: LiveTable) -> None:
    await live.do(lambda table: gameplay.begin_game(table, table.host, live.packs.batch(table)), live.table.host)


def _settings(day: date, pace: TableSettings) -> TableSettings:
    """Return the settings of a game that counts for a day's results. Nobody else can join or watch such a game.

    The settings for pauses, such as the pause after a trick, are those of ``pace``.
    """
    settings = TableSettings(
        reserved=True,
        spectators=False,
        undo=False,
        bots=days.LEVEL,
        bots_talk=False,
        deals=deals_setting(day),
        away_ms=HOUR,
    )
    return replace(settings, **{name: getattr(pace, name) for name in PACES})


def _day(given: GivenDeals | None) -> date:
    assert given is not None
    return date.fromisoformat(given.name)
