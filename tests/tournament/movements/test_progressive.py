"""Progressive evenings: winners move up a table, losers stay or move down, partners change at every table."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import randoms
from tests.tournament.movements.evenings import check, played, spread, state
from uka.tournament.movements import MovementState, ProgressiveRules, Seating, progressive
from uka.tournament.movements.seating import CannotSeat, partners

houses = st.builds(ProgressiveRules, st.sampled_from(("stay", "down")), st.sampled_from(("fresh", "lot", "seats")))


def places(seating: Seating) -> dict[int, int]:
    """Return the place of each player: 0 for the head table."""
    return {player: place for place, table in enumerate(seating.tables) for side in table.sides for player in side}


@given(st.integers(1, 12), st.integers(2, 12), houses, randoms)
def test_winners_move_up_and_losers_as_the_house_says(
    count: int, rounds: int, house: ProgressiveRules, rng: Random
) -> None:
    now = state(4 * count, 2)
    seating = progressive(now, house)
    check(seating, now)
    for _ in range(rounds):
        now = played(seating, rng, now)
        seating = progressive(now, house)
        check(seating, now)
        place = places(seating)
        for old, table in enumerate(now.rounds[-1].tables):
            assert table.winner is not None
            down = min(old + 1, count - 1) if house.losers == "down" else old or count - 1
            assert {place[player] for player in table.sides[table.winner]} == {max(old - 1, 0)}
            assert {place[player] for player in table.sides[1 - table.winner]} == {down}


@given(st.integers(4, 50), st.integers(2, 14), houses, randoms)
def test_partners_change_at_every_table_and_byes_are_even(
    count: int, rounds: int, house: ProgressiveRules, rng: Random
) -> None:
    now, out, last = state(count, 2), Counter[int](), set[frozenset[int]]()
    for _ in range(rounds):
        seating = progressive(now, house)
        check(seating, now)
        out.update(seating.byes)
        assert spread(out, now.entries) <= 1
        together = {pair for table in seating.tables for pair in partners(table.sides)}
        assert not together & last
        last, now = together, played(seating, rng, now)


@given(st.integers(6, 40), houses, randoms)
def test_players_and_tables_come_and_go(count: int, house: ProgressiveRules, rng: Random) -> None:
    now = state(count, 2, tables=rng.randint(1, 12))
    for number in range(1, 12):
        seating = progressive(now, house)
        check(seating, now)
        now = played(seating, rng, now)
        entries = [*now.entries]
        if rng.random() < 0.4 and len(entries) > 4:
            entries.remove(rng.choice(entries))
        if rng.random() < 0.4:
            entries.append(100 + number)
        tables = tuple(range(1, rng.randint(1, 12) + 1)) if rng.random() < 0.3 else now.tables
        now = now._replace(entries=tuple(entries), tables=tables)


@given(randoms)
def test_fresh_partners_are_those_whom_a_player_had_least_often(rng: Random) -> None:
    """Two rounds with four players use up two of three ways; the third round takes the last one."""
    now, seen = state(4, 2), set[frozenset[frozenset[int]]]()
    for _ in range(3):
        seating = progressive(now)
        seen.add(frozenset(partners(seating.tables[0].sides)))
        now = played(seating, rng, now)
    assert len(seen) == 3


def test_the_head_table() -> None:
    """Winners of the head table stay there; its losers go to the last table."""
    now = played(progressive(state(12, 2)), Random(1), state(12, 2))
    head = now.rounds[0].tables[0]
    assert head.winner is not None
    place = places(progressive(now))
    assert [place[player] for player in head.sides[head.winner]] == [0, 0]
    assert [place[player] for player in head.sides[1 - head.winner]] == [2, 2]


def test_who_sits_out_comes_from_the_last_table_and_the_returner_takes_that_seat() -> None:
    now = state(9, 2)
    seating = progressive(now)
    now = played(seating, Random(2), now)
    after = progressive(now)
    (out,), (back,) = after.byes, seating.byes
    assert places(after)[back] == 1
    assert out in now.rounds[0].tables[0].entries + now.rounds[0].tables[1].entries


def test_a_table_without_a_winner_must_cut() -> None:
    now = played(progressive(state(4, 2)), Random(1), state(4, 2))
    (ended,) = now.rounds
    drawn = ended._replace(tables=(ended.tables[0]._replace(winner=None),))
    with pytest.raises(CannotSeat, match="table 1 has no winner: let its players cut"):
        progressive(now._replace(rounds=(drawn,)))


def test_the_same_state_gives_the_same_seating() -> None:
    now = MovementState((1, 2, 3), tuple(range(1, 14)), "secret", 2)
    assert progressive(now) == progressive(now)
