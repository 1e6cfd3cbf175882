"""Who wants little does not wait behind those who want much, and those who want much get equal parts."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from uka.server.fairqueue import KEYS, Allowance, FairQueue, Turns

COSTS = st.floats(0.001, 0.1)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), COSTS), max_size=60))
def test_all_that_waits_is_served_once_and_each_guests_in_order(jobs: list[tuple[str, str, float]]) -> None:
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
    """None is ahead of another by more than the dearest job."""
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
def test_who_wants_little_is_next_but_for_the_dearest_job_of_each_that_wants_as_little(
    attackers: int, random: Random
) -> None:
    """A stranger's job is taken before any second job of those who have a thousand waiting."""
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


def test_nobody_saves_up_by_being_idle() -> None:
    turns = Turns()
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
def test_who_seldom_wants_a_few_things_has_them_before_a_second_turn_of_those_who_want_many(
    many: int, few: int
) -> None:
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


def test_an_allowance_is_saved_up_to_its_most() -> None:
    now = [0.0]
    turns = Turns(Allowance(1.0, 3.0), lambda: now[0])
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


def test_what_waits_no_more_is_not_taken() -> None:
    queue = FairQueue[str]()
    for job in ("a", "b"):
        queue.put(job, "ana", "x")
    queue.discard("a", "ana", "x")
    queue.discard("a", "ana", "x")
    assert queue.take()[0] == "b"
    queue.put("c", "ana", "x")
    queue.discard("c", "ana", "x")
    assert not queue


def test_those_who_come_and_go_are_forgotten() -> None:
    queue = FairQueue[int]()
    for number in range(10 * KEYS):
        queue.put(number, f"guest {number}", f"address {number}")
        _, guest, address = queue.take()
        queue.charge(guest, address, 0.01)
        queue.put(-1, "ana", "x")
        _, *ana = queue.take()
        queue.charge(*ana, 0.02)
    assert len(queue._addresses) < 4 * KEYS
    assert len(queue._guests) < 8 * KEYS
