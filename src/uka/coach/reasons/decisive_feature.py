"""The statement about the hidden cards on which the difference between two choices depends most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from .reason import Feature, Figure, Reason, SplitMean, better, hundredths, share

RARE = 0.04
"""The smallest share of worlds in which a statement, and its opposite, must be true."""
CERTAIN = 3.5
"""A difference counts as found if it is more than this number of its standard errors."""
SMALLEST = 0.15
"""The smallest difference between two gains, in points, that is told."""


def decisive_reason(
    names: tuple[str, str], gains: Sequence[int], features: Iterable[Feature], effective: float
) -> Iterator[Reason]:
    """Yield a reason with the statement that explains most of the spread of ``gains``, if there is one.

    ``names`` are the names of the best choice and of another one. ``gains`` are the points that the best choice gains
    on the other in each world. ``effective`` is a number of independent worlds.
    """
    if not any(gains):
        return
    split, most, reason = SplitMean(gains, effective), 0.0, None
    for feature in features:
        common = sum(feature.true) / len(gains)
        if not RARE <= common <= 1 - RARE:
            continue
        inside, outside = split.by(feature.true)
        explained = common * (1 - common) * (inside.value - outside.value) ** 2
        if explained > most and differ(inside, outside):
            figures = share(feature.true, effective), inside, outside
            most, reason = explained, feature_reason(names, feature.clause, figures)
    if reason:
        yield reason


def differ(one: Figure, other: Figure) -> bool:
    """Return whether two gains differ by more than chance explains, and by enough to be told."""
    gap = abs(one.value - other.value)
    return gap >= SMALLEST and gap > CERTAIN * hypot(one.error, other.error)


def feature_reason(names: tuple[str, str], clause: str, figures: tuple[Figure, Figure, Figure]) -> Reason:
    """Return the reason that two choices differ more where a statement about the hidden cards is true, or less.

    ``figures`` are the share of worlds in which it is true, the gain in points there, and the gain elsewhere.
    """
    (best, other), (common, inside, outside) = names, figures
    gains = f"there {best} is {better(inside)} than {other}, elsewhere {better(outside)}"
    text = f"{clause} in {hundredths(common)} of 100 likely layouts: {gains}."
    return Reason("cards", text, figures)
