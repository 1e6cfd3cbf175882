"""Who plays whom: the draw, the movement of the Tainui Games, byes, and a round robin with the same interface."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import randoms
from uka.tournament.movement import CannotSeat, HallState, PreviousMatch, RoundSeating, draw, round_robin, tainui

MARAE = ("Tuurangawaewae", "Waahi", "Poohara", "Hukanui", "Te Awamaarahi")


def tables(count: int) -> tuple[int, ...]:
    return tuple(range(1, count + 1))


def check(seating: RoundSeating, floor: HallState) -> None:
    """Check that each team has one table or a bye, and that as many tables as possible are full."""
    seated = [team for pairing in seating.pairings for team in pairing.teams]
    assert sorted((*seated, *seating.byes)) == sorted(floor.teams)
    assert len({pairing.table for pairing in seating.pairings}) == len(seating.pairings)
    assert {pairing.table for pairing in seating.pairings} <= {*floor.tables}
    assert len(seating.pairings) == min(len(floor.tables), len(floor.teams) // 2)


def ended(seating: RoundSeating, rng: Random) -> tuple[PreviousMatch, ...]:
    """Play a round whose winners are chosen at random."""
    return tuple(
        PreviousMatch(pairing.table, *(pairing.teams if rng.random() < 0.5 else pairing.teams[::-1]))
        for pairing in seating.pairings
    )


def marae_of(teams: tuple[int, ...], rng: Random) -> dict[int, str]:
    return {team: rng.choice(MARAE) for team in teams}


@given(st.integers(2, 60), st.integers(1, 35), randoms)
def test_a_draw_seats_everyone_it_can_and_keeps_marae_apart(count: int, places: int, rng: Random) -> None:
    teams = tuple(range(1, count + 1))
    floor = HallState(tables(places), teams, str(rng.random()), marae=marae_of(teams, rng))
    seating = draw(floor)
    check(seating, floor)
    together = [pairing for pairing in seating.pairings if len({floor.marae[team] for team in pairing.teams}) == 1]
    playing = Counter(floor.marae[team] for pairing in seating.pairings for team in pairing.teams)
    if together:  # only where more than half of those who play come from there, and nobody else sits out
        home, most = playing.most_common(1)[0]
        assert most - len(seating.pairings) == len(together)
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
    floor = HallState(tables(500), tuple(marae), "s", marae=marae)
    check(draw(floor), floor)
    assert marae.lookups < 1_000_000


def test_all_draws_are_equally_likely() -> None:
    """With five teams at two tables, each team has a bye equally often, and each pair meets equally often."""
    floor, met, out = HallState((1, 2), (1, 2, 3, 4, 5), ""), Counter[frozenset[int]](), Counter[int]()
    for number in range(10_000):
        seating = draw(floor._replace(secret=str(number)))
        met.update(frozenset(pairing.teams) for pairing in seating.pairings)
        out.update(seating.byes)
    assert len(met) == 10
    assert all(abs(times - 2_000) < 200 for times in met.values())  # five standard deviations
    assert all(abs(times - 2_000) < 200 for times in out.values())


def test_winners_go_to_the_next_table_and_the_last_to_the_first() -> None:
    met = tuple(PreviousMatch(table, staying_team=10 * table, moving_team=10 * table + 1) for table in (1, 2, 3))
    teams = tuple(team for each in met for team in (each.staying_team, each.moving_team))
    seating = tainui(HallState((1, 2, 3), teams, "s", 2, met=met))
    assert [(pairing.table, pairing.teams) for pairing in seating.pairings] == [
        (1, (10, 31)),
        (2, (20, 11)),
        (3, (30, 21)),
    ]


def test_a_team_that_returns_takes_the_seat_of_the_team_with_the_fewest_byes() -> None:
    met = (PreviousMatch(1, staying_team=10, moving_team=11), PreviousMatch(2, staying_team=20, moving_team=21))
    floor = HallState((1, 2), (10, 11, 20, 21, 30), "s", 3, unplayed={10: 1, 11: 1, 21: 1, 30: 1}, met=met)
    seating = tainui(floor)
    assert seating.byes == (20,)
    assert [(pairing.table, pairing.teams) for pairing in seating.pairings] == [(1, (10, 21)), (2, (30, 11))]


def test_a_removed_table_is_skipped() -> None:
    met = tuple(PreviousMatch(table, staying_team=10 * table, moving_team=10 * table + 1) for table in (1, 2, 3))
    teams = tuple(team for each in met for team in (each.staying_team, each.moving_team))
    floor = HallState((1, 3), teams, "s", 2, unplayed={10: 1, 11: 1, 30: 1, 31: 1}, met=met)
    seating = tainui(floor)
    check(seating, floor)
    assert [pairing.teams for pairing in seating.pairings] == [(10, 31), (30, 11)]
    assert {*seating.byes} == {20, 21}


@given(st.integers(2, 31), st.integers(1, 18), st.integers(1, 25), randoms)
def test_byes_are_fair(count: int, places: int, rounds: int, rng: Random) -> None:
    """No team has two byes more than another, or byes in two rounds in a row if that can be avoided."""
    teams = tuple(range(1, count + 1))
    rests, floor = Counter[int](), HallState(tables(places), teams, "0")
    last: tuple[int, ...] = ()
    for number in range(1, rounds + 1):
        seating = tainui(floor)
        check(seating, floor)
        rests.update(seating.byes)
        assert max(rests[team] for team in teams) - min(rests[team] for team in teams) <= 1
        if 2 * len(seating.byes) <= count:
            assert not {*last} & {*seating.byes}
        last = seating.byes
        floor = floor._replace(number=number + 1, unplayed=dict(rests), met=ended(seating, rng), secret=str(number))


@given(st.integers(4, 24), randoms)
def test_teams_and_tables_come_and_go(count: int, rng: Random) -> None:
    teams, stand = [*range(1, count + 1)], [*range(1, 13)]
    floor = HallState(tuple(stand), tuple(teams), "0")
    rests = Counter[int]()
    for number in range(1, 12):
        seating = tainui(floor)
        check(seating, floor)
        rests.update(seating.byes)
        if rng.random() < 0.3 and len(teams) > 2:
            teams.remove(rng.choice(teams))
        if rng.random() < 0.3:
            teams.append(100 + number)
            rests[100 + number] = number  # rounds that it was not there for
        if rng.random() < 0.3:
            table = rng.randint(1, 12)
            stand = sorted({*stand} ^ {table}) or [1]
        floor = HallState(
            tuple(stand), tuple(teams), str(number), number + 1, unplayed=dict(rests), met=ended(seating, rng)
        )


@given(st.integers(2, 16), randoms)
def test_a_round_robin_lets_everyone_meet_everyone_once(count: int, rng: Random) -> None:
    teams = tuple(rng.sample(range(1, 100), count))
    floor = HallState(tables(count // 2), teams, str(rng.random()))
    first = round_robin(floor)
    drawn = tuple(team for pairing in first.pairings for team in pairing.teams) + first.byes
    met = Counter[frozenset[int]]()
    for number in range(1, count + count % 2):
        seating = first if number == 1 else round_robin(floor._replace(number=number, draw_order=drawn))
        check(seating, floor)
        met.update(frozenset(pairing.teams) for pairing in seating.pairings)
    assert met == Counter(map(frozenset, combinations(teams, 2)))


def test_a_round_robin_says_what_is_missing() -> None:
    floor = HallState((1,), (1, 2, 3, 4), "s", 2, draw_order=(1, 2, 3, 4))
    with pytest.raises(CannotSeat, match="a round robin of 4 teams needs 2 tables"):
        round_robin(floor)
    with pytest.raises(CannotSeat, match="team 5 can't join after the first draw"):
        round_robin(floor._replace(tables=(1, 2), teams=(1, 2, 3, 4, 5)))
