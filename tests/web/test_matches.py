"""A duplicate match on the page: eight people in eight browsers, two tables, and the points of each deal.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .browser import DESK, PHONE, Visitor
from .playing import axe_in_both_languages, likes, play
from .test_moments import SHOTS

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
SEATS = [(table, seat) for table in (1, 2) for seat in ("North", "East", "South", "West")]


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/match-{name}-{(page.viewport_size or {}).get('width')}.png", full_page=True)


def test_eight_people_play_a_match(visit: Visit) -> None:
    who = [visit(PHONE if number % 2 else DESK) for number in range(8)]
    for each, name in zip(who, NAMES, strict=True):
        likes(each, name=name, speed="still", rules="bicycle", firstDealHelp="off")
    ana = who[0].page
    ana.goto("/match")
    ana.get_by_label("Deals", exact=True).select_option("4")
    assert not axe_in_both_languages(who[0])
    shot(ana, "new")
    ana.get_by_role("button", name="Open a match").click()
    ana.wait_for_url(re.compile("/match/[a-z0-9]{8}$"))
    for each, (table, seat) in zip(who, SEATS, strict=True):
        if each is not who[0]:
            each.page.goto(ana.url)
        each.page.get_by_role("button", name=f"Sit down: Table {table}, {seat}").click()
        expect(each.page.get_by_text("You", exact=True)).to_be_visible()
        if each is who[0]:
            expect(ana.get_by_role("button", name="Move here: Table 2, West")).to_be_visible()
    expect(ana.get_by_text("Hal", exact=True)).to_be_visible()
    shot(ana, "seats")
    shot(who[1].page, "seats")
    assert not axe_in_both_languages(who[0])
    ana.get_by_role("button", name="Start", exact=True).click()
    for each in who:
        each.page.wait_for_url(re.compile("/table/"))
    over = [each.page.get_by_role("link", name="The match") for each in who]
    play(*(each.page for each in who), until=lambda: all(link.is_visible() for link in over))
    for each, link in zip(who, over, strict=True):
        link.click()
        expect(each.page.get_by_role("heading", name=re.compile("wins the match by|is drawn"))).to_be_visible()
    own = ana.get_by_role("region", name="Table 1").get_by_role("listitem").filter(has_text="You")
    expect(own).to_contain_text("North · Team A")
    rows = ana.get_by_role("row")
    expect(rows).to_have_count(5)
    expect(ana.get_by_role("link", name=re.compile("Replay of table"))).to_have_count(2)
    assert not axe_in_both_languages(who[0])
    shot(ana, "over")
    shot(who[1].page, "over")
