"""The compiled solver agrees with plain minimax under any rules; malformed input is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from array import array
from collections.abc import Sequence
from operator import mul
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import uka
from tests.kernels.minimax import by_card, choices, in_play, tricks
from tests.strategies import any_rules, house_rules, random_rules, randoms
from uka import rulesets
from uka.core.cards import CARDS
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.kernels import DoubleDummySolver, PackedPosition, PositionBatch, packed_position

NAMES = rulesets.names()


def agrees(deal: Deal) -> None:
    """Assert that the values of the position and of each card agree with minimax."""
    solver, here = DoubleDummySolver(deal.rules), packed_position(deal)
    assert list(solver.values(here).items()) == list(by_card(deal).items())
    assert solver.tricks(here) == tricks(deal)


def steps(deal: Deal) -> None:
    """Assert that only lawful cards have values, and that each value is that of the position after the card."""
    solver, here = DoubleDummySolver(deal.rules), packed_position(deal)
    worth = solver.values(here)
    assert list(worth) == [card for card, _ in choices(deal)]
    for card, after in choices(deal):
        to_come = 0 if after.over else solver.tricks(packed_position(after))
        assert worth[card] == after.taken[here.side] - deal.taken[here.side] + to_come
    assert solver.tricks(here) in (max(worth.values()), min(worth.values()))


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_ruleset(name: str) -> None:
    rules, rng = rulesets.find(name), Random(name)
    for _ in range(25):
        agrees(in_play(rules, rng))


@given(rules=house_rules, rng=randoms)
def test_house_rules(rules: Ruleset, rng: Random) -> None:
    agrees(in_play(rules, rng))


RARE: dict[str, dict[str, object]] = {
    "defended alone": {"defend_alone": "always"},
    "a lone defender of a loner": {"defend_alone": "against_loner"},
    "no trump": {"no_trump": True},
    "must head": {"must_head": True},
    "must head, no trump": {"must_head": True, "no_trump": True},
    "no trump led first": {"first_lead_trump": False},
    "the benny in the largest pack": {"benny": "seen", "pack": 32},
}


@pytest.mark.parametrize("changes", RARE.values(), ids=RARE)
def test_rare_rules(changes: dict[str, object]) -> None:
    rules, rng = rulesets.find("cardgames").changed(changes), Random(str(changes))
    for _ in range(25):
        agrees(in_play(rules, rng))
        steps(in_play(rules, rng, held=5))


def test_rulesets_do_not_share_transpositions() -> None:
    """Positions with different values under two rulesets are solved right after each other."""
    free, rng, differing = rulesets.find("cardgames"), Random(1), 0
    heading = free.changed({"must_head": True})
    solver, other = DoubleDummySolver(free), DoubleDummySolver(heading)
    for _ in range(400):
        deal = in_play(free, rng, held=4)
        if not deal.trick and solver.values(packed_position(deal)) != other.values(packed_position(deal)):
            agrees(deal)
            agrees(replace(deal, rules=heading))
            differing += 1
    assert differing


@given(rules=any_rules, rng=randoms)
def test_the_value_of_a_card_is_that_of_the_next_position(rules: Ruleset, rng: Random) -> None:
    steps(in_play(rules, rng, held=5))


@pytest.mark.parametrize("name", ["tainui", "british", "ohio"])
def test_a_whole_play_from_the_first_lead(name: str) -> None:
    """Playing the best card each time reaches the value at the first lead, and no card does better."""
    rules = rulesets.find(name)
    solver = DoubleDummySolver(rules)
    for seed in range(20):
        deal = in_play(rules, Random(seed), held=5)
        taken, here = deal.taken[packed_position(deal).side], packed_position(deal)
        promised = taken + solver.tricks(here)
        while not deal.over:
            assert deal.contract is not None
            assert deal.turn is not None
            here = packed_position(deal)
            worth = solver.values(here)
            best = (max if deal.turn.partnership is deal.contract.makers else min)(worth.values())
            assert deal.taken[here.side] + best == promised
            deal, _ = deal.apply(uka.Play(next(card for card in worth if worth[card] == best)))
        assert deal.result is not None
        assert deal.result.tricks[here.side] == promised


def rows(code: Literal["b", "Q", "q"], values: Sequence[Sequence[int]]) -> memoryview[Any]:
    """Return a two-dimensional buffer, without NumPy."""
    from array import array

    flat = array(code, [value for row in values for value in row])
    return memoryview(flat).cast("B").cast(code, shape=[len(values), len(values[0])])


def batch(positions: Sequence[PackedPosition]) -> PositionBatch:
    return PositionBatch(
        hands=rows("Q", [here.hands for here in positions]),
        leaders=bytes(here.leader for here in positions),
        trumps=bytes(here.trump for here in positions),
        sitting_out=bytes(here.sitting_out for here in positions),
        sides=bytes(here.side for here in positions),
        plays=rows("b", [(*here.plays, -1, -1, -1)[:3] for here in positions]),
    )


@pytest.mark.parametrize("threads", [1, 3])
def test_many_at_once(threads: int) -> None:
    rules = rulesets.find("british")
    solver, rng = DoubleDummySolver(rules), Random(threads)
    positions = [packed_position(in_play(rules, rng, held=5)) for _ in range(300)]
    tricks_of, worths = rows("b", [[7]] * 300).cast("B").cast("b"), rows("b", [[7] * 33] * 300)
    solver.solve_all(batch(positions), tricks_of, threads=threads)
    solver.solve_all(batch(positions), worths, threads=threads)
    assert tricks_of.tolist() == [solver.tricks(here) for here in positions]
    found = [{CARDS[c]: v for c, v in enumerate(row) if v >= 0} for row in worths.tolist()]  # pyright: ignore[reportArgumentType]
    assert found == [solver.values(here) for here in positions]


whole = st.integers(-(2**70), 2**70) | st.integers(-2, 40)


@given(
    rules=any_rules,
    hands=st.lists(whole, max_size=5),
    plays=st.lists(whole, max_size=5),
    rest=st.tuples(whole, whole, whole, whole),
)
def test_nonsense_is_refused(
    rules: Ruleset, hands: list[int], plays: list[int], rest: tuple[int, int, int, int]
) -> None:
    leader, trump, sitting, side = rest
    solver, here = DoubleDummySolver(rules), PackedPosition(tuple(hands), leader, trump, tuple(plays), sitting, side)
    with pytest.raises(ValueError, match=r"\w \w"):
        solver.tricks(here)
    with pytest.raises(ValueError, match=r"\w \w"):
        solver.values(here)


def good() -> PackedPosition:
    return PackedPosition(hands=(0b0011 << 2, 0b0011 << 10, 0b0011 << 18, 0b0011 << 26), leader=0, trump=0)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a card held twice": ({"hands": (12, 12, 3 << 18, 3 << 26)}, "a card is in two places"),
    "a card played and held": ({"plays": (2,), "hands": (8, 3 << 9, 4, 3 << 26)}, "not in the pack"),
    "a card of another pack": ({"hands": (3, 3 << 10, 3 << 18, 3 << 26)}, "not in the pack"),
    "hands of two sizes": ({"hands": (12, 7 << 10, 3 << 18, 3 << 26)}, "not of one size"),
    "nobody holds a card": ({"hands": (0, 0, 0, 0)}, "the leader holds no card"),
    "too many cards": ({"hands": (252, 252 << 8, 252 << 16, 252 << 24)}, "more than are dealt"),
    "the leader sits out": ({"sitting_out": 1}, "the leader may not sit out"),
    "a side sits out": ({"sitting_out": 10}, "both seats of a side"),
    "no such trump": ({"trump": 5}, "trump must be"),
    "no such side": ({"side": 2}, "a side is"),
    "a trick of four": ({"plays": (2, 10, 18, 26)}, "three cards at most"),
    "a full trick of two": ({"plays": (2, 10), "sitting_out": 12}, "of each but the last seat"),
    "text": ({"hands": "abcd"}, "four masks"),
}


@pytest.mark.parametrize(("changes", "why"), WRONG.values(), ids=WRONG)
def test_an_error_says_what_is_wrong(changes: dict[str, Any], why: str) -> None:
    solver, here = DoubleDummySolver(rulesets.find("cardgames")), good()
    assert solver.tricks(here) in (0, 1, 2)
    with pytest.raises(ValueError, match=why):
        solver.tricks(here._replace(**changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": rows("Q", [[1, 2, 3]] * 2)},
        {"hands": rows("q", [[1, 2, 3, 4]] * 2)},
        {"leaders": bytes(3)},
        {"leaders": None},
        {"plays": rows("b", [[-1, -1]] * 2)},
        {"into": bytearray(2)},
        {"into": bytes(2)},
        {"into": rows("b", [[0] * 32] * 2)},
        {"into": rows("b", [[0] * 33] * 3)},
        {"into": [0, 0]},
        {"into": memoryview(bytearray(4)).cast("b")[::2]},
        {"threads": 0},
        {"threads": 10**6},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_malformed_buffers_are_refused(changes: dict[str, Any]) -> None:
    fields = {field: value for field, value in changes.items() if field in PositionBatch._fields}
    positions, into = batch([good(), good()])._replace(**fields), changes.get("into", rows("b", [[0] * 33] * 2))
    with pytest.raises(ValueError, match=r"\w \w"):
        DoubleDummySolver(rulesets.find("cardgames")).solve_all(positions, into, threads=changes.get("threads", 1))


def test_the_first_wrong_position_of_a_batch_is_named() -> None:
    positions = [good()] * 500
    positions[321] = positions[400] = good()._replace(trump=7)
    with pytest.raises(ValueError, match="position 321: trump must be"):
        DoubleDummySolver(rulesets.find("cardgames")).solve_all(
            batch(positions), rows("b", [[0] * 33] * 500), threads=2
        )


def test_only_a_deal_in_play_has_a_position() -> None:
    deal = Deal.start(rulesets.find("uka"), uka.Seat.NORTH, uka.shuffled(rulesets.find("uka"), 1))
    with pytest.raises(ValueError, match="only a deal in play"):
        packed_position(deal)


def test_tables_of_random_rules_are_accepted() -> None:
    for seed in range(200):
        DoubleDummySolver(random_rules(Random(seed)))


PORTABLE = """
import json, sys, uka.kernels
from uka.kernels import DoubleDummySolver, PackedPosition
from uka.kernels import _native
assert _native.PORTABLE
solver = DoubleDummySolver(uka.ruleset("ohio"))
positions = [PackedPosition(*each) for each in json.load(sys.stdin)]
print(json.dumps([[solver.tricks(here), *solver.values(here).values()] for here in positions]))
"""


def test_the_portable_search_gives_the_same_values() -> None:
    """A process that may not use the code for newer processors gives the same values."""
    rules, rng = rulesets.find("ohio"), Random(0)
    solver, positions = DoubleDummySolver(rules), [packed_position(in_play(rules, rng, held=5)) for _ in range(100)]
    run = subprocess.run(
        [sys.executable, "-c", PORTABLE],
        env={**os.environ, "UKA_PORTABLE": "1"},
        input=json.dumps(positions),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == [[solver.tricks(here), *solver.values(here).values()] for here in positions]


def test_uka_imports_no_kernels_and_the_kernels_no_numpy() -> None:
    code = "import sys, uka; a = 'uka.kernels' in sys.modules; import uka.kernels; print(a, 'numpy' in sys.modules)"
    python = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert python.stdout.split() == ["False", "False"]


def test_worlds_are_counted_by_their_tricks() -> None:
    """Each world counts by its weight, and the mean of the distribution is the mean of the worlds' values."""
    rules, rng = rulesets.find("uka"), Random(4)
    solver = DoubleDummySolver(rules)
    deals = [in_play(rules, rng) for _ in range(40)]
    for deal in deals:
        here = packed_position(deal)
        others = [seat for seat in range(4) if seat != deal.turn.index and not here.sitting_out >> seat & 1]  # type: ignore[union-attr]
        worlds = [here.hands]
        for _ in range(5):  # the cards of two others, mixed
            one, two = rng.sample(others, 2)
            size = here.hands[one].bit_count()
            pool = [card.bit for card in uka.Hand.of(here.hands[one] | here.hands[two])]
            rng.shuffle(pool)
            hands = list(here.hands)
            hands[one], hands[two] = sum(pool[:size]), sum(pool[size:])
            worlds.append(tuple(hands))
        weights = array("d", [rng.random() for _ in worlds])
        buffer = (
            memoryview(array("Q", [mask for world in worlds for mask in world])).cast("B").cast("Q", (len(worlds), 4))
        )
        solved = [solver.tricks(here._replace(hands=world)) for world in worlds]
        counts = solver.trick_distribution(buffer, here, weights)
        assert counts.mean(range(9))[0] == pytest.approx(sum(map(mul, weights, solved)) / sum(weights))
        assert solver.trick_distribution(buffer, here).weights == [solved.count(tricks) for tricks in range(9)]
        by_card = [solver.values(here._replace(hands=world)) for world in worlds]
        for card, found in solver.trick_distribution_by_card(buffer, here).items():
            assert found.weights == [[values[card] for values in by_card].count(tricks) for tricks in range(9)]
