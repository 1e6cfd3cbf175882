"""A watchdog that restarts a table or tournament if a turn or a timeout was due and nothing has handled it."""

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

    A table or tournament is stuck if something is overdue at two consecutive checks and nothing has happened between
    them. That is, its log has no new line, and no timer or task is going to act. This is always a bug, so each restart
    is counted and logged.
    """

    def __init__(self, guarded: Callable[[], Iterable[ReplicatedLog[Any, Any]]], metrics: ServerMetrics) -> None:
        self._guarded, self._metrics = guarded, metrics
        self._suspects = dict[str, int]()
        """For each table or tournament that seemed stuck at the last check, by id: the number of its last log line."""

    async def run(self) -> None:
        """Check every ``LOOK`` seconds until the task is cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()

    async def look(self) -> None:
        """Check all tables and tournaments, in time slices.

        Restart each table or tournament that seems stuck now and seemed stuck at the previous check.
        """
        before, self._suspects = self._suspects, {}
        slices = TimeSlices()
        await slices.begin()
        for guarded in tuple(self._guarded()):
            try:
                self._look_at(guarded, before.get(guarded.id))
            except Exception:  # an error in one table must not stop the checks of other tables
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
