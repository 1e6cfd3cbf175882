"""Whole events of every movement: seatings, totals, byes, corrections, undos, withdrawals, late entries and replay."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import randoms
from uka.core.cards import Card
from uka.core.seats import Partnership, Seat
from uka.tournament import (
    CannotSeat,
    InvalidTournamentSettings,
    Roster,
    TournamentLine,
    TournamentRefusal,
    TournamentSettings,
    replayed,
    standings,
)
from uka.tournament import entries as en
from uka.tournament.commands import official, rounds, teams, undo
from uka.tournament.paper.entrant_sheets import wall_chart
from uka.tournament.setting_values import changed
from uka.tournament.views.builders import match_view, round_results, round_view
from uka.tournament.views.viewer_boards import ANYBODY, board

from .day import Day

EVENTS: dict[str, dict[str, Any]] = {
    "tainui": {},
    "round_robin": {"movement": "round_robin"},
    "swiss": {"movement": "swiss"},
    "swiss_players": {"movement": "swiss", "entrants": "players", "score": "points", "bye_counts": "average"},
    "knockout": {"movement": "knockout", "third_place": True},
    "consolation": {"movement": "knockout", "consolation": True},
    "rotation": {"movement": "rotation", "entrants": "players", "score": "points", "drop_worst": 1},
    "progressive": {"movement": "progressive", "entrants": "players", "score": "games", "draws": "loners"},
    "head_table": {"movement": "progressive", "entrants": "players", "losers": "down", "head_deals": 4},
}
MOST = 60
"""The most players of a rotation."""
CLOSED_TO_LATE = ("round_robin", "knockout", "consolation")
SHORT = ("knockout", "consolation", "rotation")
"""The events that can be over after three rounds."""


def opened(name: str, count: int, seed: object = 0) -> Day:
    """Return an event before its first round, with tables for all."""
    day = Day(TournamentSettings(**EVENTS[name]), seed=seed)
    for _ in range(count):
        day.do(teams.enter, Roster(f"Entry {len(day.t.teams) + 1}"))
    day.do(teams.set_tables, range(1, max(count // (2 * day.t.side), 1) + 1))
    return day


def play(day: Day, rng: Random) -> None:
    """Play the round by taps of the director, with an undo now and then, and close it."""
    day.do(rounds.start)
    for match in day.matches:
        day.do(official.tap, en.FirstDealerSet(match.table, Seat.NORTH))
        for _ in range(rng.randint(1, 6)):
            if not day.match(match.table).over and not (day.t.round and day.t.round.rang):
                side = rng.choice(tuple(Partnership))
                day.do(official.tap, en.DealPlayed(match.table, side, rng.randint(0, 5), alone=rng.random() < 0.2))
                if rng.random() < 0.1 and not (day.t.round and day.t.round.rang):
                    day.do(undo.undo, day.match(match.table).taps[-1][0])
    day.wait(day.t.settings.clock_ms)
    for match in day.matches:
        if not day.match(match.table).over:
            day.do(official.tap, en.UpcardAtBell(match.table, False))
        while day.match(match.table).moving_team is None:
            cards = rng.sample([card for card in day.t.rules.cards if card is not Card.JOKER], 2)
            day.do(official.enter_cut_cards, match.table, (cards[0], cards[1]))
    day.do(rounds.close, unsigned=True)


def correct(day: Day, rng: Random) -> None:
    """Correct a result of an earlier round without changing who won."""
    playing = rng.choice(day.t.rounds[:-1])
    match = rng.choice(playing.matches)
    if match.winner is not None:
        points = (11, 3) if match.winner == match.teams[0] else (3, 11)
        day.do(rounds.correct_result, en.ResultCorrected(playing.number, match.table, points, "read wrongly"))


@settings(max_examples=6, deadline=None)
@given(st.integers(4, 16), randoms)
@pytest.mark.parametrize("name", EVENTS)
def test_whole_events(name: str, count: int, rng: Random) -> None:
    hold(name, count, rng)


@pytest.mark.exhaustive
@settings(max_examples=6, deadline=None)
@given(st.integers(17, 120), randoms)
@pytest.mark.parametrize("name", EVENTS)
def test_whole_large_events(name: str, count: int, rng: Random) -> None:
    hold(name, min(count, MOST) if name == "rotation" else count, rng)


def hold(name: str, count: int, rng: Random) -> None:
    """Hold an event of a few rounds, with late entries, withdrawals, corrections and undos, and check it."""
    day = opened(name, count, rng.random())
    for number in range(4):
        try:
            day.seat()
        except CannotSeat:
            assert name in SHORT
            break
        check_round(day)
        play(day, rng)
        if number:
            correct(day, rng)
        if rng.random() < 0.3 and len(day.t.active_teams) > 6:
            day.do(teams.withdraw, rng.choice(day.t.active_teams).number)
        if rng.random() < 0.3 and name not in CLOSED_TO_LATE:
            day.do(teams.enter, Roster(f"Entry {len(day.t.teams) + 1}"))
    check_totals(day)
    check_meetings(day, name)
    check_byes(day, name)
    lines = [TournamentLine.parse(line.text) for line in day.lines]
    assert replayed(lines) == day.t


@settings(max_examples=6, deadline=None)
@given(st.integers(2, 5), randoms)
@pytest.mark.parametrize("name", ["tainui", "progressive", "head_table"])
def test_the_board_says_where_both_sides_play_next(name: str, tables: int, rng: Random) -> None:
    day = opened(name, 4 * tables if name != "tainui" else 2 * tables, rng.random())
    day.seat()
    for _ in range(3):
        play(day, rng)
        told = dict[int, int | None]()
        assert day.t.round
        for match in day.matches:
            view = match_view(day.t, match, day.t.round, whole=False)
            for entry in match.entries:
                told[entry] = view.to if match.first_of_side(entry) == view.moves else view.others_to
        day.seat()
        assert told == {entry: match.table for match in day.matches for entry in match.entries}


@settings(max_examples=8, deadline=None)
@given(st.integers(4, 14), st.integers(1, 4), randoms)
@pytest.mark.parametrize("name", ["tainui", "progressive"])
def test_the_board_says_whether_somebody_sits_out_next(name: str, count: int, tables: int, rng: Random) -> None:
    day = opened(name, count, rng.random())
    day.do(teams.set_tables, range(1, tables + 1))
    day.seat()
    play(day, rng)
    assert day.t.round
    told = round_view(day.t, day.t.round).sit_outs_follow
    day.seat()
    assert told == bool(day.t.round.byes)


def test_nobody_sits_out_after_the_last_round() -> None:
    day = opened("progressive", 5)
    day.do(teams.change_settings, changed(day.t.settings, ["rounds=2"]))
    told = list[bool]()
    for _ in range(2):
        day.seat()
        play(day, day.rng)
        assert day.t.round
        told.append(round_view(day.t, day.t.round).sit_outs_follow)
    assert told == [True, False]


def test_a_corrected_result_says_so_until_the_correction_is_undone() -> None:
    day = opened("progressive", 4)
    day.seat()
    play(day, day.rng)

    def corrected() -> bool:
        assert day.t.round
        return match_view(day.t, day.match(1), day.t.round, whole=False).corrected

    assert not corrected()
    day.do(rounds.correct_result, en.ResultCorrected(1, 1, (3, 8), "typed wrongly"))
    assert corrected()
    day.do(undo.undo, day.lines[-1].seq)
    assert not corrected()


def test_the_board_says_nothing_about_next_tables_that_a_closed_table_shifts() -> None:
    day = opened("progressive", 12)
    day.seat()
    play(day, day.rng)
    day.do(teams.set_tables, (1, 3))
    assert day.t.round
    views = [match_view(day.t, match, day.t.round, whole=False) for match in day.matches]
    assert {(view.to, view.others_to) for view in views} == {(None, None)}


def check_round(day: Day) -> None:
    """Check that nobody is at two places, and that each side has as many entries as it should."""
    assert day.t.round
    seated = [entry for match in day.matches for entry in match.entries]
    assert len({*seated, *day.t.round.byes}) == len(seated) + len(day.t.round.byes)
    assert all(len(side) == day.t.side for match in day.matches for side in match.sides)
    if day.t.settings.movement != "knockout":
        assert sorted((*seated, *day.t.round.byes)) == [team.number for team in day.t.active_teams]


def check_totals(day: Day) -> None:
    """Compare the standings with a tally of the results."""
    points, won = Counter[int](), Counter[int]()
    for playing in day.t.rounds:
        for match in playing.matches:
            for side, own in zip(match.sides, match.points, strict=True):
                for entry in side:
                    points[entry] += own
                    won[entry] += match.winner in side
    for line in standings.of_teams(day.t):
        assert (line.points[0], line.won) == (points[line.team], won[line.team])


def check_meetings(day: Day, name: str) -> None:
    """Check that nobody meets or partners anybody again where the movement forbids it."""
    partners = [[frozenset(side) for match in r.matches for side in match.sides] for r in day.t.rounds]
    if name in ("swiss", "round_robin"):
        met = Counter(frozenset(match.teams) for playing in day.t.rounds for match in playing.matches)
        most = len(day.t.active_teams) // 2 if name == "swiss" else len(day.t.active_teams) - 1
        assert len(day.t.rounds) > most or max(met.values()) == 1
    if name == "rotation" and not any(team.missed or team.withdrawn for team in day.t.teams):
        assert max(Counter(pair for each in partners for pair in each).values()) == 1
    if name in ("progressive", "head_table"):
        assert not any({*one} & {*other} for one, other in pairwise(partners))


def check_byes(day: Day, name: str) -> None:
    """Check that those who were there from beginning to end have sat out equally often, or once more."""
    if name in ("rotation", "round_robin") or day.t.settings.movement == "knockout":
        return  # a withdrawal opens a schedule or a bracket
    out = Counter(entry for playing in day.t.rounds for entry in playing.byes)
    counts = [out[team.number] for team in day.t.active_teams if not team.missed]
    assert max(counts) - min(counts) <= 1


def test_partners_do_not_repeat_in_a_rotation() -> None:
    day, together = opened("rotation", 9), Counter[frozenset[int]]()
    for _ in range(9):
        day.seat()
        together.update(frozenset(side) for match in day.matches for side in match.sides)
        play(day, day.rng)
    assert together.most_common(1)[0][1] == 1
    assert len(together) == 36
    assert day.refused(rounds.seat, "s") == "the rotation is over: it has 9 rounds"


def test_the_winner_of_a_knockout_ranks_first() -> None:
    day = opened("knockout", 8)
    for _ in range(3):
        day.seat()
        play(day, day.rng)
    kinds = {match.kind: match for match in day.matches}
    lines = standings.of_teams(day.t)
    assert [line.team for line in lines[:3]] == [
        kinds[""].moving_team,
        ({*kinds[""].teams} - {kinds[""].moving_team}).pop(),
        kinds["third_place"].moving_team,
    ]
    assert "the knockout is over" in day.refused(rounds.seat, "s")


def test_the_head_table_rings_the_bell_for_all() -> None:
    day = opened("head_table", 8)
    day.seat()
    day.do(rounds.start)
    head = day.matches[0].table
    day.do(official.tap, en.FirstDealerSet(head, Seat.NORTH))
    for _ in range(4):
        assert day.t.round
        assert not day.t.round.rang
        day.do(official.tap, en.DealPlayed(head, Partnership.NORTH_SOUTH, 3))
    assert day.t.round
    assert day.t.round.rang
    assert day.match(head).over
    assert not day.matches[1].over


def test_prizes_and_handicaps() -> None:
    given = {"handicaps": ((1, 5),), "prizes": ("most_loners", "last_place")}
    day = Day(TournamentSettings(movement="swiss", **given))
    for number in (1, 2):
        day.do(teams.enter, Roster(f"Team {number}"))
    day.do(teams.set_tables, (1,))
    day.seat()
    day.do(rounds.start)
    first, second = day.match(1).teams
    day.do(official.tap, en.FirstDealerSet(1, Seat.NORTH))
    for _ in range(2):
        day.do(official.tap, en.DealPlayed(1, Partnership.NORTH_SOUTH, 5, alone=True))
    day.do(rounds.close, unsigned=True)
    scores = {line.team: line.score for line in standings.of_teams(day.t)}
    assert scores == {team: 2 * (team == first) + 5 * (team == 1) for team in (first, second)}
    loners, last = standings.prizes(day.t)
    assert (loners.teams, loners.number, last.number) == ((first,), 2, 2)
    day.do(teams.withdraw, last.teams[0])
    assert standings.prizes(day.t)[1].teams == loners.teams, "nobody who has left is the last"
    assert board(day.t, ANYBODY).prizes == standings.prizes(day.t)


@pytest.mark.parametrize(("setting", "byes"), [("nothing", 0), ("bye", 2)])
def test_rounds_that_were_over_when_somebody_came_late(setting: str, byes: int) -> None:
    day = opened("progressive", 4)
    more: dict[str, Any] = {"score": "points", "bye_counts": "average", "missed_counts": setting}
    day.do(teams.change_settings, TournamentSettings(**EVENTS["progressive"] | more))
    for number in range(1, 4):
        day.seat()
        day.do(rounds.start)
        if number == 2:
            day.do(teams.enter, Roster("Late"))
        for match in day.matches:
            day.do(rounds.enter_paper_result, match.table, (11, 8))
        day.do(rounds.close)
    late = next(line for line in standings.of_teams(day.t) if line.team == 5)
    assert late.won + late.lost == 1, "whoever came late is the last to sit out"
    own = late.points[0]
    assert (late.byes, late.score) == (byes, own * (1 + byes))
    assert [each.round for each in round_results(day.t, 5)] == [1, 2, 3][-1 - byes :]
    cells = wall_chart(day.t)["chart"][-1]["cells"]
    assert [cell["score"] for cell in cells] == [str(own) if byes else ""] * 2 + [str(own)]


def test_a_round_from_paper_is_closed_without_signatures() -> None:
    for name in ("progressive", "tainui"):
        day = opened(name, 8)
        day.seat()
        day.do(rounds.start)
        for match in day.matches:
            day.do(rounds.enter_paper_result, match.table, (11, 4))
        day.do(rounds.close)
        assert day.t.round
        assert day.t.round.closed


def test_a_draw_of_the_last_planned_round_needs_no_cut() -> None:
    for movement, planned, cut in (("progressive", 1, False), ("progressive", 2, True), ("tainui", 1, True)):
        day = opened(movement, 8)
        day.do(teams.change_settings, changed(day.t.settings, [f"rounds={planned}"]))
        day.seat()
        day.do(rounds.start)
        for match in day.matches:
            day.do(rounds.enter_paper_result, match.table, (5, 5), insist=True)
        assert {match.uncut for match in board(day.t, ANYBODY).matches or ()} == {cut}
        if cut:
            assert "have not cut" in day.refused(rounds.close, unsigned=True)
        else:
            day.do(rounds.close)
            assert "plan one more round" in day.refused(rounds.seat, "secret")


def test_loners_are_reported_with_a_result() -> None:
    day = Day(TournamentSettings(movement="swiss", score="loners"))
    for number in (1, 2):
        day.do(teams.enter, Roster(f"Team {number}"))
    day.do(teams.set_tables, (1,))
    day.seat()
    day.do(rounds.start)
    first, second = day.match(1).teams
    doubt = day.refused(rounds.enter_paper_result, 1, (11, 4), loners=(2, 0))
    assert doubt == "a side with 11 points has not won 2 loners, each worth 6"
    day.do(rounds.enter_paper_result, 1, (11, 4), loners=(1, 0))
    assert [match.loners for match in board(day.t, ANYBODY).matches or ()] == [(1, 0)]
    day.do(rounds.close, unsigned=True)
    assert {line.team: line.loners for line in standings.of_teams(day.t)} == {first: 1, second: 0}
    day.do(rounds.correct_result, en.ResultCorrected(1, 1, (11, 5), "read wrongly"))
    assert {line.team: line.score for line in standings.of_teams(day.t)} == {first: 1, second: 0}
    day.do(rounds.correct_result, en.ResultCorrected(1, 1, (4, 11), "read wrongly", loners=(0, 1)))
    assert {line.team: line.score for line in standings.of_teams(day.t)} == {first: 0, second: 1}
    day.do(undo.undo, day.lines[-1].seq)
    assert {line.team: line.score for line in standings.of_teams(day.t)} == {first: 1, second: 0}
    assert replayed([TournamentLine.parse(line.text) for line in day.lines]) == day.t


def test_settings_say_who_can_enter() -> None:
    with pytest.raises(InvalidTournamentSettings, match="the movement rotation is for players, not for teams"):
        TournamentSettings(movement="rotation")
    assert changed(TournamentSettings(), ["handicaps=3:2,5:1"]).handicaps == ((3, 2), (5, 1))
    day = opened("swiss", 4)
    day.seat()
    with pytest.raises(TournamentRefusal, match="once a round is seated"):
        day.do(teams.change_settings, TournamentSettings())
