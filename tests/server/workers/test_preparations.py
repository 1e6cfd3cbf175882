"""Bot workers load ahead what bots need for a ruleset, once, and let every choice go first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import uka
from tests.server.live.test_liveness import ANA as HOST
from tests.server.live.test_liveness import until
from tests.server.web import served
from uka.core.ruleset import Ruleset
from uka.server.base.requester import Requester
from uka.server.workers import bots as module
from uka.server.workers.bots import BotWorkers
from uka.server.workers.job import JobPriority
from uka.server.workers.preparations import REMEMBERED, WAITING, Preparation, Preparations
from uka.server.workers.process import WorkerProcess
from uka.table import TableSettings
from uka.table.commands import people

from .test_bots import ANA, HEMI, job, nap, seen

pytestmark = pytest.mark.server


MISSES = "__import__('sys').modules['uka.bots.master'].ruleset_model.cache_info().misses"


@asynccontextmanager
async def workers(count: int = 1, *budgets: tuple[float, float]) -> AsyncIterator[BotWorkers]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "NICE", 0)  # a busy machine would let the other processes wait long
        found = BotWorkers(count, *budgets)
    try:
        yield found
    finally:
        found.close()


async def idle(found: BotWorkers) -> None:
    """Wait until no worker has anything to do."""
    await until(lambda: len(found._idle) == len(found._workers) and not found._preparing)


async def loaded(found: BotWorkers) -> list[int]:
    """Return how many rulesets each worker has loaded a model for."""
    return [await worker.do(20, eval, MISSES) for worker in found._workers]


async def test_the_first_choice_after_a_preparation_loads_nothing() -> None:
    async with workers(2) as found:
        found.prepare("master", seen().rules, ANA)
        await idle(found)
        assert await loaded(found) == [1, 1]
        assert found.used > 0.002, "it is charged"
        assert await found.choose("master", seen(), ANA)
        assert await loaded(found) == [1, 1]


async def test_a_choice_waits_for_a_preparation_rather_than_for_the_start_of_a_process() -> None:
    async with workers(2) as found:
        found.prepare("master", seen().rules, ANA)
        assert await found.choose("master", seen(), HEMI)
        first, second = found._workers
        assert first.process_id is not None
        assert second.process_id is None or found._preparing is second
        await idle(found)
        assert await loaded(found) == [1, 1]


async def test_a_worker_prepares_once_for_a_ruleset_and_again_after_its_process_was_replaced() -> None:
    async with workers() as found:
        for _ in range(3):
            found.prepare("master", seen().rules, ANA)
            await idle(found)
        assert await loaded(found) == [1]
        used = found.used
        found._first.kill()
        found.prepare("master", seen().rules, HEMI)
        await idle(found)
        assert await loaded(found) == [1]
        assert found.used > used


async def test_weaker_bots_load_no_model() -> None:
    async with workers() as found:
        found.prepare("club", seen().rules, ANA)
        await idle(found)
        assert found.process_ids, "but the process has started"
        assert await loaded(found) == [0]


async def test_choices_go_first() -> None:
    """A preparation waits until no job waits, and only one worker prepares at a time."""
    async with workers(2) as found:
        naps = [job(ANA, nap(0.2), JobPriority.OTHERS) for _ in range(3)]
        napping = [asyncio.create_task(found._queue_and_wait(each)) for each in naps]
        await asyncio.sleep(0)
        for name in ("uka", "knock"):
            found.prepare("master", uka.ruleset(name), HEMI)
        assert not found._preparing
        await asyncio.gather(*napping[:2])
        await until(lambda: found._preparing)
        assert await found.choose("club", seen(), HEMI)
        await idle(found)
        assert await loaded(found) == [2, 2]


async def test_nothing_is_prepared_for_a_payer_over_budget_or_by_closed_workers() -> None:
    async with workers(1, (1e-9, 0.001)) as found:
        await found.choose("club", seen(), ANA)
        assert found.overdrawn(ANA)
        found.prepare("master", seen().rules, ANA)
        assert not found._preparing
        found.close()
        found.prepare("master", seen().rules, HEMI)
        assert not found._preparing


def preparation(target: int) -> Preparation:
    return Preparation("master", Ruleset(target=target))


async def test_requests_and_finished_preparations_are_bounded() -> None:
    worker = WorkerProcess(lambda: None)
    asked = Preparations([worker])
    for target in range(1, WAITING + 2):
        asked.request(preparation(target), Requester("ana"))
    assert asked.next_for(worker) == (preparation(2), Requester("ana")), "the oldest request is dropped"
    for target in range(2, REMEMBERED + 4):
        asked.request(preparation(target), Requester("ana"))
        asked.finish(worker, preparation(target))
        assert asked.next_for(worker) is None or target < WAITING + 1
    asked.request(preparation(REMEMBERED + 3), Requester("ana"))
    assert asked.next_for(worker) is None, "it is finished"
    asked.request(preparation(2), Requester("ana"))
    assert asked.next_for(worker) == (preparation(2), Requester("ana")), "it is forgotten"


async def test_a_table_prepares_for_its_bots_as_soon_as_they_are_seated() -> None:
    async with served() as web:
        live = await web.context.tables.open(uka.ruleset("tainui"), HOST, TableSettings(bots="master"))
        bots, seats = web.context.bots, live.table.rules.seats
        await live.do(lambda table: people.sit(table, HOST.player, seats[0]), HOST.player)
        assert not bots.process_ids, "people need no workers"
        await live.do(lambda table: people.seat_bot(table, HOST.player, seats[1]), HOST.player)
        await until(lambda: len(bots.process_ids) == len(bots._workers))
        await idle(bots)
        assert await loaded(bots) == [1] * len(bots._workers)
