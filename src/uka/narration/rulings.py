"""Sentences about the rulings of officials."""

from __future__ import annotations

from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling
from uka.core.seats import Partnership

from .names import Names, counted


def ruling_sentence(ruling: Ruling, names: Names) -> str:
    """Return a sentence with the decision of an official, and the reason for the decision.

    >>> names = Names(None, ("Ana", "Ben", "Caro", "Dan"))
    >>> ruling_sentence(PointsRuling(points=(0, 2), reason="the score was wrong"), names)
    'the official decides: 2 points to Ben and Dan (the score was wrong)'
    """
    decided = f"the {ruling.by} decides: {_decision(ruling, names)}"
    return f"{decided} ({ruling.reason})" if ruling.reason else decided


def _decision(ruling: Ruling, names: Names) -> str:
    match ruling:
        case PointsRuling(points=points):
            return ", ".join(_points(n, names.partners(side)) for side, n in zip(Partnership, points, strict=True) if n)
        case ForfeitRuling(side=side, ejected=ejected):
            return f"{names.partners(side)} {'are ejected and forfeit' if ejected else 'forfeit'} the game"
        case RevokeRuling(offenders=side):
            return f"{names.partners(side)} revoked"
        case MisdealRuling():
            return "a misdeal"


def _points(points: int, side: str) -> str:
    return f"{counted(abs(points), 'point')} {'to' if points > 0 else 'from'} {side}"
