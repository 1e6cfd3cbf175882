"""A progressive evening by taps: players are entered, partners change, loners decide a draw, totals equal a tally."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .browser import Visitor, every
from .test_director import button, section

pytestmark = [pytest.mark.browser, pytest.mark.server]
Visit = Callable[..., Visitor]

NAMES = ("Ana", "Hemi", "Mere", "Tama", "Rua", "Kiri", "Pita", "Hana", "Wiremu")
RESULTS = (((10, 6), (8, 8)), ((9, 7), (10, 2)))
"""The points of both tables in each round."""
LONERS = (1, 2)
"""The loners of each side, at each table."""


def board(page: Page) -> dict[str, Any]:
    """Return what everybody may see of the tournament whose page is open."""
    found = re.search(r"/tournament/([^#?/]+)", page.url)
    assert found
    return page.request.get(f"/api/tournaments/{found[1]}").json()


def enter(page: Page, table: int, points: tuple[int, int]) -> None:
    """Enter a result with loners from paper."""
    button(page, f"^Table {table} ").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Enter the points from the paper sheet").click()
    for field, number in zip(every(sheet.get_by_role("spinbutton")), (*points, *LONERS), strict=True):
        field.fill(str(number))
    button(sheet, "Enter these points").click()
    button(sheet, "Keep these points").click()  # no side has the points that end a game
    expect(sheet.get_by_text("Over", exact=True)).to_be_visible()
    page.keyboard.press("Escape")


def test_a_progressive_evening(visit: Visit) -> None:
    page = visit().page
    page.goto("/tournament")
    page.get_by_label("Name", exact=True).fill("Thursday")
    page.get_by_label("Minutes per round").fill("0")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_role("radio", name=re.compile("Players, who change partners")).check()
    page.get_by_role("radio", name=re.compile("Winners move up a table")).check()
    button(page, "Open the tournament").click()

    button(page, "^Add players$").click()
    expect(page.get_by_label("Captain")).to_have_count(0)
    page.get_by_label("Paste the list").fill("\n".join(NAMES))
    button(page, "Add these players").click()
    expect(page.get_by_text("9 players added.")).to_be_visible()
    expect(page.get_by_text("9 players playing")).to_be_visible()
    button(page, "Set the tables").click()
    expect(page.get_by_label(re.compile("Table numbers"))).to_have_value("1–2")
    button(page, "Set these tables").click()
    button(page, "Draw the first round").click()

    totals, loners = Counter[int](), Counter[int]()
    sides = list[list[frozenset[int]]]()
    for number, results in enumerate(RESULTS, 1):
        button(page, f"Start round {number}").click()
        matches = {match["table"]: match for match in board(page)["matches"]}
        pairs = {
            table: [frozenset(pair) for pair in zip(match["teams"], match["partners"], strict=True)]
            for table, match in matches.items()
        }
        sides.append([pair for both in pairs.values() for pair in both])
        for table, points in enumerate(results, 1):
            enter(page, table, points)
            for pair, own, alone in zip(pairs[table], points, LONERS, strict=True):
                totals.update(dict.fromkeys(pair, own))
                loners.update(dict.fromkeys(pair, alone))
        button(page, f"Close round {number}").click()
        if number < len(RESULTS):
            up = pairs[2][1]  # the draw at table 2 goes to the side with more loners
            button(page, f"Seat round {number + 1}").click()
            expect(button(page, f"Start round {number + 1}")).to_be_visible()
            head = next(match for match in board(page)["matches"] if match["table"] == 1)
            assert up <= {*head["teams"], *head["partners"]}
    assert not {*sides[0]} & {*sides[1]}

    section(page, "Standings")
    names = {team["team"]: team["name"] for team in board(page)["teams"]}
    for line in board(page)["standings"]:
        played = 2 - line["byes"]
        assert line["points"][0] == totals[line["team"]]
        assert line["loners"] == loners[line["team"]]
        average = (2 * totals[line["team"]] + played) // (2 * played)
        assert line["score"] == totals[line["team"]] + average * line["byes"]
        row = page.get_by_role("row", name=re.compile(rf"^\d+ {names[line['team']]}\b"))
        expect(row).to_contain_text(str(line["score"]))
    expect(page.get_by_role("columnheader", name="Player")).to_be_visible()
    section(page, "Printouts")
    with page.expect_download() as kept:
        button(page, "Score cards: PDF").click()
    assert kept.value.path().read_bytes().startswith(b"%PDF")
