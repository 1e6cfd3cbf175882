"""Puzzles for tests: positions of deals played at random, in which an arbitrary action counts as the best.

The best action and the second never play alone.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from uka.coach import Reason
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.shuffle import shuffled
from uka.puzzles import Puzzle, PuzzleFile, Theme, save
from uka.puzzles.puzzle import PuzzleHeader, situation
from uka.rulesets import find

SOLVED = {"random": 0.3, "novice": 0.2, "casual": 0.4, "club": 0.6, "expert": 0.8, "master": 1.0}
REASON = Reason("result", "In 62 of 100 likely layouts this takes a trick more.")
THEMES: tuple[Theme, ...] = ("counting", "drawing_trumps")


class MadePuzzle(NamedTuple):
    """A puzzle, and the whole deal that it was made from."""

    puzzle: Puzzle
    deal: Deal


def made(rules: Ruleset, number: int) -> MadePuzzle:
    """Return a puzzle of a choice of three actions or more. Even numbers give calls, odd ones cards."""
    rng = Random(number)
    wanted = Phase.PLAYING if number % 2 else Phase.CALLING
    while True:
        deal = Deal.start(rules, rng.choice(rules.seats), shuffled(rules, rng.getrandbits(64)))
        for _ in range(rng.randint(0, 24)):
            if deal.turn is not None:
                deal, _ = deal.apply(rng.choice(deal.observe(deal.turn).lawful_actions))
        if deal.turn is not None and deal.phase is wanted:
            seen = replace(deal.observe(deal.turn), score=(rng.randint(0, 4), rng.randint(0, 4)))
            if len(seen.lawful_actions) > 2 and not seen.dealer_is_stuck:
                return MadePuzzle(_puzzle(seen, number), deal)


def _puzzle(seen: Observation, number: int) -> Puzzle:
    plain = [action for action in seen.lawful_actions if not getattr(action, "alone", False)]
    best, second = Random(number).sample(plain, 2)
    theme: Theme = THEMES[number % 2] if seen.phase is Phase.PLAYING else "ordering_up"
    return Puzzle(number, situation(seen), (best,), second, 0.05, 0.004, theme, 2, SOLVED, (REASON,))


def made_file(name: str, puzzles: int = 12) -> PuzzleFile:
    """Return puzzles of a ruleset. Their numbers are not consecutive, as in a mined file."""
    rules = find(name)
    found = tuple(made(rules, 7 * number).puzzle for number in range(puzzles))
    return PuzzleFile(PuzzleHeader(rules, "made", 7 * puzzles), found)


def save_all(folder: Path, *names: str) -> None:
    """Write files of puzzles of rulesets into a folder."""
    for name in names:
        save(made_file(name), folder / f"{name}.puzzles")
