"""What a seat knew when it chose, in a few sentences that call the player of the seat "you"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from uka.bots.card_counting import CountedPosition, trumps_of
from uka.core.actions import Pass
from uka.core.cards import SUITS, Card, Suit, cards_of
from uka.core.observation import Observation
from uka.core.public_deal import Call, Phase
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, effective_suit, suit_strength
from uka.narration.calls import phrase
from uka.narration.names import card_names, counted

from .reasons.words import NUMBERS, bower_name, capitalized, joined, seat_name

MANY_OUT = 4
"""The number of unseen trumps from which they are counted, and not named one by one."""


def known_facts(seen: Observation) -> tuple[str, ...]:
    """Return sentences about what the seat whose turn it is in ``seen`` knew: its cards, and what had happened."""
    return tuple(_in_play(seen) if seen.phase is Phase.PLAYING else _before_play(seen))


def who(seen: Observation, seat: Seat) -> str:
    """Return what the seat whose turn it is calls ``seat``, such as "your partner", or "you" for itself."""
    assert seen.seat is not None
    return "you" if seat is seen.seat else seat_name(seat, seen.seat)


# Before the first lead


def _before_play(seen: Observation) -> Iterator[str]:
    yield _hand_and_upcard(seen)
    yield from _calls(seen)
    yield _score(seen)


def _hand_and_upcard(seen: Observation) -> str:
    """Return the sentence with the seat's cards, the upcard and the dealer."""
    trump = seen.trump or (seen.up_suit if seen.calling_round == 1 else None)
    held = f"You held {hand_text(seen.cards, trump)}" if seen.cards else "You had not looked at your cards"
    card = card_names([seen.upcard])
    dealer = f"{who(seen, seen.dealer)} dealt"
    if seen.picked_up is not None:
        return f"{held}; {card} had been picked up by {who(seen, seen.picked_up)}."
    turned = "had been turned down" if seen.contract is None and seen.calling_round == 2 else "was turned up"
    return f"{held}; {dealer}, and {card} {turned}."


def _calls(seen: Observation) -> Iterator[str]:
    """Yield sentences with the calls so far, or with the fact that there was none."""
    if not seen.calls:
        if seen.phase is Phase.CALLING:
            yield "You were the first to speak."
        return
    first_round, second_round = seen.calls[:4], seen.calls[4:]
    if seen.phase is Phase.CALLING and not second_round and len(first_round) == 4:
        yield "All four had passed once."
        return
    said = [_said(seen, same) for same in _same_calls(second_round or first_round)]
    start = "All four had passed once; then " if second_round else ""
    yield capitalized(f"{start}{'; '.join(said)}.")


def _same_calls(calls: tuple[Call, ...]) -> Iterator[list[Call]]:
    """Yield the passes that follow each other together, and each other call alone."""
    for passes, found in groupby(calls, lambda call: isinstance(call.action, Pass)):
        if passes:
            yield [*found]
        else:
            yield from ([call] for call in found)


def _said(seen: Observation, calls: list[Call]) -> str:
    """Return the clause that says what one call was, or which seats passed."""
    names = joined([who(seen, call.seat) for call in calls], "and")
    action = calls[0].action
    if isinstance(action, Pass):
        return f"{names} had passed"
    return f"{names} had said “{phrase(seen, calls[0].seat, action)}”"


def _score(seen: Observation) -> str:
    assert seen.seat is not None
    ours, theirs = (seen.score[each.index] for each in (seen.seat.partnership, seen.seat.partnership.other))
    return f"Your side had {counted(ours, 'point')}, the other {theirs}."


# The play


def _in_play(seen: Observation) -> Iterator[str]:
    contract = seen.contract
    assert contract is not None
    yield f"You held {hand_text(seen.cards, contract.trump)}; {_trump_clause(seen)}."
    yield from _trick(seen)
    yield from _taken(seen)
    yield from _gone(seen)


def _trump_clause(seen: Observation) -> str:
    contract = seen.contract
    assert contract is not None
    trump = "there was no trump" if contract.trump is Suit.NO_TRUMP else f"{contract.trump} were trump"
    how = ", alone" if contract.loner is contract.maker else ""
    return f"{trump}, called by {who(seen, contract.maker)}{how}"


def _trick(seen: Observation) -> Iterator[str]:
    """Yield the sentence with the cards of the trick so far, or that the seat was to lead."""
    assert seen.contract is not None
    if not seen.trick:
        yield f"You were to lead to trick {len(seen.tricks) + 1}."
        return
    trump = seen.contract.trump
    plays = [(who(seen, seat), bower_name(card, trump)) for seat, card in seen.plays]
    (first, led), *others = plays
    clauses = [f"{first} had led {led}", *(f"{name} had played {card}" for name, card in others)]
    yield capitalized(f"{joined(clauses, 'and')}.")


def _taken(seen: Observation) -> Iterator[str]:
    """Yield the sentence with the tricks of both sides, if any trick is finished."""
    assert seen.seat is not None
    side = seen.seat.partnership
    if seen.tricks:
        ours, theirs = seen.taken[side.index], seen.taken[side.other.index]
        noun = "trick" if ours == 1 else "tricks"
        yield f"Your side had taken {NUMBERS[ours]} {noun}, the other {NUMBERS[theirs] if theirs else 'none'}."


def _gone(seen: Observation) -> Iterator[str]:
    """Yield what the earlier cards show: the trumps that the seat has not seen, and the suits that seats are out of."""
    position = CountedPosition(seen)
    trump = seen.trump
    assert trump is not None
    if trump in SUITS and seen.tricks:
        yield _trumps_out(seen, [*cards_of(trumps_of(trump.index) & position.unseen)])
    for seat in seen.rules.seats:
        suits = [str(suit) for suit in SUITS if seat is not seen.seat and position.is_void(seat, suit.index)]
        if suits and not position.sits_out(seat):
            yield capitalized(f"{who(seen, seat)} had no {joined(suits)} left.")


def _trumps_out(seen: Observation, out: list[Card]) -> str:
    """Return the sentence with the trumps that may still be in other hands, or their number if they are many."""
    trump = seen.trump or Suit.NO_TRUMP
    out.sort(key=lambda card: -suit_strength(card, trump.index))
    if not out:
        others = "other " if any(effective_suit(card, trump) is trump for card in seen.cards) else ""
        return f"You had seen all the {others}trumps."
    if len(out) < MANY_OUT:
        subject = "trump still out was" if len(out) == 1 else "trumps still out were"
        return f"The {subject} {joined([_with_taker(seen, card) for card in out], 'and')}."
    upcard = f", among them {_with_taker(seen, seen.upcard)}" if seen.upcard in out else ""
    return capitalized(f"{NUMBERS[len(out)]} trumps were still out{upcard}.")


def _with_taker(seen: Observation, card: Card) -> str:
    """Return the name of a card that is still out, and of the upcard also who picked it up."""
    name = bower_name(card, seen.trump)
    if card is not seen.upcard or seen.picked_up is None:
        return name
    return f"{name} (picked up by {who(seen, seen.picked_up)})"


def hand_text(cards: Iterable[Card], trump: Suit | None) -> str:
    """Return the cards of a hand, trumps first, then suit by suit, each from the highest to the lowest.

    >>> hand_text([Card.C9, Card.AH, Card.JD, Card.JH], Suit.HEARTS)
    'J♥ J♦ A♥ 9♣'
    """
    index = (trump or Suit.NO_TRUMP).index

    def place(card: Card) -> tuple[bool, int, int]:
        suit = EFFECTIVE[index][card.index]
        return suit is not trump, suit.index, -suit_strength(card, index)

    return card_names(sorted(cards, key=place))
