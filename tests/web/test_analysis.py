"""The review of a finished game on one page: the board beside the list, keys, the next mistake, and the drawn scale.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from uka.core.seats import Seat

from .browser import DESK, PHONE, Visitor, every
from .playing import axe_in_both_languages, over, play, table
from .test_games import ONE_DEAL
from .test_moments import SHOTS, Table
from .test_sharing import SHEET

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
OPENS_A_DIALOG = """() => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.showModal();
}"""

CUT = """() => {
  const context = document.createElement("canvas").getContext("2d");
  const fits = (select) => {
    const style = getComputedStyle(select);
    context.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return context.measureText(select.selectedOptions[0].text).width <= room;
  };
  const text = (element) => element.selectedOptions?.[0].text ?? element.textContent;
  return [
    ...[...document.querySelectorAll("main select")].filter((select) => !fits(select)),
    ...[...document.querySelectorAll("main .score .name")].filter((name) => name.scrollWidth > name.clientWidth),
  ].map(text);
}"""
"""JavaScript that returns the texts of fields and of the score's names that are cut off."""


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/analysis-{name}.png", full_page=True)


def box(found: Locator) -> dict[str, Any]:
    measured = found.bounding_box()
    assert measured is not None
    return dict(measured)


def story(page: Page) -> Locator:
    """Return the list of what happened in the deal."""
    return page.get_by_role("list", name="What happened")


def present(page: Page) -> Locator:
    """Return the row of the step that the board shows."""
    return story(page).locator("[aria-current=step]")


def at(page: Page) -> int:
    """Return the step that the board shows."""
    return int(page.get_by_role("slider", name="Step").input_value())


def address(page: Page) -> str:
    """Return the part of the address that names the deal and the step."""
    return page.evaluate("location.search")


def is_within(inner: Locator, outer: Locator) -> bool:
    """Return whether an element is in view in another one, which may scroll."""
    a, b = box(inner), box(outer)
    return b["y"] - 1 <= a["y"] and a["y"] + a["height"] <= b["y"] + b["height"] + 1


def reviewed(visit: Visit, size: tuple[int, int]) -> Visitor:
    """Play a short game, and open its review."""
    game = Table(visit, "north_american", {"target": 2}, dealer=Seat.WEST)
    play(game.page, until=lambda: over(game.page))
    game.page.set_viewport_size({"width": size[0], "height": size[1]})
    game.page.get_by_role("link", name="Review the game").click()
    expect(game.page.get_by_role("region", name="Review").get_by_role("status")).to_contain_text("reviewed")
    return game.ana


def test_no_field_and_no_name_is_cut_off_on_a_small_phone(visit: Visit) -> None:
    ana = reviewed(visit, PHONE)
    assert ana.page.evaluate(CUT) == []
    assert not ana.axe()


def test_the_board_and_the_list_stand_side_by_side_and_go_together(visit: Visit) -> None:
    ana = reviewed(visit, DESK)
    page = ana.page
    board, rows = page.locator(".felt"), story(page).get_by_role("button")
    expect(rows.first).to_be_visible()
    parts = (board, story(page), page.get_by_role("group", name="Steps"), page.get_by_role("region", name="Review"))
    for part in parts:
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert box(board)["x"] + box(board)["width"] <= box(story(page))["x"]
    assert story(page).evaluate("(list) => list.scrollHeight > list.clientHeight"), "the list scrolls in itself"

    page.keyboard.press("End")
    assert at(page) == rows.count() - 1
    expect(rows.last).to_have_attribute("aria-current", "step")
    assert is_within(present(page), story(page))
    page.keyboard.press("ArrowLeft")
    expect(rows.nth(-2)).to_have_attribute("aria-current", "step")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(rows.nth(1)).to_have_attribute("aria-current", "step")
    expect(present(page)).to_have_count(1)
    rows.nth(6).click()
    assert at(page) == 6
    assert "step=6" in address(page)
    assert page.evaluate("scrollY") == 0
    shot(page, "desk")
    page.evaluate(f"() => {{ {SHEET} }}")
    page.get_by_role("button", name="Share", exact=True).click()
    assert page.evaluate("shared[0].url").endswith(page.evaluate("location.pathname + location.search + location.hash"))

    page.get_by_label("Hands").focus()
    page.keyboard.press("Home")
    assert at(page) == 6, "a list of options has the focus"
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert at(page) == 5, "the slider has the focus, and moves by itself"
    page.evaluate(OPENS_A_DIALOG)
    page.keyboard.press("ArrowRight")
    assert at(page) == 5, "a dialog is open"


def test_keys_go_from_mistake_to_mistake_and_values_stand_on_one_scale(visit: Visit) -> None:
    ana = reviewed(visit, DESK)
    page = ana.page
    listed = page.get_by_role("region", name="Mistakes").get_by_role("button")
    seen = set[str]()
    for _ in every(listed):
        page.keyboard.press("Shift+ArrowRight")
        expect(present(page).locator(".verdict")).to_contain_text("−")
        seen.add(address(page))
    assert len(seen) == listed.count(), "each mistake is shown once"
    expect(page.get_by_role("button", name="Next mistake")).to_be_disabled()
    last = address(page)
    page.keyboard.press("Shift+ArrowRight")
    assert address(page) == last
    if listed.count() > 1:
        page.keyboard.press("Shift+ArrowLeft")
        assert address(page) != last

    figures = page.get_by_role("table").filter(has_text="Points a deal")
    bars = figures.get_by_role("img")
    assert bars.count() == figures.get_by_role("rowheader").count() > 1
    for bar in every(bars):
        expect(bar).to_have_accessible_name(re.compile(r"^[+−]?\d\.\d\d ±\d\.\d\d points a deal$"))
    ticks = figures.locator(".axis span")
    scale = ticks.all_text_contents()
    assert "0" in scale
    assert 2 <= len(scale) <= 6
    zero = box(figures.locator(".axis span", has_text=re.compile("^0$")))
    line = box(figures.locator(".zero").first)
    assert abs(zero["x"] + zero["width"] / 2 - line["x"] - line["width"] / 2) < 2, "the number stands over its line"
    assert axe_in_both_languages(ana) == []
    shot(page, "mistake")

    rows = story(page).get_by_role("button").filter(has=page.locator(".verdict"))
    for row in every(rows):
        row.click()
        assert ticks.all_text_contents() == scale, "one scale for the whole deal"

    page.get_by_role("button", name=re.compile("^Why[?] ")).click()
    expect(page.get_by_role("heading", name="What the player knew")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    shot(page, "why")
    assert axe_in_both_languages(ana) == []

    listed.first.click()
    expect(page.get_by_role("group", name="The deal")).to_be_focused()
    expect(present(page).locator(".verdict")).to_contain_text("−")


@pytest.mark.exhaustive
def test_on_a_phone_the_list_is_under_the_board_and_the_present_row_in_view(visit: Visit) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana, **ONE_DEAL))
    play(page, until=lambda: over(page))
    page.goto("/records")
    page.get_by_role("link", name="Review the game").click()
    expect(story(page).get_by_role("button").first).to_be_visible()
    parts = (page.locator(".felt"), page.get_by_role("group", name="Steps"), story(page))
    tops = [box(part)["y"] for part in parts]
    assert tops == sorted(tops)
    page.locator(".felt").scroll_into_view_if_needed()
    for _ in range(8):
        page.get_by_role("button", name="Forward").click()
        assert is_within(present(page), story(page))
    expect(page.locator(".felt")).to_be_in_viewport(ratio=1)
    expect(present(page)).to_be_in_viewport()
    expect(page.get_by_role("region", name="Review").get_by_role("status")).to_contain_text("reviewed")
    shot(page, "phone")
    assert axe_in_both_languages(ana) == []
