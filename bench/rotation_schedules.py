"""Search the starter tables of rotations: ``python -m bench.rotation_schedules`` writes the module ``starter_tables``.

A schedule for n players is made from a starting round, whose players are then shifted: each number grows by a constant
modulo n. With 4k players it is modulo n - 1, and the last player keeps the number. A few sizes need several starting
rounds. The search has two steps for each of them. First, hill climbing pairs the players so that no shift repeats a
partnership. Then a backtracking search joins the pairs to tables so that no two players meet more often than they may.
If the second step takes long, the first one begins anew.

For 4k and 4k + 1 players the result is a whist tournament: each player has each other one as a partner once and as an
opponent twice. Other sizes have two or three players who sit out in each round.

The search is seeded. ``python -m bench.rotation_schedules 8 9`` prints the tables of the given sizes and writes
nothing. A size that is in the module already is not searched again, unless ``--anew`` is given.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, count, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import uka
from uka.tournament.movements.starter_tables import STARTER_TABLES

OUT = Path(uka.__file__).parent / "tournament" / "movements" / "starter_tables.py"
SIZES = range(4, 61)
MEETINGS = 2
"""How often two players may meet as opponents in a whole schedule."""
EXACT_ATTEMPTS = 100
"""The times that a search begins before it lets the pairs of one more orbit meet once more than ``MEETINGS``."""
NODES = 30_000
"""The steps of backtracking after which the pairs of a starting round are made anew."""
FIRST_MORE: Mapping[int, int] = {
    44: 2,
    45: 4,
    46: 10,
    48: 3,
    52: 4,
    54: 14,
    55: 3,
    57: 9,
    58: 7,
    59: 4,
    60: 8,
}
"""For sizes whose search takes long: the number of these orbits at its beginning."""
LARGE = 15
"""The most players for whom a schedule is sought in which everybody meets everybody: for more, that takes long."""
MEET_ATTEMPTS = 200
"""The schedules that are found for a number of players before one is taken in which some players never meet."""
ATTEMPTS = 30
"""The times that the pairs of a starting round are made anew before the search begins again with the first one."""
SEVERAL_STARTS: Mapping[int, tuple[int, ...]] = {6: (0, 2, 4, 1, 3, 5), 9: (0, 1, 2)}
"""For sizes without a schedule from one or two starting rounds: the first player who sits out in each of them."""

TRIALS = 300
"""The random tables that are tried in a symmetric round before it begins anew."""
MULTIPLIERS: Mapping[int, int] = {56: 16}
"""For some large sizes: a factor under which most tables of the starting round stay tables of it."""

Orbit = tuple[int, int]
"""The pairs that shifts make from one pair of players: their difference, and the first player modulo the shift."""
Pair = tuple[int, ...]
"""Two partners, or the partner of the player who keeps the number."""
Room = Mapping[Orbit, int]
"""How many more pairs of opponents may be of each orbit."""
HEAD = '''"""The tables of the starting rounds of rotations. Written by ``python -m bench.rotation_schedules``.

``uka.tournament.movements.rotation`` tells how schedules are made from them.
"""

from collections.abc import Mapping

STARTER_TABLES: Mapping[int, tuple[str, ...]] = {
'''


class Size(NamedTuple):
    """A number of players, and the shifts of their schedule."""

    players: int

    @property
    def keeps_last(self) -> bool:
        """Whether the last player keeps the number."""
        return self.players % 4 == 0

    @property
    def modulus(self) -> int:
        return self.players - self.keeps_last

    @property
    def first_out(self) -> tuple[int, ...]:
        """The first player who sits out in each starting round."""
        return SEVERAL_STARTS.get(self.players, (0, 1) if self.players % 8 == 6 else (0,))

    @property
    def step(self) -> int:
        """The number of which each shift is a multiple."""
        return len(self.first_out)

    def paired(self, start: int) -> list[int]:
        """Return the players to pair in a starting round. Player 0 of 4k is the partner of the one who stays."""
        first = self.first_out[start]
        out = {(first + place) % self.players for place in range(self.players % 4)} | {*range(self.keeps_last)}
        return [player for player in range(self.modulus) if player not in out]

    def orbit(self, one: int, other: int) -> Orbit:
        """Return the orbit of two players."""
        up, down = (other - one) % self.modulus, (one - other) % self.modulus
        if up == down:
            return up, min(one % self.step, other % self.step)
        return (up, one % self.step) if up < down else (down, other % self.step)

    def returns(self, orbit: Orbit) -> bool:
        """Return whether two players of the orbit meet again when half of the shifts are made."""
        return 2 * orbit[0] == self.modulus and self.step == 1

    def orbits(self) -> list[Orbit]:
        return sorted({self.orbit(*pair) for pair in combinations(range(self.modulus), 2)})


def partnerships(size: Size, players: list[int], used: set[Orbit], rng: Random) -> list[Pair] | None:
    """Return some players in pairs of different orbits, none of them in ``used``.

    Return None if none are found soon. For most sizes of 4k + 1, the pairs with the sum 0 are of use: then the tables
    of the round come in pairs of the same differences, which are soon found.
    """
    if size.players % 4 == 1 and size.players % 3 and size.step == 1:
        return [(player, size.players - player) for player in range(1, size.players // 2 + 1)]
    partners: dict[tuple[int, Orbit], list[int]] = {}
    for one, other in product(players, repeat=2):
        if one != other and not size.returns(orbit := size.orbit(one, other)):
            partners.setdefault((one, orbit), []).append(other)
    partner, free = dict[int, int](), [*players]
    unused = [orbit for orbit in size.orbits() if not size.returns(orbit) and orbit not in used]
    for _ in range(1_000 * len(players)):
        if not free:
            return [(one, other) for one, other in partner.items() if one < other]
        one, orbit = rng.choice(free), rng.choice(unused)
        if (one, orbit) not in partners:
            continue
        other = rng.choice(partners[one, orbit])
        if (left := partner.pop(other, None)) is not None:
            del partner[left]
            free += (left, other)
            unused.append(size.orbit(left, other))
        partner[one], partner[other] = other, one
        free.remove(one)
        free.remove(other)
        unused.remove(orbit)
    return None


class TableSearch:
    """The backtracking search that joins pairs to tables. The bits of a number stand for possible tables."""

    def __init__(self, size: Size, pairs: list[Pair], room: Room, rng: Random) -> None:
        self._nodes = 0
        self._room = dict(room)
        self._tables = [*combinations(range(len(pairs)), 2)]
        rng.shuffle(self._tables)
        met = [Counter(size.orbit(*each) for each in product(pairs[a], pairs[b])) for a, b in self._tables]
        self._met = [tuple(each.elements()) for each in met]
        self._of_pair = [self._bits(pair in table for table in self._tables) for pair in range(len(pairs))]
        self._with = {orbit: self._bits(orbit in each for each in met) for orbit in room}
        self._twice_with = {orbit: self._bits(each[orbit] > 1 for each in met) for orbit in room}
        self._possible = self._bits(all(times <= room[orbit] for orbit, times in each.items()) for each in met)
        self._pairs = len(pairs)

    @staticmethod
    def _bits(marks: Iterator[bool]) -> int:
        return sum(1 << bit for bit, mark in enumerate(marks) if mark)

    def tables(self, spare: int) -> list[tuple[int, int]] | None:
        """Return the indices of the pairs of each table, or None if none are found soon.

        ``spare`` is how much of the room may be left over.
        """
        found = self._search(self._possible, {*range(self._pairs)}, self._room, spare)
        return None if found is None else [self._tables[bit] for bit in found]

    def _search(self, possible: int, left: set[int], room: dict[Orbit, int], spare: int) -> list[int] | None:
        if not left:
            return []
        self._nodes += 1
        options = self._options(possible, left, room, spare) if self._nodes <= NODES else 0
        while options:
            low = options & -options
            options ^= low
            bit = low.bit_length() - 1
            a, b = self._tables[bit]
            after, still = dict(room), possible & ~(self._of_pair[a] | self._of_pair[b])
            for orbit in self._met[bit]:
                after[orbit] -= 1
                still &= ~(self._with if after[orbit] == 0 else self._twice_with)[orbit]
            found = self._search(still, left - {a, b}, after, spare)
            if found is not None:
                return [bit, *found]
        return None

    def _options(self, possible: int, left: set[int], room: dict[Orbit, int], spare: int) -> int:
        """Return the fewest tables of which one must be chosen, or 0 if no choice can succeed."""
        options = min((possible & self._of_pair[pair] for pair in left), key=int.bit_count)
        must_fill = spare == 0
        for orbit, free in room.items():
            tables = possible & self._with[orbit] if free else 0
            if (number := tables.bit_count()) < free:
                spare -= max(0, free - number - (tables & self._twice_with[orbit]).bit_count())
                if spare < 0:
                    return 0
            elif free and must_fill and number < options.bit_count():
                options = tables
        return options


def starting_rounds(players: int) -> list[list[Pair]]:
    """Return the tables of each starting round for a number of players, as two partners and then the other two."""
    size, schedules = Size(players), 0
    for attempt in count():
        rng = Random(f"{players}/{attempt}")
        if factor := MULTIPLIERS.get(players):
            symmetric = _symmetric_round(size, factor, rng)
            found = [symmetric] if symmetric else None
        else:
            found = _rounds_from(size, FIRST_MORE.get(players, 0) + attempt // EXACT_ATTEMPTS, rng)
        schedules += bool(found)
        if found and (players > LARGE or schedules > MEET_ATTEMPTS or _all_meet(size, found)):
            return found
    raise AssertionError


def _all_meet(size: Size, rounds: Sequence[Sequence[Pair]]) -> bool:
    """Return whether in a schedule everybody meets everybody as an opponent."""
    pairs = [pair for tables in rounds for a, b, c, d in tables for pair in product((a, b), (c, d))]
    return {size.orbit(*pair) for pair in pairs if max(pair) < size.modulus} == {*size.orbits()}


def _rounds_from(size: Size, more: int, rng: Random) -> list[list[Pair]] | None:
    """Return the tables of each starting round, or None if one of them is not found soon.

    The pairs of ``more`` orbits, chosen at random, may meet once more.
    """
    orbits = size.orbits()
    room = {orbit: MEETINGS - size.returns(orbit) for orbit in orbits}
    for orbit in rng.sample([orbit for orbit in orbits if not size.returns(orbit)], more):
        room[orbit] += 1
    used, rounds = set[Orbit](), list[list[Pair]]()
    for start in range(size.step):
        if not (tables := _round_from(size, start, used, room, rng)):
            return None
        rounds.append(tables)
        for table in tables:
            _fill(size, table, used, room)
    return rounds


def _symmetric_round(size: Size, factor: int, rng: Random) -> list[Pair] | None:
    """Return the tables of a starting round, or None if none are found soon.

    Most tables are the multiples of a few by the powers of ``factor``. The search joins the players who are left.
    """
    powers = [1]
    while (power := powers[-1] * factor % size.modulus) != 1:
        powers.append(power)
    orbits = {frozenset(player * power % size.modulus for power in powers) for player in range(1, size.modulus)}
    free = sorted(sorted(each) for each in orbits if len(each) == len(powers))
    rng.shuffle(free)
    used, room, tables = set[Orbit](), dict.fromkeys(size.orbits(), MEETINGS), list[Pair]()
    for _ in range(TRIALS):
        if len(free) == 2:
            break
        rng.shuffle(free)
        first = [rng.choice(each) for each in free[:4]]
        multiples = [tuple(player * power % size.modulus for player in first) for power in powers]
        then_used, then_room = {*used}, dict(room)
        if all(_fill(size, table, then_used, then_room) for table in multiples):
            used, room, tables, free = then_used, then_room, [*tables, *multiples], free[4:]
    left = {*size.paired(0)} - {player for table in tables for player in table}
    if len(free) == 2 and (rest := _round_of(size, sorted(left), used, room, rng)):
        return sorted((*tables, *rest))
    return None


def _fill(size: Size, table: Pair, used: set[Orbit], room: dict[Orbit, int]) -> bool:
    """Add a table to what is used and take it from the room. Return whether it fits."""
    a, b, c, d = table
    together = [size.orbit(*pair) for pair in ((a, b), (c, d)) if max(pair) < size.modulus]
    fits = len({*together} - used) == len(together)
    used.update(together)
    for one, other in product((a, b), (c, d)):
        if max(one, other) < size.modulus:
            room[size.orbit(one, other)] -= 1
    return fits and min(room.values()) >= 0


def _round_from(size: Size, start: int, used: set[Orbit], room: Room, rng: Random) -> list[Pair] | None:
    """Return the tables of a starting round, or None if none are found soon."""
    for _ in range(ATTEMPTS if size.step > 1 else 1):
        if found := _round_of(size, size.paired(start), used, room, rng):
            return found
    return None


def _round_of(size: Size, players: list[int], used: set[Orbit], room: Room, rng: Random) -> list[Pair] | None:
    """Return the tables of some players, or None if none are found soon. The one who stays is not among them."""
    stays = [(0,)] if size.keeps_last else []
    if not (pairs := partnerships(size, players, used, rng)):
        return None
    halves: list[Pair] = [*stays, *pairs]
    spare = sum(room.values()) - 2 * len(halves) + 2 * size.keeps_last
    if not (found := TableSearch(size, halves, room, rng).tables(spare)):
        return None
    full = [half if len(half) == 2 else (half[0], size.players - 1) for half in halves]
    return sorted((*full[a], *full[b]) for a, b in found)


def line_of(players: int, starts: Sequence[str]) -> str:
    """Return the lines of the module for a number of players."""
    told = "".join(f"{_quoted(start)},\n" for start in starts)
    return f"    {players}: (\n{told}    ),\n"


def _quoted(start: str) -> str:
    """Return a starting round as Python strings, of which none is too long for a line."""
    tables = start.split(", ")
    lines = [", ".join(tables[first : first + 8]) for first in range(0, len(tables), 8)]
    return "\n".join(f'        "{line}"' for line in [*(f"{line}, " for line in lines[:-1]), lines[-1]])


def main(*words: str) -> None:
    """Write the module, or print the lines of the given sizes."""
    sizes = [int(word) for word in words if word.isdigit()]
    lines = dict[int, str]()
    for players in sizes or SIZES:
        if players in STARTER_TABLES and not words:
            lines[players] = line_of(players, STARTER_TABLES[players])
        else:
            began = time.process_time()
            rounds = starting_rounds(players)
            starts = [", ".join(" ".join(map(str, table)) for table in tables) for tables in rounds]
            lines[players] = line_of(players, starts)
            print(lines[players], f"{time.process_time() - began:.1f} s", flush=True)
    if not sizes:
        OUT.write_text(HEAD + "".join(lines.values()) + "}\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
