"""Sounds have a volume, load late, and wait for a press of the person."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .browser import Visitor
from .playing import axe_in_both_languages, menu, play, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

WATCH = """
  window.gains = [];
  const Gain = GainNode;
  window.GainNode = class extends Gain {
    constructor(context, options) {
      super(context, options);
      gains.push(options.gain);
    }
  };
"""
LOADED = "() => performance.getEntriesByType('resource').some(({ name }) => /synthesizer/.test(name))"


def silent(page: Page) -> bool:
    """Return whether the page has loaded nothing for sounds and played none."""
    return not page.evaluate(LOADED) and page.evaluate("gains") == []


def test_the_volume_of_sounds_is_chosen_in_the_settings_and_at_a_table(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    page = ana.page
    page.add_init_script(WATCH)
    address = table(ana)
    page.goto("/settings")
    volume = page.get_by_role("slider", name="Sounds")
    expect(volume).to_have_value("50")
    volume.press("Home")
    expect(volume).to_have_attribute("aria-valuetext", "off")
    assert silent(page)
    volume.press("End")
    page.wait_for_function("() => gains.includes(2)")
    assert page.evaluate(LOADED)
    volume.press("Home")
    assert axe_in_both_languages(ana) == []
    page.goto(address)
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    play(page, until=lambda: 0 < cards.count() < 5)
    assert silent(page)
    menu(page, "Your view")
    expect(volume).to_have_value("0")
    volume.press("End")
    page.wait_for_function("() => gains.includes(2)")
