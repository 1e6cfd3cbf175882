"""The cards as drawn: the chosen back and colours are used wherever cards lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browser import Visitor
from .playing import likes, table

pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_the_chosen_back_and_colours_are_on_every_card(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    page = ana.page
    likes(ana, name="Ana", speed="still")
    page.goto("/settings")
    page.get_by_role("radio", name="Red petals").check()
    colour = "card => getComputedStyle(card).fill"
    diamond = page.locator("svg.card.d .ink").first
    assert diamond.evaluate(colour) == "rgb(179, 22, 27)"
    page.get_by_role("checkbox", name="Four-colour cards").check()
    assert diamond.evaluate(colour) == "rgb(28, 79, 168)"

    page.goto(table(ana))
    expect(page.locator("svg.back.petals").nth(14)).to_be_attached()
    expect(page.locator("svg.back:not(.petals)")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("data-colours", "four")
    expect(page.locator("html")).to_have_attribute("data-back", "petals")  # the marks of tricks have its colour, too
