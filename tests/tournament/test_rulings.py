"""Rulings for live tables, and cuts of single captains, in a tournament without a server."""

from __future__ import annotations

import pytest

from tests.tournament.day import Day
from uka.core.cards import Card
from uka.core.seats import Partnership
from uka.tournament import TournamentSettings, replayed, standings
from uka.tournament import entries as en
from uka.tournament.commands import captain, official, rounds
from uka.tournament.commands import live_tables as at_tables
from uka.tournament.entries import CLOCK, ConductCardColour

EW, NS = Partnership.EAST_WEST, Partnership.NORTH_SOUTH


def day(*, online: bool = True) -> Day:
    """Return a tournament in a round of two games, at live tables or at real ones."""
    found = Day(TournamentSettings(online=online))
    found.enter(4)
    found.seat()
    if online:
        found.do(lambda t, by: at_tables.assign_live_tables(t, 1, {1: "live1", 2: "live2"}), by=CLOCK)
    found.do(rounds.start)
    return found


def counted(of: Day, points: tuple[int, int], *, over: bool = False) -> None:
    of.do(lambda t, by: at_tables.record_points(t, "live1", points, over=over), by=CLOCK)


def test_a_ruling_waits_for_its_table_and_names_the_role_of_its_author() -> None:
    found = day()
    found.do(official.tap, en.OfficialRulingGiven(1, "counted wrong", (1, 0)), by="o1")
    found.do(official.tap, en.GameForfeited(1, EW, "they go home"))
    rulings = found.match(1).rulings
    assert [(ruling.by, ruling.answer) for ruling in rulings] == [("official", None), ("director", None)]
    for ruling in rulings:
        found.do(lambda t, by, line=ruling.line: at_tables.record_ruling_answer(t, "live1", line, ""), by=CLOCK)
        found.do(lambda t, by, line=ruling.line: at_tables.record_ruling_answer(t, "live1", line, "again"), by=CLOCK)
    assert [ruling.answer for ruling in found.match(1).rulings] == ["", ""]
    assert replayed(found.lines) == found.t


def test_a_forfeit_is_a_win_for_the_opponents_whatever_the_points() -> None:
    found = day()
    counted(found, (3, 9))
    found.do(
        official.show_card,
        en.ConductCardShown(found.match(1).teams[1], ConductCardColour.RED, "marked cards", cheating=True),
        by="o1",
    )
    match = found.match(1)
    assert match.rulings[-1].decision == en.GameForfeited(1, EW, "a red card for the team", ejected=True)
    counted(found, (3, 10), over=True)  # a deal was scored just before
    match = found.match(1)
    assert (match.winner, match.points, match.said) == (match.teams[0], (3, 10), None)
    found.do(lambda t, by: at_tables.record_ruling_answer(t, "live1", match.rulings[-1].line, ""), by=CLOCK)
    found.do(rounds.enter_paper_result, 2, (11, 0))
    assert "tables 1" not in found.refused(rounds.close)
    found.do(rounds.close, unsigned=True)
    line = next(line for line in standings.of_teams(found.t) if line.team == match.teams[0])
    assert (line.clicks, line.points) == (2, (3, 10))
    before = found.t.seq
    counted(found, (3, 11), over=True)
    assert found.t.seq == before


def test_red_follows_red_and_cheating_is_red_at_once() -> None:
    found = day(online=False)
    found.do(official.show_card, en.ConductCardShown(1, ConductCardColour.RED, "marked cards", "Mere", cheating=True))
    assert official.next_conduct_card(found.t, 1, "Mere") is ConductCardColour.RED
    assert official.next_conduct_card(found.t, 1) is ConductCardColour.ORANGE
    assert found.match(next(m.table for m in found.matches if 1 in m.teams)).over


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after cards of one rank"])
def test_captains_cut_at_a_table_without_an_official(again: bool) -> None:
    found = day(online=False)
    found.do(rounds.enter_paper_result, 1, (5, 5), insist=True)
    first, second = found.match(1).teams
    said = "the official of the table enters what was cut"
    assert found.refused(captain.cut_card, first, Card.AS, (), by=f"c{first}") == said
    found.do(lambda t, by: (en.LinkRevoked("o1"),))
    assert "say which card" in found.refused(captain.cut_card, first, None, (), by=f"c{first}")
    if again:
        for team, card in ((first, Card.AS), (second, Card.AH)):
            found.do(captain.cut_card, team, card, (), by=f"c{team}")
        assert (found.match(1).moving_team, found.match(1).cuts) == (None, ())
    found.do(captain.cut_card, first, Card.KS, (), by=f"c{first}")
    assert "not for team" in found.refused(captain.cut_card, second, Card.AS, (), by=f"c{first}")
    assert "different cards of the pack" in found.refused(captain.cut_card, second, Card.KS, (), by=f"c{second}")
    found.do(captain.cut_card, second, Card.AS, (), by=f"c{second}")
    assert (found.match(1).moving_team, found.match(1).cut) == (second, (Card.KS, Card.AS))
    assert replayed(found.lines) == found.t
