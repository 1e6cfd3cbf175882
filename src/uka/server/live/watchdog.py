"""A watchdog: it finds turns and timers that are overdue and that no timer or task will do, and starts them again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from ..base.log_reader import TimeSlices
from ..base.logs import log
from ..base.metrics import ServerMetrics
from ..cluster.replicated_log import ReplicatedLog

LOOK = 1.0
"""Seconds from one look to the next."""


class Watchdog:
    """Guards all tables and tournaments of a process.

    Whatever is due has a timer or work under way; what has neither in two looks without a new line is stuck. That is
    never to happen, so each time is counted and logged.
    """

    def __init__(self, guarded: Callable[[], Iterable[ReplicatedLog[Any, Any]]], metrics: ServerMetrics) -> None:
        self._guarded, self._metrics = guarded, metrics
        self._suspects = dict[str, int]()
        """What was stuck at the last look, and its last line."""

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()

    async def look(self) -> None:
        """Look at all once, in slices; what was stuck at the last look too starts again."""
        before, self._suspects = self._suspects, {}
        slices = TimeSlices()
        await slices.begin()
        for guarded in tuple(self._guarded()):
            try:
                self._look_at(guarded, before.get(guarded.id))
            except Exception:  # a fault of one must not keep it from the others
                log.exception("the watchdog failed", id=guarded.id)
            await slices.rest()

    def _look_at(self, guarded: ReplicatedLog[Any, Any], before: int | None) -> None:
        if not guarded.stuck:
            return
        seq = guarded.value.seq
        if seq != before:
            self._suspects[guarded.id] = seq
            return
        self._metrics.overdue.inc()
        log.warning("it was overdue, and is started again", id=guarded.id, seq=seq)
        guarded.restart()
