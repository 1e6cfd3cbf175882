"""The progressive movement: winners move up a table, losers stay or move down, and partners change at each table.

The first table is the head table. Winners there stay. If losers stay, those of the head table go to the last table; if
losers move down, those of the last table stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from uka.core.shuffle import random_words, shuffle

from .seating import (
    MovementState,
    PlayedRound,
    SeatedTable,
    Seating,
    Side,
    Sides,
    TableMoves,
    partners,
    winners_and_losers,
)
from .sit_outs import sitting_out


class ProgressiveRules(NamedTuple):
    """The house's rules of a progressive movement."""

    losers: Literal["stay", "down"] = "stay"
    """Whether losers stay at their table or move down a table."""
    partners: Literal["fresh", "lot", "seats"] = "fresh"
    """How partners are chosen from the four players of a table, where those who came as partners part.

    ``fresh``: so that the fewest were partners before. ``lot``: by lot. ``seats``: the first of the pair that stays
    plays with the first of the pair that comes.
    """


def progressive(state: MovementState, rules: ProgressiveRules | None = None) -> Seating:
    """Seat a round of players, four at a table. The first round is drawn by lot.

    ``sitting_out`` chooses those who sit out, among equals from the last tables. Whoever returns takes the seat of a
    player who goes out. Raise ``CannotSeat`` if a table of the last round has no winner.

    >>> from .seating import PlayedTable
    >>> played = PlayedRound((PlayedTable(1, ((1, 2), (3, 4)), winner=0), PlayedTable(2, ((5, 6), (7, 8)), winner=1)))
    >>> state = MovementState((1, 2), tuple(range(1, 9)), "s", side=2, rounds=(played,))
    >>> [table.sides for table in progressive(state, ProgressiveRules(partners="seats")).tables]
    [((1, 7), (2, 8)), ((5, 3), (6, 4))]
    """
    rules = rules or ProgressiveRules()
    if not state.rounds:
        order = shuffle(state.entries, state.secret)
        out = sitting_out(state)
        seats = [player for player in order if player not in {*out}]
    else:
        places = [*_places(state.rounds[-1], rules)]
        out = sitting_out(state, {player: -place for place, (player, _) in enumerate(_by_table(places))})
        seats = _with_returns(state, [player for player, _ in _by_table(places)], {*out})
    lots = random_words(f"{state.secret} partners")
    fours = [tuple(seats[first : first + 4]) for first in range(0, len(seats), 4)]
    tables = [
        SeatedTable(table, _sides(four, state, rules, next(lots)))
        for table, four in zip(state.tables, fours, strict=False)
    ]
    return Seating(tuple(tables), out)


def progressive_moves(tables: Sequence[int], rules: ProgressiveRules) -> dict[int, TableMoves]:
    """Return where the winners and the losers of each of ``tables`` go, of which the first is the head table.

    >>> progressive_moves((1, 2, 3), ProgressiveRules())
    {1: TableMoves(winners=1, losers=3), 2: TableMoves(winners=1, losers=2), 3: TableMoves(winners=2, losers=3)}
    """
    ups = (*tables[:1], *tables[:-1])
    downs = (*tables[1:], *tables[-1:]) if rules.losers == "down" else (*tables[-1:], *tables[1:])
    return {table: TableMoves(up, down) for table, up, down in zip(tables, ups, downs, strict=True)}


def _places(played: PlayedRound, rules: ProgressiveRules) -> Iterator[tuple[int, int]]:
    """Yield each player of a round, and the place of the next table: 0 for the head table.

    Players who stay come first.
    """
    onward = progressive_moves(range(len(played.tables)), rules)
    stays, moves = list[tuple[Side, int]](), list[tuple[Side, int]]()
    for place, table in enumerate(played.tables):
        for side, to in zip(winners_and_losers(table), onward[place], strict=True):
            (stays if to == place else moves).append((side, to))
    for side, to in (*stays, *moves):
        yield from ((player, to) for player in side)


def _by_table(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(places, key=lambda place: place[1])


def _with_returns(state: MovementState, order: Sequence[int], out: set[int]) -> list[int]:
    """Return who sits in each seat, from the head table on.

    ``order`` are the players of the last round as they move. Players who return or are new take the seats of players
    who sit out or have gone. Seats that are still empty are filled from the last table.
    """
    present = {*state.entries} - out
    count = state.sit_outs
    new = sorted(shuffle(sorted(present - {*order}), f"{state.secret} returns"), key=lambda player: -count[player])
    seats = [player if player in present else new.pop(0) if new else None for player in order] + new
    while None in seats:
        if (last := seats.pop()) is not None:
            seats[seats.index(None)] = last
    return [player for player in seats if player is not None]


def _sides(four: Sequence[int], state: MovementState, rules: ProgressiveRules, lot: int) -> Sides:
    """Return the partners at a table, none of them partners in the last round.

    The first two players of ``four`` came to the table together, and the last two.
    """
    a, b, c, d = four
    if not state.rounds:
        return (a, b), (c, d)
    ways: list[Sides] = [((a, c), (b, d)), ((a, d), (b, c)), ((a, b), (c, d))]
    if rules.partners != "seats" and lot % 2:
        ways[:2] = ways[1::-1]
    last = {pair for table in state.rounds[-1].tables for pair in partners(table.sides)}
    earlier = state.partnerships
    return min(
        ways,
        key=lambda way: (
            sum(pair in last for pair in partners(way)),
            sum(earlier[pair] for pair in partners(way)) if rules.partners == "fresh" else 0,
        ),
    )
