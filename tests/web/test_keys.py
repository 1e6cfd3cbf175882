"""The keys of a table: choices by their position, undo, and the list that tells them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from uka.core.seats import Seat

from .browser import Visitor
from .playing import axe_in_both_languages, calls, hand, menu
from .test_moments import Table, story

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]


def test_digits_choose_as_shown_and_ctrl_z_takes_back(visit: Visit) -> None:
    at = Table(visit, "north_american", {}, dealer=Seat.WEST)
    page = at.page
    expect(calls(page)).to_have_count(3)
    page.keyboard.press("2")
    ordered = story(page).get_by_text("You: “order it up”")
    expect(ordered).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    page.keyboard.press("Control+z")
    expect(calls(page)).to_have_count(3)
    page.keyboard.press("3")
    expect(page.get_by_role("button", name=re.compile("alone$", re.I))).to_be_focused()
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    at.until(lambda: calls(page).count() == 0 and hand(page).count() > 0)
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    names = [card.get_attribute("aria-label") for card in cards.all()]
    chosen = next(i for i, card in enumerate(cards.all()) if card.get_attribute("aria-disabled") == "false")
    page.keyboard.press(str(chosen + 1))
    expect(cards).to_have_count(len(names) - 1)
    assert names[chosen] not in [card.get_attribute("aria-label") for card in cards.all()]


def test_the_list_of_keys_is_in_the_menu_and_behind_a_key(visit: Visit) -> None:
    at = Table(visit, "north_american", {}, dealer=Seat.WEST)
    page = at.page
    menu(page, "Help").get_by_role("button", name="Keys", exact=True).click()
    keys = page.get_by_role("dialog", name="Keys")
    for key in ("1 – 9", "P", "Ctrl Z", "?"):
        expect(keys.get_by_role("term").filter(has_text=re.compile(f"^{re.escape(key)}$"))).to_be_visible()
    assert axe_in_both_languages(at.ana) == []
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    told = keys.get_by_role("term").all_text_contents()
    page.goto("/help")
    expect(page.get_by_role("term")).to_have_text(told)
