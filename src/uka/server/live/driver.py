"""The driver of a table runs its timers and bots, each at the time that the table's state says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.table import DueTimer, Table, TableTransition, append_entries, due, may_choose, tick
from uka.table.commands import gameplay
from uka.table.entries import BOT

from ..base.clock import now, sleep_until
from ..base.logs import log
from ..base.metrics import ServerMetrics
from ..base.options import ServerOptions
from ..base.requester import Requester
from ..workers.bots import CHEAPEST_LEVEL, BotWorkers, fallback_action
from .table_commands import fresh_secrets
from .timer import Timer, TimerOwner

AHEAD = 1_000
"""Milliseconds before an answer is due that a bot is asked."""
LEAST = 250
"""Milliseconds that a bot has at least, where it need not answer at once."""


class DrivenTable(TimerOwner, Protocol):
    """What a driver needs of its table."""

    id: str
    driving: bool

    @property
    def table(self) -> Table:
        """The table's state."""
        ...

    @property
    def asleep(self) -> bool:
        """Whether the other processes may take this one for dead."""
        ...

    @property
    def abandoned(self) -> bool:
        """Whether a game goes on though nobody has been at the table for a while."""
        ...

    @property
    def peopled(self) -> bool:
        """Whether a person plays at the table."""
        ...

    @property
    def payer(self) -> Requester:
        """Who is charged for what bots compute at the table."""
        ...

    async def freeze(self) -> None:
        """Stop the table's clocks."""
        ...

    async def change(
        self, decide: Callable[[Table], Sequence[TableTransition]], *, when: Callable[[Table], bool] = lambda _: True
    ) -> None:
        """Append and publish what is decided, if ``when`` still holds."""
        ...


class TableDriver:
    """Runs the timers and bots of one live table: it wakes up when something is due, and does it."""

    def __init__(self, live: DrivenTable, bots: BotWorkers, options: ServerOptions, metrics: ServerMetrics) -> None:
        self._live, self._bots, self._options, self._metrics = live, bots, options, metrics
        self._timer = Timer(live)
        self._choice: asyncio.Task[None] | None = None
        """The task that gets the last choice from a bot."""
        self._asked = -1
        """The version of the table that this choice is for."""

    def plan(self) -> None:
        """Wake up when something is due, unless another process does."""
        self.stop()
        live = self._live
        if not live.driving:
            return
        coming = due(live.table, choices=not self._choosing)
        if coming is not None:
            ahead = AHEAD if coming.what == "choice" else 0
            self._timer.set(max(self._at(coming) - ahead - now(), 0) / 1_000, lambda: self._wake(coming))

    def stop(self) -> None:
        """Do not wake up."""
        self._timer.stop()

    @property
    def stuck(self) -> bool:
        """Whether something is overdue, and neither a timer nor a task will do it."""
        live = self._live
        if live.closed or not live.driving or self._timer.active:
            return False
        coming = due(live.table)
        return coming is not None and self._at(coming) < now()

    def restart(self) -> None:
        """Cancel the choice that is being made and all other work, and do what is due."""
        self._choice = None
        self._timer.restart()

    @property
    def _choosing(self) -> bool:
        """Whether a bot is being asked for the choice that is due."""
        return self._choice is not None and not self._choice.done() and self._asked == self._live.table.moved

    def _at(self, coming: DueTimer) -> int:
        """When something due is done; tables of bots only keep a human pace, unless the operator allows more."""
        live = self._live
        pace = 0 if live.peopled else round(1_000 * self._options.bots_pace)
        return max(coming.at, live.table.at + pace)

    def _wake(self, coming: DueTimer) -> None:
        live, table = self._live, self._live.table
        if live.asleep:
            self._timer.retry()  # this process slept, and another may drive
        elif live.abandoned:
            self._timer.begin(live.freeze())
        elif coming.what == "choice" and coming.seat is not None:
            self._asked = table.moved
            self._choice = self._timer.begin(self._choose(coming.seat, self._at(coming), table))
            self.plan()
        else:
            self._timer.begin(self._tick(coming))

    async def _tick(self, coming: DueTimer) -> None:
        live = self._live
        secrets = fresh_secrets() if coming.what == "secrets" else b""
        await live.change(lambda table: tick(table, now(), secrets)[1], when=lambda table: self._still(coming))

    def _still(self, coming: DueTimer) -> bool:
        return due(self._live.table, choices=False) == coming

    # Bots

    async def _choose(self, seat: Seat, at: int, table: Table) -> None:
        observation = table.observe(seat)
        if observation is None:
            return
        live, level = self._live, table.chair(seat).bot or table.settings.bots
        if modest := self._bots.overdrawn(live.payer):
            level = CHEAPEST_LEVEL
        try:
            if table.settings.answer_ms:
                action = await self._in_time(level, observation, max(at, now() + LEAST) / 1_000)
            else:
                action = await self._at_once(level, observation, at / 1_000)
        except Exception:  # a fault of the bots must not stop a table
            log.exception("a bot could not be asked", id=live.id)
            action = None
        kind = "fallback" if action is None else "modest" if modest else "bot"
        self._metrics.bot_answers.labels(kind).inc()
        await self._answer(seat, action or fallback_action(observation), table)

    async def _in_time(self, level: str, observation: Observation, at: float) -> Action | None:
        """A bot's choice at its time, whatever it holds; one that is late answers at the deadline, and at no other."""
        thinking = self._ask(level, observation)
        try:
            for time in (at, at + self._options.bot_deadline):
                await sleep_until(time)
                if thinking.done():
                    return thinking.result()
            return None
        finally:
            thinking.cancel()

    async def _at_once(self, level: str, observation: Observation, at: float) -> Action | None:
        """A bot's choice as soon as it is made, once it is time."""
        thinking = self._ask(level, observation)
        await sleep_until(at)
        done, _ = await asyncio.wait([thinking], timeout=self._options.bot_deadline)
        if done:
            return thinking.result()
        thinking.cancel()
        return None

    def _ask(self, level: str, observation: Observation) -> asyncio.Task[Action | None]:
        live = self._live
        work = self._bots.choose(level, observation, live.payer, people=live.peopled)
        return asyncio.get_running_loop().create_task(work)

    async def _answer(self, seat: Seat, action: Action, asked: Table) -> None:
        def wanted(table: Table) -> bool:  # no longer if the person is back, or the table is paused
            return table.moved == asked.moved and may_choose(table, seat, now())

        def answered(table: Table) -> tuple[TableTransition, ...]:
            at = now()
            return append_entries(table, gameplay.choose(table, seat, action, asked.seq, at), at=at, by=BOT)[1]

        await self._live.change(answered, when=wanted)
