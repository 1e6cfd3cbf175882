"""The board of a day: who has begun, who has finished, and the finished results in their order.

A board is kept as a log of entries in the store of the server, one board for each day and ruleset. Entries are only
added. A person's first game counts, and no other.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple, TypeAlias

import msgspec

from uka.core.game import Game
from uka.core.ruleset import Ruleset
from uka.core.tagged import Tagged
from uka.table import Table


class BoardOpened(Tagged, frozen=True):
    """The first entry: the ruleset, as it is played that day."""

    rules: Ruleset


class ParComputed(Tagged, frozen=True):
    """Par was computed: the points of each deal."""

    points: tuple[int, ...]


class DayBegun(Tagged, frozen=True):
    """A person began the deals at a table. ``at`` is the time in milliseconds since 1970."""

    player: str
    name: str
    table: str
    at: int


class DayFinished(Tagged, frozen=True):
    """A person finished the deals. ``points`` are their side's points less the opponents', for each deal.

    ``late`` is true if the day was over, so that the deals were no secret any more.
    """

    player: str
    points: tuple[int, ...]
    at: int
    late: bool = False


BoardEntry: TypeAlias = BoardOpened | ParComputed | DayBegun | DayFinished


class RankedResult(NamedTuple):
    """A finished result. ``rank`` counts from 1, and equal points share a rank; it is None for a late result."""

    rank: int | None
    player: str
    name: str
    points: tuple[int, ...]
    at: int

    @property
    def total(self) -> int:
        """The points of all deals together."""
        return sum(self.points)


class DayBoard:
    """The state of a board of a day after some entries."""

    def __init__(self, entries: Iterable[BoardEntry] = ()) -> None:
        self.seq = 0
        """The number of entries so far, which is the number of the next one."""
        self.opened: BoardOpened | None = None
        self.par: tuple[int, ...] = ()
        """Par for each deal; empty until it is computed."""
        self.begun: dict[str, DayBegun] = {}
        """The counted game of each person, by id."""
        self.finished: dict[str, DayFinished] = {}
        """The counted result of each person, by id."""
        self._standings: list[RankedResult] | None = None
        for entry in entries:
            self.add(entry)

    def add(self, entry: BoardEntry) -> None:
        """Add the next entry. An entry of a person who has one of its kind already changes nothing."""
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
        """The results of the day: most points first, then the earlier one. Late results have no place among them."""
        if self._standings is None:
            timely = [entry for entry in self.finished.values() if not entry.late]
            self._standings = list(self._ranked(sorted(timely, key=lambda entry: (-sum(entry.points), entry.at))))
        return self._standings

    def _ranked(self, entries: Iterable[DayFinished]) -> Iterable[RankedResult]:
        rank, before = 0, None
        for place, entry in enumerate(entries, 1):
            total = sum(entry.points)
            rank, before = rank if total == before else place, total
            yield self._standing(entry, rank)

    def _standing(self, entry: DayFinished, rank: int | None) -> RankedResult:
        begun = self.begun.get(entry.player)
        return RankedResult(rank, entry.player, begun.name if begun else "", entry.points, entry.at)

    def standing_of(self, player: str) -> RankedResult | None:
        """Return a person's result, or None if they have not finished."""
        entry = self.finished.get(player)
        if entry is None or entry.late:
            return self._standing(entry, None) if entry else None
        return next(standing for standing in self.standings if standing.player == player)

    @property
    def averages(self) -> tuple[float, ...]:
        """The average points of each deal over the results of the day; an empty tuple without results."""
        columns = zip(*(standing.points for standing in self.standings), strict=True)
        return tuple(sum(column) / len(column) for column in columns)


def board_key(rules: Ruleset) -> str:
    """Return the key of the board for a ruleset as it is played that day: a SHA-256 hash in hexadecimal.

    It is the hash of all fields, the texts included, as JSON with sorted keys (``docs/fairness.md``).
    """
    return sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()


def points_of(table: Table) -> tuple[int, ...]:
    """Return the points of each deal of a game from the side of the player, which is north-south."""
    game = table.game
    results = game.results if isinstance(game, Game) else ()
    return tuple(result.points[0] - result.points[1] for result in results)
