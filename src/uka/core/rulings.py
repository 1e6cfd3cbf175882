"""Rulings of an official or the director (Tainui rules, 1). ``Game.rule`` applies them.

A ruling states its reason and the role of the person who gave it. Everyone at the table sees both.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from .seats import Partnership
from .tagged import Tagged

RulingOfficial: TypeAlias = Literal["official", "director"]
"""The roles of people who may give rulings."""


class RulingBase(
    Tagged, frozen=True, omit_defaults=True, kw_only=True,
    forbid_unknown_fields=True,
):  # fmt: skip
    """The base class of all rulings. ``by`` is the role of the person who gives the ruling."""

    by: RulingOfficial = "official"
    reason: str = ""


class PointsRuling(RulingBase, frozen=True):
    """The official changes the score by ``points``, given by partnership. Negative numbers take points away.

    No score falls below 0. A score that reaches the target ends the game.
    """

    points: tuple[int, ...]


class ForfeitRuling(RulingBase, frozen=True):
    """A side forfeits the game, which ends at once.

    ``ejected`` is true if the side was sent off with a red card for misconduct (Tainui rules, 2).
    """

    side: Partnership
    ejected: bool = False


class RevokeRuling(RulingBase, frozen=True):
    """A side revoked in the deal in progress or, until the next turn-up, in the deal before (Tainui rules, 5)."""

    offenders: Partnership


class MisdealRuling(RulingBase, frozen=True):
    """The deal in progress is a misdeal and is void, even if cards were played (Tainui rules, 10)."""


Ruling: TypeAlias = PointsRuling | ForfeitRuling | RevokeRuling | MisdealRuling
