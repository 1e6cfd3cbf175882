"""Going alone gains no trick where an opponent holds the highest trump, and its danger is told."""

from __future__ import annotations

import re
from random import Random

from msgspec.structs import replace

from uka.coach import hint
from uka.coach.reasons import sample_choices
from uka.coach.reasons.bidding_sample import BiddingSample
from uka.core.actions import OrderUp, Pass
from uka.core.cards import parse_card, parse_cards
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.rulesets import find

SURE = re.compile(r"o opponent holds the right bower in (\d+) of 100 likely layouts: .* elsewhere (.+)\.")


def dealer_with(rules: str, cards: str, upcard: str, score: tuple[int, int]) -> Observation:
    """Return what a dealer with some cards sees after three passes."""
    ruleset, turned = find(rules), parse_card(upcard)
    deal = Deal.start(ruleset, dealer=Seat.WEST, pack=shuffled(ruleset, seed=7))
    for _ in range(3):
        deal, _ = deal.apply(Pass())
    hand = parse_cards(cards)
    return replace(deal.observe(Seat.WEST), cards=hand, upcard=turned, up_suit=turned.suit, score=score)


def test_going_alone_gains_nothing_where_the_highest_trump_takes_a_trick() -> None:
    seen = dealer_with("north_american", "JC TH AH QS AS", "9S", (1, 5))
    for seed in range(3):
        sample = sample_choices(seen, Random(seed))
        assert isinstance(sample, BiddingSample)
        for other in (OrderUp(), Pass()):
            alone = sample.share(OrderUp(alone=True), 4, 99).value
            for reason in sample.reasons(OrderUp(alone=True), other):
                if found := SURE.search(reason.text):
                    assert alone <= int(found[1]) / 100 + 0.005
                    assert other == Pass() or found[2] == "no better" or "worse" in found[2]


def test_ordering_up_against_a_side_that_needs_one_point_tells_how_often_they_get_it() -> None:
    seen = dealer_with("uka", "JC KC 8D 9D JH", "JD", (9, 4))
    rated = {each.action: each for each in hint(seen, against=Pass())}
    texts = [reason.text for reason in rated[Pass()].reasons]
    assert isinstance(next(iter(rated)), OrderUp)
    assert any("ey need 1 point to win the game; they get it" in text for text in texts), texts
