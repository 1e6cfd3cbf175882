"""Rulings of an official or a director (seeds/001, rule 1). ``Game.rule`` applies them.

A ruling names the role of the person who gave it, and the reason. Everyone at the table sees both.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .seats import Partnership

RulingOfficial: TypeAlias = Literal["official", "director"]
"""The roles that may give rulings."""


class RulingBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="ruling",
    forbid_unknown_fields=True,
):  # fmt: skip
    """The base class of rulings."""

    by: RulingOfficial = "official"
    reason: str = ""


class PointsRuling(RulingBase, frozen=True, tag="points"):
    """Points by partnership are added to the score, or taken away if negative.

    No score falls below 0. A score that reaches the target ends the game.
    """

    points: tuple[int, ...]


class ForfeitRuling(RulingBase, frozen=True, tag="forfeit"):
    """A side loses the game at once. ``ejected`` says that a red card was the reason (seeds/001, rule 2)."""

    side: Partnership
    ejected: bool = False


class RevokeRuling(RulingBase, frozen=True, tag="revoke"):
    """A side revoked in the deal in progress, or in the last deal before the next turn-up (seeds/001, rule 5)."""

    offenders: Partnership


class MisdealRuling(RulingBase, frozen=True, tag="misdeal"):
    """The deal in progress is a misdeal and void, even if cards were played (seeds/001, rule 10)."""


Ruling: TypeAlias = PointsRuling | ForfeitRuling | RevokeRuling | MisdealRuling
