"""Bot workers: processes that choose actions for bots and rate actions, shared fairly between addresses and guests.

Jobs have three priorities. Jobs for tables where people play, and hints, come first. Jobs for tables with only bots,
and reviews, come second. Jobs of guests and addresses that have used up their budgets come last. Within a priority, a
fair queue chooses the address, then the guest. An address is a light user if it has some of its allowance left and has
recently had only one job at a time. If there are several processes, the first process is reserved for jobs of light
users under rules that it has prepared, since other jobs take several times as long. So a light user never waits for the
end of a heavy user's job, nor for somebody's unusual rules.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Sequence, Set
from contextlib import suppress
from typing import Any

from uka.bots import names
from uka.coach import ChoiceExplanation, ObservedChoice, RatedAction
from uka.core.actions import ACTIONS, Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset

from ..base.fair_queue import Allowance, FairQueue
from ..base.rate_limits import Rate, RateLimiter, TokenBucket
from ..base.requester import UNKNOWN_REQUESTER, Requester
from .bot_jobs import explain, load_modules, prepare, rate, think, timed
from .job import BotJob, JobPriority, PendingJobs, budget_keys
from .preparations import Preparation, Preparations
from .process import NICE, WorkerFailed, WorkerProcess

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
STRONGEST = names()[-1]
"""The level that rates choices."""
CHEAPEST_LEVEL = "novice"
"""The level at which bots play if their payer's budget is used up. This level needs hardly any CPU time."""
ALLOWANCE = Allowance(0.005, 0.25)
"""The credit, in CPU seconds, that an address and each of its guests gains per second, and the maximum credit."""
APART = 1.0
"""For this many seconds after the start of a heavy user's job, light users' jobs go only to the first worker."""
LIGHT_JOB_WAIT = 0.02
"""Seconds of waiting after which a light user's job may go to any worker."""
RESERVED = 30.0
"""For this many seconds after the start of a light user's job, the first worker accepts no job of a heavy user."""
FIRST_PREPARATIONS: Rate = (0.2, 10)
"""The rate at which the first worker makes preparations. Meanwhile it can't do the jobs of light users."""
PLAYING = 1.0
"""For this many seconds after the start of a light user's job, the other workers pause if there are too few cores."""
PAUSE = 3.0
"""How long a worker pauses after a job, as a multiple of the job's time. So the worker takes a quarter of a core."""
UNLIMITED: Rate = (1e9, 1e9)


class BotWorkers:
    """A pool of worker processes with a fair queue; each process does one job at a time."""

    def __init__(self, processes: int, a_guest: Rate = UNLIMITED, an_address: Rate = UNLIMITED) -> None:
        self.waiting = 0
        """The number of requested bot actions that are not chosen yet."""
        self.used = 0.0
        """CPU seconds that all jobs together have used."""
        self._first, *self._others = [
            WorkerProcess(load_modules, NICE if number else 0) for number in range(max(processes, 1))
        ]
        self._workers = (self._first, *self._others)
        self._crowded = len(self._workers) >= (os.cpu_count() or 1)
        """Whether the machine has no core for each worker and one for the server itself."""
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
        """The timer that serves a light user's job after the job has waited for ``LIGHT_JOB_WAIT`` seconds."""
        self._serving = set[asyncio.Task[None]]()
        self._preparations = Preparations(self._workers)
        self._first_preparations = TokenBucket(*FIRST_PREPARATIONS)
        self._preparing: WorkerProcess | None = None
        """The worker that makes a preparation. At most one does, so that others are free for choices."""
        self._closed = False

    def start(self) -> None:
        """Start the processes now, so that the first job does not wait for the start of a process."""
        for worker in self._workers:
            with suppress(OSError, RuntimeError):  # the next job tries again to start the process
                worker.start()

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return tuple(worker.process_id for worker in self._workers if worker.process_id is not None)

    def overdrawn(self, payer: Requester) -> bool:
        """Return whether the guest or the address of ``payer`` has used more CPU time than its budget.

        The payer is the requester whose budget is charged for a job.
        """
        now = time.monotonic()
        guest, address = budget_keys(payer)
        return self._guests.is_overdrawn(guest, now) or self._addresses.is_overdrawn(address, now)

    async def choose(
        self, level: str, observation: Observation, payer: Requester = UNKNOWN_REQUESTER, *, people: bool = True,
        seed: int | None = None,
    ) -> Action | None:  # fmt: skip
        """Return the action that a bot chooses; return None if the process died or the action is illegal.

        ``seed`` determines the bot's random numbers; if it is None, they are unpredictable. If ``people`` is false,
        nobody plays at the table, so the job has a lower priority, and the bot is not partnerly. If only one action is
        legal, no bot chooses. Instead an empty job waits in the queue, then this method sleeps for as long as a bot of
        this level recently needed for a choice. So the delay does not reveal that only one action was legal.
        """
        rank, lawful = JobPriority.PEOPLE if people else JobPriority.OTHERS, observation.lawful_actions
        if len(lawful) == 1:
            job = BotJob(payer, rank)
            await self._queue_and_wait(job)
            await asyncio.sleep(random.choice(self._thought[level, job.light]))
            return lawful[0]
        self.waiting += 1
        try:
            seed = random.SystemRandom().getrandbits(64) if seed is None else seed
            job = BotJob(payer, rank, think, (level, observation, seed, people), Preparation(level, observation.rules))
            index: int | None = await self._queue_and_wait(job)
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
        """Rate each legal action of the seat whose turn it is, and say why the best is better than ``against``.

        If ``against`` is None, the best action is compared with another good one. If ``urgent`` is false, the job has
        the priority of a table without people. Return None if the process dies, or if rating takes more than
        ``seconds``.
        """
        rank = JobPriority.PEOPLE if urgent else JobPriority.OTHERS
        needs = Preparation(STRONGEST, observation.rules)
        return await self._result_in_time(BotJob(payer, rank, rate, (observation, against), needs), seconds)

    async def explain(
        self, choice: ObservedChoice, level: str | None, seconds: float, payer: Requester
    ) -> ChoiceExplanation | None:
        """Explain a choice in a finished deal. ``level`` is the level of the bot that chose, or None for a person.

        The job has the priority of a table without people. Return None if the process dies, or if explaining takes more
        than ``seconds``.
        """
        needs = Preparation(STRONGEST, choice.seen.rules)
        return await self._result_in_time(BotJob(payer, JobPriority.OTHERS, explain, (choice, level), needs), seconds)

    def prepare(self, level: str, rules: Ruleset, payer: Requester = UNKNOWN_REQUESTER) -> None:
        """Let each worker load what bots of a level need for a ruleset, as soon as it has nothing else to do.

        A worker loads it once. Nothing is loaded for a payer who has used up a budget.
        """
        if not self.overdrawn(payer):
            self._preparations.request(Preparation(level, rules), payer)
            self._assign_jobs()

    def close(self) -> None:
        """Kill the worker processes. Waiting jobs are not carried out."""
        self._closed = True
        for task in self._serving:
            task.cancel()
        for worker in self._workers:
            worker.kill()

    # The queue

    async def _result_in_time(self, job: BotJob, seconds: float) -> Any:
        """Return the result of a job, or None if the job fails or takes more than ``seconds``."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self._queue_and_wait(job)
        return None

    async def _queue_and_wait(self, job: BotJob) -> Any:
        """Put a job into the queue, wait until it is done, and return its result; return None if the job fails."""
        if self._closed:
            return None
        if self.overdrawn(job.payer):
            job.rank = JobPriority.OVERDRAWN
        guest, address = budget_keys(job.payer)
        self._queues[job.rank].put(job, guest, address)
        self._pending.begin(address)
        self._assign_jobs()
        try:
            return await job.answer
        finally:
            self._queues[job.rank].discard(job, guest, address)
            self._pending.end(address, time.monotonic())

    def _assign_jobs(self) -> None:
        """Give waiting jobs to idle workers, first by priority and then by fairness."""
        while self._idle and not self._closed and (queue := next(filter(None, self._queues.values()), None)):
            now = time.monotonic()
            light = {address for address in queue.light() if self._pending.had_at_most_one(address, now)}
            prepared = {address for address in light if self._is_prepared(queue.peek({address}))}
            if prepared and (worker := self._worker_for_light(queue.peek(prepared), now)):
                self._light_at = now
                self._give_next_job(worker, queue, prepared, light=True)
            elif (unprepared := light - prepared) and (worker := self._idle_one(self._others)):
                self._heavy_at = now
                self._give_next_job(worker, queue, unprepared, light=True)
            elif (heavy := queue.addresses - light) and (worker := self._worker_for_heavy(now)):
                self._heavy_at = now
                self._give_next_job(worker, queue, heavy, light=False)
            else:
                if prepared and self._retry is None:
                    self._retry = asyncio.get_running_loop().call_later(LIGHT_JOB_WAIT, self._on_retry)
                return
        if self._idle and not self._closed and not self._preparing:
            self._begin_preparation()

    def _begin_preparation(self) -> None:
        """Let an idle worker load what bots need for a ruleset, if this is requested and the worker has not done it."""
        for worker in self._workers:
            if worker in self._idle and (found := self._preparations.next_for(worker)) and self._may_prepare(worker):
                self._preparing = worker
                self._occupy(worker, self._prepare(worker, *found))
                return

    def _may_prepare(self, worker: WorkerProcess) -> bool:
        return worker is not self._first or not self._others or self._first_preparations.take(time.monotonic())

    def _is_prepared(self, job: BotJob) -> bool:
        """Return whether the first worker has prepared what a job needs. If not, ask it to do so when it is idle."""
        if job.needs is None or not self._others or self._preparations.has_finished(self._first, job.needs):
            return True
        self._preparations.request(job.needs, job.payer)
        return False

    def _on_retry(self) -> None:
        self._retry = None
        self._assign_jobs()

    def _worker_for_light(self, job: BotJob, now: float) -> WorkerProcess | None:
        """Return an idle worker, or None, for the job of a light user.

        A light user is an address that has used little CPU time and has one table; any other is a heavy user. If a
        heavy user's job was started recently, only the first worker may be returned. After ``LIGHT_JOB_WAIT`` seconds
        of waiting, any worker may be returned.
        """
        shared = now - self._heavy_at > APART or now - job.since > LIGHT_JOB_WAIT
        return self._idle_one(self._workers if shared else [self._first])

    def _worker_for_heavy(self, now: float) -> WorkerProcess | None:
        """Return an idle worker, or None, for the job of a heavy user.

        A heavy user is an address that has used much CPU time or has several tables; any other is a light user. If a
        light user's job was started recently, do not return the first worker, unless it is the only worker.
        """
        shared = now - self._light_at > RESERVED or not self._others
        return self._idle_one(self._workers if shared else self._others)

    def _idle_one(self, workers: Sequence[WorkerProcess]) -> WorkerProcess | None:
        """Return the first idle worker of ``workers``, or None.

        Return None also if the first idle worker has no process yet and another of ``workers`` is loading what bots
        need for a ruleset, since that will be done before a new process has started.
        """
        worker = next((worker for worker in workers if worker in self._idle), None)
        return None if worker and worker.process_id is None and self._preparing in workers else worker

    def _give_next_job(
        self, worker: WorkerProcess, queue: FairQueue[BotJob], addresses: Set[str], *, light: bool
    ) -> None:
        """Give the next job of ``addresses`` to a worker.

        ``light`` is true if these addresses are light users, which use little CPU time and are served first.
        """
        job, guest, address = queue.take(addresses)
        job.light = light
        if job.work is None:
            job.finish(None)
        else:
            queue.charge(guest, address, EXPECTED)
            self._occupy(worker, self._run_job(worker, job, job.work))

    def _occupy(self, worker: WorkerProcess, work: Coroutine[Any, Any, None]) -> None:
        self._idle.discard(worker)
        task = asyncio.get_running_loop().create_task(work)
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _run_job(self, worker: WorkerProcess, job: BotJob, work: Callable[..., Any]) -> None:
        """Run a job on a worker. Even after an error, give the job an answer and make the worker idle again."""
        result, seconds, since = None, LONGEST, time.monotonic()
        try:
            result, seconds = await _run(worker, work, job.arguments)
        finally:
            if job.needs is not None:
                self._preparations.finish(worker, job.needs)
            job.seconds = time.monotonic() - since
            self._spend(job.payer, seconds + OVERHEAD)
            self._queues[job.rank].charge(*budget_keys(job.payer), seconds + OVERHEAD - EXPECTED)
            job.finish(result)
            self._release(worker, job.seconds)

    async def _prepare(self, worker: WorkerProcess, preparation: Preparation, payer: Requester) -> None:
        """Let a worker load what ``preparation`` says, and charge the CPU time to the budgets of ``payer``.

        The time is not charged in the queue, so later jobs of ``payer`` do not wait longer.
        """
        seconds = LONGEST
        try:
            _, seconds = await _run(worker, prepare, preparation)
        finally:
            self._spend(payer, seconds + OVERHEAD)
            self._preparations.finish(worker, preparation)
            self._preparing = None
            self._release(worker, seconds)

    def _release(self, worker: WorkerProcess, worked: float) -> None:
        """Make a worker idle again, after a pause if one is due. ``worked`` is the time of its last job in seconds."""
        if pause := max(worker.start_delay, self._pause(worker, worked)):
            asyncio.get_running_loop().call_later(pause, self._make_idle, worker)
        else:
            self._make_idle(worker)

    def _pause(self, worker: WorkerProcess, worked: float) -> float:
        """Return for how many seconds ``worker`` must pause, to leave its core to the server and the first worker."""
        playing = time.monotonic() - self._light_at < PLAYING
        return PAUSE * worked if self._crowded and playing and worker is not self._first else 0.0

    def _make_idle(self, worker: WorkerProcess) -> None:
        self._idle.add(worker)
        self._assign_jobs()

    def _spend(self, payer: Requester, seconds: float) -> None:
        now, (guest, address) = time.monotonic(), budget_keys(payer)
        self.used += seconds
        self._guests.spend(guest, seconds, now)
        self._addresses.spend(address, seconds, now)


async def _run(worker: WorkerProcess, work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, float]:
    """Run ``work`` on a worker. Return its result, or None after an error, and the CPU seconds to charge for it."""
    try:
        return await worker.do(LONGEST, timed, work, *arguments)
    except WorkerFailed:
        return None, LONGEST
    except Exception:  # an error in a bot must not stop a table
        return None, EXPECTED
