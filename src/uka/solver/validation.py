"""What a position must be, in sentences for whoever set it up."""

from __future__ import annotations

from collections import Counter

from uka.core.cards import Suit
from uka.core.seats import SEATS, Seat

from .position import InvalidPosition, Position


def validated(position: Position) -> Position:
    """The position as it is. ``InvalidPosition`` says what is wrong with it."""
    for fault in (_unlike, _alone, _leads, _cards, _counts):
        if why := fault(position):
            raise InvalidPosition(why)
    return position


def _unlike(here: Position) -> str | None:
    if len(here.hands) != len(SEATS):
        return f"a position has {len(SEATS)} hands, by seat"
    if len(here.taken) != len(here.rules.partnerships) or min(here.taken) < 0:
        return "the tricks taken are one number a side, none below 0"
    if here.trump is Suit.NO_TRUMP and not here.rules.no_trump:
        return "no trump may not be named under these rules: set no_trump=true"
    return None


def _alone(here: Position) -> str | None:
    if here.loner and here.loner.partnership is not here.makers:
        return f"{here.loner} did not make trump and cannot be the loner: {here.makers} did"
    if here.lone_defender and here.lone_defender.partnership is here.makers:
        return f"{here.lone_defender} made trump and cannot defend alone"
    return None


def _leads(here: Position) -> str | None:
    if here.sitting >> here.leader.index & 1:
        return f"{here.leader} sits out, since {here.leader.partner} plays alone, and cannot lead"
    most = len(here.active) - 1
    if len(here.trick) > most:
        return f"a trick in progress holds {most} cards at most here: one that is finished counts as taken"
    return None


def _cards(here: Position) -> str | None:
    placed = [card for hand in here.hands for card in hand] + list(here.trick)
    pack = here.rules.cards
    for card, times in Counter(placed).items():
        if times > 1:
            return f"{card} is in two places: a pack holds each card once"
        if card not in pack:
            return f"{card} is not in the pack of {len(pack)} cards: set the rules' pack, or take another card"
    return None


def _counts(here: Position) -> str | None:
    left = here.rules.hand_size - sum(here.taken)
    if left < 1:
        return f"{sum(here.taken)} tricks are taken: no card is left to play"
    for place, seat in enumerate(here.active):
        held, due = len(here.hands[seat.index]), left - (place < len(here.trick))
        if held != due:
            return f"{_holds(seat, held)}, and after {_tricks(sum(here.taken))}{_in_trick(here)} it must be {due}"
    return None


def _holds(seat: Seat, held: int) -> str:
    return f"{seat} holds {held} card{'' if held == 1 else 's'}"


def _tricks(taken: int) -> str:
    return f"{taken} trick{'' if taken == 1 else 's'} taken"


def _in_trick(here: Position) -> str:
    return f" and {' '.join(map(str, here.trick))} played" if here.trick else ""
