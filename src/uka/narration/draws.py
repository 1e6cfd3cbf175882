"""Sentences about the draw for the first dealer, written for one reader."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.cards import Card
from uka.core.draw import Draw
from uka.core.ruleset import Ruleset
from uka.core.seats import Partnership, Seat

from .names import Names, card_name


class DrawSummary(NamedTuple):
    """The public part of a draw: the cards shown, the side that names the dealer, the dealer, and the new seating.

    The player at the seat with index *i* moves to ``seating[i]``.
    """

    shown: tuple[tuple[Seat, Card], ...]
    namer: Partnership | None
    dealer: Seat | None
    seating: tuple[Seat, ...]


def draw_lines(rules: Ruleset, draw: Draw | DrawSummary, names: Names) -> tuple[str, ...]:
    """Return sentences about how the first dealer was determined.

    ``names`` holds the players' names by seat, before any player changes seats.
    """
    shown = [f"{names.name(seat)} {card_name(card)}" for seat, card in draw.shown]
    opening = {
        "random": "The first dealer is chosen at random.",
        "first_jack": "Cards are dealt face up, one at a time: first jack deals.",
        "high_cut": "One player from each side cuts: the side with the higher card names the dealer.",
        "low_card": "Everyone draws a card: the lowest deals, and the two lowest are partners.",
    }[rules.draw]
    return (opening, *([", ".join(shown) + "."] if shown else []), *_outcome(draw, names))


def _outcome(draw: Draw | DrawSummary, names: Names) -> tuple[str, ...]:
    lines = tuple[str, ...]()
    if draw.namer is not None:
        lines += (f"{names.pair(draw.namer)} cut the higher card.",)
    if names.me and draw.seating[names.me.index] is not names.me:
        lines += (f"Partners face each other, so you move to the {draw.seating[names.me.index]} seat.",)
    elif draw.seating != tuple(Seat):
        lines += ("Partners face each other, so two of the others swap seats.",)
    if draw.dealer is not None:
        dealt = tuple(Seat)[draw.seating.index(draw.dealer)]
        lines += (f"{names.does(dealt, 'deal')} first.",)
    return lines
