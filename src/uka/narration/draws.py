"""Sentences about the draw, by which the first dealer is determined, for one reader."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat

from .names import Names, card_name


class DrawSummary(NamedTuple):
    """What everybody may know of the draw that determines the first dealer."""

    shown: tuple[tuple[Seat, Card], ...]
    """The cards that were shown, each with the seat of its player."""
    namer: Partnership | None
    """The side that names the dealer, where a cut decides that."""
    dealer: Seat | None
    """The first dealer, after players have changed seats; None until the dealer is known."""
    seating: tuple[Seat, ...]
    """For each seat, in the order of the seats, the seat to which its player moves."""


def draw_lines(rules: Ruleset, draw: Draw | DrawSummary, names: Names) -> tuple[str, ...]:
    """Return sentences about how the first dealer is determined: the rule, the cards shown, and what followed.

    ``names`` holds the players' names by seat, before any player changes seats.
    """
    opening = {
        "random": "The first dealer is chosen at random.",
        "first_jack": "Cards are dealt face up, one at a time: first jack deals.",
        "high_cut": "One player from each side cuts: the side with the higher card names the dealer.",
        "low_card": "Everyone draws a card: the lowest deals, and the two lowest are partners.",
    }[rules.draw]
    shown = [f"{names.name(seat)} {card_name(card)}" for seat, card in draw.shown]
    cards = (f"{', '.join(shown)}.",) if shown else ()
    return (opening, *cards, *_outcome(draw, names))


def _outcome(draw: Draw | DrawSummary, names: Names) -> tuple[str, ...]:
    """Return sentences about who names the dealer, who changes seats and who deals, as far as that is decided."""
    lines = tuple[str, ...]()
    if draw.namer is not None:
        lines += (f"{names.pair(draw.namer)} cut the higher card.",)
    if names.me and draw.seating[names.me.index] is not names.me:
        lines += (f"Partners face each other, so you move to the {draw.seating[names.me.index]} seat.",)
    elif draw.seating != tuple(Seat):
        lines += ("Partners face each other, so two of the others swap seats.",)
    if draw.dealer is not None:
        dealers_old_seat = tuple(Seat)[draw.seating.index(draw.dealer)]
        lines += (f"{names.does(dealers_old_seat, 'deal')} first.",)
    return lines
