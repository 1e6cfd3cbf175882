"""Knockouts: who loses is out; seeds, byes for the best seeds, a match for third place, a consolation."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import randoms
from tests.tournament.movements.evenings import played, state
from uka.tournament.movements import (
    KnockoutRules,
    MovementState,
    PlayedRound,
    PlayedTable,
    Seating,
    drawn_bracket,
    knockout,
    knockout_champion,
)
from uka.tournament.movements.seating import CannotSeat

sizes = st.integers(2, 40)


def favourites_win(seating: Seating, before: MovementState) -> MovementState:
    """Play a round in which the team with the lower number wins each match."""
    tables = tuple(
        PlayedTable(each.table, each.sides, 0 if each.sides[0] < each.sides[1] else 1) for each in seating.tables
    )
    return before._replace(rounds=(*before.rounds, PlayedRound(tables, seating.byes)))


def kinds(seating: Seating) -> Counter[str]:
    return Counter(table.kind for table in seating.tables)


@given(sizes, randoms)
def test_who_loses_is_out_and_one_team_is_left(count: int, rng: Random) -> None:
    now = state(count, 1, tables=count)
    rules = KnockoutRules(drawn_bracket(now.entries, secret=str(rng.random())))
    left, matches = {*now.entries}, 0
    while (champion := knockout_champion(now, rules)) is None:
        seating = knockout(now, rules)
        seated = [team for table in seating.tables for side in table.sides for team in side]
        assert sorted((*seated, *seating.byes)) == sorted(left)
        assert not now.rounds or not seating.byes
        now, matches = played(seating, rng, now), matches + len(seating.tables)
        for table in now.rounds[-1].tables:
            assert table.winner is not None
            left -= {*table.sides[1 - table.winner]}
    assert left == {champion}
    assert matches == count - 1
    with pytest.raises(CannotSeat, match=f"the knockout is over: team {champion} has won"):
        knockout(now, rules)


@given(sizes)
def test_seeds_have_the_byes_and_meet_as_late_as_they_can(count: int) -> None:
    now = state(count, 1, tables=count)
    rules = KnockoutRules(drawn_bracket(now.entries, seeds=now.entries))
    byes = len(rules.bracket) - count
    assert sorted(knockout(now, rules).byes) == [*now.entries[:byes]]
    left = len(rules.bracket)
    while knockout_champion(now, rules) is None:
        seating = knockout(now, rules)
        met = [sum(table.sides[0] + table.sides[1]) for table in seating.tables]
        assert met == [left + 1] * len(met)  # the best meets the last, the second the last but one, and so on
        now, left = favourites_win(seating, now), left // 2
    assert knockout_champion(now, rules) == 1


@given(st.integers(3, 40), st.booleans(), st.booleans(), randoms)
def test_third_place_and_consolation(count: int, third: bool, consolation: bool, rng: Random) -> None:
    now = state(count, 1, tables=count)
    rules = KnockoutRules(drawn_bracket(now.entries, secret=str(rng.random())), third, consolation)
    total, first_losers = Counter[str](), set[int]()
    while knockout_champion(now, rules) is None:
        seating = knockout(now, rules)
        seated = [team for table in seating.tables for side in table.sides for team in side]
        assert len({*seated, *seating.byes}) == len(seated) + len(seating.byes)
        total += kinds(seating)
        here = {
            team for table in seating.tables if table.kind == "consolation" for side in table.sides for team in side
        }
        assert here <= first_losers
        now = played(seating, rng, now)
        if len(now.rounds) == 1:
            first_losers = {team for table in now.rounds[0].tables for team in table.sides[1 - (table.winner or 0)]}
    assert total[""] == count - 1
    matches_of_losers = len(first_losers) - 1 if consolation and len(rules.bracket) > 2 else 0
    assert total["consolation"] == max(0, matches_of_losers)
    both_lost = len(rules.bracket) > 4 or (len(first_losers) == 2 and not consolation)
    assert total["third_place"] == (1 if third and both_lost else 0)


@given(st.integers(4, 30), randoms)
def test_teams_withdraw(count: int, rng: Random) -> None:
    """The opponent of a team that withdraws has a bye, and the knockout goes on to its end."""
    now = state(count, 1, tables=count)
    rules = KnockoutRules(drawn_bracket(now.entries, secret="s"), third_place=True, consolation=True)
    for _ in range(8):
        if knockout_champion(now, rules) is not None:
            break
        now = played(knockout(now, rules), rng, now)
        gone = rng.choice(now.entries) if len(now.entries) > 2 and rng.random() < 0.5 else 0
        now = now._replace(entries=tuple(team for team in now.entries if team != gone))
    left = knockout_champion(now, rules)
    assert left in now.entries or left is None


def test_what_cannot_be_seated() -> None:
    now = state(4, 1)
    rules = KnockoutRules(drawn_bracket(now.entries, (1, 2, 3, 4)))
    with pytest.raises(CannotSeat, match="needs 2 tables, not 1"):
        knockout(now._replace(tables=(1,)), rules)
    with pytest.raises(CannotSeat, match="in a knockout team 9 can't join after the draw"):
        knockout(now._replace(entries=(1, 2, 3, 4, 9)), rules)
    with pytest.raises(CannotSeat, match="a knockout is for teams, not for players"):
        knockout(now._replace(side=2), rules)
    with pytest.raises(CannotSeat, match="team 7 is seeded, but does not play"):
        drawn_bracket((1, 2), (7,))
    drawn = PlayedRound((PlayedTable(1, ((1,), (4,))), PlayedTable(2, ((2,), (3,)), 0)))
    with pytest.raises(CannotSeat, match="table 1 has no winner: let the captains cut"):
        knockout(now._replace(rounds=(drawn,)), rules)
