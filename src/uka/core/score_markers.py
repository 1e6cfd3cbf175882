"""Keeping score with two low cards: the pips in sight are the score (seeds/003, Low Card Markers).

The source gives a game of five: a three and a four. For other targets the reading is ours: 7 keeps the three and
the four, 10 has a four and a six, 11 and 12 a five and a six. Up to the smaller card, the other lies face down on it
and leaves the score in sight; up to the larger, the smaller covers part of it; a card whose pips are all in sight lies
face up on the other; above the larger card, it lies face up on the smaller, of which the rest of the score peeps out.
Only rules with ``markers`` keep the score so.
"""

from __future__ import annotations

from functools import cache

import msgspec

from .ruleset import Ruleset

PAIRS = {5: (3, 4), 7: (3, 4), 10: (4, 6), 11: (5, 6), 12: (5, 6)}
"""The smaller and the larger marker for a target."""


class Markers(msgspec.Struct, frozen=True, gc=False):
    """Two cards, one on the other: the pips of each, whether the top is face up, what is in sight of the lower."""

    top: int
    top_up: bool
    under: int
    under_shows: int

    @property
    def pips(self) -> int:
        """The pips in sight, which are the score."""
        return (self.top if self.top_up else 0) + self.under_shows

    def __str__(self) -> str:
        if not self.top_up:
            return f"{self.top} face down on {self.under}, {self.under_shows} in sight"
        beneath = f", {self.under_shows} more in sight" if self.under_shows else ""
        return f"{self.top} face up on {self.under}{beneath}"


@cache
def markers(target: int, score: int) -> Markers | None:
    """How the markers lie at a score; None for a target without markers, or a score that has won.

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
    """How the markers lie at a score; None where the rules keep it otherwise.

    >>> score_markers(Ruleset(), 4) is None, str(score_markers(Ruleset(markers=True), 4))
    (True, '4 face up on 6')
    """
    return markers(rules.target, score) if rules.markers else None
