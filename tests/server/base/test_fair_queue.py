"""A fair queue: light users do not wait behind heavy ones, and heavy users get equal shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from statistics import quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uka.server.base.fair_queue import KEYS, Allowance, FairKeyQueue, FairQueue
from uka.server.workers.bots import ALLOWANCE

NUMBERS = count()
COSTS = st.floats(0.001, 0.1)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), COSTS), max_size=60))
def test_each_job_is_served_once_and_each_guests_in_order(jobs: list[tuple[str, str, float]]) -> None:
    queue, served = FairQueue[int](), list[int]()
    for number, (guest, address, _) in enumerate(jobs):
        queue.put(number, guest, address)
    while queue:
        job, guest, address = queue.take()
        assert (guest, address) == jobs[job][:2]
        queue.charge(guest, address, jobs[job][2])
        served.append(job)
    assert sorted(served) == list(range(len(jobs)))
    for key in {job[:2] for job in jobs}:
        own = [job for job in served if jobs[job][:2] == key]
        assert own == sorted(own)


@given(st.integers(1, 20), COSTS, COSTS)
def test_addresses_get_equal_parts_whatever_their_jobs_cost_and_however_many_guests_they_are(
    guests: int, cheap: float, dear: float
) -> None:
    """No address is ahead of another by more than the dearest job."""
    queue, used = FairQueue[int](), Counter[str]()
    costs = {"one": cheap, "many": dear}
    for number in range(4_000):
        queue.put(number, "ana", "one")
        queue.put(10_000 + number, f"guest {number % guests}", "many")
    for _ in range(2_000):
        _, guest, address = queue.take()
        queue.charge(guest, address, costs[address])
        used[address] += costs[address]  # type: ignore[assignment]
        assert abs(used["one"] - used["many"]) <= max(cheap, dear) + 1e-9


@given(st.integers(1, 100), st.randoms(use_true_random=False))
def test_a_light_user_waits_at_most_for_the_dearest_job_of_each_other_light_user(
    attackers: int, random: Random
) -> None:
    """A stranger's job is taken before any second job of users with a thousand jobs."""
    queue = FairQueue[str]()
    for attacker in range(attackers):
        for number in range(50):
            queue.put(f"{attacker}/{number}", "guest", f"attacker {attacker}")
    for _ in range(random.randrange(10, 300)):
        queue.charge(*queue.take()[1:], random.uniform(0.001, 0.1))
        if not queue:
            return
    queue.put("stranger", "hemi", "elsewhere")
    served = Counter[str]()
    while (taken := queue.take())[0] != "stranger":
        served[taken[2]] += 1
        queue.charge(*taken[1:], 0.02)
    assert all(count <= 1 for count in served.values())


def test_idle_time_gives_no_advantage() -> None:
    turns = FairKeyQueue()
    turns.join("busy")
    for _ in range(100):
        turns.next()
        turns.charge("busy", 1.0)
    turns.join("idle")
    order = list[str]()
    for _ in range(6):
        key = turns.next()
        turns.charge(key, 1.0)
        order.append(key)
    assert order.count("busy") == order.count("idle") == 3


@given(st.integers(1, 200), st.integers(1, 5))
def test_an_occasional_user_is_served_before_heavy_users_get_a_second_turn(many: int, few: int) -> None:
    now = [0.0]
    queue = FairQueue[str](Allowance(1.0, 10.0), lambda: now[0])
    queue.put("first", "hemi", "little")
    queue.charge(*queue.take()[1:], 1.0)
    now[0] = 60.0
    for number in range(many):
        for job in range(20):
            queue.put(f"{number}/{job}", "guest", f"much {number}")
    for _ in range(few):
        queue.put("few", "hemi", "little")
        assert queue.take()[0] == "few"
        queue.charge("hemi", "little", 1.0)


def test_asking_whether_the_next_job_is_light_makes_it_no_lighter() -> None:
    """A heavy user's waiting job stays heavy, however long it waits and however often ``light`` is called."""
    clock = iter(x / 1_000 for x in range(1_000))
    queue = FairQueue[str](Allowance(0.005, 0.25), lambda: next(clock))
    queue.put("first", "ana", "192.0.2.1")
    queue.charge("ana", "192.0.2.1", 1.0)
    for number in range(10):
        assert (queue.peek(), queue.light()) == ("first", set())
        queue.put(f"{number}", "hemi", "192.0.2.2")
        assert queue.take()[0] == f"{number}"


def test_an_allowance_is_saved_up_to_its_most() -> None:
    now = [0.0]
    turns = FairKeyQueue(Allowance(1.0, 3.0), lambda: now[0])
    turns.join("little")
    turns.charge(turns.next(), 1.0)
    turns.leave("little")
    now[0] = 1_000.0
    turns.join("much")
    turns.join("little")
    order = list[str]()
    for _ in range(8):
        turns.charge(key := turns.next(), 1.0)
        order.append(key)
    assert order[:3] == ["little"] * 3
    assert order[3:].count("much") >= 2


def test_a_discarded_job_is_not_taken() -> None:
    queue = FairQueue[str]()
    for job in ("a", "b"):
        queue.put(job, "ana", "x")
    queue.discard("a", "ana", "x")
    queue.discard("a", "ana", "x")
    assert queue.take()[0] == "b"
    queue.put("c", "ana", "x")
    queue.discard("c", "ana", "x")
    assert not queue


def test_keys_that_no_longer_wait_are_forgotten() -> None:
    queue = FairQueue[int]()
    for number in range(10 * KEYS):
        queue.put(number, f"guest {number}", f"address {number}")
        _, guest, address = queue.take()
        queue.charge(guest, address, 0.01)
        queue.put(-1, "ana", "x")
        _, guest, address = queue.take()
        queue.charge(guest, address, 0.02)
    assert len(queue._addresses) < 4 * KEYS
    assert len(queue._guests) < 8 * KEYS


@pytest.mark.parametrize("allowance", [Allowance(0, 0), Allowance(0, 1, 1), Allowance(0.5, 5)])
def test_keys_that_never_waited_are_forgotten_too(allowance: Allowance) -> None:
    queue = FairQueue[int](allowance, clock=lambda: 0.0)
    for number in range(10 * KEYS):
        queue.serve_at_once(f"guest {number}", f"address {number}", 1.0)
    assert len(queue._addresses) <= 2 * KEYS + 2
    assert len(queue._guests) < 8 * KEYS


def test_who_was_served_long_ago_does_not_wait_for_who_is_new() -> None:
    """Usage without a crowd is no debt: it only grows with the time of the queue."""
    turns = FairKeyQueue()
    for _ in range(100):
        turns.serve_at_once("regular", 1.0)
    turns.serve_at_once("other", 1.0)
    for key in ("regular", "new"):
        turns.join(key)
    turns.charge(turns.next(), 2.0)
    assert turns.next() == "regular"


class Simulation:
    """Simulates one worker, strangers whose bots move in a row and then wait, and attackers who always want more."""

    def __init__(self, attackers: int, tables: int) -> None:
        self.now, self.busy = 0.0, False
        self.queue = FairQueue[tuple[str, int, float]](ALLOWANCE, lambda: self.now)
        self.random, self.waits = Random(1), list[tuple[float, float]]()
        self.events = list[tuple[float, int, Callable[[], None]]]()
        for number in range(50):
            self.at(self.random.uniform(0, 6), partial(self.ask, f"stranger {number}", 3))
        for number in range(attackers * tables):
            self.at(60 + self.random.random(), partial(self.ask, f"attacker {number % attackers}", 0))

    def run(self, until: float) -> None:
        while self.events[0][0] < until:
            self.now, _, call = heappop(self.events)
            call()

    def at(self, time: float, call: Callable[[], None]) -> None:
        heappush(self.events, (time, next(NUMBERS), call))

    def ask(self, who: str, left: int) -> None:
        self.queue.put((who, left, self.now), "", who)
        self.serve()

    def serve(self) -> None:
        if self.queue and not self.busy:
            job, _, address = self.queue.take()
            took, self.busy = min(max(self.random.lognormvariate(-5.6, 0.6), 0.0023), 0.018), True
            self.queue.charge("", address, took)
            self.at(self.now + took, partial(self.done, *job))

    def done(self, who: str, left: int, asked: float) -> None:
        self.busy, rest = False, 0.012
        if who.startswith("stranger"):
            self.waits.append((self.now, self.now - asked))
            left, rest = (left - 1, rest) if left > 1 else (self.random.randint(1, 4), self.random.uniform(4, 8))
        self.at(self.now + rest, partial(self.ask, who, left))
        self.serve()


@pytest.mark.parametrize(("attackers", "tables"), [(1, 200), (10, 20), (100, 4)])
def test_bots_of_strangers_answer_within_twice_the_time_while_hundreds_of_tables_want_all_there_is(
    attackers: int, tables: int
) -> None:
    simulation = Simulation(attackers, tables)
    simulation.run(120)
    alone = [wait for at, wait in simulation.waits if at < 60]
    attacked = [wait for at, wait in simulation.waits if at > 60]
    assert quantiles(attacked, n=100)[98] < 2 * quantiles(alone, n=100)[98]


def test_a_new_user_with_a_first_credit_comes_before_those_who_have_used_theirs() -> None:
    turns = FairKeyQueue(Allowance(0, 1, at_first=1))
    order = list[str]()
    for key in ("a", "b", "c"):
        turns.join(key)
    for number in range(9):
        if number in (4, 7):
            turns.join(f"new {number}")
        order.append(turns.next())
        turns.charge(order[-1], 1)
        if order[-1].startswith("new"):
            turns.leave(order[-1])
    assert order == ["a", "b", "c", "a", "new 4", "b", "c", "new 7", "a"]
