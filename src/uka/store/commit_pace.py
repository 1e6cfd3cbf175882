"""The pace of a store's commits: a store with little to do commits at once, a busy store gathers jobs."""

from __future__ import annotations

import time

PACE = 0.008
"""The usual minimum time between two commits of a busy store, in seconds. A commit costs far more than a row."""
BUSY = 5
"""The number of jobs in one commit that makes a store busy."""


class CommitPace:
    """The pace of commits, each of which writes a batch of jobs.

    A store is busy if ``BUSY`` or more jobs waited for its last commit. The next batch then begins ``seconds`` after
    the last one, so that each commit writes more. If fewer jobs waited, it begins sooner in proportion, and after a
    single job at once.

    >>> pace = CommitPace(seconds=50)
    >>> pace.begin(jobs=1)
    >>> pace.delay
    0.0
    >>> pace.begin(jobs=2)
    >>> 19 < pace.delay <= 20
    True
    >>> pace.begin(jobs=500)
    >>> 49 < pace.delay <= 50
    True
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next_at = 0.0

    @property
    def delay(self) -> float:
        """The number of seconds to wait before the next batch is taken."""
        return max(self._next_at - time.monotonic(), 0.0)

    def begin(self, jobs: int) -> None:
        """Note that a batch of ``jobs`` jobs begins."""
        self._next_at = time.monotonic() + (self._seconds * min(jobs / BUSY, 1.0) if jobs > 1 else 0.0)
