"""Numbered deals on the page: two tables with one number deal the same cards, and say so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browser import DESK, PHONE, Visitor
from .playing import PLAIN, menu, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]


def begin_numbered(visitor: Visitor, number: str) -> set[str]:
    """Begin a game with the deals of a number, and return the cards of the first hand."""
    page = visitor.page
    page.goto(table(visitor, begin=False, settings=PLAIN))  # all hold five cards when they are asked
    field = page.get_by_label("Deals number")
    field.fill(number)
    field.press("Tab")
    expect(field).to_have_value(number)
    assert not visitor.axe()
    page.get_by_role("button", name="Start with bots in the free seats").click()
    expect(page.locator(".unseen li", has_text=f"Deals number {number}")).to_be_attached()
    cards = page.locator(".unseen li", has_text="Your cards")
    expect(cards).to_be_attached()
    return set(cards.inner_text().removeprefix("Your cards: ").rstrip(".").replace(" and ", ", ").split(", "))


@pytest.mark.exhaustive
def test_two_tables_with_one_number_deal_the_same_cards(visit: Visit) -> None:
    ana, ben, eve = visit(PHONE), visit(DESK), visit(DESK)
    first = begin_numbered(ana, "4711")
    assert len(first) == 5
    assert begin_numbered(ben, "4711") == first
    assert begin_numbered(eve, "4712") != first
    menu(ben.page)
    said = "Deals number 4711: the same cards at every table with this number."
    expect(ben.page.get_by_text(said).last).to_be_visible()
    expect(ben.page.get_by_label("Deals number")).to_have_count(0)  # fixed during a game
