"""The puzzle of the day, which follows from the date alone."""

from __future__ import annotations

from datetime import date
from math import gcd

from .puzzle import Puzzle, PuzzleFile

STEP = 0.618
"""How far apart in the file the puzzles of two days in a row are, as a fraction of all puzzles.

Puzzles that stand near each other in the file so come on days far apart.
"""


def puzzle_of_the_day(file: PuzzleFile, day: date) -> Puzzle:
    """Return the puzzle in ``file`` that is shown on ``day``. A puzzle comes again only after all others have come."""
    count = len(file.puzzles)
    step = next(step for step in range(max(1, round(STEP * count)), count + 2) if gcd(step, count) == 1)
    return file.puzzles[day.toordinal() * step % count]
