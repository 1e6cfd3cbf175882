"""Movements of teams: the first draw, the movement of the Tainui Games, its byes, and the round robin."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import randoms
from uka.tournament.movements import (
    CannotSeat,
    MovementState,
    PlayedRound,
    PlayedTable,
    Seating,
    first_draw,
    round_robin,
    tainui,
)

from .evenings import played, spread, state

MARAE = ("Tuurangawaewae", "Waahi", "Poohara", "Hukanui", "Te Awamaarahi")


def tables(count: int) -> tuple[int, ...]:
    return tuple(range(1, count + 1))


def check(seating: Seating, floor: MovementState) -> None:
    """Check that each team has one table or a bye, and that as many tables as possible are full."""
    seated = [team for each in teams_at(seating).values() for team in each]
    assert sorted((*seated, *seating.byes)) == sorted(floor.entries)
    assert len(teams_at(seating)) == len(seating.tables)
    assert {*teams_at(seating)} <= {*floor.tables}
    assert len(seating.tables) == floor.playing_tables


def teams_at(seating: Seating) -> dict[int, tuple[int, int]]:
    """Return the two teams of each table."""
    return {each.table: (each.sides[0][0], each.sides[1][0]) for each in seating.tables}


def after(played: dict[int, tuple[int, int]], byes: tuple[int, ...] = ()) -> PlayedRound:
    """Return a round. Of each table's teams the first one stays, and the second one has won."""
    tables = [PlayedTable(table, ((stays,), (moves,)), 1) for table, (stays, moves) in played.items()]
    return PlayedRound(tuple(tables), byes)


def marae_of(teams: tuple[int, ...], rng: Random) -> dict[int, str]:
    return {team: rng.choice(MARAE) for team in teams}


@given(st.integers(2, 60), st.integers(1, 35), randoms)
def test_a_draw_seats_everyone_it_can_and_keeps_marae_apart(count: int, places: int, rng: Random) -> None:
    teams = tuple(range(1, count + 1))
    floor = MovementState(tables(places), teams, str(rng.random()), marae=marae_of(teams, rng))
    seating = first_draw(floor)
    check(seating, floor)
    met = teams_at(seating).values()
    together = [teams for teams in met if len({floor.marae[team] for team in teams}) == 1]
    playing = Counter(floor.marae[team] for teams in met for team in teams)
    if together:  # only where more than half of those who play come from there, and nobody else sits out
        home, most = playing.most_common(1)[0]
        assert most - len(seating.tables) == len(together)
        assert all(floor.marae[team] == home for team in seating.byes)


class CountedMarae(dict[int, str]):
    """Counts how often the marae of a team is looked up."""

    lookups = 0

    def get(self, team: int, default: str = "") -> str:  # type: ignore[override]
        self.lookups += 1
        return super().get(team, default)


def test_a_draw_of_many_teams_from_one_marae_is_quick() -> None:
    """The server draws between two messages of other people: 500 matches that nobody can part look once at each."""
    marae = CountedMarae(dict.fromkeys(range(1, 1001), "Waahi"))
    floor = MovementState(tables(500), tuple(marae), "s", marae=marae)
    check(first_draw(floor), floor)
    assert marae.lookups < 1_000_000


def test_all_draws_are_equally_likely() -> None:
    """With five teams at two tables, each team has a bye equally often, and each pair meets equally often."""
    floor, met, out = MovementState((1, 2), (1, 2, 3, 4, 5), ""), Counter[frozenset[int]](), Counter[int]()
    for number in range(10_000):
        seating = first_draw(floor._replace(secret=str(number)))
        met.update(map(frozenset, teams_at(seating).values()))
        out.update(seating.byes)
    assert len(met) == 10
    assert all(abs(times - 2_000) < 200 for times in met.values())  # five standard deviations
    assert all(abs(times - 2_000) < 200 for times in out.values())


def test_winners_go_to_the_next_table_and_the_last_to_the_first() -> None:
    last = after({table: (10 * table, 10 * table + 1) for table in (1, 2, 3)})
    seating = tainui(MovementState((1, 2, 3), (10, 11, 20, 21, 30, 31), "s", rounds=(last,)))
    assert teams_at(seating) == {1: (10, 31), 2: (20, 11), 3: (30, 21)}


def test_a_team_that_returns_takes_the_seat_of_the_team_with_the_fewest_byes() -> None:
    rounds = (after({1: (20, 41), 2: (40, 42)}), after({1: (10, 11), 2: (20, 21)}, (30,)))
    seating = tainui(MovementState((1, 2), (10, 11, 20, 21, 30), "s", rounds=rounds))
    assert seating.byes == (20,)
    assert teams_at(seating) == {1: (10, 21), 2: (30, 11)}


def test_a_removed_table_is_skipped() -> None:
    rounds = (after({1: (20, 21)}), after({table: (10 * table, 10 * table + 1) for table in (1, 2, 3)}))
    floor = MovementState((1, 3), (10, 11, 20, 21, 30, 31), "s", rounds=rounds)
    seating = tainui(floor)
    check(seating, floor)
    assert [*teams_at(seating).values()] == [(10, 31), (30, 11)]
    assert {*seating.byes} == {20, 21}


@given(st.integers(2, 31), st.integers(1, 18), st.integers(1, 25), randoms)
def test_byes_are_fair(count: int, places: int, rounds: int, rng: Random) -> None:
    """No team has two byes more than another, or byes in two rounds in a row if that can be avoided."""
    floor, rests, last = state(count, 1, places), Counter[int](), tuple[int, ...]()
    for _ in range(rounds):
        seating = tainui(floor)
        check(seating, floor)
        rests.update(seating.byes)
        assert spread(rests, floor.entries) <= 1
        if 2 * len(seating.byes) <= count:
            assert not {*last} & {*seating.byes}
        last, floor = seating.byes, played(seating, rng, floor)


@given(st.integers(4, 24), randoms)
def test_teams_and_tables_come_and_go(count: int, rng: Random) -> None:
    teams, stand = [*range(1, count + 1)], [*range(1, 13)]
    floor = state(count, 1, 12)
    for number in range(1, 12):
        seating = tainui(floor)
        check(seating, floor)
        if rng.random() < 0.3 and len(teams) > 2:
            teams.remove(rng.choice(teams))
        if rng.random() < 0.3:
            teams.append(100 + number)
        if rng.random() < 0.3:
            table = rng.randint(1, 12)
            stand = sorted({*stand} ^ {table}) or [1]
        floor = played(seating, rng, floor)._replace(tables=tuple(stand), entries=tuple(teams))


@given(st.integers(2, 16), randoms)
def test_a_round_robin_lets_everyone_meet_everyone_once(count: int, rng: Random) -> None:
    teams = tuple(rng.sample(range(1, 100), count))
    floor, met = MovementState(tables(count // 2), teams, str(rng.random())), Counter[frozenset[int]]()
    for _ in range(1, count + count % 2):
        seating = round_robin(floor)
        check(seating, floor)
        met.update(map(frozenset, teams_at(seating).values()))
        floor = played(seating, rng, floor)
    assert met == Counter(map(frozenset, combinations(teams, 2)))


def test_a_round_robin_says_what_is_missing() -> None:
    floor = MovementState((1,), (1, 2, 3, 4), "s", rounds=(after({1: (1, 2), 2: (3, 4)}),))
    with pytest.raises(CannotSeat, match="a round robin of 4 teams needs 2 tables"):
        round_robin(floor)
    with pytest.raises(CannotSeat, match="team 5 can't join after the first draw"):
        round_robin(floor._replace(tables=(1, 2), entries=(1, 2, 3, 4, 5)))
