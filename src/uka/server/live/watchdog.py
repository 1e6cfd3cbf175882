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

LOOK = 1.0
"""Seconds between two checks."""
NOTICED = 0.1
"""Seconds of a suspension after which timers are set again."""


class Watchdog:
    """Checks all tables and tournaments of a process, and restarts those that are stuck.

    A table or tournament is stuck if something is overdue at two consecutive checks and nothing has happened between
    them. That is, its log has no new line, and no timer or task is going to act. This is always a bug, so each restart
    is counted and logged.

    The watchdog also notices that the process was suspended. A timer may then fire too early or too late, so it is set
    again.
    """

    def __init__(self, guarded: Callable[[], Iterable[ReplicatedLog[Any, Any]]], metrics: ServerMetrics) -> None:
        self._guarded, self._metrics = guarded, metrics
        self._suspects = dict[str, int]()
        """For each table or tournament that seemed stuck at the last check, by id: the number of its last log line."""
        self._slept = _slept()

    async def run(self) -> None:
        """Check every ``LOOK`` seconds until the task is cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()

    async def look(self) -> None:
        """Check all tables and tournaments, in time slices.

        Restart each table or tournament that seems stuck now and seemed stuck at the previous check. If the process was
        suspended since then, set all timers again instead.
        """
        before, self._suspects = self._suspects, {}
        slept = self._has_slept()
        slices = TimeSlices()
        await slices.begin()
        for guarded in tuple(self._guarded()):
            try:
                if slept:
                    guarded.schedule_timer()
                else:
                    self._look_at(guarded, before.get(guarded.id))
            except Exception:  # an error in one table must not stop the checks of other tables
                log.exception("a check of the watchdog failed", id=guarded.id)
            await slices.rest()

    def _has_slept(self) -> bool:
        """Return whether the process was suspended since the last check."""
        before, self._slept = self._slept, _slept()
        seconds = self._slept - before
        if seconds > NOTICED:
            log.warning("this process was suspended", seconds=round(seconds, 1))
        return seconds > NOTICED

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


def _slept() -> float:
    """Return the seconds for which this process was suspended, since some moment."""
    return elapsed() - awake()
