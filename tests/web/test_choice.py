"""What players choose for themselves at a table: it applies at once, and hides no card and no control."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .browser import PHONE, Visitor
from .playing import calls, hand, menu, play, table
from .test_flow import COVERED
from .test_zoom import beside, on_screen

CARDS = "all => all.map((card) => card.dataset.card)"

pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_size_side_colour_and_order_apply_at_once_from_the_menu(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana, rules="north_american", settings={"bots": "plain"}))
    play(page, until=lambda: hand(page).count() > 1)
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    names, usual = cards.evaluate_all(CARDS), width(page)
    menu(page, "Your view")
    page.get_by_label("Table colour").select_option("Blue")
    page.get_by_label("Size of your hand").select_option("Large")
    page.get_by_label("Sort your hand").select_option("Trumps on the right")
    page.get_by_role("checkbox", name="Left-handed").check()
    assert ana.axe() == []
    page.get_by_role("button", name="Close").click()
    expect(page.locator("html")).to_have_attribute("data-table", "blue")
    assert cards.evaluate_all(CARDS) == names[::-1]
    assert width(page) > usual
    tool = page.get_by_role("button", name="Hint", exact=True).bounding_box()
    assert tool is not None
    assert tool["x"] + tool["width"] / 2 < PHONE[0] / 2
    assert page.evaluate(f"(() => {{{COVERED}}})()") == []
    assert on_screen(page, cards)
    assert beside(page) <= 0


def test_a_hand_may_lie_as_it_was_dealt(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    page, frames = ana.page, list[str]()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    page.goto(table(ana, rules="north_american", settings={"bots": "plain"}))
    play(page, until=lambda: calls(page).count() > 1)
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    sorted_hand = cards.evaluate_all(CARDS)
    page.goto("/settings")
    page.get_by_label("Sort your hand").select_option("As dealt")
    page.go_back()
    expect(cards).to_have_count(5)
    dealt = re.findall(r'"dealt":\[(.*?)\]', "".join(frames))[-1]
    assert ",".join(f'"{card}"' for card in cards.evaluate_all(CARDS)) == dealt
    assert sorted(cards.evaluate_all(CARDS)) == sorted(sorted_hand)


def width(page: Page) -> float:
    box = page.get_by_role("group", name="Your hand").get_by_role("button").first.bounding_box()
    assert box is not None
    return box["width"]
