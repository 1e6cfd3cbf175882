"""A puzzle, and the file that holds the puzzles of a ruleset.

A file holds lines of JSON, compressed with xz. The first line is the header; each further line is a puzzle. The ruleset
is in the header only. A puzzle holds what one seat may know, and no other card.
"""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import hypot
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from uka.coach import RatedAction, Reason
from uka.core.actions import Action
from uka.core.errors import UkaError
from uka.core.malformed import why_malformed
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset

LEVELS = {"random": 1240, "novice": 1330, "casual": 1360, "club": 1500, "expert": 1750}
"""The ratings of the bots' levels at puzzles: those that fit best to what they solve of the puzzles that come with Uka.

``club`` is set to 1500. The strongest level solves nearly all puzzles, so its rating can't be told.
"""
EASIEST, HARDEST = 800, 2400


def rating(shares: Mapping[str, float]) -> int:
    """Return the rating of a puzzle from how often each level solves it (Rasch's model).

    A solver with the rating of the puzzle finds the best action in one of two tries.
    """
    solved = sum(shares.get(level, 0.0) for level in LEVELS)
    low, high = EASIEST, HARDEST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _expected(middle) > solved else (low, middle)
    return low


def _expected(rating: int) -> float:
    """Return how many of the levels solve a puzzle of a rating, on average."""
    return sum(1 / (1 + 10 ** ((rating - level) / 400)) for level in LEVELS.values())


FORMAT = 1
"""The version of the file's format."""
EMPTY = (None, False, (), 0)
"""The values of fields of an observation that a file leaves out."""
Theme: TypeAlias = Literal[
    "ordering_up",
    "next",
    "naming_trump",
    "alone",
    "discard",
    "first_lead",
    "drawing_trumps",
    "left_bower",
    "saving_a_trick",
    "stopping_a_loner",
    "playing_to_the_score",
    "counting",
]


class InvalidPuzzles(UkaError):
    """Raised if a file holds no puzzles that this version can read."""


class Cost(NamedTuple):
    """What an action costs in chance of winning the game, with its standard error, and why.

    ``exact`` is false if the action costs this much or more, and has not been rated. ``reasons`` tell why the best
    action is better than this one.
    """

    win: float
    error: float
    exact: bool
    reasons: tuple[Reason, ...] = ()


class Puzzle(msgspec.Struct, frozen=True, gc=False):
    """A choice of one seat with a best action.

    ``deal`` is the number of the deal in the self-play of the file's seed. ``situation`` is the seat's observation
    without the ruleset. ``best`` lists the best action first, then actions that are equal to it in every sampled world.
    ``second`` is the best of the other actions, and ``margin`` what it costs in chance of winning the game, with its
    standard error. ``solved`` tells how often bots of each level find a best action. ``difficulty`` is from 1 to 4: the
    number of levels from novice to expert that mostly fail.
    ``reasons`` tell why the best action is better than the second.
    """

    deal: int
    situation: dict[str, Any]
    best: tuple[Action, ...]
    second: Action
    margin: float
    margin_error: float
    theme: Theme
    difficulty: int
    solved: dict[str, float]
    reasons: tuple[Reason, ...] = ()

    def observation(self, rules: Ruleset) -> Observation:
        """Return what the seat knows, under the ruleset of the file."""
        return msgspec.convert({**self.situation, "rules": msgspec.to_builtins(rules)}, Observation)

    @property
    def rating(self) -> int:
        """The rating of a player who solves the puzzle in one of two tries."""
        return rating(self.solved)

    def cost(self, action: Action, rated: Sequence[RatedAction] = ()) -> Cost:
        """Return what an action costs, compared with the best action.

        ``rated`` holds the choices as the coach rates them against the action. It is needed only if ``rates`` says so.
        """
        if action in self.best:
            return Cost(0.0, 0.0, exact=True)
        if action == self.second:
            return Cost(self.margin, self.margin_error, exact=True, reasons=self.reasons)
        if not rated or rated[0].action not in self.best:
            return Cost(self.margin, self.margin_error, exact=False)
        own = next(each for each in rated if each.action == action)
        win, error = rated[0].win - own.win, hypot(rated[0].win_error, own.win_error)
        return Cost(max(win, self.margin), error, exact=True, reasons=own.reasons)

    def rates(self, action: Action) -> bool:
        """Return whether the cost of an action is known only once the coach has rated the choices."""
        return action not in (*self.best, self.second)


def situation(seen: Observation) -> dict[str, Any]:
    """Return an observation as plain data, without the ruleset and without empty fields."""
    fields = msgspec.to_builtins(seen)
    return {name: value for name, value in fields.items() if name != "rules" and value not in EMPTY}


class Header(msgspec.Struct, frozen=True):
    """The first line of a file. ``deals`` is the number of deals that were searched, from deal 0."""

    rules: Ruleset
    seed: str
    deals: int
    format: int = FORMAT


class PuzzleFile(msgspec.Struct, frozen=True, dict=True):
    """The puzzles of a ruleset, and how far the deals of their seed were searched."""

    header: Header
    puzzles: tuple[Puzzle, ...] = ()

    @cached_property
    def numbered(self) -> dict[int, Puzzle]:
        """The puzzles by the number of their deal."""
        return {puzzle.deal: puzzle for puzzle in self.puzzles}

    @cached_property
    def ratings(self) -> dict[Theme, dict[int, int]]:
        """The ratings of the puzzles by theme and by the number of their deal."""
        found = dict[Theme, dict[int, int]]()
        for puzzle in self.puzzles:
            found.setdefault(puzzle.theme, {})[puzzle.deal] = puzzle.rating
        return found

    @cached_property
    def themes(self) -> dict[Theme, int]:
        """The number of puzzles of each theme."""
        counts = dict[Theme, int]()
        for puzzle in self.puzzles:
            counts[puzzle.theme] = counts.get(puzzle.theme, 0) + 1
        return counts


def save(found: PuzzleFile, path: Path) -> None:
    """Write a file. A reader sees the old file or the new one, never a part."""
    lines = b"\n".join(map(msgspec.json.encode, (found.header, *found.puzzles)))
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(lzma.compress(lines, preset=9))
    os.replace(beside, path)


def read(path: Path) -> PuzzleFile:
    """Read a file. Raise ``InvalidPuzzles`` if it is damaged or of another format."""
    try:
        first, *lines = lzma.decompress(path.read_bytes()).split(b"\n")
        header = msgspec.json.decode(first, type=Header)
        if header.format != FORMAT:
            raise InvalidPuzzles(f"{path} has format {header.format}; this Uka reads format {FORMAT}")
        return PuzzleFile(header, tuple(_puzzles(lines)))
    except OSError as error:
        raise InvalidPuzzles(f"{path} cannot be read: {error.strerror}") from None
    except lzma.LZMAError:
        raise InvalidPuzzles(f"{path} holds no puzzles, or is damaged: they are compressed as xz") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidPuzzles(f"{path} holds no puzzles: {why_malformed(error, Puzzle)}") from None


def _puzzles(lines: list[bytes]) -> Iterator[Puzzle]:
    decoder = msgspec.json.Decoder(Puzzle)
    return map(decoder.decode, lines)
