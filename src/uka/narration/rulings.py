"""Sentences about the rulings that officials and directors of tournaments make at a table."""

from __future__ import annotations

from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling
from uka.core.seats import Partnership

from .names import Names, counted


def ruling_sentence(ruling: Ruling, names: Names) -> str:
    """Return a sentence with the role of the person who made ``ruling``, the decision, and the reason if one is given.

    >>> names = Names(None, ("Ana", "Ben", "Caro", "Dan"))
    >>> ruling_sentence(PointsRuling(points=(0, 2), reason="the score was wrong"), names)
    'the official decides: 2 points to Ben and Dan (the score was wrong)'
    """
    decided = f"the {ruling.by} decides: {_decision(ruling, names)}"
    return f"{decided} ({ruling.reason})" if ruling.reason else decided


def _decision(ruling: Ruling, names: Names) -> str:
    """Return a clause with the decision of a ruling."""
    match ruling:
        case PointsRuling(points=points):
            changes = [(side, change) for side, change in zip(Partnership, points, strict=True) if change]
            return ", ".join(_points_clause(change, names.partners(side)) for side, change in changes)
        case ForfeitRuling(side=side, ejected=ejected):
            forfeit = "are ejected and forfeit" if ejected else "forfeit"
            return f"{names.partners(side)} {forfeit} the game"
        case RevokeRuling(offenders=side):
            return f"{names.partners(side)} revoked"
        case MisdealRuling():
            return "a misdeal"


def _points_clause(points: int, side: str) -> str:
    """Return a clause that gives points to the partners whom ``side`` names, or takes them if they are negative."""
    return f"{counted(abs(points), 'point')} {'to' if points > 0 else 'from'} {side}"
