"""Bot workers: processes that choose actions for bots and rate actions, shared fairly between addresses and guests.

Jobs have three priorities. Jobs for tables where people play, and hints, come first. Jobs for tables with only bots,
and reviews, come second. Jobs of guests and addresses that have used up their budgets come last. Within a priority, a
fair queue chooses the address, then the guest. An address is a light user if it has some of its allowance left and has
recently had only one job at a time. If there are several processes, the first process is reserved for light users. So a
light user never waits for the end of a heavy user's job.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from uka.coach import RatedAction
from uka.core.actions import ACTIONS, Action
from uka.core.observation import Observation

from ..base.fair_queue import Allowance, FairQueue
from ..base.rate_limits import Rate, RateLimiter
from ..base.requester import UNKNOWN_REQUESTER, Requester
from .bot_jobs import rate, ready, think, timed
from .pending_jobs import PendingJobs
from .process import NICE, WorkerFailed, WorkerProcess

T = TypeVar("T")
LONGEST = 5.0
"""Seconds of work on one job after which a process is considered hung and is killed."""
EXPECTED = 0.01
"""CPU seconds that are charged for a job until its real CPU time is known."""
OVERHEAD = 0.001
"""CPU seconds that are charged for each job in addition to the CPU time that the job used."""
REMEMBERED = 64
"""The number of recent thinking times that are stored for each bot level."""
USUAL = 0.01
"""The thinking time, in seconds, that is assumed for a bot level before its bots have chosen any action."""
CHEAPEST_LEVEL = "novice"
"""The level at which bots play if their payer's budget is used up. This level needs hardly any CPU time."""
ALLOWANCE = Allowance(0.005, 0.25)
"""The credit, in CPU seconds, that an address and each of its guests gains per second, and the maximum credit."""
APART = 1.0
"""For this many seconds after the start of a heavy user's job, light users' jobs go only to the first worker."""
PATIENCE = 0.02
"""Seconds of waiting after which a light user's job may go to any worker."""
RESERVED = 30.0
"""For this many seconds after the start of a light user's job, the first worker accepts no job of a heavy user."""
UNLIMITED: Rate = (1e9, 1e9)


class JobPriority(IntEnum):
    """The priority of a job. A job is served only while no job of a higher priority waits; 0 is the highest."""

    PEOPLE = 0
    """Actions of bots at tables where people play, and hints."""
    OTHERS = 1
    """Actions of bots at tables without people, and reviews."""
    OVERDRAWN = 2
    """Jobs of guests and addresses that have used up their budgets."""


@dataclass(eq=False, slots=True)
class BotJob:
    """A job for a bot worker. If ``work`` is None, the job is empty: it waits for its turn in the queue, then ends.

    ``answer`` resolves to the result of ``work``. It resolves to None if the job fails or is empty.
    """

    payer: Requester
    rank: JobPriority
    work: Callable[..., Any] | None = None
    about: tuple[Any, ...] = ()
    light: bool = True
    """Whether the job's address was a light user when the job was given to a worker."""
    since: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    """The number of seconds that a worker process was busy with the job."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def fallback_action(observation: Observation) -> Action:
    """Return the action that replaces the choice of a bot that does not answer: the first legal action."""
    return observation.lawful_actions[0]


class BotWorkers:
    """A pool of worker processes with a fair queue; each process does one job at a time."""

    def __init__(self, processes: int, a_guest: Rate = UNLIMITED, an_address: Rate = UNLIMITED) -> None:
        self.waiting = 0
        """The number of requested bot actions that are not chosen yet."""
        self.used = 0.0
        """CPU seconds that all jobs together have used."""
        self._first, *self._others = [
            WorkerProcess(ready, NICE if number else 0) for number in range(max(processes, 1))
        ]
        self._workers = (self._first, *self._others)
        self._idle = set(self._workers)
        self._heavy_at = -APART
        """The monotonic time at which a worker last got a job of a heavy user. A heavy user is one who is not light."""
        self._light_at = -RESERVED
        """The monotonic time at which a worker last got a job of a light user."""
        self._queues = {rank: FairQueue[BotJob](ALLOWANCE) for rank in JobPriority}
        self._pending = PendingJobs()
        self._guests, self._addresses = RateLimiter(a_guest), RateLimiter(an_address)
        self._thought = defaultdict[tuple[str, bool], deque[float]](lambda: deque([USUAL], REMEMBERED))
        """Recent thinking times in seconds, by bot level and by whether the job's user was light."""
        self._retry: asyncio.TimerHandle | None = None
        """The timer that serves a light user's job after the job has waited for ``PATIENCE`` seconds."""
        self._serving = set[asyncio.Task[None]]()
        self._closed = False

    def start(self) -> None:
        """Start the processes now, so that the first job does not wait for the start of a process."""
        for worker in self._workers:
            with suppress(OSError, RuntimeError):  # the next job tries again to start the process
                worker.start()

    @property
    def processes(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return tuple(worker.process for worker in self._workers if worker.process is not None)

    def overdrawn(self, payer: Requester) -> bool:
        """Return whether the guest or the address of a payer has used more CPU time than its budget."""
        now = time.monotonic()
        guest, address = _keys(payer)
        return self._guests.overdrawn(guest, now) or self._addresses.overdrawn(address, now)

    async def choose(
        self, level: str, observation: Observation, payer: Requester = UNKNOWN_REQUESTER, *, people: bool = True
    ) -> Action | None:
        """Return the action that a bot chooses; return None if the process died or the action is illegal.

        If ``people`` is false, nobody plays at the table, so the job has a lower priority. If only one action is legal,
        no bot chooses. Instead an empty job waits in the queue, then this method sleeps for as long as a bot of this
        level recently needed for a choice. So the delay does not reveal that only one action was legal.
        """
        rank, lawful = JobPriority.PEOPLE if people else JobPriority.OTHERS, observation.lawful_actions
        if len(lawful) == 1:
            job = BotJob(payer, rank)
            await self._answer(job)
            await asyncio.sleep(random.choice(self._thought[level, job.light]))
            return lawful[0]
        self.waiting += 1
        try:
            seed = random.SystemRandom().getrandbits(64)
            job = BotJob(payer, rank, think, (level, observation, seed))
            index: int | None = await self._answer(job)
        finally:
            self.waiting -= 1
        if index is None:
            return None
        self._thought[level, job.light].append(job.seconds)
        action = ACTIONS[index]
        return action if action in observation.legal_actions else None

    async def rate(
        self, observation: Observation, seconds: float, payer: Requester, *, against: Action | None, urgent: bool
    ) -> tuple[RatedAction, ...] | None:
        """Rate each legal action of the seat whose turn it is. ``against`` has the meaning that it has in ``hint``.

        If ``urgent`` is false, the job has the priority of a table without people. Return None if the process
        dies, or if rating takes more than ``seconds``.
        """
        rank = JobPriority.PEOPLE if urgent else JobPriority.OTHERS
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self._answer(BotJob(payer, rank, rate, (observation, against)))
        return None

    def close(self) -> None:
        """Kill the worker processes. Waiting jobs are not carried out."""
        self._closed = True
        for task in self._serving:
            task.cancel()
        for worker in self._workers:
            worker.kill()

    # The queue

    async def _answer(self, job: BotJob) -> Any:
        """Put a job into the queue, wait until it is done, and return its result; return None if the job fails."""
        if self._closed:
            return None
        if self.overdrawn(job.payer):
            job.rank = JobPriority.OVERDRAWN
        guest, address = _keys(job.payer)
        self._queues[job.rank].put(job, guest, address)
        self._pending.begin(address, time.monotonic())
        self._serve()
        try:
            await asyncio.wait([job.answer])
        finally:
            self._queues[job.rank].discard(job, guest, address)
            self._pending.end(address)
        return None if job.answer.cancelled() else job.answer.result()

    def _serve(self) -> None:
        """Give waiting jobs to idle workers, first by priority and then by fairness."""
        while self._idle and not self._closed and (queue := next(filter(None, self._queues.values()), None)):
            now = time.monotonic()
            light = {address for address in queue.light() if self._pending.has_one(address, now)}
            if light and (worker := self._worker_for_light(queue.peek(light), now)):
                self._light_at = now
                self._begin(worker, queue, light, light=True)
            elif (heavy := queue.addresses - light) and (worker := self._worker_for_heavy(now)):
                self._heavy_at = now
                self._begin(worker, queue, heavy, light=False)
            else:
                if light and self._retry is None:
                    self._retry = asyncio.get_running_loop().call_later(PATIENCE, self._serve_again)
                return

    def _serve_again(self) -> None:
        self._retry = None
        self._serve()

    def _worker_for_light(self, job: BotJob, now: float) -> WorkerProcess | None:
        """Return an idle worker for a light user's job, or None.

        If a heavy user's job was started recently, only the first worker may be returned. After ``PATIENCE`` seconds of
        waiting, any worker may be returned.
        """
        shared = now - self._heavy_at > APART or now - job.since > PATIENCE
        return self._idle_one(self._workers if shared else [self._first])

    def _worker_for_heavy(self, now: float) -> WorkerProcess | None:
        """Return an idle worker for a heavy user's job, or None.

        If a light user's job was started recently, do not return the first worker, unless it is the only worker.
        """
        shared = now - self._light_at > RESERVED or not self._others
        return self._idle_one(self._workers if shared else self._others)

    def _idle_one(self, workers: Sequence[WorkerProcess]) -> WorkerProcess | None:
        return next((worker for worker in workers if worker in self._idle), None)

    def _begin(self, worker: WorkerProcess, queue: FairQueue[BotJob], addresses: Set[str], *, light: bool) -> None:
        """Give the next job of ``addresses`` to a worker. ``light`` is true if these addresses are light users."""
        job, guest, address = queue.take(addresses)
        job.light = light
        if job.work is None:
            self._finish(job, None)
            return
        queue.charge(guest, address, EXPECTED)
        self._idle.discard(worker)
        task = asyncio.get_running_loop().create_task(self._do(worker, job, job.work))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _do(self, worker: WorkerProcess, job: BotJob, work: Callable[..., Any]) -> None:
        """Run a job on a worker. Even after an error, give the job an answer and make the worker idle again."""
        result, seconds, since = None, LONGEST, time.monotonic()
        try:
            result, seconds = await worker.do(LONGEST, timed, work, *job.about)
        except WorkerFailed:
            pass
        except Exception:  # an error in a bot must not stop a table
            seconds = EXPECTED
        finally:
            job.seconds = time.monotonic() - since
            self._charge(job, seconds + OVERHEAD)
            self._finish(job, result)
            if worker.rest:
                asyncio.get_running_loop().call_later(worker.rest, self._free, worker)
            else:
                self._free(worker)

    @staticmethod
    def _finish(job: BotJob, result: Any) -> None:
        if not job.answer.done():
            job.answer.set_result(result)

    def _free(self, worker: WorkerProcess) -> None:
        self._idle.add(worker)
        self._serve()

    def _charge(self, job: BotJob, seconds: float) -> None:
        now, (guest, address) = time.monotonic(), _keys(job.payer)
        self.used += seconds
        self._guests.spend(guest, seconds, now)
        self._addresses.spend(address, seconds, now)
        self._queues[job.rank].charge(guest, address, seconds - EXPECTED)


def _keys(payer: Requester) -> tuple[str, str]:
    """Return the guest and the address of a payer, as keys of budgets and queues.

    If the guest is unknown, the address serves as both keys, and vice versa.
    """
    return payer.guest or payer.address, payer.address or payer.guest
