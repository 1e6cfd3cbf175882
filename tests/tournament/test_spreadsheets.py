"""Results and standings as rows: unplayed matches, what parted level teams, and the word for a marae."""

from __future__ import annotations

import csv
import io
from typing import Any

import openpyxl
import pytest
from msgspec.structs import replace

from tests.tournament.day import Day
from tests.tournament.test_events import opened
from uka.cli.tournament_tables import standings_table, table_of
from uka.core.seats import Partnership, Seat
from uka.tournament import Roster, TournamentSettings
from uka.tournament.commands import rounds, teams
from uka.tournament.entries import DealPlayed, FirstDealerSet
from uka.tournament.result_sheet import parse_results
from uka.tournament.spreadsheets import (
    HEADINGS,
    PARTED,
    UNTOLD,
    event_workbook,
    for_people,
    marae_rows,
    result_rows,
    standing_rows,
    to_csv,
    with_home_column,
)


def read(text: str) -> list[dict[str, Any]]:
    return [*csv.DictReader(io.StringIO(text))]


def seated(count: int = 4, **settings: Any) -> Day:
    day = Day(TournamentSettings(**settings))
    day.enter(count)
    day.seat()
    return day


SCORED = ("first_points", "second_points", "first_clicks", "second_clicks")


def test_a_match_without_a_result_has_no_points() -> None:
    day = seated()
    assert [[row[name] for name in SCORED] for row in result_rows(day.t)] == [[None] * 4] * 2
    told = read(to_csv(for_people(day.t, result_rows(day.t))))
    assert [[row[HEADINGS[name]] for name in SCORED] for row in told] == [[""] * 4] * 2
    day.do(rounds.start)
    day.do(rounds.enter_paper_result, 1, (11, 4))
    day.tap(FirstDealerSet(2, Seat.NORTH))
    day.tap(DealPlayed(2, Partnership.NORTH_SOUTH, 5))
    assert day.match(2).points == (2, 0)
    first, second = result_rows(day.t)
    assert [first[name] for name in SCORED] == [11, 4, 2, 0]
    assert [second[name] for name in SCORED] == [None] * 4, "a match in progress has no result"


def test_a_match_that_was_forfeited_unplayed_has_a_winner_and_no_points() -> None:
    day = seated()
    day.do(rounds.start)
    day.do(rounds.enter_paper_result, 1, (11, 4))
    given_up = day.match(2).teams[0]
    day.do(teams.withdraw, given_up)
    played, forfeited = result_rows(day.t)
    assert [forfeited[name] for name in SCORED] == [None, None, 0, 2]
    assert (forfeited["over"], forfeited["forfeited"], played["forfeited"]) == (True, True, False)
    assert forfeited["winner"] == day.t.team(day.match(2).teams[1]).name


def test_a_draw_at_nil_that_was_played_keeps_its_points() -> None:
    day = seated(clock_ms=60_000)
    day.do(rounds.start)
    day.do(rounds.ring_bell)
    day.do(rounds.enter_paper_result, 1, (0, 0))
    assert [result_rows(day.t)[0][name] for name in SCORED] == [0, 0, 1, 1]


@pytest.mark.parametrize("ways", [(), ("head_to_head", "points")])
def test_a_shared_place_is_said_to_be_tied(ways: tuple[Any, ...]) -> None:
    day = seated(tie_breaks=ways)
    day.do(rounds.start)
    for table in (1, 2):
        day.do(rounds.enter_paper_result, table, (11, 4))
    day.do(rounds.close, unsigned=True)
    rows = standing_rows(day.t)
    assert [(row["place"], row["parted_by"]) for row in rows] == [(1, "tied")] * 2 + [(3, "tied")] * 2


def test_every_way_to_part_teams_has_its_words() -> None:
    day = Day()
    assert {*day.t.settings.tie_breaks} <= {*PARTED}
    assert (PARTED["cut"], PARTED["lot"], PARTED["tied"]) == ("cut", "by lot", "tied")


@pytest.mark.parametrize(
    ("word", "column"), [("marae", "marae"), ("club", "club"), ("pub", "pub"), ("team", "home_team")]
)
def test_the_word_heads_the_column(word: str, column: str) -> None:
    day = seated(home=word)
    (first, *_) = read(to_csv(with_home_column(day.t, standing_rows(day.t))))
    assert [*first][:3] == ["place", "team", column]
    assert first[column] == day.t.team(1).marae or first[column]
    if word != "team":
        assert [*with_home_column(day.t, marae_rows(day.t))[0]][:2] == ["place", column]
        assert table_of("", with_home_column(day.t, marae_rows(day.t))).columns[1].header == word
    assert standings_table(day.t).columns[2].header == column.replace("_", " ")
    assert "marae" in standing_rows(day.t)[0], "programs read the same name always"


@pytest.mark.parametrize("word", ["", " club", "a  b", "=1", "x" * 21, "a\nb", "7"])
def test_a_word_is_made_of_letters(word: str) -> None:
    with pytest.raises(Exception, match=r"^home is "):
        replace(TournamentSettings(), home=word)


def test_two_spellings_are_asked_about_in_the_word() -> None:
    day = Day(TournamentSettings(home="club"))
    day.do(teams.enter, Roster("Kauri", "Waahi"))
    assert "are they the same club?" in day.refused(teams.enter, Roster("Toru", "Wāhi"))


def test_lists_and_the_workbook_have_headings_for_people() -> None:
    day = seated(home="club")
    day.do(rounds.start)
    day.do(rounds.enter_paper_result, 1, (11, 4), loners=(1, 0))
    results = for_people(day.t, result_rows(day.t))
    places = for_people(day.t, standing_rows(day.t))
    assert " | ".join(results[0]) == (
        "Round | Table | North and south | East and west | Points N and S | Points E and W | Loners N and S | "
        "Loners E and W | Winner | Over | Forfeited | Clicks N and S | Clicks E and W"
    )
    assert " | ".join(places[0]) == (
        "Place | Team | Club | Clicks | Won | Drawn | Lost | Sat out | Points for | Points against | Fair play | "
        "Loners | Score | Ranked by"
    )
    assert [row["Over"] for row in results] == ["yes", "no"]
    found, faults = parse_results(to_csv(results), 1)
    assert [(one.table, one.points, one.loners) for one in found] == [(1, (11, 4), (1, 0))]
    assert found[0].teams == (results[0]["North and south"], results[0]["East and west"])
    assert not faults
    book = openpyxl.load_workbook(io.BytesIO(event_workbook(day.t)))
    assert book.sheetnames == ["Standings", "By club", "Results"]
    sheet = [*book["Results"].iter_rows(values_only=True)]
    assert sheet == [(*results[0],), *(tuple(None if cell == "" else cell for cell in row.values()) for row in results)]


def test_players_have_their_own_heading() -> None:
    found = opened("progressive", 4)
    assert [*for_people(found.t, standing_rows(found.t))[0]][:3] == ["Place", "Player", "Marae"]
    assert openpyxl.load_workbook(io.BytesIO(event_workbook(found.t))).sheetnames == ["Standings", "Results"]


def test_a_workbook_does_not_tell_when_it_was_made() -> None:
    made = openpyxl.load_workbook(io.BytesIO(event_workbook(seated().t))).properties
    assert made.created == made.modified == UNTOLD


def test_a_sheet_may_tell_loners() -> None:
    heading = "table,first_points,second_points,first_loners,second_loners"
    results, faults = parse_results(f"{heading}\n1,11,4,2,\n2,4,11,,\n3,4,11,x,1", 1)
    assert [result.loners for result in results] == [(2, 0), None]
    assert faults == [(4, "'x' is not a number of loners")]
