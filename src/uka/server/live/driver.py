"""Runs the timers and bots of a table, each at the time that the table's state requires."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table import (
    DueTimer,
    Table,
    TableStage,
    TableTransition,
    append_entries,
    bot_view,
    choice_seed,
    due,
    may_choose,
    tick,
)
from uka.table.commands import gameplay
from uka.table.entries import BOT
from uka.table.timers import remember_last_result

from ..base.logs import log
from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..workers.bots import CHEAPEST_LEVEL, BotWorkers
from .timer import Timer

if TYPE_CHECKING:
    from .table import LiveTable

AHEAD = 1_000
"""A bot starts to compute its action this number of milliseconds before the action is due."""
LEAST = 150
"""The minimum number of milliseconds that a bot takes for an action, if ``answer_ms`` in the settings is not 0."""

GIVEN_DEADLINE = 8.0
"""The seconds after which a bot is asked again where only its own choice will do, at a table with given deals.

A worker that needs longer for one choice was killed before, and a task that runs longer counts as stuck soon after.
"""


def fallback_action(observation: Observation) -> Action:
    """Return the action that replaces the choice of a bot that does not answer: the first legal action."""
    return observation.lawful_actions[0]


class TableDriver:
    """Runs the timers and bots of one live table."""

    def __init__(self, live: LiveTable, bots: BotWorkers, options: ServerOptions, metrics: ServerMetrics) -> None:
        self._live, self._bots, self._options, self._metrics = live, bots, options, metrics
        self._timer = Timer(live)
        self._due = remember_last_result(due)
        """The function ``due`` with its last result: the watchdog asks each second, mostly about the same state."""
        self._scheduled: tuple[Table | None, int | None] = (None, None)
        """The table for which the timer was set last, and the time of its first timer, or None if it has none."""
        self._choice: asyncio.Task[None] | None = None
        """The task that asks a bot for an action and submits the action; None before the first such task."""
        self._asked = -1
        """The value of ``Table.moved`` (the last move's line number) when a bot was last asked for an action."""
        self._prepared: tuple[Ruleset, set[str]] | None = None
        """The ruleset and the levels for which the bot workers were last told to prepare."""

    def schedule_timer(self) -> None:
        """Set the timer for the next due event, if this process runs the table's timers and bots."""
        self.stop()
        live = self._live
        if not live.driving:
            return
        if self._prepared is None or live.table.stage is not TableStage.PLAYING:
            self._prepare_bots()
        coming = due(live.table, choices=not self._choosing)
        self._scheduled = live.table, coming.at if coming else None
        if coming is not None:
            ahead = AHEAD if coming.what == "choice" else 0
            self._timer.set(
                max(self._handling_time(coming) - ahead - live.now(), 0) / 1_000, lambda: self._on_due(coming)
            )

    def may_be_due(self, table: Table) -> bool:
        """Return whether a timer of ``table`` may be due now. If the timer was set for another state, return True."""
        scheduled, first = self._scheduled
        return scheduled is not table or (first is not None and first <= self._live.now())

    def stop(self) -> None:
        """Stop the timer."""
        self._timer.stop()

    @property
    def overdue(self) -> bool:
        """Whether something is overdue, such as a bot's turn, and no timer or task of this process will handle it."""
        live = self._live
        if live.closed or not live.driving or self._timer.active:
            return False
        coming = self._due(live.table)
        return coming is not None and self._handling_time(coming) < live.now()

    def restart(self) -> None:
        """Cancel all running tasks, including a bot's pending choice, and set the timer again."""
        self._choice = None
        self._timer.restart()

    @property
    def _choosing(self) -> bool:
        """Whether a bot is choosing an action for the present position."""
        return self._choice is not None and not self._choice.done() and self._asked == self._live.table.moved

    @property
    def _has_people(self) -> bool:
        """Whether at least one person plays at the table."""
        return any(chair.manned for chair in self._live.table.chairs)

    def _handling_time(self, coming: DueTimer) -> int:
        """Return the time at which the due event ``coming`` must be handled, in milliseconds since 1970.

        At a table where only bots play, this time is at least ``bots_pace`` seconds after the time of the log's last
        line.
        """
        live = self._live
        pace = 0 if self._has_people else round(1_000 * self._options.bots_pace)
        return max(coming.at, live.table.at + pace)

    def _on_due(self, coming: DueTimer) -> None:
        live, table = self._live, self._live.table
        if live.suspected:
            self._timer.retry()  # this process was suspended; soon it will know whether another process runs the timers
        elif live.abandoned:
            self._timer.begin(live.freeze())
        elif coming.what == "choice" and coming.seat is not None:
            self._asked = table.moved
            self._choice = self._timer.begin(self._choose(coming.seat, self._handling_time(coming), table))
            self.schedule_timer()
        else:
            self._timer.begin(self._tick(coming))

    async def _tick(self, coming: DueTimer) -> None:
        live = self._live
        secrets = self._next_secrets(live.table) if coming.what in ("secrets", "begin") else b""
        await live.change(
            lambda table: tick(table, live.now(), secrets)[1], when=lambda table: self._is_still_due(coming)
        )

    def _next_secrets(self, table: Table) -> bytes:
        return self._live.packs.batch(table, len(table.secrets) if table.playing else 0)

    def _is_still_due(self, coming: DueTimer) -> bool:
        return due(self._live.table, choices=False) == coming

    # Bots

    def _prepare_bots(self) -> None:
        """Tell the bot workers the ruleset and the levels of the table's bots."""
        table = self._live.table
        levels = {chair.bot for chair in table.chairs if chair.bot}
        if self._prepared != (table.rules, levels):
            self._prepared = table.rules, levels
            for level in levels:
                self._bots.prepare(level, table.rules, self._live.payer)

    async def _choose(self, seat: Seat, at: int, table: Table) -> None:
        observation = table.observe(seat)
        if observation is None:
            return
        live, level = self._live, table.chair(seat).bot or table.settings.bots
        if modest := self._bots.overdrawn(live.payer) and not table.settings.deals:
            level = CHEAPEST_LEVEL
        try:
            if table.settings.answer_ms:
                action = await self._choose_at_fixed_times(level, observation, max(at, live.now() + LEAST))
            else:
                action = await self._choose_soon(level, observation, at)
        except Exception:  # an error in a bot must not stop the table
            log.exception("a bot failed to choose", id=live.id)
            action = None
        if action is None and table.settings.deals:
            return  # nothing but the bot's own choice will do; the watchdog asks again
        kind = "fallback" if action is None else "modest" if modest else "bot"
        self._metrics.bot_answers.labels(kind).inc()
        await self._submit_choice(seat, action or fallback_action(observation), table)

    async def _choose_at_fixed_times(self, level: str, observation: Observation, at: int) -> Action | None:
        """Return a bot's action at one of a few times, so that the time of the answer reveals little about its cards.

        The first time is ``at``, in milliseconds since 1970, the others follow every ``bot_deadline`` seconds until the
        deadline. Return the action at the first of these times by which the bot has chosen it. Return None if it misses
        the deadline.
        """
        step = max(round(1_000 * self._options.bot_deadline), 1)
        choice = asyncio.get_running_loop().create_task(self._choice_of(level, observation))
        try:
            for time in range(at, at + round(1_000 * self._deadline) + 1, step):
                await self._live.sleep_until(time)
                if choice.done():
                    return choice.result()
            return None
        finally:
            choice.cancel()

    async def _choose_soon(self, level: str, observation: Observation, at: int) -> Action | None:
        """Return a bot's action as soon as possible, but not before ``at``; return None if it misses the deadline."""
        ahead = max(at - self._live.now(), 0) / 1_000
        try:
            async with asyncio.timeout(ahead + self._deadline):
                action = await self._choice_of(level, observation)
        except TimeoutError:
            return None
        await self._live.sleep_until(at)
        return action

    @property
    def _deadline(self) -> float:
        """The seconds by which a bot's answer may be late."""
        usual = self._options.bot_deadline
        return max(GIVEN_DEADLINE, usual) if self._live.table.settings.deals else usual

    def _choice_of(self, level: str, observation: Observation) -> Coroutine[Any, Any, Action | None]:
        """Return a coroutine in which a bot of ``level`` chooses an action; it returns None if the bot fails."""
        live = self._live
        seen = bot_view(live.table, observation)
        seed = choice_seed(live.table, seen)
        return self._bots.choose(level, seen, live.payer, people=self._has_people, seed=seed)

    async def _submit_choice(self, seat: Seat, action: Action, asked: Table) -> None:
        def wanted(table: Table) -> bool:  # false if the seat's player has returned or the table was paused meanwhile
            return table.moved == asked.moved and may_choose(table, seat, self._live.now())

        def answered(table: Table) -> tuple[TableTransition, ...]:
            at = self._live.now()
            return append_entries(table, gameplay.choose(table, seat, action, asked.seq, at), at=at, by=BOT)[1]

        await self._live.change(answered, when=wanted)
