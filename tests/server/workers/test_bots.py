"""Bot workers are shared fairly and within budgets, and one that hangs or dies does not affect the others."""

from __future__ import annotations

import asyncio
import os
import signal
import time
import timeit
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import uka
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.server.base.rate_limits import TokenBucket
from uka.server.base.requester import Requester
from uka.server.workers import bot_jobs as thinking
from uka.server.workers import bots as module
from uka.server.workers import process as workers
from uka.server.workers.bots import BotJob, BotWorkers, JobPriority
from uka.server.workers.preparations import Preparation
from uka.server.workers.process import WorkerFailed, WorkerProcess

pytestmark = pytest.mark.server

ANA, HEMI, WIRI = (Requester(name, f"192.0.2.{number}") for number, name in enumerate(("ana", "hemi", "wiri"), 1))


def seen(forced: bool = False) -> Observation:
    """Return an observation of the seat whose turn it is, which has several choices, or one if ``forced``."""
    rules = uka.ruleset("uka")
    for seed in range(100):
        deal = uka.Deal.start(rules, dealer=rules.seats[0], pack=uka.shuffled(rules, seed=seed))
        while not deal.over:
            found = deal.observe(deal.turn)
            if (len(found.lawful_actions) == 1) is forced:
                return found
            deal, _ = deal.apply(found.lawful_actions[0])
    raise AssertionError


@asynccontextmanager
async def thinking_with(count: int = 1, *budgets: tuple[float, float]) -> AsyncIterator[BotWorkers]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "NICE", 0)  # a busy machine would let the other processes wait long
        found = BotWorkers(count, *budgets)
        found._crowded = False  # however many cores this machine has
    try:
        assert await found.choose("club", seen())
        yield found
    finally:
        found.close()


def nap(seconds: float) -> tuple[Any, ...]:
    """Return a job that sleeps, with a function that workers can import."""
    return timeit.timeit, f"sleep({seconds})", "from time import sleep", time.perf_counter, 1


def burn(seconds: float) -> tuple[Any, ...]:
    """Return a job that uses some CPU seconds."""
    wait = f"while process_time() < since + {seconds}: pass"
    return timeit.timeit, wait, "from time import process_time; since = process_time()", time.perf_counter, 1


def job(payer: Requester, work: tuple[Any, ...], rank: JobPriority = JobPriority.PEOPLE) -> BotJob:
    """Return a bot job of a payer."""
    return BotJob(payer, rank, work[0], work[1:])


# Workers


async def test_a_hanging_worker_is_killed_and_replaced() -> None:
    worker = WorkerProcess(thinking.load_modules)
    try:
        assert await worker.do(20, *nap(0.0)) < 1
        before = worker.process_id
        with pytest.raises(WorkerFailed):
            await worker.do(0.2, *nap(60.0))
        assert await worker.do(20, *nap(0.01)) >= 0.01
        assert worker.process_id not in (None, before)
    finally:
        worker.kill()


async def test_an_error_in_a_worker_is_raised_and_the_worker_goes_on() -> None:
    worker = WorkerProcess(thinking.load_modules)
    try:
        with pytest.raises(ValueError, match="must be non-negative"):
            await worker.do(20, *nap(-1.0))
        before = worker.process_id
        assert await worker.do(20, *nap(0.0)) < 1
        assert worker.process_id == before
    finally:
        worker.kill()


async def test_a_killed_worker_is_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "REST", 60.0)  # longer than a start may take on a busy machine
    worker = WorkerProcess(thinking.load_modules)
    try:
        assert await worker.do(20, *nap(0.0)) < 1
        assert worker.process_id
        working = asyncio.create_task(worker.do(60, *nap(60.0)))
        await asyncio.sleep(0.2)
        os.kill(worker.process_id, signal.SIGKILL)
        with pytest.raises(WorkerFailed):
            await working
        assert await worker.do(20, *nap(0.0)) < 1
        worker.kill()
        assert 0 < worker.start_delay <= workers.REST, "it had better not start again and again"
    finally:
        worker.kill()


async def test_a_hanging_worker_does_not_affect_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking_with(2) as thinkers:
        await asyncio.gather(*(thinkers.choose("club", seen()) for _ in range(8)))
        ill = thinkers.process_ids[0]
        os.kill(ill, signal.SIGSTOP)
        monkeypatch.setattr(module, "LONGEST", 3.0)
        monkeypatch.setattr(module, "RESERVED", 0.0)  # so that the first worker, which is suspended, gets jobs too
        answers = await asyncio.gather(*(thinkers.choose("club", seen()) for _ in range(20)))
        assert answers.count(None) <= 1
        assert ill not in thinkers.process_ids


async def test_a_cancelled_job_costs_nothing() -> None:
    async with thinking_with() as thinkers:
        slow = asyncio.create_task(thinkers._queue_and_wait(job(ANA, nap(2.0))))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(thinkers.choose("club", seen(), HEMI)) for _ in range(10)]
        await asyncio.sleep(0.1)
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting)
        assert thinkers.waiting == 0
        assert not any(thinkers._queues.values())
        assert (await slow or 0) >= 2.0
        assert await thinkers.choose("club", seen(), HEMI)


# Who is next


async def order(thinkers: BotWorkers, *jobs: tuple[str, Requester, JobPriority]) -> list[str]:
    """Return the order in which jobs are done that were queued behind another."""
    done = list[str]()

    async def one(name: str, payer: Requester, rank: JobPriority) -> None:
        await thinkers._queue_and_wait(job(payer, nap(0.01), rank))
        done.append(name)

    first = asyncio.create_task(thinkers._queue_and_wait(job(Requester("else", "where"), nap(1.5))))
    await asyncio.sleep(0.05)
    await asyncio.gather(*(one(*job) for job in jobs))
    await first
    return done


async def test_peoples_tables_come_first_and_guests_take_turns() -> None:
    async with thinking_with() as thinkers:
        found = await order(
            thinkers,
            ("review", HEMI, JobPriority.OTHERS),
            ("a1", ANA, JobPriority.PEOPLE),
            ("a2", ANA, JobPriority.PEOPLE),
            ("a3", ANA, JobPriority.PEOPLE),
            ("h1", HEMI, JobPriority.PEOPLE),
        )
        assert found == ["a1", "h1", "a2", "a3", "review"]


async def test_an_overdrawn_guest_comes_last() -> None:
    async with thinking_with(1, (0.001, 0.1)) as thinkers:
        assert not thinkers.overdrawn(ANA)
        await thinkers._queue_and_wait(job(ANA, burn(0.2)))
        assert thinkers.overdrawn(ANA)
        assert thinkers.overdrawn(Requester("ana", "192.0.2.9")), "from wherever"
        assert not thinkers.overdrawn(HEMI)
        assert await order(thinkers, ("a1", ANA, JobPriority.PEOPLE), ("h1", HEMI, JobPriority.OTHERS)) == ["h1", "a1"]
        assert thinkers.used > 0.2


async def test_the_guests_of_an_address_share_its_budget() -> None:
    async with thinking_with(1, (1e9, 1e9), (0.001, 0.1)) as thinkers:
        await thinkers._queue_and_wait(job(ANA, burn(0.2)))
        assert thinkers.overdrawn(Requester("another", ANA.address))
        assert not thinkers.overdrawn(HEMI)


# What is forced


async def test_a_forced_card_takes_as_long_as_a_choice() -> None:
    async with thinking_with() as thinkers:
        for light in (True, False):
            thinkers._thought["club", light].extend([0.3] * module.REMEMBERED)
        since, forced = time.monotonic(), seen(forced=True)
        assert await thinkers.choose("club", forced) == forced.lawful_actions[0]
        assert time.monotonic() - since >= 0.3


async def test_a_forced_card_waits_for_its_turn_as_a_choice_does() -> None:
    async with thinking_with() as thinkers:
        slow = asyncio.create_task(thinkers._queue_and_wait(job(ANA, nap(0.3))))
        await asyncio.sleep(0.05)
        assert await thinkers.choose("club", seen(forced=True))
        assert slow.done()


async def test_time_in_the_queue_does_not_count_as_thinking_time() -> None:
    async with thinking_with() as thinkers:
        began = time.monotonic()
        slow = asyncio.create_task(thinkers._queue_and_wait(job(ANA, nap(3.0))))
        await asyncio.sleep(0.05)
        asked = time.monotonic()
        assert await thinkers.choose("club", seen(), HEMI)
        assert slow.done()
        at_most = time.monotonic() - max(began + 3.0, asked)
        assert all(times[-1] <= at_most for times in thinkers._thought.values() if times[-1] != module.USUAL)


async def test_an_illegal_choice_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking_with() as thinkers:

        async def wrong(*_: Any) -> int:
            legal = {action.index for action in seen().legal_actions}
            return next(number for number in range(1_000) if number not in legal)

        monkeypatch.setattr(thinkers, "_queue_and_wait", wrong)
        found: Action | None = await thinkers.choose("club", seen())
        assert found is None


async def test_closed_workers_return_none() -> None:
    async with thinking_with() as thinkers:
        thinkers.close()
        assert await thinkers.choose("club", seen()) is None
        assert thinkers.process_ids == ()


async def has_light_user(thinkers: BotWorkers) -> None:
    """Let Ana use much, and Hemi little before and after it; both processes run afterwards."""
    await thinkers._queue_and_wait(job(HEMI, nap(0.0)))
    await asyncio.gather(*(thinkers._queue_and_wait(job(ANA, burn(0.1))) for _ in range(4)))
    await thinkers._queue_and_wait(job(HEMI, nap(0.0)))
    assert thinkers._light_at > 0


async def test_a_light_user_does_not_wait_for_a_heavy_users_job() -> None:
    async with thinking_with(2) as thinkers:
        await has_light_user(thinkers)
        heavy = [
            asyncio.create_task(thinkers._queue_and_wait(job(ANA, burn(cost)))) for cost in (0.2, 0.2, 1.0, 0.2, 0.2)
        ]
        await asyncio.wait(heavy[:2])
        for _ in range(3):
            await thinkers._queue_and_wait(job(HEMI, nap(0.0)))
        assert not heavy[2].done(), "one job of the heavy user runs, and no other beside it"
        await asyncio.gather(*heavy)


async def test_unusual_rules_do_not_hold_up_the_worker_for_light_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first worker prepares rules at a bounded rate; a job under other rules goes to another worker."""
    async with thinking_with(2) as thinkers:
        await has_light_user(thinkers)
        while not thinkers._preparations.has_finished(thinkers._first, Preparation("club", seen().rules)):
            await asyncio.sleep(0.01)
        monkeypatch.setattr(thinkers, "_first_preparations", TokenBucket(1e-9, 1))
        work, *about = nap(0.0)
        used = list[WorkerProcess]()
        occupy = thinkers._occupy
        monkeypatch.setattr(thinkers, "_occupy", lambda worker, work: (used.append(worker), occupy(worker, work)))
        for target in (7, 8):
            needs = Preparation("novice", Ruleset(target=target))
            await thinkers._queue_and_wait(BotJob(HEMI, JobPriority.PEOPLE, work, tuple(about), needs))
            while thinkers._preparing:
                await asyncio.sleep(0.01)
            used.clear()
            await thinkers._queue_and_wait(BotJob(HEMI, JobPriority.PEOPLE, work, tuple(about), needs))
            assert used[0] is (thinkers._first if target == 7 else thinkers._others[0])


async def test_a_worker_pauses_while_a_light_user_plays_on_a_machine_without_a_spare_core() -> None:
    async with thinking_with(2) as thinkers:
        other, thinkers._light_at = thinkers._others[0], time.monotonic()
        assert thinkers._pause(other, 0.5) == 0
        thinkers._crowded = True
        assert thinkers._pause(other, 0.5) == module.PAUSE * 0.5
        assert thinkers._pause(thinkers._first, 0.5) == 0
        thinkers._light_at -= module.PLAYING
        assert thinkers._pause(other, 0.5) == 0


async def test_an_address_with_several_jobs_at_once_is_no_light_user() -> None:
    """The jobs of such an address leave the first worker to others, even if the address has used little CPU time."""
    async with thinking_with(2) as thinkers:
        await thinkers._queue_and_wait(job(WIRI, nap(0.0)))
        await has_light_user(thinkers)
        several = [asyncio.create_task(thinkers._queue_and_wait(job(WIRI, nap(0.5)))) for _ in range(4)]
        waiting = set(several)
        while len(waiting) > 2:
            _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert len(waiting) == 2
        assert thinkers._first in thinkers._idle, "its first job was its only one; the others use the other worker"
        await asyncio.gather(*several)


async def test_heavy_users_get_every_worker_while_there_is_no_light_user(monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking_with(2) as thinkers:
        await has_light_user(thinkers)
        monkeypatch.setattr(module, "RESERVED", 0.0)
        both = [asyncio.create_task(thinkers._queue_and_wait(job(ANA, nap(2.0)))) for _ in range(2)]
        await asyncio.sleep(0)
        assert not thinkers._idle
        await asyncio.gather(*both)


async def test_however_many_light_jobs_wait_one_timer_looks_after_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking_with(2) as thinkers:
        await has_light_user(thinkers)
        monkeypatch.setattr(module, "LIGHT_JOB_WAIT", 0.3)
        loop, timers = asyncio.get_running_loop(), list[object]()
        later = loop.call_later
        thinkers._heavy_at = time.monotonic()
        thinkers._idle.discard(thinkers._first)
        monkeypatch.setattr(loop, "call_later", lambda *about: timers.append(about) or later(*about))
        waiting = asyncio.create_task(thinkers._queue_and_wait(job(HEMI, nap(0.0))))
        await asyncio.sleep(0)
        for _ in range(10):
            thinkers._assign_jobs()
        assert len(timers) == 1
        thinkers._idle.add(thinkers._first)
        await waiting


async def test_a_light_user_waits_for_the_first_worker_no_longer_than_its_patience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While heavy users have jobs, a light user's job goes to another idle worker only after a while."""
    monkeypatch.setattr(module, "APART", 60.0)  # a busy machine may take long over a heavy user's job
    async with thinking_with(2) as thinkers:
        for payer in (HEMI, WIRI):
            await thinkers._queue_and_wait(job(payer, nap(0.0)))
        await asyncio.gather(*(thinkers._queue_and_wait(job(ANA, burn(0.5))) for _ in range(2)))
        await thinkers._queue_and_wait(job(ANA, burn(0.1)))
        first = asyncio.create_task(thinkers._queue_and_wait(job(HEMI, nap(2.0))))
        await asyncio.sleep(0)
        since = time.monotonic()
        await thinkers._queue_and_wait(job(WIRI, nap(0.0)))
        assert time.monotonic() - since >= module.LIGHT_JOB_WAIT
        assert not first.done()
        await first
