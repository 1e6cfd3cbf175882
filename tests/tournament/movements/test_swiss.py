"""The Swiss movement: no rematch while it can be avoided, byes once and for the lowest, equal scores meet."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import randoms
from tests.tournament.movements.evenings import check, played, spread, state
from uka.extras import MissingPackages
from uka.tournament.movements import MovementState, PlayedRound, PlayedTable, Seating, swiss
from uka.tournament.movements.seating import opponents, partners


def teams_met(seating: Seating) -> list[frozenset[int]]:
    return [pair for table in seating.tables for pair in opponents(table.sides)]


def ways(teams: tuple[int, ...]) -> Iterator[list[frozenset[int]]]:
    """Yield all ways to pair an even number of teams."""
    if not teams:
        yield []
        return
    first, *others = teams
    for other in others:
        for rest in ways(tuple(team for team in others if team != other)):
            yield [frozenset((first, other)), *rest]


@given(st.integers(2, 9), st.integers(1, 9), randoms)
def test_no_rematch_while_it_can_be_avoided(count: int, rounds: int, rng: Random) -> None:
    """Every other way to pair those who play is tried, too."""
    now = state(count, 1)
    for _ in range(rounds):
        seating = swiss(now)
        check(seating, now)
        met = now.meetings
        rematches = sum(met[pair] for pair in teams_met(seating))
        playing = tuple(team for team in now.entries if team not in seating.byes)
        assert rematches == min(sum(met[pair] for pair in way) for way in ways(playing))
        now = played(seating, rng, now)


@given(st.integers(4, 30), st.integers(1, 2), randoms)
def test_byes_are_even_and_nobody_has_a_second_one_before_all_have_one(count: int, side: int, rng: Random) -> None:
    now, out = state(max(count, 2 * side), side), Counter[int]()
    for _ in range(6):
        seating = swiss(now)
        check(seating, now)
        out.update(seating.byes)
        assert spread(out, now.entries) <= 1
        now = played(seating, rng, now)


@given(st.integers(3, 15).map(lambda half: 2 * half + 1), randoms)
def test_the_first_bye_after_a_round_is_for_the_lowest(count: int, rng: Random) -> None:
    now = played(swiss(state(count, 1)), rng, state(count, 1))
    seating = swiss(now)
    (bye,) = seating.byes
    could = [team for team in now.entries if team not in now.rounds[0].byes]
    assert now.scores.get(bye, 0) == min(now.scores.get(team, 0) for team in could)


@given(st.integers(2, 16), randoms)
def test_equal_scores_meet(half: int, rng: Random) -> None:
    """In the second round winners meet winners; with an odd number of them, one floats."""
    now = played(swiss(state(2 * half, 1)), rng, state(2 * half, 1))
    gaps = [abs(now.scores.get(one, 0) - now.scores.get(other, 0)) for one, other in map(tuple, teams_met(swiss(now)))]
    assert sum(gap > 0 for gap in gaps) == half % 2


def test_no_team_floats_down_twice_running_if_another_can() -> None:
    """Team 1 met a lower score in the last round, so of three teams with 4 another one floats to the team with 2."""
    earlier = PlayedRound(
        (
            PlayedTable(1, ((1,), (5,)), 0),
            PlayedTable(2, ((2,), (6,)), 0),
            PlayedTable(3, ((3,), (4,)), 0),
        ),
        scores={1: 2, 2: 2, 3: 2, 4: 2, 6: 2},
    )
    for secret in map(str, range(12)):
        scores = {1: 4, 2: 4, 3: 4, 4: 2, 5: 2, 6: 2}
        now = MovementState((1, 2, 3), (1, 2, 3, 4, 5, 6), secret, rounds=(earlier,), scores=scores)
        below = {1: {4, 5, 6}, 2: {4, 5, 6}, 3: {4, 5, 6}}
        floaters = {team for pair in teams_met(swiss(now)) for team in pair if team in below and pair & below[team]}
        assert len(floaters) == 1
        assert floaters != {1}


def test_the_best_scores_play_at_the_first_tables() -> None:
    now = MovementState((4, 7, 9), (1, 2, 3, 4, 5, 6), "s", scores={1: 2, 2: 6, 3: 6, 4: 2, 5: 4, 6: 4})
    assert [(table.table, {*table.sides}) for table in swiss(now).tables] == [
        (4, {(2,), (3,)}),
        (7, {(5,), (6,)}),
        (9, {(1,), (4,)}),
    ]


@given(st.integers(8, 40), randoms)
def test_players_have_no_partner_twice(count: int, rng: Random) -> None:
    now, together = state(count, 2), Counter[frozenset[int]]()
    for _ in range(5):
        seating = swiss(now)
        check(seating, now)
        together.update(pair for table in seating.tables for pair in partners(table.sides))
        assert max(together.values()) == 1
        now = played(seating, rng, now)


@given(st.integers(6, 24), randoms)
def test_teams_and_tables_come_and_go(count: int, rng: Random) -> None:
    now = state(count, 1, tables=rng.randint(1, 12))
    for number in range(1, 8):
        seating = swiss(now)
        check(seating, now)
        now = played(seating, rng, now)
        entries = [team for team in now.entries if rng.random() < 0.95]
        if rng.random() < 0.4:
            entries.append(100 + number)
        now = now._replace(entries=tuple(entries), tables=tuple(range(1, rng.randint(1, 12) + 1)))


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingPackages, match=r"a Swiss movement needs networkx, .*'uka\[cli\]'"):
        swiss(state(4, 1))


@given(st.integers(3, 16), randoms)
def test_teams_of_one_marae_do_not_meet_in_the_first_round(half: int, rng: Random) -> None:
    first = state(2 * half, 1)
    marae = {team: f"Marae {team % 3}" for team in first.entries}
    seating = swiss(first._replace(marae=marae, secret=str(rng.random())))
    assert all(marae[one] != marae[other] for (one,), (other,) in (table.sides for table in seating.tables))
