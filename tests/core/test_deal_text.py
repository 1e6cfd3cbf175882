"""Deals as one line of text: every state of every deal comes back equal, and a text that cannot be read is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import LEANS, Lean, house_rules, leaning, playing
from uka import Deal, InvalidDeal, Partnership, Seat, shuffled
from uka.core.deal_text import PARTS
from uka.core.playing import rule_revoke
from uka.core.ruleset import Ruleset

RULES = Ruleset()
TEXT = (
    "dealer N; turn-up Ac; N 9c Tc Jc Qc Kc; E 9d Td Jd Qd Kd; S 9h Th Jh Qh Kh; W 9s Ts Js Qs Ks; kitty Ad Ah As; "
    "actions pass, order up alone, 9c, Jd"
)


def test_a_deal_is_one_line():
    deal = Deal.parse(TEXT, RULES)
    assert deal.text == TEXT
    assert (deal.maker, deal.trump, deal.turn) == (Seat.SOUTH, deal.upcard.suit, Seat.SOUTH)
    assert Deal.parse(TEXT.partition("; actions")[0], RULES).calls == ()


@given(rules=house_rules, seed=st.integers(0, 1 << 32), lean=st.sampled_from(LEANS), revokes=st.booleans())
def test_every_state_comes_back_equal(rules: Ruleset, seed: int, lean: Lean, revokes: bool):
    rng = Random(seed)
    pack = leaning(rules, shuffled(rules, seed), lean)
    start = Deal.start(rules, rng.choice(tuple(Seat)), pack, revokes=revokes)
    states = [start, *(step.after for step in playing(start, rng))]
    for deal in (*rng.sample(states, min(3, len(states))), states[-1]):
        assert "\n" not in deal.text
        assert Deal.parse(deal.text, rules) == deal
        again = start
        for before, seat, action in deal.steps():
            assert before == again
            again, _ = before.apply(action, seat)
        assert again == deal


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("9c, Jd", "9c, Jh", "'Jh': Jh is not in your hand"),
        ("actions pass", "actions fly", "'fly': 'fly' is not an action"),
        ("actions pass", "actions W pass", "'W pass': it's East's turn, not West's"),
        ("kitty Ad Ah As; ", "", "the text of the deal has no part kitty"),
        ("turn-up Ac", "turn-up", "'-' is not a card"),
        ("turn-up Ac", "turn-up Ac Ad", "the kitty must be 3 cards, not 4"),
        ("dealer N", "dealer X", "'X' is not a seat"),
        (
            "dealer N",
            "giver N",
            "'giver N' is not understood: the parts are dealer, turn-up, N, E, S, W, kitty, actions ",
        ),
        ("dealer N", "dealer N; dealer N", "'dealer N' is not understood"),
        ("9d Td", "9d 9d", "9d appears twice"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(old: str, new: str, sentence: str):
    with pytest.raises(InvalidDeal) as refusal:
        Deal.parse(TEXT.replace(old, new, 1), RULES)
    assert sentence in str(refusal.value)


def test_an_officials_ruling_has_no_text():
    deal, _ = rule_revoke(Deal.parse(TEXT, RULES), Partnership.EAST_WEST)
    with pytest.raises(InvalidDeal, match="an official's ruling is part of this deal"):
        _ = deal.text


def test_the_parts_are_in_the_order_of_the_text():
    assert [part.split()[0] for part in TEXT.split("; ")] == list(PARTS[:-1])


LOW = "dealer N; turn-up Ac; N Jc Qc Kc Jd Qd; E Kd Ad Jh Qh Kh; S 9c Tc 9d 9h 9s; W Ah Js Qs Ks As; kitty Td Th Ts"


@pytest.mark.parametrize("claim", ["pass, claim redeal", "S claim redeal", "pass, pass", "pass"])
def test_a_claim_of_a_redeal(claim: str):
    deal = Deal.parse(f"{LOW}; actions {claim}", Ruleset(farmers_hand="low"))
    assert Deal.parse(deal.text, deal.rules) == deal


BENNY = "dealer N; turn-up B; N 9c Tc Jc Qc Kc; E 9d Td Jd Qd Kd; S 9h Th Jh Qh Kh; W 9s Ts Js Qs Ks; kitty Ac Ad Ah As"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (TEXT.replace(", 9c, Jd", ", 9c, Kc, Th, Jd"), Ruleset(partners_best=True)),
        (f"{LOW}; actions S go under, 9c, 9d, Tc, pass, pass, order up", Ruleset(farmers_hand="exchange")),
        (f"{LOW}; actions pass, go under, 9c, 9d", Ruleset(farmers_hand="exchange")),
        (f"{BENNY}; actions hearts, pass, order up", Ruleset(benny="seen")),
        (BENNY.replace("B", "B Ac").replace("kitty Ac", "kitty") + "; actions pass", Ruleset(benny="next")),
        (f"{LOW}; actions pass, order up, Jc, pass, go alone", Ruleset(defend_alone="always")),
    ],
    ids=["gift", "exchange", "showing", "benny", "next", "alone"],
)
def test_every_kind_of_action(text: str, rules: Ruleset):
    deal = Deal.parse(text, rules)
    assert deal.text == text
    assert Deal.parse(deal.text, rules) == deal


@pytest.mark.parametrize("then", ["ends_deal", "played_out"])
@pytest.mark.parametrize(
    ("before", "after", "proven"),
    [("W claim revoke 0, ", "", False), ("", ", W claim revoke 0", True), ("", ", S claim revoke 0", False)],
)
def test_a_claim_comes_before_or_after_the_revoke(before: str, after: str, proven: bool, then: str):
    hands = "N Tc Jc Qc Kc Kd; E 9c Td Jd Qd 9h; S 9d Th Jh Qh Kh; W 9s Ts Js Qs Ks; kitty Ad Ah As"
    actions = f"order up, Tc, Td, 9d, {before}9s, Jc{after}"
    rules = Ruleset().changed({"revoke_then": then})
    deal = Deal.parse(f"dealer N; turn-up Ac; {hands}; actions {actions}; revokes possible", rules)
    assert [seat for seat, _, _ in deal.breaches] == [Seat.NORTH]
    assert bool(deal.proven) is proven
    assert Deal.parse(deal.text, rules) == deal
