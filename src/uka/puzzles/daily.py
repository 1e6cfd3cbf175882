"""The puzzle of the day, which follows from the date alone."""

from __future__ import annotations

from datetime import date
from math import gcd

from .puzzle import Puzzle, PuzzleFile

STEP = 0.618
"""The distance between the puzzles of two days, as a fraction of the file, so that neighbours there lie far apart."""


def puzzle_of_the_day(found: PuzzleFile, day: date) -> Puzzle:
    """Return the puzzle of a day. No puzzle of the file comes again before all others have come."""
    count = len(found.puzzles)
    step = next(step for step in range(max(1, round(STEP * count)), count + 2) if gcd(step, count) == 1)
    return found.puzzles[day.toordinal() * step % count]
