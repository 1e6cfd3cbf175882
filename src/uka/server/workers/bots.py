"""Where bots think: in processes beside the event loop, which addresses and guests share fairly.

Jobs have ranks. Tables that people play at, and hints, are served first; then tables of bots only, and reviews; last
those who are beyond their budget. Within a rank a fair queue chooses by address, and for each address by guest.
Where there are several processes, one is kept for light users, who then never wait for a heavy user's job to end.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict, deque
from collections.abc import Callable
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
from .bot_jobs import hint, ready, think, timed
from .process import NICE, WorkerFailed, WorkerProcess

T = TypeVar("T")
LONGEST = 5.0
"""Seconds after which a process that thinks about one choice is taken to hang, and started anew."""
EXPECTED = 0.01
"""Seconds that a choice is charged until it is known what it took."""
OVERHEAD = 0.001
"""Seconds that a choice costs beside its thinking."""
REMEMBERED = 64
"""Choices of each level whose thinking times are remembered."""
USUAL = 0.01
"""Seconds that a choice is thought about, where none was made yet."""
CHEAPEST_LEVEL = "novice"
"""The level of bots whose payer is beyond the budget: it takes hardly any time."""
ALLOWANCE = Allowance(0.005, 0.25)
"""Seconds of a processor that an address, and each of its guests, may use before those who use more."""
APART = 1.0
"""Seconds after a heavy user's job in which light users' jobs wait for the first worker."""
PATIENCE = 0.02
"""Seconds after which they go to any worker nevertheless."""
UNLIMITED: Rate = (1e9, 1e9)


class JobPriority(IntEnum):
    """Which jobs come first: those of a rank are served only while none of the ranks before it waits."""

    PEOPLE = 0
    """Bots at tables that people play at, and hints."""
    OTHERS = 1
    """Bots at tables of bots only, and reviews."""
    OVERDRAWN = 2
    """Whoever is beyond their budget."""


@dataclass(eq=False, slots=True)
class BotJob:
    """Some work that waits for a process; its answer is None where it failed, and where there is no work."""

    payer: Requester
    rank: JobPriority
    work: Callable[..., Any] | None = None
    about: tuple[Any, ...] = ()
    light: bool = True
    """Whether its address had some of its allowance left when its turn came."""
    since: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    """How long a process was busy with it."""
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def fallback_action(observation: Observation) -> Action:
    """What is chosen where no bot answers: the first thing that breaks no rule."""
    return observation.lawful_actions[0]


class BotWorkers:
    """Worker processes, started when the first choice is asked for, or before; each thinks about one at a time."""

    def __init__(self, processes: int, a_guest: Rate = UNLIMITED, an_address: Rate = UNLIMITED) -> None:
        self.waiting = 0
        """Choices that are asked for and not made."""
        self.used = 0.0
        """Seconds of a processor that were used."""
        self._first, *self._others = [
            WorkerProcess(ready, NICE if number else 0) for number in range(max(processes, 1))
        ]
        self._workers = (self._first, *self._others)
        self._idle = set(self._workers)
        self._heavy_at = -APART
        """When a heavy user's job was last given to a worker."""
        self._queues = {rank: FairQueue[BotJob](ALLOWANCE) for rank in JobPriority}
        self._guests, self._addresses = RateLimiter(a_guest), RateLimiter(an_address)
        self._thought = defaultdict[tuple[str, bool], deque[float]](lambda: deque([USUAL], REMEMBERED))
        """Seconds that were thought about the last choices of each level, for light users and for others."""
        self._serving = set[asyncio.Task[None]]()
        self._closed = False

    def start(self) -> None:
        """Start the processes now, so that the first choice need not wait for them."""
        for worker in self._workers:
            with suppress(OSError, RuntimeError):  # it is tried again when there is work
                worker.start()

    @property
    def processes(self) -> tuple[int, ...]:
        """The processes that run, by their ids."""
        return tuple(worker.process for worker in self._workers if worker.process is not None)

    def overdrawn(self, payer: Requester) -> bool:
        """Whether a guest or an address has used more than its budget."""
        now = time.monotonic()
        guest, address = _keys(payer)
        return self._guests.overdrawn(guest, now) or self._addresses.overdrawn(address, now)

    async def choose(
        self, level: str, observation: Observation, payer: Requester = UNKNOWN_REQUESTER, *, people: bool = True
    ) -> Action | None:
        """A bot's choice; None if its process died, or it chose what it may not.

        What is forced waits for its turn as other choices do, and then as long as one of the level was thought about,
        so that the time gives nothing away.
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
        self, observation: Observation, seconds: float, payer: Requester = UNKNOWN_REQUESTER, *, urgent: bool = True
    ) -> tuple[RatedAction, ...] | None:
        """What each choice of whose turn it is is worth; None if the process died, or it took too long."""
        rank = JobPriority.PEOPLE if urgent else JobPriority.OTHERS
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self._answer(BotJob(payer, rank, hint, (observation,)))
        return None

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        for task in self._serving:
            task.cancel()
        for worker in self._workers:
            worker.kill()

    # The queue

    async def _answer(self, job: BotJob) -> Any:
        """What a job gives once its turn has come; None if it fails."""
        if self._closed:
            return None
        if self.overdrawn(job.payer):
            job.rank = JobPriority.OVERDRAWN
        guest, address = _keys(job.payer)
        self._queues[job.rank].put(job, guest, address)
        self._serve()
        try:
            await asyncio.wait([job.answer])
        finally:
            self._queues[job.rank].discard(job, guest, address)
        return None if job.answer.cancelled() else job.answer.result()

    def _serve(self) -> None:
        """Give what waits to the workers that have nothing to do."""
        while self._idle and not self._closed and (queue := next(filter(None, self._queues.values()), None)):
            job, now = queue.peek(), time.monotonic()
            job.light = queue.light()
            worker = self._idle_worker(job, now)
            if worker is None:
                if job.light:
                    asyncio.get_running_loop().call_later(PATIENCE, self._serve)
                return
            job, guest, address = queue.take()
            if not job.light:
                self._heavy_at = now
            if job.work is None:
                self._finish(job, None)
                continue
            queue.charge(guest, address, EXPECTED)
            self._idle.discard(worker)
            task = asyncio.get_running_loop().create_task(self._do(worker, job, job.work))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    def _idle_worker(self, job: BotJob, now: float) -> WorkerProcess | None:
        """An idle worker for a job: the first one for light users, the others, which are slower, for heavy users.

        Light users' jobs go to the others too while there are no heavy users, and after they have waited a while.
        """
        if not job.light:
            fit = self._others or self._workers
        elif now - self._heavy_at > APART or now - job.since > PATIENCE:
            fit = self._workers
        else:
            fit = (self._first,)
        return next((worker for worker in fit if worker in self._idle), None)

    async def _do(self, worker: WorkerProcess, job: BotJob, work: Callable[..., Any]) -> None:
        """Have a worker do a job; whatever becomes of it, somebody hears of it and the worker is there for the next."""
        found, seconds, since = None, LONGEST, time.monotonic()
        try:
            found, seconds = await worker.do(LONGEST, timed, work, *job.about)
        except WorkerFailed:
            pass
        except Exception:  # a bot that fails must not stop a table
            seconds = EXPECTED
        finally:
            job.seconds = time.monotonic() - since
            self._charge(job, seconds + OVERHEAD)
            self._finish(job, found)
            if worker.rest:
                asyncio.get_running_loop().call_later(worker.rest, self._free, worker)
            else:
                self._free(worker)

    @staticmethod
    def _finish(job: BotJob, found: Any) -> None:
        if not job.answer.done():
            job.answer.set_result(found)

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
    """What a guest and an address are counted by; who is known by one of them only is counted by that."""
    return payer.guest or payer.address, payer.address or payer.guest
