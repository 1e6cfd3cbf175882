"""A check whether a position can arise in play, with sentences for the person who entered the position."""

from __future__ import annotations

from collections import Counter

from uka.core.cards import Suit
from uka.core.seats import SEATS, Seat

from .position import InvalidPosition, Position


def validated(position: Position) -> Position:
    """Return ``position`` if it can arise in play; otherwise raise ``InvalidPosition`` with the reason."""
    for check in (_wrong_shape, _wrong_loner, _wrong_lead, _wrong_cards, _wrong_counts):
        if fault := check(position):
            raise InvalidPosition(fault)
    return position


def _wrong_shape(position: Position) -> str | None:
    if len(position.hands) != len(SEATS):
        return f"a position has {len(SEATS)} hands, one for each seat"
    if len(position.taken) != len(position.rules.partnerships) or min(position.taken) < 0:
        return "the tricks taken must be one number for each side, none below 0"
    if position.trump is Suit.NO_TRUMP and not position.rules.no_trump:
        return "these rules have no contract without trump: set no_trump=true"
    return None


def _wrong_loner(position: Position) -> str | None:
    if position.loner and position.loner.partnership is not position.makers:
        return f"{position.loner} did not make trump and cannot be the loner: {position.makers} did"
    if position.lone_defender and position.lone_defender.partnership is position.makers:
        return f"{position.lone_defender} made trump and cannot defend alone"
    return None


def _wrong_lead(position: Position) -> str | None:
    if position.sitting_out >> position.leader.index & 1:
        return f"{position.leader} sits out, since {position.leader.partner} plays alone, and cannot lead"
    most = len(position.active) - 1
    if len(position.trick) > most:
        return f"a trick in progress holds {most} cards at most here: a finished trick counts as taken"
    return None


def _wrong_cards(position: Position) -> str | None:
    placed = [card for hand in position.hands for card in hand] + list(position.trick)
    pack = position.rules.cards
    for card, times in Counter(placed).items():
        if times > 1:
            return f"{card} is in two places: a pack holds each card once"
        if card not in pack:
            return f"{card} is not in the pack of {len(pack)} cards: set the rules' pack, or take another card"
    return None


def _wrong_counts(position: Position) -> str | None:
    taken = sum(position.taken)
    left = position.rules.hand_size - taken
    if left < 1:
        return f"{taken} tricks are already taken: no card is left to play"
    for order, seat in enumerate(position.active):
        held = len(position.hands[seat.index])
        has_played = order < len(position.trick)
        due = left - 1 if has_played else left
        if held != due:
            return f"{_held_text(seat, held)}, and after {_taken_text(taken)}{_played_text(position)} it must be {due}"
    return None


def _held_text(seat: Seat, held: int) -> str:
    return f"{seat} holds {held} card{'' if held == 1 else 's'}"


def _taken_text(taken: int) -> str:
    return f"{taken} trick{'' if taken == 1 else 's'} taken"


def _played_text(position: Position) -> str:
    return f" and {' '.join(map(str, position.trick))} played" if position.trick else ""
