"""The deals of past days, played for practice: only a server can rank the results of a day."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import date
from random import Random
from typing import Protocol

from uka import days
from uka.bots import bot, playable
from uka.core.ruleset import Ruleset
from uka.days import DEALS, ComputedGame, board_key
from uka.hosting.day_tables import deals_setting, practice_operations, practice_settings
from uka.hosting.pack_secrets import PackSecrets
from uka.hosting.table_commands import FirstOperation
from uka.records.fair import FIRST_DAY, PublishedDays
from uka.table import GivenDeals, TableRefusal, TableSettings
from uka.wire.day_bodies import DayPage, DaysStatus, DayTicket
from uka.wire.http_bodies import Guest

from .table import HostedTable


class DayHost(Protocol):
    """What days need of the host of tables."""

    packs: PackSecrets
    """The object that makes the host's secret inputs to the shuffles of packs."""

    async def open_table(
        self, guest: Guest, rules: Ruleset, settings: TableSettings, operations: Iterable[FirstOperation]
    ) -> HostedTable:
        """Open a table, and carry out the first operations on it."""
        ...


class PastDays:
    """The days whose deals a host can deal, since the seeds of their deals were ``published``."""

    def __init__(self, host: DayHost, published: PublishedDays | None) -> None:
        self._host, self._published = host, published
        self._pars = dict[tuple[date, str], tuple[int, ...]]()
        """The points of four bots with the deals of each day and board, which is empty while they are computed."""
        self._tasks = set[asyncio.Task[None]]()

    @property
    def status(self) -> DaysStatus:
        """The days with deals. The last of them stands for the present day, whose deals nobody knows here."""
        known = self._known
        return DaysStatus(FIRST_DAY, known.last, known.anchor.hex(), DEALS)

    def page(self, day: date, rules: Ruleset) -> DayPage:
        """Return the page of a day: without results, since only a server has them, but with par as soon as known."""
        self._check(day)
        par = self._par(day, rules)
        return DayPage(day, rules.title, players=0, results=(), par=par, seed=self._known.seed(day).hex())

    async def play(self, day: date, rules: Ruleset, guest: Guest, pace: TableSettings) -> DayTicket:
        """Open a table at which the person plays the deals of a day for practice."""
        self._check(day)
        operations = practice_operations(guest.player, self._host.packs)
        live = await self._host.open_table(guest, rules, practice_settings(day, pace, _level()), operations)
        return DayTicket(live.id, "", counted=False)

    def close(self) -> None:
        """Stop computing par."""
        for task in tuple(self._tasks):
            task.cancel()

    @property
    def _known(self) -> PublishedDays:
        if self._published is None:
            raise TableRefusal("no deals of days came with this page: a server has them")
        return self._published

    def _check(self, day: date) -> None:
        last = self._known.last
        if not FIRST_DAY <= day <= last:
            raise TableRefusal(
                f"without a server you can practise the deals of {FIRST_DAY} to {last}; only a server ranks later ones"
            )

    # Par

    def _par(self, day: date, rules: Ruleset) -> tuple[int, ...]:
        """Return par, or nothing while it is computed."""
        key = day, board_key(rules)
        if key not in self._pars:
            self._pars[key] = ()
            task = asyncio.get_running_loop().create_task(self._compute_par(day, rules))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return self._pars[key]

    async def _compute_par(self, day: date, rules: Ruleset) -> None:
        """Let four bots play the deals. The tables of the person go on between two choices."""
        seed = self._host.packs.seed(GivenDeals("day", str(day)), rules)
        game, player = ComputedGame(rules, deals_setting(day), seed), bot(_level())
        while choice := game.next_choice():
            seen, choice_seed = choice
            game.choose(player.choose(seen, Random(choice_seed)))
            await asyncio.sleep(0)
        self._pars[day, board_key(rules)] = days.points_of(game.table)


def _level() -> str:
    """Return the level of the bots: as in counted games, or the strongest that plays here."""
    levels = playable()
    return days.LEVEL if days.LEVEL in levels else levels[-1]
