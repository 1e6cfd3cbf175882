"""A position in a sentence or two, as a card player would tell it."""

from __future__ import annotations

from uka.core.action_text import action_text
from uka.core.actions import PASS, Action, CallTrump, Discard, Give, GoAlone, NameSuit, OrderUp, Play
from uka.core.cards import Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat

NUMBERS = "no", "one", "two", "three", "four", "five", "six", "seven"


def comment(seen: Observation, right: Action, tempting: Action) -> str:
    """Return a sentence about the position, and one about the choice."""
    situation = _of_play(seen) if seen.phase is Phase.PLAYING else _before_play(seen)
    score = "" if seen.score == (0, 0) else f" The score is {_score(seen)}."
    return f"{situation}{score} {_choice(right)}, not {_lower(_choice(tempting))}."


def _score(seen: Observation) -> str:
    assert seen.seat is not None
    side = seen.seat.partnership
    return f"{seen.score[side.index]} to {seen.score[side.other.index]}"


def _name(seat: Seat | None) -> str:
    return str(seat).capitalize()


def _cards(seen: Observation) -> str:
    return " ".join(map(str, seen.cards))


def _before_play(seen: Observation) -> str:
    dealer = "the dealer" if seen.seat is seen.dealer else f"{_name(seen.dealer)} deals"
    if seen.contract is not None:
        alone = " alone" if seen.contract.loner else ""
        made = f"{_name(seen.contract.maker)} made {seen.contract.trump} trump{alone}"
        return f"{made}; {_name(seen.seat)} has {_cards(seen)}."
    if seen.phase is Phase.NAMING:
        return f"The benny is turned up; {_name(seen.seat)} deals and has {_cards(seen)}."
    where = f"{seen.upcard} turned {'up' if seen.calling_round == 1 else 'down'}"
    passes = len(seen.calls) % len(seen.rules.seats)
    place = "the dealer" if seen.seat is seen.dealer else f"{dealer}, {('first', 'second', 'third')[passes]} to speak"
    return f"{_name(seen.seat)} has {_cards(seen)}, {where}; {place}."


def _of_play(seen: Observation) -> str:
    assert seen.contract is not None
    assert seen.seat is not None
    contract, side = seen.contract, seen.seat.partnership
    maker = "itself" if contract.maker is seen.seat else "its partner" if contract.makers is side else "an opponent"
    alone = " alone" if contract.loner else ""
    ours, theirs = (NUMBERS[seen.taken[each.index]] for each in (side, side.other))
    tricks = f"{ours} to {theirs} in tricks" if seen.tricks else "no tricks yet"
    trick = " ".join(map(str, seen.trick)) + " on the table" if seen.trick else "to lead"
    made = "no trump, called" if contract.trump is Suit.NO_TRUMP else f"{contract.trump} made"
    return f"{_name(seen.seat)} has {_cards(seen)}, {made} by {maker}{alone}, {tricks}, {trick}."


def _choice(action: Action) -> str:
    match action:
        case Play(card) | Discard(card) | Give(card):
            return str(card)
        case OrderUp(alone):
            return "Order it up alone" if alone else "Order it up"
        case CallTrump(suit, alone):
            return f"{suit} alone".capitalize() if alone else str(suit).capitalize()
        case NameSuit(suit):
            return str(suit).capitalize()
        case GoAlone():
            return "Go alone"
        case _:
            return "Pass" if action == PASS else action_text(action).capitalize()


def _lower(text: str) -> str:
    return text if text[1:].islower() and len(text) == 2 else text[0].lower() + text[1:]
