"""Marker cards: two low cards that show the score of a side by their visible pips (Bicycle, Low Card Markers).

The source describes a game to 5 points, with a three and a four. Uka adds cards for other targets. A game to 7 points
uses a three and a four. A game to 10 uses a four and a six, and a game to 11 or 12 a five and a six. The score
determines how the cards lie:

- A score equal to the pips of one card: that card lies face up on the other card.
- A score lower than the smaller card: the larger card lies face down on the smaller. The visible pips are the score.
- A score between the two cards: the smaller card lies face down on the larger. The visible pips are the score.
- A score higher than the larger card: the larger card lies face up on the smaller, which shows the remaining pips.

The score 2 in a game to 5 is an exception: the three lies face down on the four. Only rulesets whose field ``markers``
is true use these cards.
"""

from __future__ import annotations

from functools import cache

import msgspec

from .ruleset import Ruleset

MARKER_CARDS = {5: (3, 4), 7: (3, 4), 10: (4, 6), 11: (5, 6), 12: (5, 6)}
"""A dict from the target of a game to the pips of its two marker cards, the smaller number first."""


class Markers(msgspec.Struct, frozen=True, gc=False):
    """The arrangement of the two cards, one on top of the other, that show a side's score."""

    top: int
    """The number of pips printed on the upper card."""
    top_up: bool
    """Whether the upper card lies face up."""
    under: int
    """The number of pips printed on the lower card."""
    under_shows: int
    """The number of pips of the lower card that can be seen."""

    @property
    def pips(self) -> int:
        """The number of visible pips on both cards, which is the score."""
        return (self.top if self.top_up else 0) + self.under_shows

    def __str__(self) -> str:
        if not self.top_up:
            return f"{self.top} face down on {self.under}, {self.under_shows} in sight"
        beneath = f", {self.under_shows} more in sight" if self.under_shows else ""
        return f"{self.top} face up on {self.under}{beneath}"


@cache
def markers(target: int, score: int) -> Markers | None:
    """Return how the two marker cards lie at the score ``score`` in a game to ``target`` points.

    Return None if Uka has no marker cards for ``target``, or if ``score`` has reached ``target``.

    >>> [str(markers(5, score)) for score in (1, 2, 3, 4)]
    ['4 face down on 3, 1 in sight', '3 face down on 4, 2 in sight', '3 face up on 4', '4 face up on 3']
    """
    if target not in MARKER_CARDS or not 0 <= score < target:
        return None
    small, large = MARKER_CARDS[target]
    if score in (small, large):
        other = large if score == small else small
        return Markers(score, True, other, 0)
    if score > large:
        return Markers(large, True, small, score - large)
    if (target, score) == (5, 2) or small < score:
        return Markers(small, False, large, score)
    return Markers(large, False, small, score)


def score_markers(rules: Ruleset, score: int) -> Markers | None:
    """Return how the marker cards lie at the score ``score`` under ``rules``, or None if ``rules`` use no marker cards.

    >>> score_markers(Ruleset(), 4) is None, str(score_markers(Ruleset(markers=True), 4))
    (True, '4 face up on 6')
    """
    return markers(rules.target, score) if rules.markers else None
