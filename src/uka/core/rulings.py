"""Rulings that an official or the director gives in a game (Tainui rules, 1). ``Game.rule`` applies a ruling."""

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
    """The base class of all rulings. Everyone at the table sees a ruling with all its fields."""

    by: RulingOfficial = "official"
    """The role of the person who gives the ruling."""
    reason: str = ""
    """Why the ruling was given, in that person's words."""


class PointsRuling(RulingBase, frozen=True):
    """The official changes the score. No score falls below 0, and one that reaches the target ends the game."""

    points: tuple[int, ...]
    """The points that each partnership gets, north-south first. A negative number takes points away."""


class ForfeitRuling(RulingBase, frozen=True):
    """A partnership forfeits the game, which ends at once."""

    side: Partnership
    """The partnership that forfeits."""
    ejected: bool = False
    """Whether ``side`` was sent off with a red card for misconduct (Tainui rules, 2)."""


class RevokeRuling(RulingBase, frozen=True):
    """A partnership revoked in the deal in progress, or in the last one if no deal has followed (Tainui rules, 5)."""

    offenders: Partnership
    """The partnership that revoked."""


class MisdealRuling(RulingBase, frozen=True):
    """The deal in progress is a misdeal and is void, even if cards were played (Tainui rules, 10)."""


Ruling: TypeAlias = PointsRuling | ForfeitRuling | RevokeRuling | MisdealRuling
