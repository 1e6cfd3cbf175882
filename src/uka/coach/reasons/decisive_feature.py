"""The statement about the hidden cards on which the difference between two choices depends most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import TypeAlias

from .reason import Feature, Figure, Reason, SplitMean, hundredths, points_difference, share
from .words import capitalized

RARE = 0.15
"""A statement is considered only if it, and its opposite too, are true in at least this share of the worlds."""
CERTAIN = 3.5
"""A difference counts as found if it is more than this number of its standard errors."""
SMALLEST = 0.15
"""A reason needs at least this gain in points, and at least this difference between two gains."""
ELSEWHERE = 0.3
"""A statement favours a choice if the gain elsewhere is at most this fraction of the gain where it is true."""
Gains: TypeAlias = tuple[Figure, Figure]
"""How many points more the best choice brings than another one: where a statement is true, and elsewhere."""


def decisive_reason(
    names: tuple[str, str], gains: Sequence[int], features: Iterable[Feature], effective_size: float
) -> Iterator[Reason]:
    """Yield the reason with the statement in ``features`` that explains most of the spread of ``gains``, if any does.

    ``names`` holds the names of the best choice and of another choice. ``gains`` says, for each sampled world, how many
    points more the best choice brings. ``effective_size`` is the number of independent worlds that would give the same
    standard errors.
    """
    if not any(gains):
        return
    split = SplitMean(gains, effective_size)
    found = ((feature, share(feature.true, effective_size)) for feature in features)
    yield from most_decisive(
        names, ((feature, common, split.means_by(feature.true)) for feature, common in found if not rare(common))
    )


def rare(frequency: Figure) -> bool:
    """Return whether a statement, or its opposite, is true in few worlds only.

    ``frequency`` is the share of the sampled worlds in which the statement is true.
    """
    return not RARE <= frequency.value <= 1 - RARE


def most_decisive(names: tuple[str, str], found: Iterable[tuple[Feature, Figure, Gains]]) -> Iterator[Reason]:
    """Yield at most one reason: the statement on which the gain in points of the best choice depends most.

    ``found`` holds each statement about unseen cards with the share of the sampled worlds in which it is true, and with
    the best choice's gains where it is true and where it is false.
    """
    most, reason = 0.0, None
    for feature, common, (inside, outside) in found:
        apart = inside.value - outside.value
        explained = common.value * (1 - common.value) * apart * apart
        there, elsewhere = sorted((inside, outside), key=lambda gain: -gain.value)
        has_words = feature.opposite or there is inside
        if has_words and explained > most and gains_mainly_there(there, elsewhere):
            most, reason = explained, feature_reason(names, feature, (common, inside, outside))
    if reason:
        yield reason


def gains_mainly_there(there: Figure, elsewhere: Figure) -> bool:
    """Return whether the gain ``there`` is large, and larger than the gain ``elsewhere`` by more than chance explains.

    ``there`` is the gain in points of a choice in some of the sampled worlds, ``elsewhere`` its gain in the others.
    """
    gap = there.value - elsewhere.value
    return (
        there.value >= SMALLEST
        and gap >= SMALLEST
        and elsewhere.value <= ELSEWHERE * there.value
        and gap > CERTAIN * hypot(there.error, elsewhere.error)
    )


def feature_reason(names: tuple[str, str], feature: Feature, figures: tuple[Figure, Figure, Figure]) -> Reason:
    """Return the reason that the best choice gains where a statement is true, or where its opposite is true.

    ``names`` holds the names of the best choice and of the other choice. ``figures`` holds the share of the sampled
    worlds in which the statement is true, the gain in points there, and the gain elsewhere.
    """
    (best, other), (common, inside, outside), clause = names, figures, feature.clause
    if inside.value < outside.value:
        common, inside, outside = Figure(1 - common.value, common.error), outside, inside
        clause = feature.opposite
    gains = f"there {best} is {points_difference(inside)} than {other}, elsewhere {points_difference(outside)}"
    text = f"{clause} in {hundredths(common)} of 100 likely layouts: {gains}."
    return Reason("cards", capitalized(text), (common, inside, outside))
