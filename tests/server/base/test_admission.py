"""Admission control: a flood of requests delays only those who send it."""

from __future__ import annotations

import asyncio
from collections import Counter

from uka.server.base.admission import A_TURN, AdmissionControl
from uka.server.base.fair_queue import Allowance


class Turns:
    """Counts the turns of the event loop."""

    def __init__(self) -> None:
        self.now = 0
        self._next()

    def _next(self) -> None:
        self.now += 1
        self._handle = asyncio.get_running_loop().call_soon(self._next)

    def stop(self) -> None:
        self._handle.cancel()


async def asked(admission: AdmissionControl, turns: Turns, *who: str) -> list[tuple[str, int]]:
    """Send requests of some addresses; return the order of their admission, each with its turn."""
    found = list[tuple[str, int]]()

    async def one(name: str) -> None:
        await admission.admit(name)
        found.append((name, turns.now))

    await asyncio.gather(*map(one, who))
    turns.stop()
    return found


async def test_few_are_admitted_at_once() -> None:
    admission = AdmissionControl()
    for _ in range(A_TURN):
        entering = admission.admit("192.0.2.1")
        try:
            entering.send(None)
        except StopIteration:
            continue
        raise AssertionError("it waits")


async def test_a_few_of_many_are_admitted_in_each_turn_and_all_in_the_end() -> None:
    found = await asked(AdmissionControl(), Turns(), *["192.0.2.1"] * 50)
    assert len(found) == 50
    assert max(Counter(turn for _, turn in found).values()) <= A_TURN


async def test_a_single_request_does_not_wait_behind_a_flood() -> None:
    found = await asked(AdmissionControl(), Turns(), *["many"] * 50, *["more"] * 50, "one")
    assert [name for name, _ in found].index("one") <= 3 * A_TURN


async def test_a_cancelled_wait_delays_nobody() -> None:
    admission = AdmissionControl()
    waiting = [asyncio.create_task(admission.admit("192.0.2.1")) for _ in range(20)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert sum(task.cancelled() for task in waiting) >= 8
    await asyncio.wait_for(admission.admit("192.0.2.2"), 5)
    assert not admission._queue


async def test_with_a_pace_one_is_admitted_at_once_and_the_others_one_after_another_by_address() -> None:
    admission, since, found = (
        AdmissionControl(1, every=0.2),
        asyncio.get_running_loop().time(),
        list[tuple[str, float]](),
    )

    async def one(name: str) -> None:
        await admission.admit(name)
        found.append((name, asyncio.get_running_loop().time() - since))

    waiting = [asyncio.create_task(one(name)) for name in ("many", "many", "many", "one")]
    await asyncio.sleep(0)
    assert [name for name, _ in found] == ["many"]
    await asyncio.gather(*waiting)
    assert [name for name, _ in found] == ["many", "one", "many", "many"]
    assert found[-1][1] >= 3 * 0.19


async def test_an_address_that_asks_seldom_goes_before_a_crowd_of_addresses_that_ask_often() -> None:
    """It need not have waited before."""
    now = 0.0
    admission = AdmissionControl(allowance=Allowance(1000, 5), clock=lambda: now)
    await admission.admit("seldom")
    now = 0.02
    found = await asked(admission, Turns(), *(f"crowd {n}" for n in range(50) for _ in range(4)), "seldom")
    assert [name for name, _ in found].index("seldom") <= 2 * A_TURN
