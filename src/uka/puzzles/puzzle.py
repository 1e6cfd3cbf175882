"""A puzzle, and the file that holds the puzzles of a ruleset.

A file holds lines of JSON, compressed with xz. The first line is the header, with the ruleset, and each further line is
a puzzle. A puzzle holds what one seat may know, and no other card.
"""

from __future__ import annotations

import lzma
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import fsum, hypot
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
"""The ratings of the bots' levels, which say how well they solve puzzles.

They are the ones that fit best to which of the puzzles that come with Uka each level solves. ``club`` is set to 1500.
The strongest level solves nearly all puzzles, so its rating can't be told.
"""
EASIEST, HARDEST = 800, 2400
"""The lowest and the highest rating of a puzzle."""


def rating(solved: Mapping[str, float]) -> int:
    """Return the rating of a puzzle, by Rasch's model. ``solved`` says how often each level solves it, from 0 to 1.

    A solver with the same rating as the puzzle finds the best action in one of two tries.
    """
    solvers = fsum(solved.get(level, 0.0) for level in LEVELS)
    low, high = EASIEST, HARDEST
    while high - low > 1:
        middle = (low + high) // 2
        if _expected_solvers(middle) > solvers:
            low = middle
        else:
            high = middle
    return low


def _expected_solvers(rating: int) -> float:
    """Return the expected number of bot levels that solve a puzzle with this rating: the sum of their chances."""
    return fsum(1 / (1 + 10 ** ((rating - level) / 400)) for level in LEVELS.values())


FILTERS: list[dict[str, int]] = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 2 << 20}
]
"""How a file is compressed with xz. Whoever reads it needs memory for the dictionary, which is 64 MB by default."""
FORMAT = 1
"""The version of the file's format."""
EMPTY = (None, False, (), 0)
"""A file leaves out the fields of an observation that have one of these values."""
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
"""What a puzzle is about."""


class InvalidPuzzles(UkaError):
    """Raised if a file holds no puzzles that this version can read, or if no puzzles come with Uka for a ruleset."""


class Cost(NamedTuple):
    """What an action in a puzzle costs, compared with the best action."""

    win: float
    """The cost in chance of winning the game."""
    error: float
    """The standard error of this cost."""
    exact: bool
    """Whether the action was rated. If not, it costs as much as ``win`` or more."""
    reasons: tuple[Reason, ...] = ()
    """Why the best action is better than this one."""


class Puzzle(msgspec.Struct, frozen=True, gc=False):
    """A choice of one seat in a deal, in which one action is clearly the best."""

    deal: int
    """The number of the deal in its source. It identifies the puzzle in its file."""
    situation: dict[str, Any]
    """What the seat knows, as plain data: the observation without the ruleset and without empty fields."""
    best: tuple[Action, ...]
    """The best action, then actions that are equal to it in every sampled world (dealing of the hidden cards)."""
    second: Action
    """The best of the other actions."""
    margin: float
    """What ``second`` costs in chance of winning the game."""
    margin_error: float
    """The standard error of ``margin``."""
    theme: Theme
    difficulty: int
    """How many of the levels from novice to expert mostly fail, from 1 to 4."""
    solved: dict[str, float]
    """A dict from the level of a bot to how often it finds a best action, from 0 to 1."""
    reasons: tuple[Reason, ...] = ()
    """Why the best action is better than ``second``."""

    def observation(self, rules: Ruleset) -> Observation:
        """Return what the seat that has to choose knows. ``rules`` must be the ruleset of the puzzle's file."""
        return msgspec.convert({**self.situation, "rules": msgspec.to_builtins(rules)}, Observation)

    @property
    def rating(self) -> int:
        """The rating of a player who solves the puzzle in one of two tries."""
        return rating(self.solved)

    def cost(self, action: Action, rated: Sequence[RatedAction] = ()) -> Cost:
        """Return what ``action`` costs, compared with the best action.

        ``rated`` holds the ratings of all actions by the coach, the best first. Without it, the cost of an action for
        which ``needs_rating`` is true is only a lower limit.
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

    def needs_rating(self, action: Action) -> bool:
        """Return whether the cost of ``action`` is known only once the coach has rated the actions."""
        return action not in (*self.best, self.second)


def situation(seen: Observation) -> dict[str, Any]:
    """Return the observation ``seen`` as plain data, without the ruleset and without empty fields."""
    fields = msgspec.to_builtins(seen)
    return {name: value for name, value in fields.items() if name != "rules" and value not in EMPTY}


class PuzzleHeader(msgspec.Struct, frozen=True):
    """The first line of a file of puzzles: where they come from."""

    rules: Ruleset
    seed: str
    """The seed of the source of the deals."""
    deals: int
    """The number of deals that have been searched, from deal 0 on."""
    format: int = FORMAT
    """The version of the file's format."""


class PuzzleFile(msgspec.Struct, frozen=True, dict=True):
    """The contents of a file: the puzzles of a ruleset, and where they come from."""

    header: PuzzleHeader
    puzzles: tuple[Puzzle, ...] = ()

    @cached_property
    def by_deal(self) -> dict[int, Puzzle]:
        """A dict from the number of a deal to the puzzle in it."""
        return {puzzle.deal: puzzle for puzzle in self.puzzles}

    @cached_property
    def ratings(self) -> dict[Theme, dict[int, int]]:
        """For each theme, a dict from the number of a deal to the rating of the puzzle in it."""
        ratings = dict[Theme, dict[int, int]]()
        for puzzle in self.puzzles:
            ratings.setdefault(puzzle.theme, {})[puzzle.deal] = puzzle.rating
        return ratings

    @cached_property
    def themes(self) -> dict[Theme, int]:
        """The number of puzzles of each theme."""
        return dict(Counter(puzzle.theme for puzzle in self.puzzles))


def save(contents: PuzzleFile, path: Path) -> None:
    """Write ``contents`` to the file ``path``. A reader sees the old file or the new one, never a part of one."""
    lines = b"\n".join(map(msgspec.json.encode, (contents.header, *contents.puzzles)))
    new = path.with_name(path.name + ".new")
    new.write_bytes(lzma.compress(lines, filters=FILTERS))
    os.replace(new, path)


def read(path: Path) -> PuzzleFile:
    """Return the contents of the file ``path``. Raise ``InvalidPuzzles`` if it is damaged or of another format."""
    try:
        first, *lines = lzma.decompress(path.read_bytes()).split(b"\n")
        header = msgspec.json.decode(first, type=PuzzleHeader)
        if header.format != FORMAT:
            raise InvalidPuzzles(f"{path} has format {header.format}; this Uka reads format {FORMAT}")
        return PuzzleFile(header, tuple(_parsed_puzzles(lines)))
    except OSError as error:
        raise InvalidPuzzles(f"{path} cannot be read: {error.strerror}") from None
    except lzma.LZMAError:
        raise InvalidPuzzles(f"{path} holds no puzzles, or is damaged: they are compressed as xz") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidPuzzles(f"{path} holds no puzzles: {why_malformed(error, Puzzle)}") from None


def _parsed_puzzles(lines: list[bytes]) -> Iterator[Puzzle]:
    decoder = msgspec.json.Decoder(Puzzle)
    return map(decoder.decode, lines)
