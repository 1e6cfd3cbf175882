"""Finds puzzles in self-play of the strongest bot and in records. The same deals always give the same puzzles."""

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
from .source import SearchedDeal
from .theme import theme_of

TIMES = 10
"""How many times more worlds than the strongest bot a puzzle is checked in, with each of two seeds."""
MARGIN, ERRORS = 0.03, 5.0
"""The smallest margin of a best action in chance of winning, and in standard errors."""
TRIES = 5
"""How often each level tries a choice."""
ERRING, SURE, LUCK = 0.5, 0.8, 0.34
"""A level errs if it solves a puzzle less often than ``ERRING``. The strongest level must solve it at ``SURE``, and
random choice at most at ``LUCK``. Where only the novice erred, random choice would solve more than the novice."""
LEVELS = tuple(name for name in bots.names() if name != "random")


class Candidate(NamedTuple):
    """A choice that may become a puzzle: what the seat knows, and the rated actions, the best first."""

    seen: Observation
    rated: tuple[RatedAction, ...]


def puzzle_of(deal: SearchedDeal) -> Puzzle | None:
    """Return the hardest puzzle of one deal, or None if the deal has none."""
    rules, seed, number, recorded = deal
    rng = Random(f"{seed}/{rules.name}/{number}")
    candidates = _candidates(rules, rng) if recorded is None else _recorded(recorded)
    found = (
        _puzzle(candidate, number, Random(rng.getrandbits(64)), _describing(rules, seed, number))
        for candidate in candidates
    )
    return max((each for each in found if each), key=lambda each: (each.difficulty, each.margin), default=None)


def _candidates(rules: Ruleset, rng: Random) -> Iterator[Candidate]:
    """Play a deal at a random score, and yield the choices whose best action is clearly the best."""
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
            if _parted(rated):
                yield Candidate(seen, rated)
        deal, _ = deal.apply(chosen)


def _recorded(choices: Iterable[Observation]) -> Iterator[Candidate]:
    """Yield the choices of a recorded deal whose best action is clearly the best."""
    for seen in choices:
        rated = hint(seen, bots.evaluate)
        if _parted(rated):
            yield Candidate(seen, rated)


def _parted(rated: tuple[RatedAction, ...]) -> bool:
    """Return whether the best action, or the group of equal best actions, is clearly the best."""
    second = _second(rated)
    if second is None:
        return False
    margin, error = rated[0].win - second.win, hypot(rated[0].win_error, second.win_error)
    return margin >= MARGIN and margin >= ERRORS * error


def _second(rated: tuple[RatedAction, ...]) -> RatedAction | None:
    """Return the best of the actions that do not have the value of the best one."""
    best = rated[0]
    return next((each for each in rated if (each.win, each.points) != (best.win, best.points)), None)


def _puzzle(candidate: Candidate, deal: int, rng: Random, describing: Random) -> Puzzle | None:
    seen, rated = candidate
    best = _actions(_best(rated))
    solved = _solved(seen, best, rng)
    if not _suits(solved):
        return None
    check = rate_sample(sample_choices(seen, Random(rng.getrandbits(64)), TIMES))
    return _described(seen, deal, best, solved, describing) if _stays(check, best) else None


def _stays(rated: tuple[RatedAction, ...], best: set[Action]) -> bool:
    """Return whether some actions are clearly the best, and equal to each other."""
    return _parted(rated) and _actions(_best(rated)) == best


def renewed(puzzle: Puzzle, rules: Ruleset, seed: str) -> Puzzle | None:
    """Return a puzzle as this version describes it: its reasons, margin, second choice and theme.

    Return None if its best action is no longer clearly the best. A puzzle that this version mined stays as it is.
    """
    describing = _describing(rules, seed, puzzle.deal)
    return _described(puzzle.observation(rules), puzzle.deal, {*puzzle.best}, puzzle.solved, describing)


def _describing(rules: Ruleset, seed: str, deal: int) -> Random:
    return Random(f"{seed}/{rules.name}/{deal}/described")


def _described(seen: Observation, deal: int, best: set[Action], solved: dict[str, float], rng: Random) -> Puzzle | None:
    """Return the puzzle of a choice, or None if its best actions are not clearly the best, or nothing tells why."""
    sample = sample_choices(seen, rng, TIMES)
    rated = rate_sample(sample)
    second = _second(rated)
    if second is None or not _stays(rated, best):
        return None
    reasons = explain(sample, rated[0].evaluation, second.evaluation)
    if not reasons:
        return None
    return Puzzle(
        deal=deal,
        situation=situation(seen),
        best=tuple(each.action for each in _best(rated)),
        second=second.action,
        margin=round(rated[0].win - second.win, 4),
        margin_error=round(hypot(rated[0].win_error, second.win_error), 4),
        theme=theme_of(seen, rated[0], second),
        difficulty=_difficulty(solved),
        solved=solved,
        reasons=reasons,
    )


def _best(rated: tuple[RatedAction, ...]) -> list[RatedAction]:
    return [each for each in rated if (each.win, each.points) == (rated[0].win, rated[0].points)]


def _actions(rated: list[RatedAction]) -> set[Action]:
    return {each.action for each in rated}


def _solved(seen: Observation, best: set[Action], rng: Random) -> dict[str, float]:
    """Return how often a bot of each level finds a best action, the weakest level first."""
    found = {"random": round(len(best) / len(seen.lawful_actions), 2)}
    for level in LEVELS:
        bot = bots.bot(level)
        right = sum(bot.choose(seen, Random(rng.getrandbits(64))) in best for _ in range(TRIES))
        found[level] = right / TRIES
    return found


def _suits(solved: Mapping[str, float]) -> bool:
    """Return whether weak players err, luck is not enough, and the strongest level is sure of the best action."""
    errs = _difficulty(solved) > 0 and solved["casual"] < 1
    return errs and solved["random"] <= LUCK and solved["master"] >= SURE


def _difficulty(solved: Mapping[str, float]) -> int:
    """Return how many levels between random choice and the strongest fail more often than they succeed."""
    return sum(solved[level] < ERRING for level in LEVELS[:-1])
