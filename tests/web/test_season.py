"""The page of a season: events are added from their logs, names matched by hand, and the file opened again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.tournament.day import Day
from tests.tournament.test_events import play
from uka.seasons import SeasonLine, replayed
from uka.tournament import Roster, TournamentSettings, standings
from uka.tournament.commands import teams

from .browser import DESK, Visitor
from .test_director import button
from .test_pages import WIDER

pytestmark = [pytest.mark.browser, pytest.mark.server]
Visit = Callable[..., Visitor]


def evening(names: tuple[str, ...], seed: int) -> Day:
    """Return a progressive evening of one round at each table, whose players are ranked by points."""
    settings: dict[str, Any] = {"movement": "progressive", "entrants": "players", "score": "points"}
    day = Day(TournamentSettings(**settings), seed=seed)
    for name in names:
        day.do(teams.enter, Roster(name))
    day.do(teams.set_tables, (1,))
    day.seat()
    play(day, day.rng)
    return day


def file_of(day: Day) -> FilePayload:
    text = b"".join(line.text + b"\n" for line in day.lines)
    return {"name": "evening.uka", "mimeType": "text/plain", "buffer": text}


def add(page: Page, day: Day, date: str) -> None:
    page.get_by_label(re.compile("^Its log")).set_input_files(file_of(day))
    page.get_by_label("The day of the event").fill(date)
    button(page, "Add the event").click()
    expect(page.get_by_role("button", name=f"Take out: {date} A day of Uka")).to_be_visible()


def totals(days: list[Day], also: dict[str, str]) -> dict[str, int]:
    """Count the total of each member by hand."""
    found = dict[str, int]()
    for day in days:
        for line in standings.of_teams(day.t):
            name = day.t.team(line.team).name
            member = also.get(name, name)
            found[member] = found.get(member, 0) + line.score
    return found


def check(page: Page, wanted: dict[str, int]) -> None:
    for member, total in wanted.items():
        row = page.get_by_role("region", name="Table").get_by_role("row", name=re.compile(rf"^\d+ {member} {total} "))
        expect(row).to_be_visible()


def test_a_season_is_kept_in_the_browser(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    days = [evening(("Ana", "Hemi", "Mere", "Tama"), 1), evening(("Anna", "Hemi", "Mere", "Tama"), 2)]
    # the first request starts the process that reads logs, for which a page would not wait long on a busy machine
    page.request.post("/api/seasons", data={"change": {"type": "open_season", "name": "First"}}, timeout=240_000)
    page.goto("/tournament")
    page.get_by_role("link", name="Open a season").click()
    expect(page.get_by_role("heading", level=1, name="A season")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Winter")
    button(page, "Open the season").click()
    expect(page.get_by_role("heading", level=1, name="Winter")).to_be_visible()
    add(page, days[0], "2026-11-24")
    add(page, days[1], "2026-12-01")
    expect(page.get_by_text("New in the last event: Anna.")).to_be_visible()
    check(page, totals(days, {}))

    page.get_by_label("The name as an event wrote it").select_option("Anna")
    page.get_by_label("The member whom it means").select_option("Hemi")
    button(page, "They are one member").click()
    expect(page.get_by_text("played at A day of Uka at once")).to_be_visible()  # nobody plays twice at once
    ana.faults[:] = [fault for fault in ana.faults if "400" not in fault]  # the browser logs every refusal as an error
    page.get_by_label("The member whom it means").select_option("Ana")
    button(page, "They are one member").click()
    expect(page.get_by_role("button", name="Take out: Anna is Ana")).to_be_visible()
    check(page, totals(days, {"Anna": "Ana"}))
    expect(page.get_by_role("img", name="The totals of the first members after each evening.")).to_be_visible()

    heads = page.get_by_role("region", name="Head to head")
    heads.get_by_label("Member", exact=True).select_option("Ana")
    heads.get_by_label("Other member").select_option("Mere")
    expect(heads.get_by_text(re.compile(r"Against each other: \d won, \d drawn, \d lost"))).to_be_visible()

    assert not ana.axe()
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.evaluate(WIDER)
    assert not ana.axe()
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    with page.expect_download() as kept:
        button(page, "Save the season").click()
    text = kept.value.path().read_bytes()
    assert [event.date for _, event in replayed(SeasonLine.parse_all(text.splitlines())).events] == [
        "2026-11-24",
        "2026-12-01",
    ]
    with page.expect_download() as shared:
        button(page, "Save as a web page").click()
    assert "<h1>Winter</h1>" in shared.value.path().read_text("utf-8")
    page.reload()
    check(page, totals(days, {"Anna": "Ana"}))  # the browser keeps the season
    button(page, "Close the season").click()
    page.get_by_label("The season's file").set_input_files(
        {"name": "club.season", "mimeType": "text/plain", "buffer": text}
    )
    check(page, totals(days, {"Anna": "Ana"}))
    button(page, "Take out: 2026-12-01 A day of Uka").click()
    check(page, totals(days[:1], {}))
