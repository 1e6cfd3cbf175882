"""The page of a season from its log: it is opened, grows by events, and refuses what a season refuses."""

from __future__ import annotations

import pytest

from tests.tournament.day import Day
from tests.tournament.test_events import opened, play
from uka.core.errors import UkaError
from uka.hosting.season_pages import page_of_season
from uka.records import InvalidRecord
from uka.seasons import SeasonLine, SeasonRefusal, SeasonSettings, replayed
from uka.tournament import standings
from uka.wire.season_bodies import (
    AddSeasonEvent,
    MatchSeasonNames,
    OpenSeason,
    SeasonChange,
    SeasonPage,
    SeasonRequest,
    UndoSeasonEntry,
)


def event(seed: int) -> Day:
    """Return an evening of two rounds and nine players."""
    day = opened("progressive", 9, seed)
    for _ in range(2):
        day.seat()
        play(day, day.rng)
    return day


def log_of(day: Day) -> str:
    return b"".join(line.text + b"\n" for line in day.lines).decode()


def after(page: SeasonPage | None, change: SeasonChange) -> SeasonPage:
    """Return the page of a season after a change."""
    return page_of_season(SeasonRequest(page.log if page else "", change), at=1_000)


def test_a_season_grows_by_events_and_can_be_opened_again() -> None:
    days = [event(1), event(2)]
    page = after(None, OpenSeason("Winter", SeasonSettings(attendance=2)))
    assert (page.name, page.standings, page.honours, page.trends) == ("Winter", (), (), ())
    for number, day in enumerate(days):
        page = after(page, AddSeasonEvent(log_of(day), f"2026-11-0{number + 1}"))
    scores = [{day.t.team(line.team).name: line.score for line in standings.of_teams(day.t)} for day in days]
    assert {line.member: line.total for line in page.standings} == {
        name: scores[0][name] + scores[1][name] + 4 for name in scores[0]
    }
    assert [event.date for event in page.events] == ["2026-11-01", "2026-11-02"]
    assert page.trends[0].member == page.standings[0].member
    assert page.trends[0].totals[-1] == page.standings[0].total
    assert {rating.member for rating in page.ratings} == {*scores[0]}
    assert all(rating.deal is None for rating in page.ratings)
    assert page.html.startswith("<!doctype html>")
    met = {(each.one, each.other): each for each in page.meetings}
    assert all(met[other, one].won == each.lost for (one, other), each in met.items())
    assert page_of_season(SeasonRequest(page.log), at=2_000) == page
    assert replayed(SeasonLine.parse_all(page.log.encode().splitlines())).name == "Winter"


def test_names_are_matched_and_taken_out_again() -> None:
    first, second = event(1), event(2)
    page = after(None, OpenSeason("Winter"))
    page = after(page, AddSeasonEvent(log_of(first), "2026-11-01"))
    with pytest.raises(SeasonRefusal, match="in this season already"):
        after(page, AddSeasonEvent(log_of(first), "2026-11-02"))
    page = after(page, AddSeasonEvent(log_of(second), "2026-11-08"))
    with pytest.raises(SeasonRefusal, match="played at A day of Uka at once"):
        after(page, MatchSeasonNames("Entry 1", "Entry 2"))
    page = after(page, UndoSeasonEntry(page.events[1].line))
    assert [event.date for event in page.events] == ["2026-11-01"]


@pytest.mark.parametrize(
    "request_",
    [
        SeasonRequest(""),
        SeasonRequest("nonsense"),
        SeasonRequest("", UndoSeasonEntry(1)),
        SeasonRequest(log_of(Day())),
    ],
)
def test_what_is_no_season_is_refused(request_: SeasonRequest) -> None:
    with pytest.raises(InvalidRecord):
        page_of_season(request_, at=0)


def test_a_damaged_event_changes_nothing() -> None:
    page = after(None, OpenSeason("Winter"))
    with pytest.raises(UkaError):
        after(page, AddSeasonEvent("not a log", "2026-11-01"))
    with pytest.raises(SeasonRefusal, match="opened already"):
        after(page, OpenSeason("Again"))
