"""Lines about the puzzles that come with Uka."""

from collections.abc import Iterator
from random import Random

import uka.puzzles
from bench.registry import Figure, Skipped, line, promise
from uka import bots
from uka.arena import workers
from uka.coach.rating import rate_sample
from uka.coach.reasons import sample_choices
from uka.core.ruleset import Ruleset
from uka.puzzles import Puzzle

DRAWN, TIMES, TRIES = 500, 100, 3
Drawn = tuple[Ruleset, Puzzle]


@line("19.2 puzzles: at a hundred times the budget the best choice stays the best in 99 of 100")
def best_choices() -> Figure:
    """Evaluate puzzles, drawn at random, in a hundred times as many worlds as the strongest bot uses."""
    puzzles = drawn(192)
    with workers() as executor:
        stayed = sum(executor.map(stays_best, puzzles, chunksize=5))
    figure = {"puzzles": len(puzzles), "best choice stays the best": stayed}
    return promise(stayed >= 0.99 * len(puzzles), figure, "the best choice of too many puzzles is not the best")


@line("19.2 puzzles: the share solved falls from master to random")
def solved() -> Figure:
    """Let bots of each level try puzzles, drawn at random, with new random numbers."""
    puzzles = drawn(193)
    with workers() as executor:
        right = list(executor.map(solvers, puzzles, chunksize=10))
    shares = {level: sum(each[level] for each in right) / (TRIES * len(right)) for level in bots.names()}
    figure = {level: round(100 * share, 1) for level, share in shares.items()}
    return promise([*shares.values()] == sorted(shares.values()), figure, "a weaker level solves more")


def drawn(seed: int) -> list[Drawn]:
    """Return puzzles drawn at random from all that come with Uka. Raise ``Skipped`` if none do."""
    every = list(shipped())
    if not every:
        raise Skipped("no puzzles come with this version")
    return Random(seed).sample(every, min(DRAWN, len(every)))


def shipped() -> Iterator[Drawn]:
    for name in uka.puzzles.names():
        found = uka.puzzles.load(name)
        yield from ((found.header.rules, puzzle) for puzzle in found.puzzles)


def stays_best(case: Drawn) -> bool:
    """Return whether the best choice of a puzzle is still the best in many more worlds."""
    rules, puzzle = case
    return rate_sample(sample_choices(puzzle.observation(rules), Random(7), TIMES))[0].action in puzzle.best


def solvers(case: Drawn) -> dict[str, int]:
    """Return how often bots of each level find the best choice of a puzzle."""
    rules, puzzle = case
    seen = puzzle.observation(rules)
    return {
        level: sum(
            bots.bot(level).choose(seen, Random(f"{puzzle.deal}/{level}/{each}")) in puzzle.best
            for each in range(TRIES)
        )
        for level in bots.names()
    }
