"""Undoing a line of the log: results, cuts, red cards with what follows from them, and the end of the tournament."""

from __future__ import annotations

from typing import Literal

import pytest

from uka.core.cards import Card
from uka.tournament import TournamentSettings, standings
from uka.tournament import entries as en
from uka.tournament.commands import level_teams, official, rounds, teams, undo
from uka.tournament.entries import ConductCardColour

from .day import Day


@pytest.fixture
def day() -> Day:
    day = Day(TournamentSettings(rounds=2))
    day.enter(4)
    day.start()
    return day


def closed(day: Day, first: tuple[int, int] = (11, 3), cut: tuple[Card, Card] | None = None) -> None:
    """Enter the results of both tables, and close the round."""
    day.do(rounds.enter_paper_result, 1, first, insist=True)
    if cut:
        day.do(official.enter_cut_cards, 1, cut)
    day.do(rounds.enter_paper_result, 2, (11, 5))
    day.do(rounds.close, unsigned=True)


def test_a_result_is_undone_and_the_game_is_as_it_was(day: Day) -> None:
    before = day.match(1)
    day.do(rounds.enter_paper_result, 1, (11, 3))
    day.do(rounds.enter_paper_result, 1, (3, 11))
    first, last = day.t.seq - 1, day.t.seq
    assert day.refused(undo.undo, first) == f"line {last} about the same game came later: undo it first"
    day.do(undo.undo, last)
    assert day.match(1).points == (11, 3)
    assert "there is nothing to undo" in day.refused(undo.undo, last)
    day.do(undo.undo, first)
    assert day.match(1) == before


def test_a_result_that_was_corrected_very_often_is_undone(day: Day) -> None:
    closed(day)
    for number in range(1_100):  # more than Python calls functions within one another
        day.do(rounds.correct_result, en.ResultCorrected(1, 1, (11, number % 2), "typed wrong"), insist=True)
    assert "there is nothing to undo" in day.refused(undo.undo, 1)
    day.do(undo.undo, day.t.seq)
    assert day.t.rounds[0].matches[0].points == (11, 0)


def test_a_cut_is_undone_as_long_as_nobody_is_seated_by_it(day: Day) -> None:
    closed(day, (5, 5), (Card.KD, Card.QD))
    cut = day.t.rounds[0].matches[0].earlier
    assert cut is not None
    day.do(undo.undo, cut[0])
    assert day.refused(rounds.seat, "s") == "the game at table 1 is a draw, and the captains have not cut"
    day.do(official.enter_cut_cards, 1, (Card.QD, Card.KD))
    assert day.match(1).moving_team == day.match(1).teams[1]
    last = day.t.seq
    day.seat()
    assert day.refused(undo.undo, last) == "round 2 is seated by this cut: it stands"


def test_a_correction_is_undone_in_a_closed_round_and_a_first_result_is_not(day: Day) -> None:
    closed(day)
    entered = day.match(1).earlier
    assert entered is not None
    assert day.refused(undo.undo, entered[0]) == "round 1 is closed: change the result instead"
    before = standings.of_teams(day.t)
    day.do(rounds.correct_result, en.ResultCorrected(1, 1, (3, 11), "misread"))
    assert standings.of_teams(day.t) != before
    day.do(undo.undo, day.t.seq)
    assert standings.of_teams(day.t) == before


def test_the_end_asks_about_rounds_that_are_not_played_and_is_undone(day: Day) -> None:
    fresh = Day()
    assert fresh.refused(rounds.end_tournament) == "no round has been played"
    closed(day)
    assert day.refused(rounds.end_tournament) == "1 of 2 rounds are played"
    day.seat()
    assert day.refused(rounds.end_tournament) == "round 2 is seated, but not played"
    day.do(rounds.end_tournament, insist=True)
    assert day.t.ended == day.t.seq
    assert day.refused(rounds.seat, "s") == "the tournament is over"
    assert "only the director" in day.refused(undo.undo, day.t.ended, by="o1")
    day.do(undo.undo, day.t.ended)
    assert not day.t.ended
    day.do(rounds.start)
    closed(day)
    day.do(rounds.end_tournament)


@pytest.mark.parametrize("reach", ["game", "day"])
def test_a_red_card_is_undone_with_all_that_followed(reach: Literal["game", "day"], day: Day) -> None:
    day.do(teams.change_settings, TournamentSettings(rounds=2, red_card=reach))
    team = day.match(1).teams[0]
    for player, fill_in in (("", ""), ("Hemi", ""), ("Hemi", "Mere")):
        before = day.t
        card = en.ConductCardShown(team, ConductCardColour.RED, "a marked card", player, cheating=True)
        day.do(official.show_card, card, fill_in=fill_in)
        assert day.match(1).over is not bool(fill_in)
        assert day.t.team(team).withdrawn is (not player and reach == "day")
        day.do(undo.undo, before.seq + 1)
        assert (day.t.rounds, day.t.marks, day.t.teams) == (before.rounds, before.marks, before.teams)


def test_nobody_fills_in_twice_for_a_player_who_was_sent_off(day: Day) -> None:
    team = day.match(1).teams[0]
    day.do(official.substitute, team, "Hemi", "Rua", 5)
    red = en.ConductCardShown(team, ConductCardColour.RED, "a marked card", "Hemi", cheating=True)
    day.do(official.show_card, red, fill_in="Mere")
    assert day.refused(official.substitute, team, "hemi", "Rua") == "hemi has a red card, and Mere already fills in"
    assert "Mere already fills in" in day.refused(official.show_card, red, fill_in="Rua")
    assert day.refused(official.substitute, team, "Mere", "Hemi") == "Hemi has a red card: somebody else fills in"
    day.do(official.substitute, team, "Mere", "Rua", 5)


@pytest.mark.parametrize("reach", ["game", "day"])
def test_a_red_card_reaches_as_far_as_the_settings_say(reach: Literal["game", "day"], day: Day) -> None:
    day.do(teams.change_settings, TournamentSettings(red_card=reach))
    team = day.match(1).teams[0]
    red = en.ConductCardShown(team, ConductCardColour.RED, "a marked card", "Hemi", cheating=True)
    day.do(official.show_card, red, fill_in="Mere")
    closed(day)
    day.start()
    fill = (official.substitute, team, "Tama", "Hemi")
    if reach == "day":
        assert day.refused(*fill) == "Hemi has a red card: somebody else fills in"
        assert "Mere already fills in" in day.refused(official.substitute, team, "Hemi", "Rua")
    else:
        day.do(*fill)


def test_level_teams_cut_for_their_places(day: Day) -> None:
    day.do(teams.change_settings, TournamentSettings(tie_breaks=("cut",)))
    assert (
        day.refused(level_teams.enter_cut_cards, ((1, Card.AS), (2, Card.KS)))
        == "no teams are level after the closed rounds"
    )
    closed(day)
    first, second = standings.level_groups(day.t)
    assert [line.place for line in standings.of_teams(day.t)] == [1, 1, 3, 3]
    why = day.refused(level_teams.enter_cut_cards, ((first[0], Card.AS), (second[0], Card.KS)))
    assert why.startswith("enter a card for each team that is level: Team ")
    assert "different cards of the pack" in day.refused(
        level_teams.enter_cut_cards, [(team, Card.AS) for team in first]
    )
    twice = [(first[0], card) for card in (Card.AS, Card.KS)]
    assert "enter a card for each team" in day.refused(level_teams.enter_cut_cards, twice)
    day.do(level_teams.enter_cut_cards, [*zip(first, (Card.KS, Card.KD), strict=True)])
    assert standings.level_groups(day.t) == (first, second), "cards of one rank are cut again"
    day.do(level_teams.enter_cut_cards, [*zip(first, (Card.QD, Card.KD), strict=True)])
    best, other, *_ = standings.of_teams(day.t)
    assert ((best.team, best.parted), (other.team, other.place)) == ((first[1], "cut"), (first[0], 2))
    assert standings.level_groups(day.t) == (second,)
    day.do(undo.undo, day.t.seq)
    assert standings.level_groups(day.t) == (first, second)
    day.do(teams.change_settings, TournamentSettings(tie_breaks=("lot",)))
    assert [(line.place, line.parted) for line in standings.of_teams(day.t)] == [(n, "lot") for n in (1, 2, 3, 4)]
    day.do(level_teams.enter_cut_cards, ((first[0], Card.AS), (first[1], Card.KS)))
    assert day.t.settings.tie_breaks == ("cut", "lot"), "the captains' cut comes before the lot"
    assert [line.parted for line in standings.of_teams(day.t)] == ["cut", "cut", "lot", "lot"]
    day.do(level_teams.break_ties_by, ())
    assert [(line.place, line.parted) for line in standings.of_teams(day.t)] == [(1, "tied")] * 2 + [(3, "tied")] * 2


def test_three_level_teams_cut_and_two_of_them_cut_again() -> None:
    day = Day(TournamentSettings(tie_breaks=("cut", "lot")))
    day.enter(6)
    day.start()
    for table in (1, 2, 3):
        day.do(rounds.enter_paper_result, table, (11, 0))
    day.do(rounds.close, unsigned=True)
    one, two, three = standings.level_groups(day.t)[0]
    day.do(level_teams.enter_cut_cards, ((one, Card.KS), (two, Card.AD), (three, Card.KD)))
    assert standings.level_groups(day.t)[0] == (one, three)
    assert [line.parted for line in standings.of_teams(day.t)[:3]] == ["cut", "lot", "lot"]
    day.do(level_teams.enter_cut_cards, ((one, Card.QS), (three, Card.KD)))
    assert [line.team for line in standings.of_teams(day.t)[:3]] == [two, three, one]
    assert len(standings.level_groups(day.t)) == 1


def test_settings_that_change_the_standings_wait_until_the_end_is_undone() -> None:
    day = Day(TournamentSettings(tie_breaks=("points",)))
    day.enter(4)
    day.start()
    day.do(rounds.enter_paper_result, 1, (11, 5))
    day.do(rounds.enter_paper_result, 2, (11, 9))
    day.do(rounds.close, unsigned=True)
    day.do(rounds.end_tournament, insist=True)
    day.do(teams.change_settings, TournamentSettings(tie_breaks=("points",), prizes=("last_place",)))
    shared = TournamentSettings(tie_breaks=())
    assert "the tournament has ended" in day.refused(teams.change_settings, shared)
    assert day.t.ended
    day.do(undo.undo, day.t.ended)
    day.do(teams.change_settings, shared)
