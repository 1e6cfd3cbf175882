"""What bot workers load in advance, so that a bot's first choice under a ruleset takes no longer than later ones."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from uka.core.ruleset import Ruleset

from ..base.requester import Requester
from .process import WorkerProcess

WAITING = 16
"""The maximum number of requested preparations; if there are more, the oldest is dropped."""
REMEMBERED = 64
"""The maximum number of finished preparations that are remembered for a process.

If there are more, the least recently used is dropped. A process keeps models for the same number of preparations.
"""


class Preparation(NamedTuple):
    """A bot level and a ruleset, for which a worker loads what such bots need, such as learned models."""

    level: str
    rules: Ruleset


class Preparations:
    """Records what workers are asked to load for bots, and what each worker process has already loaded."""

    def __init__(self, workers: Sequence[WorkerProcess]) -> None:
        self._workers = workers
        self._requested = OrderedDict[Preparation, Requester]()
        self._finished: dict[WorkerProcess, tuple[int | None, OrderedDict[Preparation, None]]] = {}
        """For each worker, the id of its process and the preparations that it has finished, the newest last."""

    def request(self, preparation: Preparation, payer: Requester) -> None:
        """Ask all workers that have not finished ``preparation`` to make it. ``payer`` is charged for the CPU time."""
        self._requested[preparation] = payer
        self._requested.move_to_end(preparation)
        while len(self._requested) > WAITING:
            self._requested.popitem(last=False)

    def next_for(self, worker: WorkerProcess) -> tuple[Preparation, Requester] | None:
        """Return the oldest request that a worker has not finished, with its payer; None if there is none."""
        for preparation, payer in list(self._requested.items()):
            if all(preparation in self._finished_by(each) for each in self._workers):
                del self._requested[preparation]
            elif preparation not in self._finished_by(worker):
                return preparation, payer
        return None

    def has_finished(self, worker: WorkerProcess, preparation: Preparation) -> bool:
        """Return whether a worker has finished a preparation."""
        return preparation in self._finished_by(worker)

    def finish(self, worker: WorkerProcess, preparation: Preparation) -> None:
        """Note that a worker has made or used ``preparation``, or can't make it, so that it does not try again."""
        finished = self._finished_by(worker)
        finished[preparation] = None
        finished.move_to_end(preparation)
        if len(finished) > REMEMBERED:
            finished.popitem(last=False)
        self._finished[worker] = worker.process_id, finished

    def _finished_by(self, worker: WorkerProcess) -> OrderedDict[Preparation, None]:
        """Return the preparations that the present process of ``worker`` has finished."""
        process, finished = self._finished.get(worker, (None, OrderedDict()))
        return finished if process == worker.process_id else OrderedDict()
