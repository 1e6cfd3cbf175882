"""The board of a day: who has begun the day's deals, who has finished them, and the results in their order.

There is one board for each day and ruleset. It is kept as a log of entries in the store of the server, and entries are
only added. Of each person, only the first game of the day counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple, TypeAlias

import msgspec

from uka.core.game import Game
from uka.core.ruleset import Ruleset
from uka.core.tagged import Tagged
from uka.table import Table


class BoardOpened(Tagged, frozen=True):
    """The first entry in the log of a board: the list of results of the day's deals under one ruleset."""

    rules: Ruleset
    """The ruleset, as it is played for the deals of a day."""


class ParComputed(Tagged, frozen=True):
    """Par was computed: the points that a bot makes with the day's deals in the seat that every player has."""

    points: tuple[int, ...]
    """For each deal, the points of the player's side less those of the other side."""


class DayBegun(Tagged, frozen=True):
    """A person began to play the day's deals at a table."""

    player: str
    """The id of the person."""
    name: str
    table: str
    """The id of the table."""
    at: int
    """The time, in milliseconds since 1970."""


class DayFinished(Tagged, frozen=True):
    """A person finished the day's deals."""

    player: str
    """The id of the person."""
    points: tuple[int, ...]
    """For each deal, the points of the person's side less those of the other side."""
    at: int
    """The time, in milliseconds since 1970."""
    late: bool = False
    """Whether the day was over, so that the deals were no secret any more."""


BoardEntry: TypeAlias = BoardOpened | ParComputed | DayBegun | DayFinished
"""An entry of a board's log."""


class RankedResult(NamedTuple):
    """The result of a person who has finished the day's deals, with its rank."""

    rank: int | None
    """The rank, from 1. Results with equal points share a rank. It is None for a result that came after the day."""
    player: str
    """The id of the person."""
    name: str
    points: tuple[int, ...]
    """For each deal, the points of the person's side less those of the other side."""
    at: int
    """The time at which the person finished, in milliseconds since 1970."""

    @property
    def total(self) -> int:
        """The sum of the points of all deals."""
        return sum(self.points)


class DayBoard:
    """The board of a day and a ruleset: who has begun and who has finished the day's deals, and the results.

    It follows from the entries of its log so far.
    """

    def __init__(self, entries: Iterable[BoardEntry] = ()) -> None:
        self.seq = 0
        """The number of entries so far. The next entry gets this number, because they are counted from 0."""
        self.opened: BoardOpened | None = None
        """The first entry; None before it is added."""
        self.par: tuple[int, ...] = ()
        """For each deal, the points that bots make in the seat of the player; empty until they are computed."""
        self.begun: dict[str, DayBegun] = {}
        """A dict from the id of a person to the beginning of the person's first game, which is the one that counts."""
        self.finished: dict[str, DayFinished] = {}
        """A dict from the id of a person to the end of that game."""
        self._standings: list[RankedResult] | None = None
        for entry in entries:
            self.add(entry)

    def add(self, entry: BoardEntry) -> None:
        """Add the next entry of the log.

        If an earlier entry has the same type (and names the same person), only the number of entries changes.
        """
        self.seq += 1
        match entry:
            case BoardOpened():
                self.opened = self.opened or entry
            case ParComputed():
                self.par = self.par or entry.points
            case DayBegun():
                self.begun.setdefault(entry.player, entry)
            case DayFinished():
                self._standings = None
                self.finished.setdefault(entry.player, entry)

    @property
    def standings(self) -> list[RankedResult]:
        """The day's results without late ones, the most points first. Of equal results, the earlier one is first."""
        if self._standings is None:
            timely = [entry for entry in self.finished.values() if not entry.late]
            self._standings = list(self._ranked(sorted(timely, key=lambda entry: (-sum(entry.points), entry.at))))
        return self._standings

    def _ranked(self, entries: Iterable[DayFinished]) -> Iterator[RankedResult]:
        """Yield the results of ``entries``, which are sorted. Equal points share a rank."""
        rank, total_before = 0, None
        for number, entry in enumerate(entries, 1):
            total = sum(entry.points)
            if total != total_before:
                rank = number
            total_before = total
            yield self._result(entry, rank)

    def _result(self, entry: DayFinished, rank: int | None) -> RankedResult:
        begun = self.begun.get(entry.player)
        return RankedResult(rank, entry.player, begun.name if begun else "", entry.points, entry.at)

    def result_of(self, player: str) -> RankedResult | None:
        """Return the result of the person with the id ``player``, or None if that person has not finished."""
        entry = self.finished.get(player)
        if entry is None:
            return None
        if entry.late:
            return self._result(entry, rank=None)
        return next(result for result in self.standings if result.player == player)

    @property
    def averages(self) -> tuple[float, ...]:
        """The average points of each deal over the results of the day; an empty tuple without results."""
        points_by_deal = zip(*(result.points for result in self.standings), strict=True)
        return tuple(sum(points) / len(points) for points in points_by_deal)


def board_key(rules: Ruleset) -> str:
    """Return the key of a day's board (list of results) for ``rules``, a ruleset as it is played that day.

    Each ruleset has its own board. The key is the SHA-256 hash, in hexadecimal, of the fields of the ruleset that
    differ from their defaults, as JSON with sorted keys (``docs/fairness.md``). So a field that a later release adds
    leaves the keys of all boards as they are.
    """
    return sha256(msgspec.json.encode(rules.differences(), order="sorted")).hexdigest()


def points_of(table: Table) -> tuple[int, ...]:
    """Return for each deal of the game at ``table`` the points of the player's side less those of the other side.

    The player's side is north-south.
    """
    game = table.game
    results = game.results if isinstance(game, Game) else ()
    return tuple(result.points[0] - result.points[1] for result in results)
