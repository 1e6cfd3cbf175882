"""What becomes of the turn-up is told as the source says: under Bicycle it stays on the pack until it is played."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.strategies import playing
from uka import rulesets
from uka.core import events as ev
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.core.shuffle import shuffled
from uka.narration.events import Narrator
from uka.narration.names import COMPASS, Names
from uka.narration.story import story_lines
from uka.narration.transcript import transcript_sentence

HOUSES: tuple[dict[str, object], ...] = ({}, {"partner_alone": "ordered", "dealer_out": "loner"}, {"keep_upcard": True})


def taken_up(rules: Ruleset) -> list[tuple[Deal, ev.PickedUp]]:
    """Return the deals in which somebody takes the turn-up up, before that, with the event."""
    found = list[tuple[Deal, ev.PickedUp]]()
    for number in range(40):
        deal = Deal.start(rules, SEATS[number % 4], shuffled(rules, number))
        for step in playing(deal, Random(number)):
            found += [(step.before, event) for event in step.events if isinstance(event, ev.PickedUp)]
    return found


@pytest.mark.parametrize(("name", "house"), [*product(rulesets.all_rulesets(), HOUSES)])
def test_a_turn_up_that_stays_on_the_pack_is_never_told_to_be_picked_up(name: str, house: dict[str, object]) -> None:
    rules = rulesets.find(name, house)
    steps = taken_up(rules)
    assert steps
    for deal, event in steps:
        card = str(event.card)
        third = transcript_sentence(Narrator(Names(None, COMPASS), str, deal), event)
        (own,) = story_lines((event,), deal.observe(event.seat), Names(event.seat))
        if rules.upcard_stays:
            assert third == f"{event.seat.value.title()} leaves {card} on the pack"
            assert own.text.startswith("You leave ")
            assert own.text.endswith(" on the pack.")
        else:
            assert third == f"{event.seat.value.title()} takes {card}"
            assert own.text.startswith("You pick up ")
