"""Positions from which the complaints about partners of other programs come: what a good partner chooses there."""

from __future__ import annotations

from random import Random

import pytest

from uka import Deal, Ruleset, ruleset
from uka.bots import bot, evaluate
from uka.coach import hint
from uka.core.actions import PASS, OrderUp, Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.kernels.bidding import contract_points

BOTS = ("club", "expert", "master")
SEATS = "WNES"
"""The seats in the order of calling, if South deals."""


def observation(text: str, rules: Ruleset) -> Observation:
    deal = Deal.parse(text, rules)
    assert deal.turn is not None
    return deal.observe(deal.turn)


def calling(hand: str, turned_up: str, rules: str, passes: int) -> Observation:
    """Return what the seat with ``hand`` sees after ``passes`` passes, if South deals."""
    rest = [str(card) for card in ruleset(rules).cards if str(card) not in (*hand.split(), turned_up)]
    hands = {}
    for number, seat in enumerate(SEATS):
        hands[seat] = hand if number == passes else " ".join(rest.pop() for _ in range(5))
    dealt = "; ".join(f"{seat} {hands[seat]}" for seat in "NESW")
    actions = f"; actions {', '.join(['pass'] * passes)}" if passes else ""
    return observation(f"dealer S; turn-up {turned_up}; {dealt}; kitty {' '.join(rest)}{actions}", ruleset(rules))


@pytest.mark.parametrize("rules", ["north_american", "uka", "bicycle"])
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(
    ("hand", "turned_up", "passes"),
    [
        ("Jh Jd Ah 9c 9s", "9h", 2),
        ("Jh Ah Kh Ac Ts", "9h", 2),
        ("Jh Ah Kh Ac Ts", "9h", 0),
        ("Jh Ah Qh Th 9s", "9h", 0),
    ],
)
def test_sure_tricks_against_an_opponents_deal_are_called(
    rules: str, name: str, hand: str, turned_up: str, passes: int
) -> None:
    choice = bot(name).choose(calling(hand, turned_up, rules, passes), Random(1))
    assert isinstance(choice, OrderUp)


BOSS = (
    "dealer E; turn-up Tc; N 9h Jh Ts Js Ks; E 9c 9d Qh Qs As; S Ac Td Jd Kh 9s; W Qc Kd Ad Th Ah; kitty Kc Jc Qd; "
    "actions pass, pass, pass, pass, diamonds, Jd, Kd, Jh, 9d, Ac, Qc, 9h, 9c, Kh, Ah, Ts, Qh"
)
LONER = (
    "dealer W; turn-up Td; N Jd Jh Qh Ah 9s; E Tc Qc Kd Ad Ks; S Kc 9d 9h Kh As; W 9c Ac Qd Js Qs; kitty Jc Th Ts; "
    "actions pass, pass, pass, pass, hearts alone, Ah, Tc, 9c, Qh, Qc, Qd, Jd, Kd, Js"
)


@pytest.mark.parametrize("rules", ["north_american", "uka", "bicycle"])
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("text", "card"), [(BOSS, Card.AD), (LONER, Card.JH)])
def test_the_last_high_trump_is_led_before_the_loser_where_both_tricks_are_needed(
    rules: str, name: str, text: str, card: Card
) -> None:
    seen = observation(text, ruleset(rules, {"pack": 24}))
    assert bot(name).choose(seen, Random(1)) == Play(card)
    assert hint(seen)[0].action == Play(card)


@pytest.mark.parametrize("rules", ["north_american", "tainui", "british"])
@pytest.mark.parametrize("hand", ["Jc Ad 9s Qs Ks", "Jc As Ks Qs Ts"])
def test_nobody_goes_alone_for_a_march_that_the_right_bower_of_the_dealer_rules_out(rules: str, hand: str) -> None:
    seen = calling(hand, "Js", rules, 2)
    made = max(contract_points(ruleset(rules)).loner[:5])
    for each in evaluate(seen, Random(1)):
        if isinstance(each.action, OrderUp) and each.action.alone:
            assert each.points <= made
    advised = hint(seen)
    assert advised[0].action in (PASS, OrderUp())
    assert not any("all the tricks" in reason.text for each in advised for reason in each.reasons)
