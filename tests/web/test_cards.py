"""The cards as drawn: the chosen back and colours are used wherever cards lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.alike import alike

from .browser import Visitor
from .playing import PLAIN, calls, likes, menu, play, table

SUITS = """() => [...document.querySelectorAll("main .suit:is(span)")].map((suit) => {
  const symbol = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" }[suit.textContent.at(-1)];
  const plain = getComputedStyle(suit.parentElement).color;
  return [symbol, getComputedStyle(suit).color === plain ? "plain" : getComputedStyle(suit).color];
})"""
"""A script that returns the suit and the colour of each card in the sentences of a table."""
RED, GREEN, BLUE = "rgb(255, 143, 134)", "rgb(141, 219, 165)", "rgb(166, 200, 255)"

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

    page.goto(table(ana, settings=PLAIN))  # the others hold all their cards when Ana is asked
    expect(page.locator("svg.back.petals").nth(14)).to_be_attached()
    expect(page.locator("svg.back:not(.petals)")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("data-colours", "four")
    expect(page.locator("html")).to_have_attribute("data-back", "petals")  # the marks of tricks have its colour, too


@alike("scheme", "light", "dark")
def test_suits_in_sentences_have_the_colours_of_the_pack(visit: Callable[..., Visitor], scheme: str) -> None:
    ana = visit()
    page = ana.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(table(ana, rules="north_american", settings={"bots": "plain"}))
    play(page, until=lambda: calls(page).count() > 1)
    two, four = {"c": "plain", "d": RED, "h": RED, "s": "plain"}, {"c": GREEN, "d": BLUE, "h": RED, "s": "plain"}
    shown = page.evaluate(SUITS)
    assert len(shown) >= 7  # the dealt hand and the turn-up, which the prompt names too
    assert shown == [[suit, two[suit]] for suit, _ in shown]
    assert ana.axe() == []
    menu(page, "Your view")
    page.get_by_role("checkbox", name="Four-colour cards").check()
    page.get_by_role("button", name="Close").click()
    assert page.evaluate(SUITS) == [[suit, four[suit]] for suit, _ in shown]
    assert ana.axe() == []
