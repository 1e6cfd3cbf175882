"""The score of a side, shown by two low cards: the number of visible pips is the score (Bicycle, Low Card Markers).

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

PAIRS = {5: (3, 4), 7: (3, 4), 10: (4, 6), 11: (5, 6), 12: (5, 6)}
"""The numbers of pips on the smaller and the larger marker card, by the target score of the game."""


class Markers(msgspec.Struct, frozen=True, gc=False):
    """The position of two marker cards, one on top of the other.

    ``top`` is the number of pips printed on the upper card, and ``under`` the number on the lower card. ``top_up`` is
    true if the upper card is face up. ``under_shows`` is the number of visible pips of the lower card.
    """

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
    """Return the position of the marker cards at a score.

    Return None if the target has no marker cards, or if the score has reached the target.

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
    """Return the position of the marker cards at a score, or None if the rules do not use marker cards.

    >>> score_markers(Ruleset(), 4) is None, str(score_markers(Ruleset(markers=True), 4))
    (True, '4 face up on 6')
    """
    return markers(rules.target, score) if rules.markers else None
