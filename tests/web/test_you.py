"""The page calls its reader "you" in reviews, replays and past games, and titles rules before the server answers."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.alike import alike

from .browser import DESK, PHONE, Visitor
from .playing import axe_in_both_languages, over, play, table
from .test_games import ONE_DEAL

pytestmark = [pytest.mark.browser, pytest.mark.server]


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("UKA_SHOTS"):
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_who_played_is_you_in_the_review_and_others_read_the_name(visit: Callable[..., Visitor]) -> None:
    ana, ben = visit(PHONE), visit()
    page = ana.page
    page.goto(table(ana, **ONE_DEAL))
    play(page, until=lambda: over(page))
    page.get_by_role("link", name="Review").click()
    main = page.get_by_role("main")
    expect(page.get_by_label("Player").locator(":checked")).to_have_text("You")
    expect(main.get_by_text("choices reviewed")).to_be_visible()
    expect(page.get_by_role("button", name="Review the game")).to_have_count(0)
    expect(main).not_to_contain_text("Ana")
    expect(main.get_by_title("dealer")).to_have_count(1)
    shot(page, "you-review")
    assert not axe_in_both_languages(ana)

    ben.page.goto(page.url)
    expect(ben.page.get_by_label("Player").locator(":checked")).to_have_text("Ana")
    expect(ben.page.get_by_role("main").get_by_text("Ana").first).to_be_visible()

    page.goto("/records")
    expect(page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Review"))).to_contain_text("You and")
    expect(page.get_by_role("main")).not_to_contain_text("Ana")


def test_a_puzzle_calls_the_others_by_their_places(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    page = ana.page
    for number in range(1, 4):
        page.goto("/puzzles/tainui/mixed")
        for name in ("You", "Left", "Partner", "Right"):
            expect(page.get_by_role("group", name=name, exact=True)).to_have_count(1)
        for name in ("North", "East", "South", "West"):
            expect(page.get_by_role("main")).not_to_contain_text(name)
        shot(page, f"you-puzzle-{number}")
    left, you, right = (
        page.get_by_role("group", name=name, exact=True).evaluate("(plate) => plate.getBoundingClientRect().toJSON()")
        for name in ("Left", "You", "Right")
    )
    assert left["x"] < right["x"]
    assert you["y"] > max(left["y"], right["y"])
    assert not ana.axe()


def test_the_rules_are_titled_before_the_server_names_them(visit: Callable[..., Visitor]) -> None:
    page = visit().page
    page.route("**/api/rulesets", lambda route: None)  # no answer comes
    page.goto("/")
    expect(page.get_by_text("Meet people who want to play Uka now.")).to_be_visible()
    expect(page.get_by_label("Rules", exact=True).locator(":checked")).to_have_text("Uka")
    page.unroute_all(behavior="ignoreErrors")


@alike("size", PHONE, (844, 390), DESK)
def test_the_plate_of_ones_partner_has_a_mark(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ana = visit(size)
    page = ana.page
    page.goto(table(ana, seat="west"))
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    mark = page.get_by_title("your partner")
    expect(mark).to_have_count(1)
    expect(mark).to_be_in_viewport(ratio=1)
    expect(page.locator(".seat.top")).to_contain_text("your partner")
    assert not axe_in_both_languages(ana)
    shot(page, f"you-partner-{size[0]}")
