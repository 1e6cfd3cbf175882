"""How a bot of the level club chooses a card, in its own words: what it sees, and which term of a play decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from uka.bots.card_counting import CountedPosition, cards_beating, trumps_of
from uka.bots.cardplay import best_play, play_terms
from uka.core.actions import Play
from uka.core.cards import Card, cards_of
from uka.core.observation import Observation
from uka.core.trick import EFFECTIVE, FOLLOW, effective_suit, suit_strength

from .reasons.visible_play_facts import VisiblePlayFacts
from .reasons.words import bower_name, capitalized, first_person, joined, of_100

SLIGHT = 0.015
"""The largest difference in the value of two plays, in tricks, that is told as none."""
FEW_BEATERS = 2
"""The largest number of kinds of unseen cards which may beat a lead that is told to be safe from all others."""


def card_rule(seen: Observation, card: Card) -> Iterator[str]:
    """Yield why club's rules of thumb prefer ``card``, the card they choose, to the next best card.

    It is what the seat saw and what speaks for the card, and the term of the card's value that speaks most for it.
    """
    other, *others = rivals(seen, card)
    fact = main_fact(seen, card, [other])
    if fact and VisiblePlayFacts(seen).makes_no_difference():
        yield fact
        return
    term = _deciding_term(seen, card, other, fact_keeps=bool(fact and "I keep" in first_person(fact)))
    if not seen.trick and CountedPosition(seen).needs_every_trick():
        yield f"{_need(seen)}, my side needed every trick that was left, so I led the card most likely to win."
        if fact and term.repeats_fact:
            yield fact
    else:
        yield from dict.fromkeys((*_suit_facts(seen, card, other, others), *((fact,) if fact else ())))
    if not (fact and term.repeats_fact):
        yield term.words


def card_facts(seen: Observation, card: Card, other: Card) -> Iterator[str]:
    """Yield what is visible and speaks for ``card`` rather than ``other``, the most important first."""
    yield from map(capitalized, VisiblePlayFacts(seen).facts(card, other))
    if seen.trick:
        return
    trump, position = seen.trump, CountedPosition(seen)
    assert trump is not None
    suit, trumps = effective_suit(card, trump), trumps_of(trump.index)
    if card.bit & ~trumps and position.mine & trumps == other.bit:
        yield f"{capitalized(bower_name(other, trump))} was my last trump, and I kept it for a later trick."
    higher = _higher_out(position, card)
    beaters = [bower_name(each, trump) for each in higher]
    if suit is not trump and trumps & position.trumps_out():
        beaters.append("a trump")
    if higher and len(beaters) <= FEW_BEATERS and len(higher) < len(_higher_out(position, other)):
        yield f"Of the cards still out, only {joined(beaters)} could beat {bower_name(card, trump)}."


def main_fact(seen: Observation, card: Card, others: Sequence[Card]) -> str | None:
    """Return the first thing that is visible and speaks for ``card`` rather than one of ``others``, if there is one."""
    view = VisiblePlayFacts(seen)
    unlike = [other for other in others if not view.touch(card, other)] if view.loses() else []
    facts = (fact for other in unlike or others for fact in card_facts(seen, card, other))
    return next(facts, "I cannot win this trick." if view.loses() else None)


def _higher_out(position: CountedPosition, card: Card) -> list[Card]:
    """Return the unseen cards of the suit of ``card`` that would beat it, the highest first."""
    trump = position.trump
    suit = EFFECTIVE[trump][card.index].index
    above = cards_beating(trump, suit, suit_strength(card, trump)) & FOLLOW[trump][suit] & position.unseen
    return sorted(cards_of(above), key=lambda each: -suit_strength(each, trump))


def rivals(seen: Observation, card: Card) -> list[Card]:
    """Return the other cards that could be played, in the order in which the rules of thumb prefer them.

    Cards that do the same as ``card`` come last.
    """
    found, left = list[Card](), [each.card for each in seen.lawful_actions if isinstance(each, Play)]
    left.remove(card)
    while left:
        found.append(best_play(seen, left))
        left.remove(found[-1])
    facts = VisiblePlayFacts(seen)
    return sorted(found, key=lambda other: facts.touch(card, other))


def _suit_facts(seen: Observation, card: Card, other: Card, others: Sequence[Card]) -> Iterator[str]:
    """Yield what speaks for leading the suit of ``card``, if ``other``, the next best card, is of the same suit."""
    assert seen.trump is not None
    suit = effective_suit(card, seen.trump)
    if seen.trick or effective_suit(other, seen.trump) is not suit:
        return
    rival = next((each for each in others if effective_suit(each, seen.trump) is not suit), None)
    if rival:
        yield from islice(card_facts(seen, card, rival), 1)


def _need(seen: Observation) -> str:
    """Return for what result the side of the seat needs every trick that is left."""
    assert seen.contract is not None
    assert seen.seat is not None
    side = seen.seat.partnership
    if side is not seen.contract.makers:
        return "To euchre them"
    left = seen.rules.hand_size - len(seen.tricks)
    return "To take all the tricks" if seen.taken[side.index] + left == seen.rules.hand_size else "To make it"


class DecidingTerm(NamedTuple):
    """The term of the value of a play that speaks most for a card."""

    words: str
    """The sentence about it."""
    repeats_fact: bool
    """Whether the sentence says no more than what is visible and speaks for the card, if there is something."""


def _deciding_term(seen: Observation, card: Card, other: Card, *, fact_keeps: bool) -> DecidingTerm:
    """Return the term of the value of a play that speaks most for ``card`` against ``other``.

    ``fact_keeps`` says whether the sentence before says already that ``other`` is kept.
    """
    one, two = play_terms(seen, card), play_terms(seen, other)
    this, that = bower_name(card, seen.trump), bower_name(other, seen.trump)
    now, later = one.wins - two.wins, two.later - one.later
    extra = one.extra - two.extra
    if max(now, later, extra) < SLIGHT:
        same = f"by my count {that} was worth as much; of equals I played the {_of_equals(seen, card, other)}."
        return DecidingTerm(capitalized(same), repeats_fact=True)
    if now >= max(later, extra):
        chances = f"{this} wins this trick for us {_how_often(one.wins)}, {that} {_how_often(two.wins, '')}"
        sure = one.wins == 1 and two.wins == 0
        return DecidingTerm(f"By my count of the cards, {chances}.", repeats_fact=sure)
    if later >= extra:
        sure_trick = VisiblePlayFacts(seen).sure_trick(other)
        kept = f"{capitalized(that)} is a sure trick later" if sure_trick else f"I kept {that} for later"
        if one.wins < two.wins - SLIGHT:
            kept = kept if sure_trick or not fact_keeps else "I did so"
            return DecidingTerm(f"{kept}, though {this} was less likely to win this one for us.", repeats_fact=False)
        if sure_trick:
            return DecidingTerm(f"{kept}.", repeats_fact=False)
        return DecidingTerm(f"I kept {that}: by my count it can win a later trick more often than {this}.", True)
    return DecidingTerm(_extra_words(seen, card, other, draws=one.extra > 0), repeats_fact=True)


def _how_often(share: float, unit: str = " times in 100") -> str:
    """Return how often something happens: "never", "for certain", or so many times in 100."""
    return {0.0: "never", 1.0: "for certain"}.get(share) or f"{of_100(share)}{unit}"


def _of_equals(seen: Observation, card: Card, other: Card) -> str:
    """Return which of two cards of the same value ``card`` is, the lower or the higher."""
    assert seen.trump is not None
    lower = suit_strength(card, seen.trump.index) <= suit_strength(other, seen.trump.index)
    return "lower" if lower else "higher"


def _extra_words(seen: Observation, card: Card, other: Card, *, draws: bool) -> str:
    """Return why ``card`` is preferred to ``other`` for what it does apart from winning the trick."""
    this, that = bower_name(card, seen.trump), bower_name(other, seen.trump)
    assert seen.contract is not None
    assert seen.seat is not None
    if seen.trick:
        return capitalized(f"{this} was my last card of its suit: without it I can trump that suit later.")
    if draws:
        return f"My side made trump, and {this} draws theirs."
    if effective_suit(other, seen.contract.trump) is not seen.contract.trump:
        return f"I do not lead {that} from under a higher card of its suit."
    if seen.contract.makers is seen.seat.partnership:
        return f"{capitalized(that)} was my last trump, and I keep it."
    return f"The other side made trump, and I do not lead {that} for them."
