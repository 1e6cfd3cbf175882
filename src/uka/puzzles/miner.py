"""Finds the puzzle of a deal: of one that the strongest bot plays, or of a recorded one.

The same deal always gives the same puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import hypot
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from uka import bots
from uka.coach import RatedAction, hint
from uka.coach.rating import rate_sample
from uka.coach.reasons import explain, sample_choices
from uka.core.actions import Action
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.shuffle import shuffled

from .puzzle import Puzzle, situation
from .source import DealToSearch
from .theme import theme_of

TIMES = 10
"""A puzzle is checked twice, each time in this many times as many worlds as the strongest bot takes.

A world is a sample of the hidden cards.
"""
MARGIN, ERRORS = 0.03, 5.0
"""By how much the best action must be better than the next: in chance of winning, and in standard errors."""
TRIES = 5
"""How often a bot of each level tries to solve a puzzle."""
ERRING, SURE, LUCK = 0.5, 0.8, 0.34
"""Limits of how often a puzzle is solved, as fractions of all tries.

A level errs if it solves the puzzle less often than ``ERRING``. The strongest level must solve it as often as ``SURE``
or more often, and random choice as often as ``LUCK`` or less often.
"""
LEVELS = tuple(name for name in bots.names() if name != "random")
"""The levels of the bots, the weakest first, without the one that chooses at random."""


class Candidate(NamedTuple):
    """A choice in a deal that may become a puzzle."""

    seen: Observation
    """What the seat knows that has to choose."""
    rated: tuple[RatedAction, ...]
    """The actions to choose from with their ratings, the best first."""


def puzzle_of(deal: DealToSearch) -> Puzzle | None:
    """Return the hardest puzzle in ``deal``, or None if there is none."""
    rules, seed, number, recorded = deal
    rng = Random(f"{seed}/{rules.name}/{number}")
    candidates = _played_candidates(rules, rng) if recorded is None else _recorded_candidates(recorded)
    puzzles = (
        _puzzle(candidate, number, Random(rng.getrandbits(64)), _description_rng(rules, seed, number))
        for candidate in candidates
    )
    found = (puzzle for puzzle in puzzles if puzzle is not None)
    return max(found, key=lambda puzzle: (puzzle.difficulty, puzzle.margin), default=None)


def _played_candidates(rules: Ruleset, rng: Random) -> Iterator[Candidate]:
    """Let the strongest bot play a deal at a random score, and yield the choices with a clearly best action."""
    dealer = rng.choice(rules.seats)
    deal = Deal.start(rules, dealer, shuffled(rules, rng.getrandbits(64)))
    most = (rules.target or 11) - 1
    score = (rng.randint(0, most), rng.randint(0, most))
    while deal.turn is not None:
        seen = replace(deal.observe(deal.turn), score=score)
        actions = seen.lawful_actions
        chosen = actions[0]
        if len(actions) > 1:
            rated = hint(seen, bots.evaluate)
            chosen = rated[0].action
            if _has_clear_best(rated):
                yield Candidate(seen, rated)
        deal, _ = deal.apply(chosen)


def _recorded_candidates(choices: Iterable[Observation]) -> Iterator[Candidate]:
    """Yield those ``choices`` of a recorded deal that have a clearly best action."""
    for seen in choices:
        rated = hint(seen, bots.evaluate)
        if _has_clear_best(rated):
            yield Candidate(seen, rated)


def _has_clear_best(rated: tuple[RatedAction, ...]) -> bool:
    """Return whether the best action, or a group of equal best actions, is clearly better than all others."""
    second = _second_best(rated)
    if second is None:
        return False
    margin = rated[0].win - second.win
    error = hypot(rated[0].win_error, second.win_error)
    return margin >= MARGIN and margin >= ERRORS * error


def _second_best(rated: tuple[RatedAction, ...]) -> RatedAction | None:
    """Return the best of those actions that are not equal in value to the very best one, or None if all are equal."""
    best = rated[0]
    return next((each for each in rated if (each.win, each.points) != (best.win, best.points)), None)


def _puzzle(candidate: Candidate, deal: int, rng: Random, description_rng: Random) -> Puzzle | None:
    """Return the puzzle that a candidate in deal number ``deal`` becomes, or None if it becomes none."""
    seen, rated = candidate
    best = _best_actions(rated)
    solved = _success_rates(seen, best, rng)
    if not _is_suitable(solved):
        return None
    check = rate_sample(sample_choices(seen, Random(rng.getrandbits(64)), TIMES))
    return _described_puzzle(seen, deal, best, solved, description_rng) if _confirms(check, best) else None


def _confirms(rated: tuple[RatedAction, ...], best: set[Action]) -> bool:
    """Return whether the ratings ``rated`` confirm that the actions ``best`` are clearly better than all others."""
    return _has_clear_best(rated) and _best_actions(rated) == best


def renewed(puzzle: Puzzle, rules: Ruleset, seed: str) -> Puzzle | None:
    """Return ``puzzle`` as this version of Uka describes it: with new reasons, margin, second choice and theme.

    Return None if its best action is no longer clearly the best, or if no reason is found why it is.
    A puzzle that this version mined stays as it is.
    """
    rng = _description_rng(rules, seed, puzzle.deal)
    return _described_puzzle(puzzle.observation(rules), puzzle.deal, {*puzzle.best}, puzzle.solved, rng)


def _description_rng(rules: Ruleset, seed: str, deal: int) -> Random:
    """Return the source of random numbers for describing the puzzle of deal number ``deal``."""
    return Random(f"{seed}/{rules.name}/{deal}/described")


def _described_puzzle(
    seen: Observation, deal: int, best: set[Action], solved: dict[str, float], rng: Random
) -> Puzzle | None:
    """Return a puzzle in which the player who has to choose knows ``seen``, and ``best`` are the best actions.

    Return None if a second check finds that ``best`` are not clearly the best, or finds no reason why they are.
    """
    sample = sample_choices(seen, rng, TIMES)
    rated = rate_sample(sample)
    second = _second_best(rated)
    if second is None or not _confirms(rated, best):
        return None
    reasons = explain(sample, rated[0].evaluation, second.evaluation)
    if not reasons:
        return None
    return Puzzle(
        deal=deal,
        situation=situation(seen),
        best=tuple(each.action for each in _equal_best(rated)),
        second=second.action,
        margin=round(rated[0].win - second.win, 4),
        margin_error=round(hypot(rated[0].win_error, second.win_error), 4),
        theme=theme_of(seen, rated[0], second),
        difficulty=_difficulty(solved),
        solved=solved,
        reasons=reasons,
    )


def _equal_best(rated: tuple[RatedAction, ...]) -> list[RatedAction]:
    """Return the best action and those that are equal to it in value."""
    return [each for each in rated if (each.win, each.points) == (rated[0].win, rated[0].points)]


def _best_actions(rated: tuple[RatedAction, ...]) -> set[Action]:
    return {each.action for each in _equal_best(rated)}


def _success_rates(seen: Observation, best: set[Action], rng: Random) -> dict[str, float]:
    """Return how often a bot of each level finds a best action, from 0 to 1, the weakest level first."""
    solved = {"random": round(len(best) / len(seen.lawful_actions), 2)}
    for level in LEVELS:
        bot = bots.bot(level)
        choices = [bot.choose(seen, Random(rng.getrandbits(64))) for _ in range(TRIES)]
        solved[level] = len([choice for choice in choices if choice in best]) / TRIES
    return solved


def _is_suitable(solved: Mapping[str, float]) -> bool:
    """Return whether a puzzle is hard for weak bots and for random choice, but not for the strongest bot.

    ``solved`` says how often each level solves it, from 0 to 1. A puzzle that only the novice fails is not hard, since
    the novice may solve less than random choice.
    """
    errs = _difficulty(solved) > 0 and solved["casual"] < 1
    return errs and solved["random"] <= LUCK and solved["master"] >= SURE


def _difficulty(solved: Mapping[str, float]) -> int:
    """Return how many levels of bots fail more often than they succeed.

    Random choice and the strongest level are not counted.
    """
    return len([level for level in LEVELS[:-1] if solved[level] < ERRING])
