"""A hint compares its best choice with the one that a player would think of, and says where they are close."""

from __future__ import annotations

from itertools import islice, pairwise
from random import Random

from msgspec.structs import replace

from tests.coach.recount import explained, in_its_own_worlds, observations
from uka.bots.call_values import lone_call
from uka.bots.card_counting import cards_beating
from uka.coach import RatedAction, hint
from uka.coach.reasons import explain
from uka.core.actions import Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import FOLLOW, effective_suit, strength

SAME, SLIGHT = 0.005, 0.05


def differ(best: RatedAction, other: RatedAction) -> bool:
    """Return whether a reader can see a difference between two choices."""
    return best.win - other.win >= SAME or best.points - other.points >= SLIGHT


def compared(rated: tuple[RatedAction, ...]) -> int:
    return next(number for number, each in enumerate(rated) if each.reasons)


def test_a_card_is_compared_with_the_best_of_another_value_for_which_there_are_reasons() -> None:
    playing = ((seen, rated) for seen, rated in explained("tainui", Random(771)) if seen.phase is Phase.PLAYING)
    between = 0
    for seen, rated in islice(playing, 40):
        other = compared(rated)
        assert differ(rated[0], rated[other])
        sample = in_its_own_worlds(seen, rated).sample
        for each in rated[1:other]:
            if differ(rated[0], each):
                between += 1
                assert not explain(sample, rated[0].evaluation, each.evaluation)
    assert between <= 20


def test_a_call_that_nearly_always_scores_is_compared_with_the_same_call_alone() -> None:
    calls = ((seen, rated) for seen, rated in explained("uka", Random(771)) if seen.phase is Phase.CALLING)
    obvious = 0
    for seen, rated in islice(calls, 60):
        best, alone = rated[0].action, lone_call(seen, rated[0].action)
        scores = in_its_own_worlds(seen, rated).sample.share(best, 1, 99).value
        if alone and scores >= 0.9 and any(each.action == alone for each in rated):
            obvious += 1
            assert rated[compared(rated)].action == alone
            assert rated[compared(rated)].reasons[0].text.startswith(("Alone, ", "“", "You need only ", "They need "))
    assert obvious


def test_that_two_choices_are_close_is_never_all_that_is_said() -> None:
    equal = 0
    for rules in ("tainui", "bicycle"):
        for _, rated in islice(explained(rules, Random(771)), 40):
            reasons = rated[compared(rated)].reasons
            about = [" are close: " in reason.text for reason in reasons]
            equal += any(about)
            assert not all(about)
    assert equal >= 8


def test_calls_that_win_nearly_the_same_number_of_games_are_said_to_be_close() -> None:
    for rules in ("uka", "tainui", "north_american"):
        near = (
            rated[compared(rated)]
            for seen, rated in explained(rules, Random(771))
            if seen.phase is Phase.CALLING
            if rated[0].win - rated[compared(rated)].win < 0.02 and 0.15 < rated[0].win < 0.85
        )
        assert " are close: " in next(near).reasons[0].text


def test_a_reason_from_the_score_says_whose_points_it_counts() -> None:
    calling = (seen for seen in observations("bicycle", Random(5)) if seen.phase is Phase.CALLING)
    for seen in calling:
        texts = [reason.text for each in hint(at_four_to_two(seen)) for reason in each.reasons]
        told = [text for text in texts if " points better, but " in text]
        if told:
            assert " but with your side at 4 and the other at 2 it wins " in told[0]
            break


def at_four_to_two(seen: Observation) -> Observation:
    """Return what a seat sees, with the score at four points for its side and two for the other."""
    assert seen.seat is not None
    return replace(seen, score=(4, 2) if seen.seat.partnership.index == 0 else (2, 4))


def test_at_a_score_at_which_one_point_wins_a_call_is_measured_by_it() -> None:
    calling = (seen for seen in observations("bicycle", Random(5)) if seen.phase is Phase.CALLING)
    told = explained = 0
    for seen in islice(calling, 25):
        texts = [reason.text for each in hint(at_four_to_two(seen)) for reason in each.reasons]
        explained += bool(texts)
        told += any("need 1 point to win" in text or "1 point that you need to win" in text for text in texts)
    assert told >= 0.5 * explained > 0


def highest(seen: Observation, card: Play) -> bool:
    """Return whether no card of its suit is out that would beat a lead of a card."""
    assert seen.contract is not None
    trump = seen.contract.trump
    suit = effective_suit(card.card, trump)
    above = cards_beating(trump.index, suit.index, strength(card.card, suit, trump)) & FOLLOW[trump.index][suit.index]
    gone = {*seen.cards, *(each for trick in seen.tricks for each in trick.cards)}
    return not any(each.bit & above for each in seen.rules.cards if each not in gone)


def test_of_equal_leads_that_are_the_highest_of_their_suit_the_highest_is_advised() -> None:
    leads = (
        seen for seen in observations("north_american", Random(3)) if seen.phase is Phase.PLAYING and not seen.trick
    )
    pairs = 0
    for seen in islice(leads, 200):
        assert seen.contract is not None
        trump = seen.contract.trump
        one, two, *_ = (*hint(seen), None, None)
        if one and two and (one.win, one.points) == (two.win, two.points):
            assert isinstance(one.action, Play)
            assert isinstance(two.action, Play)
            first, second = one.action.card, two.action.card
            suit = effective_suit(first, trump)
            if highest(seen, one.action) and suit is effective_suit(second, trump):
                pairs += 1
                assert strength(first, suit, trump) > strength(second, suit, trump)
    assert pairs >= 3


def test_of_equal_cards_that_win_the_trick_the_lowest_is_advised() -> None:
    playing = (
        seen for seen in observations("bicycle", Random(4)) if seen.phase is Phase.PLAYING and len(seen.trick) == 3
    )
    pairs = 0
    for seen in islice(playing, 80):
        assert seen.contract is not None
        trump = seen.contract.trump
        for one, two in pairwise(hint(seen)):
            if (one.win, one.points) == (two.win, two.points):
                first, second = (each.action.card for each in (one, two) if isinstance(each.action, Play))
                if effective_suit(first, trump) is effective_suit(second, trump) is trump:
                    pairs += 1
                    assert strength(first, trump, trump) < strength(second, trump, trump)
    assert pairs >= 5
