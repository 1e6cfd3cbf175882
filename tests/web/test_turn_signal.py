"""The tab tells that it is a person's turn, in its title and its icon."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browser import PHONE, Visitor
from .playing import PLAIN, table

pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_the_tab_shows_whose_turn_it_is(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE)
    ana.page.goto(table(ana, settings=PLAIN))
    icon = ana.page.locator('link[rel="icon"]')
    expect(ana.page).to_have_title(re.compile("^Your turn · "))
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    assert ana.context.request.get("/icon-turn.svg").headers["content-type"].startswith("image/svg")
    ana.page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(ana.page).to_have_title("Uka")
    expect(icon).to_have_attribute("href", "/icon.svg")
