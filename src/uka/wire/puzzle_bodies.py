"""The bodies of HTTP requests and responses about puzzles."""

from __future__ import annotations

from uka.coach import Reason
from uka.core.actions import Action
from uka.puzzles import Theme

from .http_bodies import RequestBody, ResponseBody
from .positions import SeatPosition


class PuzzleCollection(ResponseBody, frozen=True):
    """The puzzles of a ruleset: how many there are of each theme."""

    rules: str
    title: str
    themes: dict[Theme, int]


class PuzzleList(ResponseBody, frozen=True):
    """The ratings of the puzzles of a ruleset, by theme and by number of the puzzle."""

    rules: str
    themes: dict[Theme, dict[int, int]]


class PuzzlePage(ResponseBody, frozen=True):
    """A puzzle without its answer: find the best action in the position.

    ``number`` is the number of the puzzle among those of the ruleset ``rules``. ``difficulty`` is the number of levels
    of bots, from novice to expert, that mostly fail. ``rating`` is the rating of a player who solves it in one of two
    tries; the level ``club`` has the rating 1500.
    """

    rules: str
    number: int
    theme: Theme
    difficulty: int
    rating: int
    position: SeatPosition


class PuzzleAttempt(RequestBody, frozen=True):
    """An attempt to solve a puzzle: the action that the player chooses."""

    action: Action


class PuzzleAnswer(ResponseBody, frozen=True):
    """The answer of a puzzle, and what a player's action costs."""

    solved: bool
    best: tuple[Action, ...]
    """The best action first, then actions that are equal to it."""
    second: Action
    """The best of the other actions."""
    margin: float
    """What the second action costs in chance of winning the game."""
    margin_error: float
    """The standard error of ``margin``."""
    cost: float
    """What the player's action costs."""
    exact: bool
    """Whether ``cost`` is exact. If false, the action costs that much or more."""
    cost_reasons: tuple[Reason, ...]
    """Why the best action is better than the player's."""
    reasons: tuple[Reason, ...]
    """Why the best action is better than the second."""
    levels: dict[str, float]
    """How often bots of each level find a best action, the weakest first."""
