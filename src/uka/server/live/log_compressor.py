"""Compresses logs without new lines in the background, a few at a time, while the server is not busy."""

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
"""Seconds from the end of one run over all logs to the start of the next."""
MIN_PAUSE = 0.4
"""The minimum number of seconds from one step to the next. A step compresses a few logs."""
MAX_LOAD = 0.1
"""The maximum part of the time that steps take. The pause after a slow step is longer, to keep to it."""
MAX_DELAY = 0.02
"""If a pause ends more than this number of seconds late, the server is busy, and the next step is put off."""


class LogCompressor:
    """Compresses the logs that have had no new line for an hour, while the server is not busy.

    In a cluster, one process does this work. The work can be stopped at any moment: each log is stored either as it was
    or compressed.
    """

    def __init__(self, store: Store, metrics: ServerMetrics, cluster: ClusterMembership | None) -> None:
        self._store, self._metrics, self._cluster = store, metrics, cluster
        self._pause = MIN_PAUSE
        """Seconds to pause before the next step."""

    async def run(self) -> None:
        """Compress logs again and again, ``INTERVAL`` seconds apart, until the task is cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            try:
                await self.compress_all()
            except StoreUnavailable as error:
                log.warning("logs can't be compressed now", why=str(error))
            except Exception:  # the loop continues, since the next run may succeed
                log.exception("the compression of logs failed")

    async def compress_all(self) -> None:
        """Go through all logs once, in short steps with pauses between them, and compress those that are due.

        In a cluster, stop as soon as another process has to do it. One step compresses only a part of a long log; later
        calls compress the rest.
        """
        start: int | None = 0
        while start is not None and (self._cluster is None or self._cluster.compresses):
            if await self._is_calm_after_pause():
                start = await self._compress_some(start)

    async def _is_calm_after_pause(self) -> bool:
        """Wait for the pause between two steps. Return whether the event loop was free when the pause ended."""
        due = time.monotonic() + self._pause
        await asyncio.sleep(self._pause)
        return time.monotonic() - due < MAX_DELAY

    async def _compress_some(self, start: int) -> int | None:
        """Compress a few logs, from the log with the number ``start`` on.

        Return the number of the log from which to go on; return None if no log is left.
        """
        since = time.monotonic()
        step = await self._store.compress(QUIET, start)
        self._pause = max(MIN_PAUSE, (time.monotonic() - since) / MAX_LOAD)
        if step is None:
            return None
        self._metrics.compressed_lines.inc(step.lines)
        self._metrics.compression_saved.inc(step.before - step.after)
        return step.number + 1
