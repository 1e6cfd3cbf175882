"""The home page asks a new visitor in pictures which game they play, and keeps the answer."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.alike import alike

from .browser import DESK, PHONE, Visitor, reach
from .playing import axe_in_both_languages, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

MARGINS = """(game) => {
  const frame = game.getBoundingClientRect(), words = document.createRange();
  return Math.min(...[...game.querySelectorAll(".words > *")].map((line) => {
    words.selectNodeContents(line);
    const { left, right } = words.getBoundingClientRect();
    return Math.min(left - frame.left, frame.right - right);
  }));
}"""
"""A script that returns the least distance of a game's words from the edge of its frame, in pixels."""
QUESTION = "Which game do you play?"
SIZES = {"phone": PHONE, "low": (740, 360), "tablet": (820, 1180), "desk": DESK, "wide": (1920, 1080)}


def games(page: Page) -> Locator:
    return page.get_by_role("group", name=QUESTION).get_by_role("radio")


def game(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=name, exact=True)


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("UKA_SHOTS"):
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/{name}.png")


@alike(
    ("locale", "zone", "first", "rules"),
    ("en-US", "America/New_York", "Euchre North America", "North American Euchre"),
    ("en-GB", "Europe/London", "Euchre Britain", "British Euchre"),
    ("en-AU", "Australia/Sydney", "Euchre Australia", "Australian Euchre"),
    ("en-US", "Pacific/Auckland", "Uka Aotearoa", "Uka"),
    ("mi", "UTC", "Uka Aotearoa", "Uka"),
)
def test_a_newcomer_is_offered_the_game_of_their_country_first_and_plays_it(
    visit: Callable[..., Visitor], locale: str, zone: str, first: str, rules: str
) -> None:
    page = visit(newcomer=True, locale=locale, timezone_id=zone).page
    page.goto("/")
    if locale == "mi":
        page.get_by_role("button", name="English").click()
    expect(page.get_by_text(QUESTION)).to_be_in_viewport()
    expect(games(page)).to_have_count(4)
    expect(games(page).first).to_have_accessible_name(first)
    expect(game(page, first)).to_be_checked()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_title(f"{rules} · Uka")
    page.goto("/")
    expect(game(page, first)).to_be_checked()
    assert asked(page) is False


def asked(page: Page) -> bool:
    """Return whether the question is visible, and not only told to screen readers."""
    box = page.get_by_text(QUESTION).bounding_box()
    return box is not None and box["width"] > 1


def test_the_answer_is_kept_and_changed_with_one_press(visit: Callable[..., Visitor]) -> None:
    page = visit(newcomer=True, locale="en-US").page
    page.goto("/")
    page.get_by_text("Britain", exact=True).click()
    expect(page.get_by_text("Meet people who want to play British Euchre now.")).to_be_visible()
    page.reload()
    expect(game(page, "Euchre Britain")).to_be_checked()
    assert asked(page) is False
    page.get_by_text("Aotearoa", exact=True).click()
    expect(page.get_by_label("Rules", exact=True)).to_have_value("uka")
    page.reload()
    expect(game(page, "Uka Aotearoa")).to_be_checked()
    game(page, "Uka Aotearoa").focus()
    page.keyboard.press("ArrowLeft")
    expect(game(page, "Uka Aotearoa")).not_to_be_checked()
    expect(page.get_by_label("Rules", exact=True)).not_to_have_value("uka")


@alike("size", PHONE, DESK)
def test_other_rules_are_in_the_list_of_all(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    page = visit(size, newcomer=True).page
    page.goto("/")
    page.get_by_role("button", name="Other rules").click()
    rules = page.get_by_label("Rules", exact=True)
    expect(rules).to_be_focused()
    rules.select_option("Bicycle Euchre")
    page.keyboard.press("Escape")
    other = page.get_by_role("button", name="Other rules Bicycle Euchre")
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(games(page).and_(page.locator(":checked"))).to_have_count(0)
    page.reload()
    expect(other).to_be_visible()


def test_a_link_to_a_table_asks_nothing_and_keeps_its_own_rules(visit: Callable[..., Visitor]) -> None:
    address = table(visit(), rules="bicycle", begin=False)
    page = visit(newcomer=True, locale="en-GB").page
    page.goto(address)
    reach(page, "**/table/*")
    expect(page.get_by_text("Bicycle Euchre")).to_be_visible()
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    page.goto("/")
    expect(game(page, "Euchre Britain")).to_be_checked()
    assert asked(page)


def test_the_pictured_games_are_on_the_servers_list(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    ana.page.goto("/")
    titles = {line["title"] for line in ana.context.request.get("/api/rulesets").json()}
    offered = set[str]()
    for one in games(ana.page).all():
        one.check(force=True)
        offered.add(ana.page.get_by_label("Rules", exact=True).locator(":checked").inner_text())
    assert len(offered) == 4
    assert offered <= titles


@alike("name", *SIZES)
def test_the_question_fits_every_screen_in_both_languages(visit: Callable[..., Visitor], name: str) -> None:
    for newcomer in (True, False):
        ana = visit(SIZES[name], newcomer=newcomer)
        ana.page.goto("/")
        expect(games(ana.page)).to_have_count(4)
        for way in (ana.page.get_by_text("Australia", exact=True), ana.page.get_by_role("button", name="Play now")):
            expect(way).to_be_in_viewport(ratio=0.9)
        shot(ana.page, f"game-{name}-{'asked' if newcomer else 'kept'}")
        assert not axe_in_both_languages(ana)
        ana.page.emulate_media(color_scheme="dark")
        assert not ana.axe()
        shot(ana.page, f"game-{name}-{'asked' if newcomer else 'kept'}-dark")
        spread = ana.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert spread <= 0


@alike("size", SIZES["tablet"], *(size for name, size in SIZES.items() if name != "tablet"))
def test_the_words_of_a_game_keep_clear_of_its_frame(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ana = visit(size)
    ana.page.goto("/")
    expect(game(ana.page, "Uka Aotearoa")).to_be_checked()
    for each in ana.page.locator("fieldset .games label").all():
        assert each.evaluate(MARGINS) >= 3
