"""A watchdog that restarts a table or tournament if a turn or a timeout was due and nothing has handled it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from ..base.clock import awake, elapsed
from ..base.log_reader import TimeSlices
from ..base.logs import log
from ..base.metrics import ServerMetrics
from ..cluster.replicated_log import ReplicatedLog

CHECK_INTERVAL = 1.0
"""Seconds between two checks of all tables and tournaments."""
MIN_SUSPENSION = 0.1
"""Seconds; after a longer suspension of the process, all timers are set again."""


class Watchdog:
    """Checks all tables and tournaments of a process, and restarts those that are stuck.

    A table or tournament is stuck if something is overdue at two consecutive checks and nothing has happened between
    them. That is, its log has no new line, and no timer or task is going to act. This is always a bug, so each restart
    is counted and logged.

    The watchdog also notices that the process was suspended. A timer may then fire too early or too late, so it is set
    again.
    """

    def __init__(self, logs: Callable[[], Iterable[ReplicatedLog[Any, Any]]], metrics: ServerMetrics) -> None:
        self._logs, self._metrics = logs, metrics
        self._suspects = dict[str, int]()
        """For each table or tournament that seemed stuck at the last check, by id: the number of its last log line."""
        self._suspended = _suspended_seconds()

    async def run(self) -> None:
        """Check every ``CHECK_INTERVAL`` seconds until the task is cancelled."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL)
            await self.check_all()

    async def check_all(self) -> None:
        """Check all tables and tournaments, in time slices.

        Restart each table or tournament that seems stuck now and seemed stuck at the previous check. If the process was
        suspended since then, set all timers again instead.
        """
        before, self._suspects = self._suspects, {}
        was_suspended = self._notice_suspension()
        slices = TimeSlices()
        await slices.begin()
        for replica in tuple(self._logs()):
            try:
                if was_suspended:
                    replica.schedule_timer()
                else:
                    self._check(replica, before.get(replica.id))
            except Exception:  # an error in one table must not stop the checks of other tables
                log.exception("a check of the watchdog failed", id=replica.id)
            await slices.rest()

    def _notice_suspension(self) -> bool:
        """Return whether the process was suspended since the last check, and log a warning if it was."""
        before, self._suspended = self._suspended, _suspended_seconds()
        seconds = self._suspended - before
        if seconds > MIN_SUSPENSION:
            log.warning("this process was suspended", seconds=round(seconds, 1))
        return seconds > MIN_SUSPENSION

    def _check(self, replica: ReplicatedLog[Any, Any], before: int | None) -> None:
        if not replica.overdue:
            return
        seq = replica.value.seq
        if seq != before:
            self._suspects[replica.id] = seq
            return
        self._metrics.overdue.inc()
        log.warning("restarted an overdue turn or timer", id=replica.id, seq=seq)
        replica.restart()


def _suspended_seconds() -> float:
    """Return the sum of the seconds for which this process was suspended, plus a constant."""
    return elapsed() - awake()
