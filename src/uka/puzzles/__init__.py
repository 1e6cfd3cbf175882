"""Puzzles: choices in a deal in which one action is clearly the best, and in which weaker players err.

They are mined, which means searched in the deals of self-play or of recorded games.

- ``puzzle``: a puzzle, and the file that holds the puzzles of a ruleset.
- ``theme``: what a puzzle is about.
- ``daily``: the puzzle of the day.
- ``source``: the deals in which puzzles are searched.
- ``miner``: finds the puzzle of a deal.
- ``mining``: searches deals in several processes, and continues a file.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from .daily import puzzle_of_the_day
from .puzzle import Cost, InvalidPuzzles, Puzzle, PuzzleFile, Theme, read, save

HERE = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Return the names of the rulesets for which puzzles come with Uka."""
    return tuple(sorted(path.stem for path in HERE.glob("*.puzzles")))


@cache
def load(ruleset_name: str) -> PuzzleFile:
    """Return the puzzles that come with Uka for a ruleset. Raise ``InvalidPuzzles`` if there are none."""
    if ruleset_name not in names():
        raise InvalidPuzzles(f"no puzzles come with Uka for {ruleset_name!r}, only for {', '.join(names())}")
    return read(HERE / f"{ruleset_name}.puzzles")


__all__ = [
    "Cost",
    "InvalidPuzzles",
    "Puzzle",
    "PuzzleFile",
    "Theme",
    "load",
    "names",
    "puzzle_of_the_day",
    "read",
    "save",
]
