"""The score of a side kept with two low cards: the visible pips are the score (seeds/003, Low Card Markers).

The source describes a game of five, with a three and a four. The cards for other targets are Uka's reading: a three
and a four for 7, a four and a six for 10, a five and a six for 11 and 12.

- A score that equals the pips of a card: that card lies face up on the other.
- A lower score than the smaller card: the larger lies face down on the smaller and leaves the score visible.
- A score between the two: the smaller lies face down on the larger and leaves the score visible.
- A higher score than the larger card: it lies face up on the smaller, which shows the rest of the score.

Only rules with ``markers`` keep the score in this way.
"""

from __future__ import annotations

from functools import cache

import msgspec

from .ruleset import Ruleset

PAIRS = {5: (3, 4), 7: (3, 4), 10: (4, 6), 11: (5, 6), 12: (5, 6)}
"""The smaller and the larger marker for a target."""


class Markers(msgspec.Struct, frozen=True, gc=False):
    """Two cards, one on the other: the pips of each, whether the top one is face up, the visible pips of the lower."""

    top: int
    top_up: bool
    under: int
    under_shows: int

    @property
    def pips(self) -> int:
        """The number of visible pips, which is the score."""
        return (self.top if self.top_up else 0) + self.under_shows

    def __str__(self) -> str:
        if not self.top_up:
            return f"{self.top} face down on {self.under}, {self.under_shows} in sight"
        beneath = f", {self.under_shows} more in sight" if self.under_shows else ""
        return f"{self.top} face up on {self.under}{beneath}"


@cache
def markers(target: int, score: int) -> Markers | None:
    """Return the position of the markers at a score; None for a target without markers, or a score that has won.

    >>> [str(markers(5, score)) for score in (1, 2, 3, 4)]
    ['4 face down on 3, 1 in sight', '3 face down on 4, 2 in sight', '3 face up on 4', '4 face up on 3']
    """
    if target not in PAIRS or not 0 <= score < target:
        return None
    small, large = PAIRS[target]
    if score in (small, large):
        other = large if score == small else small
        return Markers(score, True, other, 0)
    if score > large:
        return Markers(large, True, small, score - large)
    if (target, score) == (5, 2) or small < score:
        return Markers(small, False, large, score)
    return Markers(large, False, small, score)


def score_markers(rules: Ruleset, score: int) -> Markers | None:
    """Return the position of the markers at a score; None if the rules use no markers.

    >>> score_markers(Ruleset(), 4) is None, str(score_markers(Ruleset(markers=True), 4))
    (True, '4 face up on 6')
    """
    return markers(rules.target, score) if rules.markers else None
