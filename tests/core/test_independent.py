"""Core and a second, naive judge agree on who took each trick and on every score, on random deals."""

import random
from collections.abc import Mapping

import pytest

import uka
from tests.independent import Verdict, best, judge
from uka import Deal, Event, Ruleset, Seat
from uka.core import events as ev
from uka.rulesets import names

DEALS = 1_000

HOUSES: dict[str, Mapping[str, object]] = {
    "no trump": {"no_trump": True},
    "defend alone": {"defend_alone": "always", "alone_by": "makers", "scoring.defended_alone": 5},
    "anyone alone": {"alone_by": "anyone", "alone_asked": "after_discard", "scoring.lone_euchred": 3},
    "benny": {"benny": "next", "pack": 32, "must_head": True},
    "partner's best": {"partners_best": True, "partner_alone": "both", "dealer_out": "loner", "lone_must_march": True},
    "exchange": {"farmers_hand": "exchange", "first_lead_trump": False, "loner_lead": "loner_left"},
    "redeal": {"farmers_hand": "no_face", "nobody_calls": "throw_in_same"},
}


def random_deal(rules: Ruleset, seed: str, *, revokes: bool = False) -> tuple[Deal, list[Event]]:
    """A deal that random legal choices played out, claims of revokes among them, and all its events."""
    chance = random.Random(seed)
    deal = Deal.start(rules, chance.choice(list(Seat)), uka.shuffled(rules, seed), revokes=revokes)
    events: list[Event] = []
    while not deal.over:
        deal, more = deal.apply(chance.choice(deal.legal_actions()))
        events += more
    return deal, events


def verdict_of_core(deal: Deal) -> Verdict:
    assert deal.result is not None
    (ns, ew), (ns_points, ew_points) = deal.result.tricks, deal.result.points
    return Verdict([trick.taker.value for trick in deal.tricks], (ns, ew), (ns_points, ew_points))


@pytest.mark.parametrize("name", names())
def test_core_agrees_on_every_ruleset(name: str) -> None:
    rules = uka.ruleset(name)
    for number in range(DEALS):
        deal, events = random_deal(rules, f"{name} {number}")
        assert judge(events, rules) == verdict_of_core(deal), f"{name} {number}"


@pytest.mark.parametrize("house", HOUSES)
def test_core_agrees_on_house_rules(house: str) -> None:
    rules = uka.ruleset("cardgames", HOUSES[house])
    for number in range(DEALS):
        deal, events = random_deal(rules, f"{house} {number}")
        assert judge(events, rules) == verdict_of_core(deal), f"{house} {number}"


@pytest.mark.parametrize("then", ["ends_deal", "played_out"])
def test_core_agrees_where_revokes_are_possible(then: str) -> None:
    rules = uka.ruleset("tainui", {"revoke_penalty": 3, "revoke_then": then})
    proven = 0
    for number in range(DEALS):
        deal, events = random_deal(rules, f"revokes {number}", revokes=True)
        assert judge(events, rules) == verdict_of_core(deal), f"revokes {number}"
        proven += any(isinstance(event, ev.RevokeProven) for event in events)
    assert 0 < proven < DEALS


def test_the_judge_knows_a_trick() -> None:
    trick = [("east", "Ac"), ("south", "9h"), ("west", "Jd"), ("north", "Ah")]
    assert [best(trick, trump) for trump in "hcdsn"] == ["west", "east", "west", "east", "east"]
