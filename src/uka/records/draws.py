"""The draw for the first dealer: from a finished draw to its entry, and back."""

from __future__ import annotations

from uka.core.draw import Draw
from uka.core.errors import IllegalAction
from uka.core.ruleset import Ruleset

from .entries import Drawn


def redrawn(rules: Ruleset, entry: Drawn) -> Draw:
    """The draw that an entry tells, made again."""
    draw = Draw.start(rules, entry.order, entry.captain)
    for place in entry.places:
        draw = draw.take(place)
    return draw.name_dealer(entry.dealer) if draw.namer is not None else draw


def drawn(draw: Draw) -> Drawn:
    """The entry for a finished draw. ``IllegalAction`` if it is not finished."""
    if draw.dealer is None:
        raise IllegalAction("the draw is not finished")
    left, places = list(draw.pack), list[int]()
    for _, card in draw.shown if draw.rules.draw in ("high_cut", "low_card") else ():
        places.append(left.index(card))
        left.remove(card)
    return Drawn(draw.pack, draw.captain, draw.dealer, tuple(places))
