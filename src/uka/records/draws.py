"""The draw for the first dealer as an entry of a record: written from a finished draw, and replayed."""

from __future__ import annotations

from uka.core.draw import Draw
from uka.core.errors import IllegalAction
from uka.core.ruleset import Ruleset

from .entries import Drawn


def redrawn(rules: Ruleset, entry: Drawn) -> Draw:
    """Return the draw that an entry records. ``IllegalAction`` if a place is wrong."""
    draw = Draw.start(rules, entry.order, entry.captain)
    for place in entry.places:
        draw = draw.take(place)
    return draw.name_dealer(entry.dealer) if draw.namer is not None else draw


def drawn(draw: Draw) -> Drawn:
    """Return the entry that records a finished draw. ``IllegalAction`` if it is not finished."""
    if draw.dealer is None:
        raise IllegalAction("the draw is not finished")
    left, places = list(draw.pack), list[int]()
    for _, card in draw.shown if draw.rules.draw in ("high_cut", "low_card") else ():
        places.append(left.index(card))
        left.remove(card)
    return Drawn(draw.pack, draw.captain, draw.dealer, tuple(places))
