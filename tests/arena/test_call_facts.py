"""The facts about a call are those of the deal, and conditions select by them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from tests.strategies import any_rules, played_out, random_deal, randoms
from uka import rulesets
from uka.arena.call_facts import call_facts, condition
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

HANDS = {
    "north": "9c Tc Qc Kc 9d",
    "east": "Td Jd Qd Kd 9h",
    "south": "Jh Th Qh Kh Ad",
    "west": "9s Ts Js Qs Ks",
}


def arranged(*actions: str) -> Deal:
    deal = Deal.arranged(rulesets.find("cardgames"), dealer="south", hands=HANDS, upcard="Ah")
    for action in actions:
        deal, _ = deal.apply(action)
    while not deal.over:
        deal, _ = deal.apply(deal.legal_actions[0])
    return deal


def test_the_dealer_counts_the_upcard_that_it_takes() -> None:
    facts = call_facts(arranged("pass", "pass", "pass", "order up alone"), (3, 8))
    assert facts is not None
    assert (facts.place, facts.round, facts.trump, facts.alone) == (4, 1, "h", True)
    assert (facts.trumps, facts.right, facts.left, facts.ace, facts.aces) == (5, True, False, True, 1)
    assert (facts.ours, facts.theirs) == (3, 8)


def test_a_call_of_the_second_round_has_the_hand_alone() -> None:
    facts = call_facts(arranged("pass", "pass", "pass", "pass", "call spades"), (3, 8))
    assert facts is not None
    assert (facts.place, facts.round, facts.trump, facts.alone) == (1, 2, "s", False)
    assert (facts.trumps, facts.right, facts.left, facts.ace, facts.aces) == (5, True, False, False, 0)
    assert (facts.ours, facts.theirs) == (8, 3)


@given(rules=any_rules, rng=randoms)
def test_facts_agree_with_the_deal(rules: Ruleset, rng: Random) -> None:
    deal = played_out(random_deal(rules, rng, revokes=False), rng)
    facts = call_facts(deal)
    assert (facts is None) == (deal.contract is None)
    if facts is None or deal.contract is None or deal.result is None:
        return
    assert Seat(deal.contract.maker.value).index == (deal.dealer.index + facts.place) % 4
    assert 0 <= facts.trumps <= 6
    assert facts.benny + facts.right + facts.left + facts.ace <= facts.trumps
    assert abs(facts.points) == sum(deal.result.points)
    assert not (facts.euchred and facts.points > 0)
    assert facts.marched <= (facts.tricks == 5)


def test_conditions_select_and_wrong_ones_are_refused() -> None:
    facts = call_facts(arranged("order up"))
    assert facts is not None
    assert condition("place=1")(facts)
    assert condition("place!=2")(facts)
    assert condition(" trumps <= 5 ")(facts)
    assert not condition("alone=true")(facts)
    assert condition("trump=h")(facts)
    for text, why in (
        ("trumps", "is not a condition"),
        ("colour=3", "there is no fact colour: the facts are place"),
        ("alone=maybe", "alone is true or false, not maybe"),
        ("trumps=many", "trumps is a whole number, not many"),
    ):
        with pytest.raises(UkaError, match=why):
            condition(text)
