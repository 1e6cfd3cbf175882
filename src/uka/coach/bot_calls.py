"""How a bot of the level club calls and puts cards away, in its own words: what it sees and what it counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from uka.bots import bot, ruleset_model
from uka.bots.bidding import BidValues, HandEvaluator, bid_values
from uka.bots.equity import DealStakes
from uka.core.actions import PASS, Action, CallTrump, ClaimRevoke, Discard, Give, OrderUp
from uka.core.cards import SUITS, Rank
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.trick import STRENGTH, effective_suit
from uka.narration.names import card_name

from .reasons.visible_call_facts import VisibleCallFacts, trump_of
from .reasons.words import NUMBERS, bower_name, capitalized, choice_label, joined, of_100, pick_up_verb

CLOSE = 0.005
"""The largest difference in chance of winning that a whole number of games in 100 may hide."""


def call_rule(seen: Observation, action: Action) -> Iterator[str]:
    yield from call_facts(seen, action)
    values = bid_values(seen, lawful(seen))
    yield from values_of(seen, values, action)
    if isinstance(action, OrderUp | CallTrump) and action.alone:
        yield _why_alone(values, action)


def _why_alone(values: BidValues, action: OrderUp | CallTrump) -> str:
    """Return the sentence that compares a call alone with the same call with the partner."""
    together = values.calls.get(replace(action, alone=False))
    if together is None:
        return "Under these rules I can make that call only alone."
    return f"With my partner, the same call counts {of_100(together)}: I go alone only if that is clearly better."


def call_facts(seen: Observation, action: Action) -> Iterator[str]:
    """Yield what is visible and speaks for a call, or for a pass against the best call."""
    values = bid_values(seen, lawful(seen))
    others = [call for call in values.calls if call != action]
    if values.passing is not None:
        other: Action | None = values.best_call if action == PASS else PASS
    else:
        other = max(others, key=values.calls.__getitem__, default=None)
    facts = tuple(_fact_about(seen, action, other)) if other else ()
    yield from facts or _aces_beside(seen, action)


def _aces_beside(seen: Observation, action: Action) -> Iterator[str]:
    """Yield what a hand with few trumps has for a call: its trumps, and the aces of other suits."""
    trump = trump_of(seen, action)
    if not isinstance(action, OrderUp | CallTrump) or trump not in SUITS:
        return
    assert seen.seat is not None
    takes = isinstance(action, OrderUp) and seen.dealer is seen.seat
    held = {*seen.cards, *([seen.upcard] if takes else [])}
    trumps = [card for card in held if effective_suit(card, trump) is trump]
    aces = [card for card in held if card.rank is Rank.ACE and card not in trumps]
    if trumps:
        start = (
            f"With {bower_name(seen.upcard, trump)} {pick_up_verb(seen.rules).done}"
            if takes
            else f"With {trump} as trump"
        )
        beside = f" and {joined(sorted(map(card_name, aces)), 'and')}" if aces else ""
        yield f"{start}, I hold {NUMBERS[len(trumps)]} {'trump' if len(trumps) == 1 else 'trumps'}{beside}."


def values_of(seen: Observation, values: BidValues, action: Action) -> Iterator[str]:
    """Yield what the best call and the choice against which it stood are worth by the rule of club.

    The table knows no single cards, so a call that goes alone against a sure trick is not told to take them all.
    """
    call = action if isinstance(action, OrderUp | CallTrump) else values.best_call
    chances = HandEvaluator(seen).call_chances(call)
    made = f"three tricks in {of_100(chances.make)} of 100 deals"
    if call.alone and not _has_sure_trick_against(seen, call):
        made += f", all of them in {of_100(chances.march)}"
    yield f"By my table of chances, {named(seen, call)} takes {made}."
    others = {each: value for each, value in values.calls.items() if each != call}
    if values.passing is not None:
        won, passed = values.calls[call], values.passing
        doubt = "I call only if that is clearly better" if action == PASS else "the call was just good enough"
        is_close = abs(won - passed) < CLOSE or of_100(won) == of_100(passed)
        close = f" The two were close: {doubt}." if is_close else ""
        lost = " A euchre would lose the game." if _euchre_loses(seen) else ""
        yield f"So I counted {of_100(won)} games of 100 won by that call, {of_100(passed)} by passing.{lost}{close}"
    elif others:
        second = max(others, key=others.__getitem__)
        yield "I had to call." if seen.dealer_is_stuck else "I could not pass."
        games = f"{of_100(values.calls[call])} games of 100 won by that call"
        yield f"I counted {games}, and {of_100(others[second])} by {named(seen, second)}."


def _euchre_loses(seen: Observation) -> bool:
    """Return whether the opponents win the game if they euchre the seat's side."""
    assert seen.seat is not None
    theirs = seen.score[seen.seat.partnership.other.index] + seen.rules.scoring.euchred
    return 0 < seen.rules.target <= theirs


def _has_sure_trick_against(seen: Observation, call: OrderUp | CallTrump) -> bool:
    """Return whether an opponent would take up the highest trump of the pack after ``call``."""
    trump = trump_of(seen, call)
    if not isinstance(call, OrderUp) or trump not in SUITS or seen.seat is None:
        return False
    highest = max(seen.rules.cards, key=lambda card: STRENGTH[trump.index][trump.index][card.index])
    return seen.dealer.partnership is not seen.seat.partnership and seen.upcard is highest


# The other choices of club before the first lead


def other_rule(seen: Observation, action: Action) -> Iterator[str]:
    if isinstance(action, Discard) and seen.phase is Phase.DISCARDING:
        assert seen.contract is not None
        assert seen.seat is not None
        alone = seen.contract.loner is seen.seat
        if not seen.contract.sitting_out >> seen.seat.index & 1:
            tricks = "all five" if alone else "three"
            yield f"I put away the card without which the hand most often takes {tricks} tricks."
        yield from discard_facts(seen, action)
    elif isinstance(action, Give):
        yield "I gave the card that helps a loner most: a high trump, or else the highest card of a suit."
    elif seen.phase is Phase.ASKING:
        yield "By my table of chances, I compared going alone with playing on with my partner."
    elif seen.phase is Phase.CLAIMING:
        yield "I claim a farmer's hand unless some suit as trump promises points."
    elif seen.phase is Phase.SHOWING:
        yield "I showed my lowest cards, those of the suit that was turned up last."
    elif seen.phase is Phase.NAMING:
        yield (
            "I named the suit that suits my hand best."
            if seen.cards
            else "I had not seen my hand, so I named any suit."
        )


def discard_facts(seen: Observation, action: Discard) -> Iterator[str]:
    """Yield what is visible and speaks for a discard, if there is something."""
    trump = seen.trump
    assert seen.contract is not None
    assert seen.seat is not None
    assert trump is not None
    if seen.contract.sitting_out >> seen.seat.index & 1:
        yield "My partner plays alone, so my cards make no difference."
        return
    facts = tuple(_fact_about(seen, action, _next_best(seen, action)))
    yield from facts
    side = [card for card in seen.cards if effective_suit(card, trump) is not trump]
    suits = Counter(card.suit for card in side)
    if facts or 1 in suits.values() or action.card not in side:
        return
    if action.card.rank.index == min(card.rank.index for card in side):
        yield "No discard would have left me without a suit, so I put away one of my lowest cards."


def _next_best(seen: Observation, action: Action) -> Action:
    """Return what club would have chosen if ``action`` had not been lawful."""
    others = tuple(each for each in lawful(seen) if each != action)
    return bot("club").choose(replace(seen, legal_actions=others), random.Random(0))


def _fact_about(seen: Observation, action: Action, other: Action) -> Iterator[str]:
    """Yield what is visible and speaks for ``action`` rather than ``other``, if there is something."""
    assert seen.seat is not None
    stakes = DealStakes(seen, seen.seat.partnership, ruleset_model(seen.rules).equity)
    for fact in islice(VisibleCallFacts(seen, stakes).facts(action, other), 1):
        yield capitalized(fact)


def lawful(seen: Observation) -> tuple[Action, ...]:
    return tuple(each for each in seen.lawful_actions if not isinstance(each, ClaimRevoke))


def named(seen: Observation, action: Action) -> str:
    """Return the name of ``action`` inside a sentence."""
    return "a pass" if action is PASS or action == PASS else choice_label(seen, action)
