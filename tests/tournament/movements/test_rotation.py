"""Rotations: everybody partners everybody at most once, and meets everybody as evenly as the schedules can."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.movements.evenings import spread
from uka.tournament.movements import rotation, rotation_quality, rounds_of_rotation
from uka.tournament.movements.seating import CannotSeat
from uka.tournament.movements.starter_tables import STARTER_TABLES

SIZES = sorted(STARTER_TABLES)
NEAR = {44, 45, 48, 52, 57, 60}
"""The sizes of 4k and 4k + 1 for which no whist tournament is stored."""
STRANGERS = {7, 54, 57, 59}
"""The sizes in which some players never meet as opponents."""
MOST_MEETINGS = 3
"""How often two players of these and of other sizes may meet as opponents."""


def test_there_are_schedules_for_four_to_sixty_players() -> None:
    assert [*range(4, 61)] == SIZES


@pytest.mark.parametrize("count", SIZES)
def test_a_whole_schedule_is_what_theory_says(count: int) -> None:
    """An independent tally: a whist tournament where one is known, else no partner twice and opponents nearly even."""
    together, met, out = Counter[frozenset[int]](), Counter[frozenset[int]](), Counter[int]()
    seatings = rotation(range(count), rounds_of_rotation(count))
    for seating in seatings:
        here = [player for table in seating.tables for side in table.sides for player in side]
        assert sorted((*here, *seating.byes)) == [*range(count)]
        assert len(seating.byes) == count % 4
        out.update(seating.byes)
        for table in seating.tables:
            (a, b), (c, d) = table.sides
            together.update((frozenset((a, b)), frozenset((c, d))))
            met.update(frozenset(pair) for pair in ((a, c), (a, d), (b, c), (b, d)))
    pairs = [frozenset(pair) for pair in combinations(range(count), 2)]
    assert max(together.values()) == 1
    times = {met[pair] for pair in pairs}
    if count % 4 < 2 and count not in NEAR:
        assert len(seatings) == count - (count % 4 == 0)
        assert {together[pair] for pair in pairs} == {1}
        assert times == {2}
    else:
        assert max(times) <= MOST_MEETINGS
        assert min(times) == (count not in STRANGERS)
    assert len({out[player] for player in range(count)}) == 1
    quality = rotation_quality(seatings)
    assert quality == (1, min(times), max(times), min(out[p] for p in range(count)), max(out.values(), default=0))


@given(st.sampled_from(SIZES), st.data())
def test_a_schedule_of_fewer_rounds(count: int, data: st.DataObject) -> None:
    """Nobody has a partner twice, and after every round the numbers of rounds sat out differ by at most one."""
    rounds = data.draw(st.integers(1, rounds_of_rotation(count)))
    players = tuple(data.draw(st.permutations(range(100, 100 + count))))
    seatings, out = rotation(players, rounds), Counter[int]()
    assert len(seatings) == rounds
    for seating in seatings:
        out.update(seating.byes)
        assert spread(out, players) <= 1
    assert rotation_quality(seatings).most_partnerships == 1
    assert seatings == rotation(players, rounds)


@pytest.mark.parametrize("count", [size for size in SIZES if size % 4 < 2 and size >= 16])
def test_the_players_of_a_short_evening_meet_many_others(count: int) -> None:
    """In a quarter of the rounds, at most a seventh of all meetings of opponents repeat an earlier one."""
    seatings = rotation(range(count), rounds_of_rotation(count) // 4)
    met = Counter(
        frozenset((one, other))
        for seating in seatings
        for table in seating.tables
        for one in table.sides[0]
        for other in table.sides[1]
    )
    assert sum(times - 1 for times in met.values()) <= met.total() / 7


@pytest.mark.parametrize(
    ("count", "rounds", "why"),
    [
        (3, 1, "a rotation is for 4 to 60 players, not 3"),
        (61, 1, "a rotation is for 4 to 60 players, not 61"),
        (8, 8, "a rotation of 8 players has 7 rounds at most, not 8"),
    ],
)
def test_what_cannot_be_seated(count: int, rounds: int, why: str) -> None:
    with pytest.raises(CannotSeat, match=why):
        rotation(range(count), rounds)
