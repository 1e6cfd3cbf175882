"""The types that all movements share: who sits where in a round, and what has been played before it.

An entry is a team or a player, given by number. A side of a table is one team, or two players who are partners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Literal, NamedTuple, TypeAlias

from uka.core.errors import UkaError

NOBODY = 0
"""The number of an entry that does not exist. A team that would meet it has a bye."""

Side: TypeAlias = tuple[int, ...]
"""The numbers of the entries that play together: one team, or two players."""
Sides: TypeAlias = tuple[Side, Side]
"""North-south, then east-west."""
MatchKind: TypeAlias = Literal["", "third_place", "consolation"]
"""What a match of a knockout is played for; empty for every other match."""


class CannotSeat(UkaError):
    """Raised if a movement cannot seat the entries, such as a round robin with too few tables."""


class SeatedTable(NamedTuple):
    """A table of a new round, and who plays there."""

    table: int
    sides: Sides
    kind: MatchKind = ""


class Seating(NamedTuple):
    """The seating of a round: its tables, and the numbers of the entries that sit out."""

    tables: tuple[SeatedTable, ...]
    byes: tuple[int, ...] = ()


class TableMoves(NamedTuple):
    """The tables to which those who played at a table go after the round."""

    winners: int
    losers: int


class PlayedTable(NamedTuple):
    """A table of an earlier round."""

    table: int
    sides: Sides
    winner: Literal[0, 1] | None = None
    """The index of the side that won, by a cut too; None after a draw."""

    @property
    def entries(self) -> tuple[int, ...]:
        """All entries at the table."""
        return (*self.sides[0], *self.sides[1])


class PlayedRound(NamedTuple):
    """An earlier round: its tables, and the numbers of the entries that sat out."""

    tables: tuple[PlayedTable, ...]
    byes: tuple[int, ...] = ()
    scores: Mapping[int, int] = {}
    """The score of each entry before the round. An entry that is not listed had 0."""


class MovementState(NamedTuple):
    """The facts from which a movement seats the next round."""

    tables: tuple[int, ...]
    """The numbers of the tables, from the first, which is the head table, to the last."""
    entries: tuple[int, ...]
    """The entries that can play."""
    secret: str
    """The random text that determines the random choices."""
    side: Literal[1, 2] = 1
    """The number of entries on each side of a table: 1 for teams, 2 for players."""
    rounds: tuple[PlayedRound, ...] = ()
    """The rounds that have been played."""
    scores: Mapping[int, int] = {}
    """The present score of each entry. An entry that is not listed has 0."""
    marae: Mapping[int, str] = {}
    """The marae (community) of each entry, if entries of one marae are to be kept apart; else empty."""

    @property
    def number(self) -> int:
        """The number of the round to seat, from 1."""
        return len(self.rounds) + 1

    @property
    def playing_tables(self) -> int:
        """The number of tables that can be filled."""
        return min(len(self.tables), len(self.entries) // (2 * self.side))

    @property
    def sit_outs(self) -> Counter[int]:
        """The number of rounds in which each entry has not played. Rounds before it came count too."""
        played = Counter(entry for played in self.rounds for table in played.tables for entry in table.entries)
        return Counter({entry: len(self.rounds) - played[entry] for entry in self.entries})

    @property
    def partnerships(self) -> Counter[frozenset[int]]:
        """How often two players have been partners."""
        sides = (side for played in self.rounds for table in played.tables for side in table.sides)
        return Counter(frozenset(side) for side in sides if len(side) == 2)

    @property
    def meetings(self) -> Counter[frozenset[int]]:
        """How often two entries have been opponents."""
        sides = (table.sides for played in self.rounds for table in played.tables)
        return Counter(pair for each in sides for pair in opponents(each))


def opponents(sides: Sides) -> Iterator[frozenset[int]]:
    """Yield each two entries that are opponents."""
    return (frozenset(pair) for pair in product(*sides))


def partners(sides: Sides) -> Iterator[frozenset[int]]:
    """Yield each two players who are partners."""
    return (frozenset(pair) for side in sides for pair in combinations(side, 2))


def winners_and_losers(table: PlayedTable) -> Sides:
    """Return the side that won at a table, then the other. Raise ``CannotSeat`` if no side won."""
    if table.winner is None:
        raise CannotSeat(f"table {table.table} has no winner: let its players cut")
    return table.sides[table.winner], table.sides[1 - table.winner]


def seating_of_teams(at: Mapping[int, Sequence[int]], byes: Sequence[int]) -> Seating:
    """Return the seating of a round of teams. ``at`` maps tables to their teams: two, or none at an empty table."""
    tables = [SeatedTable(table, ((teams[0],), (teams[1],))) for table, teams in at.items() if teams]
    return Seating(tuple(tables), tuple(byes))
