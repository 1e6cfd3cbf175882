"""Reasons are true of the worlds in which they were counted, and of other worlds within their errors."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from tests.coach.facts import FactCheck
from tests.coach.recount import Recount, agree, explained, in_its_own_worlds, told
from uka.bots.call_values import lone_call
from uka.coach import hint
from uka.coach.reasons import sample_choices
from uka.coach.reasons.bidding_sample import BiddingSample
from uka.coach.reasons.words import capitalized, choice_label
from uka.core.actions import Action, Play
from uka.core.cards import cards_of
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.core.trick import effective_suit
from uka.rulesets import find


@pytest.mark.daily(1)
@pytest.mark.parametrize("rules", ["uka", "tainui", "bicycle", "north_american"])
def test_reasons_hold_in_the_worlds_of_their_count_and_in_others(rules: str) -> None:
    rng, held, kinds = Random(19), list[bool](), set[str]()
    for seen, rated in islice(explained(rules, rng), 80):
        same, other = in_its_own_worlds(seen, rated), Recount(seen, rated, Random(rng.getrandbits(40)))
        for reason in same.reasons:
            assert agree(reason, same.figures(reason), exactly=True), reason.text
            assert told(reason), reason.text
            kinds.add(reason.kind)
            if reason.figures:
                held.append(agree(reason, other.figures(reason)))
    assert kinds >= {"result", "cards", "view"}
    assert sum(held) >= 0.9 * len(held)


def test_the_reasons_compare_the_best_choice_with_the_one_that_was_asked_about() -> None:
    for seen, rated in islice(explained("uka", Random(3)), 5):
        *_, last = rated
        against = hint(seen, against=last.action)
        assert [each.action for each in against] == [each.action for each in rated]
        assert {each.action for each in against if each.reasons} <= {last.action}
        assert not any(each.reasons for each in hint(seen, against=rated[0].action))


def test_what_speaks_for_the_other_choice_follows_a_reason_that_speaks_against_it() -> None:
    first, counters = set[str](), 0
    for _, rated in islice(explained("bicycle", Random(4)), 60):
        texts = [reason.text for each in rated for reason in each.reasons]
        first.add(texts[0].split()[0])
        counters += sum(text.startswith("But ") for text in texts)
        assert 1 <= len(texts) <= 3
    assert "But" not in first
    assert counters >= 3


def test_a_call_is_compared_with_the_second_best_call() -> None:
    calls = ((seen, rated) for seen, rated in explained("bicycle", Random(4)) if seen.phase is Phase.CALLING)
    for seen, rated in islice(calls, 20):
        compared = next(each.action for each in rated if each.reasons)
        assert compared in (rated[1].action, lone_call(seen, rated[0].action))


def test_a_sentence_about_what_is_on_view_is_found_false_of_other_cards() -> None:
    refuted = Counter[bool]()
    for seen, rated in islice(explained("north_american", Random(8)), 60):
        best, other = rated[0].action, next(each.action for each in rated if each.reasons)
        for reason in next(each.reasons for each in rated if each.reasons):
            if reason.kind == "view" and isinstance(best, Play):
                assert FactCheck(seen, best, other).holds(reason.text)
                refuted[not FactCheck(seen, other, best).holds(swapped(seen, reason.text, best, other))] += 1
    assert refuted[True] >= 10
    assert refuted[True] > refuted[False]


def swapped(seen: Observation, text: str, best: Action, other: Action) -> str:
    """Return a sentence with the names of two cards exchanged."""
    one, two = (choice_label(seen, action) for action in (best, other))
    marked = text.replace(one, "\0").replace(capitalized(one), "\0").replace(two, one).replace("\0", two)
    return capitalized(marked)


def test_the_trumps_of_an_opponent_who_deals_are_counted_with_the_turned_card() -> None:
    rules = find("north_american")
    deal = Deal.start(rules, dealer=Seat.SOUTH, pack=shuffled(rules, seed=7))
    seen = deal.observe(Seat.WEST)
    sample = sample_choices(seen, Random(1))
    assert isinstance(sample, BiddingSample)
    many = next(each for each in sample.features if "three or more trumps" in each.clause)
    trump, hands = seen.upcard.suit, sample.worlds.hands
    assert trump is not None

    def trumps(seat: Seat, world: int) -> int:
        return sum(effective_suit(card, trump) is trump for card in cards_of(hands[world, seat.index]))

    after = [max(trumps(Seat.NORTH, world), 1 + trumps(Seat.SOUTH, world)) >= 3 for world in range(len(hands))]
    assert many.true == after
    assert "picked up" in many.clause
