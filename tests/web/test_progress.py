"""Progress: a finished game is reviewed among the stats, drawn over time, and tells what to practise next.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .browser import DESK, PHONE, Visitor
from .playing import axe_in_both_languages, over, play, table
from .test_games import ONE_DEAL
from .test_moments import SHOTS

pytestmark = [pytest.mark.browser, pytest.mark.server]

DAY = 86_400_000
NONE = {"choices": 12, "mistakes": 0, "points": 0}
STORE = "(text) => localStorage.setItem('uka.reviews', text)"
GAMES = "() => JSON.parse(localStorage.getItem('uka.reviews')).games"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def reviewed(number: int) -> dict[str, Any]:
    """Return a game that was reviewed earlier, in which leads lost the most points."""
    points = {"calling": 0.1, "lead": 3 + number / 10}
    phases = {
        phase: {"choices": 12, "mistakes": 2, "points": points[phase]} if phase in points else NONE
        for phase in ("calling", "discard", "lead", "follow")
    }
    about = {"rules": "uka", "title": "Uka", "partner": "Bot Ingrid", "deals": 12}
    return {"id": f"earlier/{number}", "at": 1_790_000_000_000 + number * DAY, **about, "phases": phases}


def shot(page: Page, name: str) -> None:
    for size in (PHONE, DESK) if SHOTS else ():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/progress-{name}-{size[0]}.png", full_page=True)


def test_a_finished_game_is_reviewed_and_tells_what_to_practise(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana, **ONE_DEAL))
    play(page, until=lambda: over(page))
    page.get_by_role("link", name="Review").click()
    page.wait_for_function("() => localStorage.getItem('uka.reviews')")
    (counted,) = page.evaluate(GAMES)
    page.goto("/figures")
    practise = page.get_by_role("region", name="Practise next")
    expect(practise).to_contain_text("After 4 more reviewed games")
    expect(practise.get_by_role("button")).to_have_count(0)
    losses = page.get_by_role("region", name="Points lost per game")
    once = reviewed(0)
    once["phases"]["discard"] = {"choices": 1, "mistakes": 1, "points": 0.2}
    page.evaluate(STORE, json.dumps({"version": 1, "games": [once]}))
    page.reload()
    expect(losses.get_by_text("Mistakes: 1 in 1 choice", exact=True)).to_be_visible()
    page.evaluate(STORE, json.dumps({"version": 1, "games": [reviewed(number) for number in range(5)]}))
    page.reload()
    review = practise.get_by_role("button", name="Review your last game")
    ana.context.set_offline(True)
    review.click()
    expect(practise.get_by_role("alert")).to_be_visible()
    expect(practise.get_by_role("status")).to_have_count(0)
    ana.context.set_offline(False)
    ana.faults.clear()  # the browser logs a lost network as an error
    review.click()
    expect(practise.get_by_role("status")).to_have_text("1 game reviewed.")
    assert page.evaluate(GAMES)[-1] == counted, "both ways to review a game count the same"
    assert (counted["rules"], counted["deals"]) == ("uka", 1)
    assert sum(phase["choices"] for phase in counted["phases"].values()) > 0
    expect(practise.get_by_role("button")).to_have_count(0)
    expect(losses.get_by_role("img")).to_have_count(5)
    leads = losses.locator(".card").filter(has_text="Leading")
    expect(leads.get_by_role("img")).to_have_accessible_name(re.compile(r"Over time: 3\.00, 3\.10, .*, 3\.40, \d"))
    losses.get_by_text("As a table").click()
    expect(losses.get_by_role("row")).to_have_count(7)
    expect(page.get_by_role("region", name="Euchres and loners per game")).to_be_visible()
    expect(practise).to_contain_text("Leading loses you the most")
    assert axe_in_both_languages(ana) == []
    assert page.evaluate(WIDER) <= 0
    shot(page, "stats")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "stats.json"
    saved.value.save_as(file)
    for name in ("Delete your stats", "Yes, delete them"):
        page.get_by_role("button", name=name).click()
    expect(losses).to_have_count(0)
    page.get_by_label("Open a file").set_input_files(file)
    expect(page.get_by_role("status").filter(has_text="The 1 game of the file is counted now.")).to_be_visible()
    expect(losses.get_by_role("img")).to_have_count(5)
    puzzles = practise.get_by_role("link", name=re.compile("Puzzles: Drawing trumps"))
    expect(puzzles).to_have_attribute("href", "/puzzles/uka/drawing_trumps")
    practise.get_by_role("link", name=re.compile("Lesson: Leading")).click()
    expect(page.get_by_role("heading", level=1, name="Leading")).to_be_visible()
