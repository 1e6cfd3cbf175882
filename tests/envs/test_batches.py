"""Batches of deals say what the rules and the solver say of each deal, and name the row of what is malformed."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tests.strategies import any_rules, playing, random_deal, randoms
from uka import rulesets
from uka.core.cards import cards_of
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.envs.batches import (
    DealBatch,
    exact_tricks,
    lead_values,
    random_deals,
    roll_out,
    sample_layouts,
    shuffled_deal,
)
from uka.kernels.automaton_builder import InexpressibleRules
from uka.kernels.double_dummy import DoubleDummySolver, PackedPosition

RULES = rulesets.find("cardgames")
HANDS = random_deals(RULES, 20, seed=1).hands


@given(rules=any_rules, rng=randoms)
def test_a_batch_and_its_deals_are_the_same(rules: Ruleset, rng: Random) -> None:
    try:
        batch = random_deals(rules, 20, seed=rng.getrandbits(64), first=rng.getrandbits(20))
    except InexpressibleRules:
        return
    hands = batch.hands
    for row in range(20):
        deal = batch.deal(row)
        assert deal.masks == tuple(hands[row].tolist())
        assert deal.dealer.index == batch.dealers[row]
        assert (*deal.buried, deal.upcard)[0].index == batch.upcards[row]
        assert {*deal.buried[1:], *deal.kitty} <= {*cards_of(sum(1 << int(card) for card in batch.kitties[row]))}


def test_deals_have_numbers() -> None:
    many, later = random_deals(RULES, 50, seed=4), random_deals(RULES, 20, seed=4, first=30)
    assert (many.cards[30:] == later.cards).all()
    assert (many.dealers[30:] == later.dealers).all()
    assert (many.cards != random_deals(RULES, 50, seed=5).cards).any()
    assert random_deals(RULES, 0).hands.shape == (0, 4)


@pytest.mark.parametrize("name", ["cardgames", "british", "uka"])
def test_exact_tricks_are_those_of_the_solver(name: str) -> None:
    rules = rulesets.find(name)
    hands = random_deals(rules, 5, seed=2).hands
    tricks, solver = exact_tricks(rules, hands, threads=2), DoubleDummySolver(rules)
    for row, masks in enumerate(hands.tolist()):
        for trump in range(5 - rules.joker):
            for leader in range(4):
                expected = solver.tricks(PackedPosition(tuple(masks), leader, trump))
                assert tricks[row, trump, leader] == expected
    assert (tricks[:, 4] == -1).all() == rules.joker


def test_values_of_leads_are_those_of_the_solver() -> None:
    rng = np.random.default_rng(3)
    leaders, trumps = rng.integers(0, 4, 20), rng.integers(0, 5, 20)
    sitting_out = np.where(rng.random(20) < 0.5, 0, 1 << (leaders + 1) % 4)
    values, solver = lead_values(RULES, HANDS, trumps, leaders, sitting_out=sitting_out), DoubleDummySolver(RULES)
    for row, masks in enumerate(HANDS.tolist()):
        leader = int(leaders[row])
        position = PackedPosition(
            tuple(masks), leader, int(trumps[row]), sitting_out=int(sitting_out[row]), side=leader % 2
        )
        expected = solver.values(position)
        assert {card: int(values[row, card.index]) for card in expected} == expected
        assert (values[row] >= 0).sum() == len(expected)


def in_play(seed: int) -> Deal:
    rng = Random(seed)
    while True:
        for step in playing(random_deal(RULES, rng, revokes=False), rng):
            if step.after.phase is Phase.PLAYING and len(step.after.tricks) == 2:
                return step.after


def test_layouts_fit_and_are_played_out() -> None:
    deal = in_play(1)
    assert deal.turn is not None
    seen = deal.observe(deal.turn)
    layouts = sample_layouts(seen, 200, seed=5)
    assert (layouts[:, deal.turn.index] == seen.hand.mask).all()
    counts = np.bitwise_count(layouts)
    assert (counts == [mask.bit_count() for mask in deal.masks]).all()
    assert (layouts == sample_layouts(seen, 200, seed=5)).all()
    assert (layouts != sample_layouts(seen, 200, seed=6)).any()
    results = roll_out(seen, layouts)
    assert deal.contract is not None
    assert (results.makers == deal.contract.maker.index).all()
    assert (results.tricks.sum(axis=1) == 5).all()
    assert (results.tricks >= deal.taken).all()


@settings(max_examples=5)
@given(rng=randoms)
def test_dealt_cards_make_a_deal(rng: Random) -> None:
    order = [card.index for card in RULES.cards]
    rng.shuffle(order)
    deal = shuffled_deal(RULES, 2, order)
    assert deal.dealer is SEATS[2]
    assert [card.index for card in deal.kitty] == order[21:]


def changed(row: int, seat: int, mask: int) -> Any:
    hands = HANDS.copy()
    hands[row, seat] = mask
    return hands


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (HANDS.astype(np.int64), "hands must be of uint64, n by 4"),
        (HANDS[:, :3], "hands must be of uint64, n by 4"),
        (HANDS[0], "hands must be of uint64, n by 4"),
        (changed(7, 2, 1), "row 7: a card is not in the pack"),
        (changed(9, 0, 4), "row 9: a hand has not 5 cards"),
        (changed(11, 3, int(HANDS[11, 0])), "row 11: a card is in two hands"),
    ],
)
def test_impossible_hands_are_refused_by_their_row(hands: Any, why: str) -> None:
    for compute in (exact_tricks, lambda rules, hands: lead_values(rules, hands, 0, 0)):
        with pytest.raises(ValueError, match=f"^{why}$"):
            compute(RULES, hands)


def test_malformed_columns_are_refused() -> None:
    leaders = np.zeros(20, int)
    leaders[3] = 4
    with pytest.raises(ValueError, match=r"^row 3: leaders must be 0 to 3, not 4$"):
        lead_values(RULES, HANDS, 0, leaders)
    with pytest.raises(ValueError, match=r"^leaders must be 20 whole numbers, or one for all rows$"):
        lead_values(RULES, HANDS, 0, leaders[:3])
    with pytest.raises(ValueError, match=r"^trumps must be 20 whole numbers"):
        lead_values(RULES, HANDS, 0.5, 0)
    with pytest.raises(ValueError, match=r"^position 5: the leader may not sit out$"):
        lead_values(RULES, HANDS, 0, 0, sitting_out=np.eye(20, dtype=int)[5])
    british = rulesets.find("british")
    with pytest.raises(ValueError, match=r"^row 0: trumps must be 0 to 3, not 4$"):
        lead_values(british, random_deals(british, 2).hands, 4, 0)
    for wrong in ({"size": -1}, {"size": 2, "seed": -1}, {"size": 2, "seed": 2**64}):
        with pytest.raises(ValueError, match=r"\w \w"):
            random_deals(RULES, **wrong)
    with pytest.raises(ValueError, match="1 or more"):
        sample_layouts(in_play(1).observe("north"), 0)
    assert isinstance(random_deals(RULES, 1), DealBatch)
