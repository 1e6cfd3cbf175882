"""Deals that are stepped at once follow the rules: the same observations, masks, turns and points, action by action."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.envs.lockstep import follow
from tests.strategies import any_rules, randoms
from uka import rulesets
from uka.core.actions import ACTIONS
from uka.core.errors import IllegalAction, InvalidDeal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.envs.batches import random_deals
from uka.envs.vector import VectorBuffers, VectorDeals
from uka.kernels.automaton_builder import InexpressibleRules


@pytest.mark.parametrize("name", rulesets.names())
def test_every_shipped_ruleset(name: str) -> None:
    found = follow(rulesets.find(name), size=8, deals=16, seed=len(name))
    assert found["dealt again"]


@given(rules=any_rules, rng=randoms)
def test_any_rules(rules: Ruleset, rng: Random) -> None:
    try:
        follow(rules, size=4, deals=6, seed=rng.getrandbits(32))
    except InexpressibleRules:
        return


RARE: dict[str, dict[str, object]] = {
    "a benny named blind, hands exchanged": {"benny": "blind", "farmers_hand": "exchange"},
    "the next card turned up": {"benny": "next", "farmers_hand": "low"},
    "partner's best from anyone": {"partners_best": True, "alone_by": "anyone", "alone_asked": "after_discard"},
    "partner's best to a loner who took up": {"partners_best": True, "dealer_out": "loner", "partner_alone": "both"},
    "must head, no trump": {"must_head": True, "no_trump": True, "nobody_calls": "throw_in"},
    "a silent dealer picks up": {"dealer_calls_in_second": False, "nobody_calls": "dealer_picks_up"},
}


@pytest.mark.parametrize("changes", RARE.values(), ids=RARE)
def test_rare_rules(changes: dict[str, object]) -> None:
    follow(rulesets.find("cardgames", changes), size=24, deals=80, seed=3)


def test_the_same_for_any_number_of_threads_and_from_a_seed() -> None:
    rules, found = rulesets.find("ohio"), list[list[np.ndarray]]()
    for threads in (1, 3, 20):
        deals = VectorDeals(rules, 500, seed=9, threads=threads)
        for step in range(100):
            deals.step(deals.random_actions(seed=step))
        found.append([array.copy() for array in deals.buffers])
    for others in found[1:]:
        assert all((ours == theirs).all() for ours, theirs in zip(found[0], others, strict=True))
    deals.reset(9)
    again = VectorDeals(rules, 500, seed=9)
    assert (deals.observations == again.observations).all()
    deals.reset(10)
    assert (deals.observations != again.observations).any()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_steps_on_with_threads_of_its_own() -> None:
    deals, alone = (VectorDeals(rulesets.find("ohio"), 500, threads=threads) for threads in (3, 1))
    for each in (deals, alone):
        each.step(each.random_actions(seed=1))
    child = os.fork()
    for each in (deals, alone):
        each.step(each.random_actions(seed=2))
    same = bool((deals.observations == alone.observations).all())
    if child == 0:
        del deals
        os._exit(0 if same else 1)
    assert same
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_it_writes_to_the_arrays_of_the_caller() -> None:
    into = VectorBuffers.empty(10)
    deals = VectorDeals(rulesets.find("tainui"), 10, into=into)
    assert deals.observations is into.observations
    assert into.masks.sum() > 10
    actions = np.zeros(10, np.int64)
    assert deals.random_actions(1, actions) is actions
    assert into.masks[np.arange(10), actions].all()


def test_an_illegal_action_is_refused_by_its_row_and_changes_nothing() -> None:
    deals = VectorDeals(rulesets.find("cardgames"), 10)
    before = [array.copy() for array in deals.buffers]
    actions = deals.random_actions(seed=1)
    actions[7] = 0
    with pytest.raises(IllegalAction, match=r"^row 7: no card can be played yet$"):
        deals.step(actions)
    actions[4] = 124
    with pytest.raises(IllegalAction, match="row 4: there is no action 124"):
        deals.step(actions)
    assert all((ours == theirs).all() for ours, theirs in zip(before, deals.buffers, strict=True))
    deals.step(deals.random_actions(seed=1))


def test_malformed_arguments_are_refused() -> None:
    rules = rulesets.find("cardgames")
    malformed: list[dict[str, Any]] = [{"size": 0}, {"size": 5, "threads": 0}, {"size": 5, "seed": -1}]
    for wrong in malformed:
        with pytest.raises(ValueError, match=r"\w \w"):
            VectorDeals(rules, **wrong)
    good = VectorBuffers.empty(5)
    others = {
        "observations": good.observations[:4],
        "masks": good.masks.astype(np.uint8),
        "turns": good.turns.astype(np.int64),
        "points": good.points[:, :1],
        "ended": good.ended.view(np.uint8),
    }
    for name, wrong in others.items():
        with pytest.raises(ValueError, match=rf"{name} must be of|contiguous"):
            VectorDeals(rules, 5, into=good._replace(**{name: wrong}))
    deals = VectorDeals(rules, 5)
    for actions in ([99] * 4, [[99]] * 5):
        with pytest.raises(ValueError, match="actions must be of int64, 5"):
            deals.step(actions)
    with pytest.raises(InvalidDeal, match="'tainui' is not a ruleset"):
        VectorDeals("tainui", 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no such row"):
        deals.deal(5)


def test_dealers_and_cards_are_random() -> None:
    deals = random_deals(rulesets.find("british"), 20_000, seed=3)
    assert np.bincount(deals.dealers).min() > 4_700
    for place in (0, 7, 20, 24):
        times = np.bincount(deals.cards[:, place].astype(np.int64), minlength=33)
        assert times[times > 0].min() > 650
        assert (times > 0).sum() == 25
    assert {seat.index for seat in SEATS} == {*deals.dealers.tolist()}


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison notices a deal that another seed gives, so that it compares anything at all."""
    monkeypatch.setattr("tests.envs.lockstep.random_deals", lambda rules, size, seed: random_deals(rules, size, seed=9))
    with pytest.raises(AssertionError, match="row 0: observations"):
        follow(rulesets.find("cardgames"), size=4, deals=4, seed=8)


def test_the_deal_of_a_row_is_that_of_the_rules() -> None:
    deals, rules = VectorDeals(rulesets.find("uka"), 20, seed=2), random_deals(rulesets.find("uka"), 20, seed=2)
    shadow = [rules.deal(row) for row in range(20)]
    for step in range(12):
        assert [deals.deal(row) for row in range(20)] == shadow
        actions = deals.random_actions(seed=step)
        shadow = [deal.apply(ACTIONS[action])[0] for deal, action in zip(shadow, actions, strict=True)]
        deals.step(actions)
        assert not deals.ended.any()
