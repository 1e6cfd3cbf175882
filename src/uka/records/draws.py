"""Functions that convert the draw for the first dealer to its log entry and back."""

from __future__ import annotations

from uka.core.draw import Draw
from uka.core.errors import IllegalAction
from uka.core.ruleset import Ruleset

from .entries import Drawn


def replayed_draw(rules: Ruleset, entry: Drawn) -> Draw:
    """Replay the draw for the first dealer, as ``entry`` records it, and return the finished draw.

    Raise ``IllegalAction`` if the entry breaks the rules of the draw.
    """
    draw = Draw.start(rules, entry.order, entry.captain)
    for place in entry.places:
        draw = draw.take(place)
    return draw.name_dealer(entry.dealer) if draw.namer is not None else draw


def drawn(draw: Draw) -> Drawn:
    """Return the log entry that records ``draw``, a finished draw for the first dealer.

    Raise ``IllegalAction`` if the draw is not finished.
    """
    if draw.dealer is None:
        raise IllegalAction("the draw is not finished")
    places = list[int]()
    if draw.rules.draw in ("high_cut", "low_card"):
        face_down = list(draw.pack)
        for _, card in draw.shown:
            places.append(face_down.index(card))
            face_down.remove(card)
    return Drawn(draw.pack, draw.captain, draw.dealer, tuple(places))
