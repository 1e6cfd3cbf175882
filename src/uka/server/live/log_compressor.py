"""Compresses the logs of finished games in the background, a few at a time, while the server is calm."""

from __future__ import annotations

import asyncio
import time

from uka.store import Store, StoreUnavailable

from ..base.logs import log
from ..base.metrics import ServerMetrics
from ..cluster.membership import ClusterMembership

QUIET = 3_600.0
"""Seconds from a log's last line until the log is compressed. Lines that follow later are compressed later."""
INTERVAL = 60.0
"""Seconds between two passes over all logs."""
REST = 0.4
"""The minimum number of seconds between two steps. A step compresses up to four logs."""
SHARE = 0.1
"""The maximum share of the time that steps may take. If the store is slow, the rests are longer."""
LATE = 0.02
"""If the event loop wakes the compressor up later than this, in seconds, the server is busy, and a step is left out."""


class LogCompressor:
    """Compresses the logs that have been quiet for some time, while the server is calm.

    In a cluster one process does it. It can be stopped at any moment: each log is stored either as it was or
    compressed.
    """

    def __init__(self, store: Store, metrics: ServerMetrics, cluster: ClusterMembership | None) -> None:
        self._store, self._metrics, self._cluster = store, metrics, cluster
        self._rest = REST

    async def run(self) -> None:
        """Pass over all logs every ``INTERVAL`` seconds until the task is cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.compress_all()
            except StoreUnavailable as error:
                log.warning("logs can't be compressed now", why=str(error))
            except Exception:  # the loop continues, since the next pass may succeed
                log.exception("the compression of logs failed")

    async def compress_all(self) -> None:
        """Pass over all logs once, with rests. A long log needs several passes."""
        start: int | None = 0
        while start is not None and (self._cluster is None or self._cluster.compresses):
            if await self._calm():
                start = await self._step(start)

    async def _calm(self) -> bool:
        """Rest, and return whether the server has nothing more urgent to do."""
        due = time.monotonic() + self._rest
        await asyncio.sleep(self._rest)
        return time.monotonic() - due < LATE

    async def _step(self, start: int) -> int | None:
        """Compress a few logs from the number ``start`` on; return where to go on, or None at the end."""
        since = time.monotonic()
        step = await self._store.compress(QUIET, start)
        self._rest = max(REST, (time.monotonic() - since) / SHARE)
        if step is None:
            return None
        self._metrics.compressed_lines.inc(step.lines)
        self._metrics.compression_saved.inc(step.before - step.after)
        return step.number + 1
