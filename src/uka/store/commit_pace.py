"""The pace of a store's commits: a store with little to do commits at once, a busy store gathers jobs."""

from __future__ import annotations

import time

PACE = 0.004
"""The usual minimum time between two commits of a busy store, in seconds. A commit costs far more than a row."""


class CommitPace:
    """The pace of commits, each of which writes a batch of jobs.

    A store is busy if several jobs waited for its last commit. The next batch then begins ``seconds`` after the last
    one, so that each commit writes more.

    >>> pace = CommitPace(seconds=60)
    >>> pace.begin(jobs=1)
    >>> pace.delay
    0.0
    >>> pace.begin(jobs=2)
    >>> 59 < pace.delay <= 60
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
        self._next_at = time.monotonic() + (self._seconds if jobs > 1 else 0.0)
