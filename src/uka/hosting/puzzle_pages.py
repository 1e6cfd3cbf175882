"""The pages of puzzles, and the answers to attempts. Puzzles are the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from uka import puzzles
from uka.coach import RatedAction
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.puzzles import Puzzle, PuzzleFile
from uka.wire.positions import position_of
from uka.wire.puzzle_bodies import PuzzleAnswer, PuzzleCollection, PuzzleList, PuzzlePage

from .errors import InvalidRequest, Unknown


def puzzle_collections() -> list[PuzzleCollection]:
    """Return each ruleset that has puzzles, with the number of puzzles of each theme."""
    files = [puzzles.load(name) for name in puzzles.names()]
    return [PuzzleCollection(file.header.rules.name, file.header.rules.title, file.themes) for file in files]


def puzzle_ratings(rules: str) -> PuzzleList:
    """Return the rating of each puzzle of a ruleset. Raise ``Unknown`` if that ruleset has no puzzles."""
    return PuzzleList(rules, _file(rules).ratings)


def page_of_puzzle(rules: str, number: int) -> PuzzlePage:
    """Return a puzzle without its answer. Raise ``Unknown`` if there is none of that ruleset and number."""
    file = _file(rules)
    return _page(file, _puzzle(file, number))


def page_of_day(rules: str, day: date) -> PuzzlePage:
    """Return the puzzle of a day. Raise ``Unknown`` if that ruleset has no puzzles."""
    file = _file(rules)
    return _page(file, puzzles.puzzle_of_the_day(file, day))


class Attempt:
    """A person's attempt to solve a puzzle with ``action``.

    Raise ``Unknown`` if there is no such puzzle, and ``InvalidRequest`` if the action breaks the rules.
    """

    def __init__(self, rules: str, number: int, action: Action) -> None:
        file = _file(rules)
        self._puzzle, self._action = _puzzle(file, number), action
        self.seen: Observation = self._puzzle.observation(file.header.rules)
        """The position of the puzzle."""
        if action not in self.seen.lawful_actions:
            raise InvalidRequest(self.seen.why_not(action) or "that would be a revoke: follow the rules in a puzzle")

    @property
    def needs_rating(self) -> bool:
        """Whether what the action costs is known only when all actions are rated."""
        return self._puzzle.needs_rating(self._action)

    def answer(self, rated: Sequence[RatedAction] = ()) -> PuzzleAnswer:
        """Return whether the action solves the puzzle, and the best actions with the reasons.

        ``rated`` are the ratings of all actions, each compared with this one, as far as they are known.
        """
        puzzle, cost = self._puzzle, self._puzzle.cost(self._action, tuple(rated))
        return PuzzleAnswer(
            solved=self._action in puzzle.best,
            best=puzzle.best,
            second=puzzle.second,
            margin=puzzle.margin,
            margin_error=puzzle.margin_error,
            cost=cost.win,
            exact=cost.exact,
            cost_reasons=cost.reasons,
            reasons=puzzle.reasons,
            levels=puzzle.solved,
        )


def _file(rules: str) -> PuzzleFile:
    known = puzzles.names()
    if rules not in known:
        raise Unknown(f"there are no puzzles of that ruleset, only of {', '.join(known) or 'none'}")
    return puzzles.load(rules)


def _puzzle(file: PuzzleFile, number: int) -> Puzzle:
    puzzle = file.by_deal.get(number)
    if puzzle is None:
        raise Unknown("there is no puzzle of that number")
    return puzzle


def _page(file: PuzzleFile, puzzle: Puzzle) -> PuzzlePage:
    rules = file.header.rules
    position = position_of(puzzle.observation(rules))
    return PuzzlePage(rules.name, puzzle.deal, puzzle.theme, puzzle.difficulty, puzzle.rating, position)
