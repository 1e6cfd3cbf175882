"""The rotation: fixed schedules for players who change partners each round.

Each player has each other one as a partner at most once, and meets all others as evenly as the schedules can. For 4k
and 4k + 1 players, almost all whole schedules are whist tournaments: each player has each other one as a partner once
and as an opponent twice. Other sizes have two or three players who sit out in each round.

A schedule is made from a starting round in ``starter_tables`` by shifts: in each round, a constant is added to all
numbers, modulo the number of players. With 4k players the last player stays fixed, and the others are shifted
modulo 4k - 1. If there are several starting rounds, the shifts are multiples of their number, and the rounds of the
first one come first. ``bench.rotation_schedules`` searches for the starting rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import gcd
from typing import NamedTuple, TypeAlias

from uka.core.shuffle import shuffle

from .seating import CannotSeat, MovementState, PlayedRound, SeatedTable, Seating, Sides, opponents, partners
from .starter_tables import STARTER_TABLES

FEWEST, MOST = min(STARTER_TABLES), max(STARTER_TABLES)
"""The fewest and the most players of a rotation."""
_Start: TypeAlias = tuple[Sides, ...]
"""The tables of a starting round. Its players are numbered from 0."""


class RotationQuality(NamedTuple):
    """How evenly a schedule mixes its players."""

    most_partnerships: int
    """The largest number of rounds in which the same two players are partners."""
    fewest_meetings: int
    """The smallest number of rounds in which two players are opponents."""
    most_meetings: int
    """The largest number of rounds in which two players are opponents."""
    fewest_sit_outs: int
    """The smallest number of rounds that a player sits out."""
    most_sit_outs: int
    """The largest number of rounds that a player sits out."""


def rotation(players: Sequence[int], rounds: int) -> tuple[Seating, ...]:
    """Return the seating of each round. ``players`` are the numbers of the players.

    The number of players may be from 4 to 60. Raise ``CannotSeat`` for another one, or for more rounds than a whole
    schedule has.

    >>> [seating.byes for seating in rotation((1, 2, 3, 4, 5), 3)]
    [(1,), (2,), (3,)]
    >>> rotation((1, 2, 3, 4), 4)
    Traceback (most recent call last):
    ...
    uka.tournament.movements.seating.CannotSeat: a rotation of 4 players has 3 rounds at most, not 4
    """
    count = len(players)
    if rounds > (longest := rounds_of_rotation(count)):
        raise CannotSeat(f"a rotation of {count} players has {longest} rounds at most, not {rounds}")
    starts, modulus = _starting_rounds(count), _modulus(count)
    shifts = _shifts(count, len(starts), starts[0], rounds)
    return tuple(_shifted(starts[start], shift, modulus, players) for start, shift in shifts[:rounds])


def rotation_round(state: MovementState, rounds: int = 0) -> Seating:
    """Seat the next round of a rotation that is planned for so many rounds; 0 is a whole schedule.

    The schedule is made with the first round, for the players who are there then. If some of them have gone, the
    others at their tables, those who sit out and players who came later make up tables of their own. Among these, those
    who have sat out most often play. Raise ``CannotSeat`` after the last round, or if tables are too few.

    >>> state = MovementState((1,), (1, 2, 3, 4, 5), "s", side=2)
    >>> rotation_round(state).byes == rotation(shuffle(state.entries, "s"), 5)[0].byes
    True
    """
    drawn = _drawn_players(state.rounds[0], rounds) if state.rounds else shuffle(state.entries, state.secret)
    longest = rounds or rounds_of_rotation(len(drawn))
    if state.number > longest:
        raise CannotSeat(f"the rotation is over: it has {longest} rounds")
    if len(state.tables) < len(drawn) // 4:
        raise CannotSeat(f"a rotation of {len(drawn)} players needs {len(drawn) // 4} tables, not {len(state.tables)}")
    scheduled, present = rotation(drawn, longest)[state.number - 1], {*state.entries}
    whole = [table.sides for table in scheduled.tables if {*table.sides[0], *table.sides[1]} <= present]
    seated = {player for sides in whole for side in sides for player in side}
    loose, count = shuffle(sorted(present - seated), f"{state.secret} loose"), state.sit_outs
    loose = sorted(loose, key=lambda player: -count[player])
    made = min(len(state.tables) - len(whole), len(loose) // 4)
    earlier = state.partnerships
    whole += [_fresh_sides(loose[first : first + 4], earlier) for first in range(0, 4 * made, 4)]
    tables = [SeatedTable(table, sides) for table, sides in zip(state.tables, whole, strict=False)]
    return Seating(tuple(tables), tuple(loose[4 * made :]))


def _drawn_players(first: PlayedRound, rounds: int) -> tuple[int, ...]:
    """Return the players of the schedule whose first round was ``first``, in the order in which they were drawn."""
    seated = (*[player for table in first.tables for player in table.entries], *first.byes)
    schedule = rotation(range(len(seated)), rounds or rounds_of_rotation(len(seated)))[0]
    places = (*[place for table in schedule.tables for side in table.sides for place in side], *schedule.byes)
    return tuple(player for _, player in sorted(zip(places, seated, strict=True)))


def _fresh_sides(four: Sequence[int], earlier: Counter[frozenset[int]]) -> Sides:
    """Return the partners among four players so that the fewest were partners before."""
    a, b, c, d = four
    ways: list[Sides] = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    return min(ways, key=lambda way: sum(earlier[pair] for pair in partners(way)))


def rounds_of_rotation(players: int) -> int:
    """Return the number of rounds of a whole schedule. Raise ``CannotSeat`` if there is none for so many players.

    >>> rounds_of_rotation(60)
    59
    """
    if players not in STARTER_TABLES:
        raise CannotSeat(f"a rotation is for {FEWEST} to {MOST} players, not {players}")
    return _modulus(players)


def rotation_quality(seatings: Sequence[Seating]) -> RotationQuality:
    """Return how evenly a schedule mixes its players, counted from its tables.

    >>> rotation_quality(rotation(range(16), 15))
    RotationQuality(most_partnerships=1, fewest_meetings=2, most_meetings=2, fewest_sit_outs=0, most_sit_outs=0)
    """
    tables = [table for seating in seatings for table in seating.tables]
    together = Counter(pair for table in tables for pair in partners(table.sides))
    met = Counter(pair for table in tables for pair in opponents(table.sides))
    out = Counter(player for seating in seatings for player in seating.byes)
    everybody = sorted({player for table in tables for side in table.sides for player in side} | {*out})
    times = [met[frozenset(pair)] for pair in combinations(everybody, 2)]
    sat_out = [out[player] for player in everybody]
    most = max(together.values(), default=0)
    return RotationQuality(most, *(of(each, default=0) for each in (times, sat_out) for of in (min, max)))


def _modulus(players: int) -> int:
    return players - 1 if players % 4 == 0 else players


def _starting_rounds(players: int) -> list[_Start]:
    """Return the starting rounds for a number of players."""
    starts = list[_Start]()
    for text in STARTER_TABLES[players]:
        tables = [[int(number) for number in table.split()] for table in text.split(",")]
        starts.append(tuple(((a, b), (c, d)) for a, b, c, d in tables))
    return starts


def _shifted(start: _Start, shift: int, modulus: int, players: Sequence[int]) -> Seating:
    """Return the round that a shift makes from a starting round."""

    def after_shift(place: int) -> int:
        return players[(place + shift) % modulus if place < modulus else place]

    tables = tuple(
        SeatedTable(number, ((after_shift(a), after_shift(b)), (after_shift(c), after_shift(d))))
        for number, ((a, b), (c, d)) in enumerate(start, 1)
    )
    seated = {player for table in tables for side in table.sides for player in side}
    return Seating(tables, tuple(player for player in players if player not in seated))


def _shifts(players: int, starts: int, first: _Start, rounds: int) -> list[tuple[int, int]]:
    """Return the starting round and the shift of each round of a whole schedule.

    If there are several starting rounds, the rounds of the first one come first. If two or three players sit out, they
    are neighbours, and each round takes the next ones, so that all sit out equally often. Otherwise the order is the
    one in which the fewest opponents of the wanted rounds meet twice.
    """
    modulus, out = _modulus(players), players % 4
    if starts > 1:
        return [(start, shift) for start in range(starts) for shift in range(0, modulus, starts)]
    if out > 1:
        step, laps = out, gcd(out, modulus)
        return [(0, (step * turn + lap) % modulus) for lap in range(laps) for turn in range(modulus // laps)]
    returns = _repeat_shifts(first, modulus)
    units = [step for step in range(1, (modulus + 1) // 2) if gcd(step, modulus) == 1]
    step = min(units, key=lambda step: _repeated_meetings(returns, step, modulus, rounds), default=1)
    return [(0, step * turn % modulus) for turn in range(modulus)]


def _repeat_shifts(start: _Start, modulus: int) -> list[int]:
    """Return the shifts after which two opponents of a starting round meet again."""
    firsts = dict[int, list[int]]()
    for (a, b), (c, d) in start:
        for one, other in ((a, c), (a, d), (b, c), (b, d)):
            if max(one, other) < modulus:
                up, down = (other - one) % modulus, (one - other) % modulus
                firsts.setdefault(min(up, down), []).append(one if up < down else other)
            else:
                firsts.setdefault(0, []).append(min(one, other))
    return [one - other for each in firsts.values() for one, other in combinations(each, 2)]


def _repeated_meetings(returns: Sequence[int], step: int, modulus: int, rounds: int) -> int:
    """Return how many meetings of opponents are repeated within some rounds, if each one shifts by ``step``."""
    inverse = pow(step, -1, modulus)
    turns = [shift * inverse % modulus for shift in returns]
    return sum(max(0, rounds - turn) + max(0, rounds - modulus + turn) for turn in turns)
