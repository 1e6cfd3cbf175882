"""Closes idle connections, and drops idle tables and tournaments from memory."""

from __future__ import annotations

import asyncio

from ..base.clock import awake
from ..base.logs import log
from ..base.metrics import ServerMetrics
from .table_registry import TableRegistry
from .tournament_registry import TournamentRegistry

INTERVAL = 30.0
"""Seconds between two searches for idle connections, tables and tournaments."""


class Sweeper:
    """Closes idle connections and drops idle tables and tournaments every ``INTERVAL`` seconds."""

    def __init__(self, tables: TableRegistry, tournaments: TournamentRegistry, metrics: ServerMetrics) -> None:
        self._tables, self._tournaments, self._metrics = tables, tournaments, metrics

    async def run(self) -> None:
        """Close and drop what is idle every ``INTERVAL`` seconds, until the task is cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                self._sweep(awake())
            except Exception:  # the loop continues, since the next sweep may succeed
                log.exception("a sweep failed")

    def _sweep(self, now: float) -> None:
        self._tournaments.sweep(now)
        self._tables.sweep(now)
        self._metrics.tables.set(len(self._tables.all))
