"""The statement about the hidden cards on which the difference between two choices depends most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import TypeAlias

from .reason import Feature, Figure, Reason, SplitMean, better, hundredths, share
from .words import capitalized

RARE = 0.15
"""The smallest share of worlds in which a statement, and its opposite, must be true."""
CERTAIN = 3.5
"""A difference counts as found if it is more than this number of its standard errors."""
SMALLEST = 0.15
"""The smallest gain in points, and the smallest difference between two gains, that is told."""
ELSEWHERE = 0.3
"""A statement favours a choice if the gain elsewhere is at most this fraction of the gain where it is true."""
Gains: TypeAlias = tuple[Figure, Figure]
"""What the best choice gains on another, in points: where a statement is true, and elsewhere."""


def decisive_reason(
    names: tuple[str, str], gains: Sequence[int], features: Iterable[Feature], effective: float
) -> Iterator[Reason]:
    """Yield a reason with the statement that explains most of the spread of ``gains``, if there is one.

    ``names`` are the names of the best choice and of another one. ``gains`` are the points that the best choice gains
    on the other in each world. ``effective`` is a number of independent worlds.
    """
    if not any(gains):
        return
    split = SplitMean(gains, effective)
    found = ((feature, share(feature.true, effective)) for feature in features)
    yield from most_decisive(
        names, ((feature, common, split.by(feature.true)) for feature, common in found if not rare(common))
    )


def rare(common: Figure) -> bool:
    """Return whether a statement or its opposite is true in few worlds only."""
    return not RARE <= common.value <= 1 - RARE


def most_decisive(names: tuple[str, str], found: Iterable[tuple[Feature, Figure, Gains]]) -> Iterator[Reason]:
    """Yield the reason with the statement that explains most of the spread of the gains.

    Each statement comes with the share of worlds in which it is true, and with the gains.
    """
    most, reason = 0.0, None
    for feature, common, (inside, outside) in found:
        explained = common.value * (1 - common.value) * (inside.value - outside.value) ** 2
        there, elsewhere = sorted((inside, outside), key=lambda gain: -gain.value)
        told = feature.opposite or there is inside
        if told and explained > most and favours(there, elsewhere):
            most, reason = explained, feature_reason(names, feature, (common, inside, outside))
    if reason:
        yield reason


def favours(there: Figure, elsewhere: Figure) -> bool:
    """Return whether a choice gains in some worlds and clearly less elsewhere, beyond chance."""
    gap = there.value - elsewhere.value
    return (
        there.value >= SMALLEST
        and gap >= SMALLEST
        and elsewhere.value <= ELSEWHERE * there.value
        and gap > CERTAIN * hypot(there.error, elsewhere.error)
    )


def feature_reason(names: tuple[str, str], feature: Feature, figures: tuple[Figure, Figure, Figure]) -> Reason:
    """Return the reason that the best choice gains where a statement is true, or where its opposite is true.

    ``figures`` are the share of worlds in which the statement is true, the gain in points there, and elsewhere.
    """
    (best, other), (common, inside, outside), clause = names, figures, feature.clause
    if inside.value < outside.value:
        common, inside, outside = Figure(1 - common.value, common.error), outside, inside
        clause = feature.opposite
    gains = f"there {best} is {better(inside)} than {other}, elsewhere {better(outside)}"
    text = f"{clause} in {hundredths(common)} of 100 likely layouts: {gains}."
    return Reason("cards", capitalized(text), (common, inside, outside))
