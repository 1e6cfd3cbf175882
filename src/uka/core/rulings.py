"""Rulings of an official or a director (seeds/001, rule 1). ``Game.rule`` applies them.

A ruling says who gave it, by role, and why. Everyone at the table sees both.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .seats import Partnership

RulingOfficial: TypeAlias = Literal["official", "director"]
"""The roles of those who rule."""


class RulingBase(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="ruling",
    forbid_unknown_fields=True,
):  # fmt: skip
    """What all rulings share."""

    by: RulingOfficial = "official"
    reason: str = ""


class PointsRuling(RulingBase, frozen=True, tag="points"):
    """Points by partnership, given or taken; no score falls below 0. Points that reach the target end the game."""

    points: tuple[int, ...]


class ForfeitRuling(RulingBase, frozen=True, tag="forfeit"):
    """A side loses the game at once; ``ejected``: a red card sent it away (seeds/001, rule 2)."""

    side: Partnership
    ejected: bool = False


class RevokeRuling(RulingBase, frozen=True, tag="revoke"):
    """A side revoked in the deal on the table, or in the last one until the next turn-up (seeds/001, rule 5)."""

    offenders: Partnership


class MisdealRuling(RulingBase, frozen=True, tag="misdeal"):
    """The deal on the table is void, whatever was played: it is a misdeal (seeds/001, rule 10)."""


Ruling: TypeAlias = PointsRuling | ForfeitRuling | RevokeRuling | MisdealRuling
