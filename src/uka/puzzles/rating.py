"""How hard a puzzle is, as a rating on the scale of the people who solve it."""

from __future__ import annotations

from collections.abc import Mapping

LEVELS = {"random": 1240, "novice": 1330, "casual": 1360, "club": 1500, "expert": 1750}
"""The ratings of the bots' levels at puzzles: those that fit best to what they solve of the puzzles that come with Uka.

``club`` is set to 1500. The strongest level solves nearly all puzzles, so its rating can't be told.
"""
EASIEST, HARDEST = 800, 2400


def rating(shares: Mapping[str, float]) -> int:
    """Return the rating of a puzzle from how often each level solves it (Rasch's model).

    A solver with the rating of the puzzle finds the best action in one of two tries.
    """
    solved = sum(shares.get(level, 0.0) for level in LEVELS)
    low, high = EASIEST, HARDEST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _expected(middle) > solved else (low, middle)
    return low


def _expected(rating: int) -> float:
    """Return how many of the levels solve a puzzle of a rating, on average."""
    return sum(1 / (1 + 10 ** ((rating - level) / 400)) for level in LEVELS.values())
