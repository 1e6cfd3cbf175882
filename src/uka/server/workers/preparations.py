"""What bot workers load ahead, so that a bot's first choice under a ruleset takes no longer than its others."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from uka.core.ruleset import Ruleset

from ..base.requester import Requester
from .process import WorkerProcess

WAITING = 16
"""The number of requested preparations that are kept; the oldest are dropped."""
REMEMBERED = 64
"""The number of finished preparations that are remembered for each process, the least recently used are dropped.

A process keeps as many models.
"""


class Preparation(NamedTuple):
    """A bot level and the ruleset that its bots will play by."""

    level: str
    rules: Ruleset


class Preparations:
    """The requested preparations, and those that each worker process has finished."""

    def __init__(self, workers: Sequence[WorkerProcess]) -> None:
        self._workers = workers
        self._requested = OrderedDict[Preparation, Requester]()
        self._finished: dict[WorkerProcess, tuple[int | None, OrderedDict[Preparation, None]]] = {}
        """The finished preparations of each worker, the newest last, with the id of the process that made them."""

    def request(self, preparation: Preparation, payer: Requester) -> None:
        """Request a preparation of each worker that has not finished it. ``payer`` is charged for it."""
        self._requested[preparation] = payer
        self._requested.move_to_end(preparation)
        while len(self._requested) > WAITING:
            self._requested.popitem(last=False)

    def next_for(self, worker: WorkerProcess) -> tuple[Preparation, Requester] | None:
        """Return the oldest request that a worker has not finished, with its payer; None if there is none."""
        for preparation, payer in list(self._requested.items()):
            if all(preparation in self._of(each) for each in self._workers):
                del self._requested[preparation]
            elif preparation not in self._of(worker):
                return preparation, payer
        return None

    def has_finished(self, worker: WorkerProcess, preparation: Preparation) -> bool:
        """Return whether a worker has finished a preparation."""
        return preparation in self._of(worker)

    def finish(self, worker: WorkerProcess, preparation: Preparation) -> None:
        """Note that a worker has finished or used a preparation, or has failed at it, so that it is not tried again."""
        finished = self._of(worker)
        finished[preparation] = None
        finished.move_to_end(preparation)
        if len(finished) > REMEMBERED:
            finished.popitem(last=False)
        self._finished[worker] = worker.process, finished

    def _of(self, worker: WorkerProcess) -> OrderedDict[Preparation, None]:
        """Return what the worker's present process has finished."""
        process, finished = self._finished.get(worker, (None, OrderedDict()))
        return finished if process == worker.process else OrderedDict()
