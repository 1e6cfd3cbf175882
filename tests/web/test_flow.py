"""The flow of play: no slip of a finger plays alone, the story survives a reload, and nobody is removed unawares."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from uka.core.deal import Deal
from uka.core.seats import Seat

from .browser import DESK, PHONE, Visitor
from .playing import calls, hand, likes, menu, sits, table
from .test_coach import has_choices
from .test_moments import Table, prompt, said, seat, story

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SIZES = ((360, 740), (740, 360), (720, 450), (820, 1180), (1180, 820), (1440, 900), (1920, 1080))
"""Sizes of windows; 720 by 450 is a desk at 200 %."""
COVERED = """
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const cards = [...boxes(".hand button"), ...boxes("[data-at='turned']"), ...boxes("[data-at='trick']")];
  return boxes(".corner button, .asked .prompt, .calls button").flatMap((tool) =>
    cards.filter((card) => tool.left < card.right && card.left < tool.right && tool.top < card.bottom &&
      card.top < tool.bottom).map((card) => [innerWidth, tool.left, tool.top, card.left, card.top]));
"""
"""A script that returns where the prompt, a call or a tool covers a card of the hand, the turn-up or the trick."""
CLIPPED = """
  return [...document.querySelectorAll(".hint, .figures")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return !whole || one.scrollWidth > one.clientWidth + 1;
  }).map((one) => `${innerWidth}: ${one.outerHTML}`);
"""
"""A script that returns the parts of a hint that are not shown whole."""


def may_order(deal: Deal) -> bool:
    return sum(card.suit is deal.upcard.suit for card in deal.hand(Seat.SOUTH)) >= 2


def test_one_key_does_not_play_alone_and_a_reload_keeps_the_story(visit: Visit) -> None:
    at = Table(visit, "uka", {}, may_order, dealer=Seat.WEST)
    page = at.page
    expect(calls(page).first).to_be_visible()
    assert [words.split(" “")[0] for words in said(page)][:2] == ["Pass", "Pick it up"]
    expect(seat(page, "North")).to_contain_text(re.compile("away.*pass"))
    page.keyboard.press("a")
    expect(prompt(page, "Go alone? Your partner sits out.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("alone$", re.I))).to_be_focused()
    assert at.ana.axe() == []
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    expect(calls(page)).to_have_count(3)
    told = ["Turned up: ", "North passes: “away”", "East passes: “away”"]
    page.reload()
    for sentence in told:
        expect(story(page)).to_contain_text(sentence)
    expect(page.get_by_role("log")).not_to_contain_text("Turned up")
    page.keyboard.press("p")
    expect(story(page)).to_contain_text("You pass: “away”")


def test_hints_and_tools_are_whole_and_cover_no_card_at_any_size(visit: Visit) -> None:
    at = Table(visit, "north_american", {}, lambda deal: has_choices(deal.hand(Seat.SOUTH)), dealer=Seat.SOUTH)
    page = at.page
    at.until(lambda: calls(page).count() > 1)
    whole(page)
    at.until(lambda: calls(page).count() == 0 and hand(page).count() > 1)
    whole(page)


def whole(page: Page) -> None:
    """Ask for a hint. Check at each size that nothing covers a card, and that the hint is not cut off."""
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("button", name="Chances to win")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => innerWidth === {width}")
        for wrong in (COVERED, CLIPPED):
            script = f"new Promise((done) => setTimeout(() => done((() => {{{wrong}}})()), 150))"
            found: list[Any] = page.evaluate(script)
            assert found == []
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})


def test_the_host_is_asked_before_somebody_is_removed_and_all_are_told(visit: Visit) -> None:
    ana, ben, eve = visit(), visit(PHONE), visit()
    address = table(ana, begin=False)
    for visitor, name in ((ben, "Ben"), (eve, "Eve")):
        likes(visitor, name=name, speed="still")
    for visitor in (ana, ben, eve):
        visitor.page.goto(address)
    expect(sits(ana.page, "Ben", Seat.NORTH)).to_be_visible()
    menu(ana.page, "Players")
    ben_row = ana.page.get_by_role("listitem").filter(has_text="Ben").filter(has=ana.page.get_by_text("Make host"))
    ben_row.get_by_role("button", name="Remove…").click()
    expect(ben_row).to_contain_text("They can't come back, and the invite link changes.")
    assert ana.axe() == []
    ben_row.get_by_role("button", name="Cancel").click()
    expect(sits(ana.page, "Ben", Seat.NORTH)).to_be_visible()
    ben_row.get_by_role("button", name="Remove…").click()
    ben_row.get_by_role("button", name="Remove", exact=True).click()
    expect(ben.page.get_by_role("heading", name="The host removed you")).to_be_visible()
    expect(ben.page.get_by_role("alert")).to_contain_text("You can't come back to it")
    expect(ben.page.get_by_role("button", name="Rejoin")).to_have_count(0)
    for visitor in (ana, eve):
        told = visitor.page.get_by_text("The host removed Ben. The invite link is new: the old one no longer works.")
        expect(told.first).to_be_visible()
