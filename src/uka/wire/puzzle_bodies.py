"""The bodies of HTTP requests and responses about puzzles."""

from __future__ import annotations

from uka.coach import Reason
from uka.core.actions import Action
from uka.puzzles import Theme

from .http_bodies import RequestBody, ResponseBody
from .positions import SeatPosition


class PuzzleCollection(ResponseBody, frozen=True):
    """A summary of the puzzles for one ruleset."""

    rules: str
    """The name of the ruleset."""
    title: str
    """The title of the ruleset."""
    themes: dict[Theme, int]
    """The number of puzzles of each theme."""


class PuzzleList(ResponseBody, frozen=True):
    """The ratings (how difficult each is) of all puzzles for one ruleset."""

    rules: str
    """The name of the ruleset."""
    themes: dict[Theme, dict[int, int]]
    """For each theme, a map from the number of a puzzle to its rating."""


class PuzzlePage(ResponseBody, frozen=True):
    """A puzzle without its answer. The task is to find the best action in ``position``."""

    rules: str
    """The name of the ruleset."""
    number: int
    """The number of the puzzle among the puzzles for the ruleset."""
    theme: Theme
    difficulty: int
    """How many of the bots' levels, from novice to expert, mostly choose a wrong action."""
    rating: int
    """The rating of a player who would solve the puzzle in half of all tries.

    The level ``club`` has the rating 1500.
    """
    position: SeatPosition


class PuzzleAttempt(RequestBody, frozen=True):
    """A request to check an attempt to solve a puzzle. ``action`` is what the player chose."""

    action: Action


class PuzzleAnswer(ResponseBody, frozen=True):
    """The answer to an attempt to solve a puzzle: the best action, and what the player's action costs."""

    solved: bool
    """Whether the player chose a best action."""
    best: tuple[Action, ...]
    """The best action first, then the actions that are as good."""
    second: Action
    """The best of the other actions."""
    margin: float
    """By how much the chance of winning the game is lower with ``second`` than with the best action."""
    margin_error: float
    """The standard error of ``margin``."""
    cost: float
    """By how much the chance of winning the game is lower with the player's action than with the best action."""
    exact: bool
    """Whether ``cost`` is exact. If false, the cost is at least ``cost``."""
    cost_reasons: tuple[Reason, ...]
    """The reasons why the best action is better than the player's action."""
    reasons: tuple[Reason, ...]
    """The reasons why the best action is better than ``second``."""
    levels: dict[str, float]
    """How often bots of each level find a best action, from 0 to 1, the weakest level first."""
