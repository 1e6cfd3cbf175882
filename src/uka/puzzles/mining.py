"""Mines puzzles in several processes of low priority. The file is the same for any number of processes."""

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
from .puzzle import Header, Puzzle, PuzzleFile, read, save
from .source import DealSource, SearchedDeal

AHEAD = 32
"""The number of deals that are searched or wait at the same time."""
SAVED = 50
"""After this number of deals the file is written."""
COMMON = 5
"""A theme has at most this fraction of the puzzles: one in ``COMMON``."""
LOWEST = 19
"""The priority of the processes, as for ``nice``."""


def mine(path: Path, source: DealSource, count: int, executor: Executor) -> Generator[PuzzleFile]:
    """Search deals until the file holds ``count`` puzzles or no deal is left. Yield its contents after each deal.

    A file that exists is continued. Raise ``UkaError`` if it was mined under other rules or with another seed.
    """
    found = continued(path, source.rules, source.seed)
    futures, following = deque[Future[Puzzle | None]](), found.header.deals
    try:
        while len(found.puzzles) < count:
            while len(futures) < AHEAD and (deal := source.deal(following)):
                futures.append(executor.submit(search, deal))
                following += 1
            if not futures:
                break
            found = extended(found, futures.popleft().result(), count)
            yield found
            if found.header.deals % SAVED == 0:
                save(found, path)
    finally:
        for future in futures:
            future.cancel()
        save(found, path)


def renew(path: Path, executor: Executor) -> Generator[int]:
    """Describe the puzzles of a file again, write the file, and yield the number of puzzles after each of them.

    A puzzle whose best action is no longer clearly the best is left out. The file is written at the end only, so that
    the same call can be repeated after a stop.
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


def continued(path: Path, rules: Ruleset, seed: str) -> PuzzleFile:
    """Return the contents of a file that is to be continued, or no puzzles if there is no such file."""
    if not path.exists():
        return PuzzleFile(Header(rules, seed, 0))
    found = read(path)
    if (found.header.rules, found.header.seed) != (rules, seed):
        raise UkaError(f"{path} was mined under other rules or with another seed: choose another file")
    return found


def extended(found: PuzzleFile, puzzle: Puzzle | None, count: int) -> PuzzleFile:
    """Return the contents of a file after one more deal. A puzzle of a theme that has enough of them is left out."""
    header = Header(found.header.rules, found.header.seed, found.header.deals + 1)
    enough = Counter(each.theme for each in found.puzzles)
    if puzzle is None or enough[puzzle.theme] >= ceil(count / COMMON):
        return PuzzleFile(header, found.puzzles)
    return PuzzleFile(header, (*found.puzzles, puzzle))


def search(deal: SearchedDeal) -> Puzzle | None:
    """Return the puzzle of one deal, in a process of low priority."""
    _lower_priority()
    return puzzle_of(deal)


def describe(puzzle: Puzzle, rules: Ruleset, seed: str) -> Puzzle | None:
    """Return a puzzle as this version describes it, in a process of low priority."""
    _lower_priority()
    return renewed(puzzle, rules, seed)


@lru_cache(maxsize=1)
def _lower_priority() -> None:
    if multiprocessing.parent_process() and hasattr(os, "nice"):
        os.nice(LOWEST)
