"""The outcomes of a deal, the points for each outcome, and the result of a deal."""

# No `from __future__ import annotations`: compiling types stored as text would make the first ruleset slower.

from collections.abc import Iterable
from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Meta

from .seats import PARTNERSHIPS, Partnership, Seat

Points = Annotated[int, Meta(ge=0, le=20)]


class Outcome(Enum):
    """How a deal ended. ``Scoring`` holds the points for each of the first seven outcomes."""

    MADE = "made"
    MARCH = "march"
    LONE_MADE = "lone_made"
    LONE_MARCH = "lone_march"
    EUCHRED = "euchred"
    LONE_EUCHRED = "lone_euchred"
    DEFENDED_ALONE = "defended_alone"
    REVOKED = "revoked"
    THROWN_IN = "thrown_in"
    REDEAL = "redeal"

    __hash__ = object.__hash__  # faster than Enum.__hash__, which is written in Python

    def __str__(self) -> str:
        return self.value.replace("_", " ")


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points for each outcome of a deal.

    The defenders score for ``euchred``, ``lone_euchred`` and ``defended_alone``, the makers for the others.

    >>> Scoring()[Outcome.MARCH]
    2
    """

    made: Annotated[Points, Meta(description="the makers take three or four of the five tricks")] = 1
    march: Annotated[Points, Meta(description="the makers take all five tricks")] = 2
    lone_made: Annotated[Points, Meta(description="a loner takes three or four tricks")] = 1
    lone_march: Annotated[Points, Meta(description="a loner takes all five tricks")] = 4
    euchred: Annotated[Points, Meta(description="the makers are euchred; the defenders score")] = 2
    lone_euchred: Annotated[Points, Meta(description="a loner is euchred; the defenders score")] = 2
    defended_alone: Annotated[
        Points,
        Meta(description="the makers are euchred by a lone defender; the defenders score this instead of the others"),
    ] = 4

    def __getitem__(self, outcome: Outcome) -> int:
        return getattr(self, outcome.value, 0)


class DealResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a finished deal."""

    outcome: Outcome
    points: tuple[int, ...]
    """The points that each partnership scored, north-south first."""
    tricks: tuple[int, ...]
    """The number of tricks that each partnership took, north-south first."""
    maker: Seat | None = None
    """The seat that made trump, or None if nobody did."""
    loner: Seat | None = None
    """The maker, or the maker's partner, who played alone, or None if neither did."""
    lone_defender: Seat | None = None
    """The defender who played alone, or None if neither did."""

    @property
    def makers(self) -> Partnership | None:
        """The partnership that made trump, or None if nobody did."""
        return self.maker.partnership if self.maker else None


def outcome_of(tricks: int, hand_size: int, *, loner: bool, lone_defender: bool, lone_must_march: bool) -> Outcome:
    """Return the outcome of a deal that was played to the end and in which the makers took ``tricks`` tricks.

    ``hand_size`` is the number of tricks in the deal. ``loner`` is true if a maker played alone. ``lone_defender`` is
    true if a defender played alone. If ``lone_must_march`` is true, a loner who loses a trick is euchred.
    """
    needed = hand_size if loner and lone_must_march else hand_size // 2 + 1
    if tricks < needed:
        if lone_defender:
            return Outcome.DEFENDED_ALONE
        return Outcome.LONE_EUCHRED if loner else Outcome.EUCHRED
    if tricks == hand_size:
        return Outcome.LONE_MARCH if loner else Outcome.MARCH
    return Outcome.LONE_MADE if loner else Outcome.MADE


TO_DEFENDERS = frozenset({Outcome.EUCHRED, Outcome.LONE_EUCHRED, Outcome.DEFENDED_ALONE})
"""The outcomes for which the defenders score."""


def points_for(scoring: Scoring, outcome: Outcome, makers: Partnership) -> tuple[int, ...]:
    """Return the points that each partnership scores for ``outcome``, north-south first."""
    return points_to(makers.other if outcome in TO_DEFENDERS else makers, scoring[outcome])


def points_to(side: Partnership, points: int) -> tuple[int, ...]:
    """Return the points of both partnerships, north-south first: ``points`` for ``side`` and 0 for the other."""
    return (points, 0) if side is PARTNERSHIPS[0] else (0, points)


def after_revokes(points: tuple[int, ...], revoked: Iterable[Partnership], penalty: int) -> tuple[int, ...]:
    """Return ``points``, the points of a deal by partnership, after the penalties for its revokes.

    ``revoked`` holds the offending side of each revoke. A side that revoked loses its ``points``, and its opponents
    score ``penalty`` for each revoke.

    >>> after_revokes((0, 4), [Partnership.EAST_WEST], penalty=2)
    (2, 0)
    """
    sides = tuple(revoked)
    return tuple(
        (0 if side in sides else points[side.index]) + penalty * sides.count(side.other) for side in PARTNERSHIPS
    )
