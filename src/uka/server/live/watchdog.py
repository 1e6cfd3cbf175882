"""A watchdog that restarts overdue turns and timers that no timer or task will do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from ..base.log_reader import TimeSlices
from ..base.logs import log
from ..base.metrics import ServerMetrics
from ..cluster.replicated_log import ReplicatedLog

LOOK = 1.0
"""Seconds between two checks."""


class Watchdog:
    """Checks all tables and tournaments of a process, and restarts those that are stuck.

    A log is stuck if something is overdue in two checks without a new line, and no timer or task will do it. That is a
    bug, so each restart is counted and logged.
    """

    def __init__(self, guarded: Callable[[], Iterable[ReplicatedLog[Any, Any]]], metrics: ServerMetrics) -> None:
        self._guarded, self._metrics = guarded, metrics
        self._suspects = dict[str, int]()
        """What was overdue at the last check, by id, with the number of its last line."""

    async def run(self) -> None:
        """Check until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()

    async def look(self) -> None:
        """Check all once, in time slices; restart what was overdue at the last check too."""
        before, self._suspects = self._suspects, {}
        slices = TimeSlices()
        await slices.begin()
        for guarded in tuple(self._guarded()):
            try:
                self._look_at(guarded, before.get(guarded.id))
            except Exception:  # an error of one must not keep it from checking the others
                log.exception("a check of the watchdog failed", id=guarded.id)
            await slices.rest()

    def _look_at(self, guarded: ReplicatedLog[Any, Any], before: int | None) -> None:
        if not guarded.stuck:
            return
        seq = guarded.value.seq
        if seq != before:
            self._suspects[guarded.id] = seq
            return
        self._metrics.overdue.inc()
        log.warning("restarted an overdue turn or timer", id=guarded.id, seq=seq)
        guarded.restart()
