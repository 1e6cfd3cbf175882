"""Searches deals for puzzles in several processes of low priority, and writes the puzzles to a file.

The file is the same for any number of processes.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter, deque
from collections.abc import Generator
from concurrent.futures import Executor, Future
from functools import lru_cache
from math import ceil
from pathlib import Path

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset

from .miner import puzzle_of, renewed
from .puzzle import Puzzle, PuzzleFile, PuzzleHeader, read, save
from .source import DealSource, DealToSearch

AHEAD = 32
"""The number of deals that are being searched, or wait for a process, at the same time."""
SAVED = 50
"""The file is written each time that this number of deals has been searched."""
COMMON = 5
"""At most one in this number of puzzles is of the same theme."""
LOWEST = 19
"""The number by which the processes lower their priority, as the command ``nice`` does."""


def mine(path: Path, source: DealSource, count: int, executor: Executor) -> Generator[PuzzleFile]:
    """Search the deals of ``source`` until the file ``path`` holds ``count`` puzzles or no deal is left.

    Yield the contents of the file after each deal. A file that exists is continued. Raise ``UkaError`` if it was mined
    under other rules or with another seed.
    """
    found = read_or_new(path, source.rules, source.seed)
    futures = deque[Future[Puzzle | None]]()
    next_deal = found.header.deals
    try:
        while len(found.puzzles) < count:
            while len(futures) < AHEAD and (deal := source.deal(next_deal)):
                futures.append(executor.submit(search, deal))
                next_deal += 1
            if not futures:
                break
            found = with_searched_deal(found, futures.popleft().result(), count)
            yield found
            if found.header.deals % SAVED == 0:
                save(found, path)
    finally:
        for future in futures:
            future.cancel()
        save(found, path)


def renew(path: Path, executor: Executor) -> Generator[int]:
    """Describe the puzzles of the file ``path`` anew, as this version of Uka does, and write the file.

    Yield the number of described puzzles after each puzzle. A puzzle whose best action is no longer clearly the best is
    left out. The file is written at the end only, so that the same call can be repeated after a stop.
    """
    found = read(path)
    rules, seed = found.header.rules, found.header.seed
    kept = list[Puzzle]()
    futures = [executor.submit(describe, puzzle, rules, seed) for puzzle in found.puzzles]
    try:
        for number, future in enumerate(futures, 1):
            if puzzle := future.result():
                kept.append(puzzle)
            yield number
    finally:
        for future in futures:
            future.cancel()
    save(PuzzleFile(found.header, tuple(kept)), path)


def read_or_new(path: Path, rules: Ruleset, seed: str) -> PuzzleFile:
    """Return the contents of the file ``path``, which is to be continued, or no puzzles if there is no such file.

    Raise ``UkaError`` if the file was mined under other rules or with another seed.
    """
    if not path.exists():
        return PuzzleFile(PuzzleHeader(rules, seed, 0))
    found = read(path)
    if (found.header.rules, found.header.seed) != (rules, seed):
        raise UkaError(f"{path} was mined under other rules or with another seed: choose another file")
    return found


def with_searched_deal(found: PuzzleFile, puzzle: Puzzle | None, count: int) -> PuzzleFile:
    """Count one more searched deal in ``found``, add the deal's ``puzzle`` if there is one, and return the result.

    ``found`` is the contents of a file that is to hold ``count`` puzzles in the end. The puzzle is left out if the file
    has enough puzzles of the same theme.
    """
    header = PuzzleHeader(found.header.rules, found.header.seed, found.header.deals + 1)
    of_theme = Counter(each.theme for each in found.puzzles)
    if puzzle is None or of_theme[puzzle.theme] >= ceil(count / COMMON):
        return PuzzleFile(header, found.puzzles)
    return PuzzleFile(header, (*found.puzzles, puzzle))


def search(deal: DealToSearch) -> Puzzle | None:
    """Return the puzzle of ``deal``, or None. If this is not the main process, lower its priority first."""
    _lower_priority()
    return puzzle_of(deal)


def describe(puzzle: Puzzle, rules: Ruleset, seed: str) -> Puzzle | None:
    """Return ``puzzle`` with a new description, or None if it is no longer suitable.

    If this is not the main process, lower its priority first.
    """
    _lower_priority()
    return renewed(puzzle, rules, seed)


@lru_cache(maxsize=1)
def _lower_priority() -> None:
    if multiprocessing.parent_process() and hasattr(os, "nice"):
        os.nice(LOWEST)
