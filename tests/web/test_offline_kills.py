"""Without a server: a page that is killed at any moment, or whose device is full, loses nothing that it was told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from uka.table import parse, replayed

from .browser import PHONE, Visitor
from .killing import KilledPage, kept_lines
from .playing import OFFERED, likes
from .test_offline import PLAYS, begin, root, site

__all__ = ["root", "site"]
pytestmark = [pytest.mark.browser, pytest.mark.server]

KILLS = 5
"""How often the page is killed in games, and again in a round of a tournament."""
TEAMS = 16
FULL = "This device can keep no more"
PLAYS_ON = f"""(full) => {{
  const again = [...document.querySelectorAll("button")].find((button) => button.textContent === "Play again");
  const plays = ({OFFERED})(true);
  if (!plays) again?.click();
  return document.body.innerText.includes({FULL!r}) === full && (full || plays);
}}"""
"""A script that plays game after game. If ``full``, it returns whether the page says that the device is full.

Otherwise it returns whether the page does not say so, and a person may play.

Chromium asks how much room is left only every half minute, and a game may be over sooner.
"""


@pytest.fixture
def ana(browser: Browser, site: str) -> Iterator[Visitor]:
    visitor = Visitor(browser, site, PHONE)
    likes(visitor, **PLAYS)
    yield visitor
    faults = visitor.faults
    visitor.close()
    assert not faults


def test_a_page_that_is_killed_loses_nothing_that_was_done(ana: Visitor, exhaustive: bool) -> None:
    kills = KILLS if exhaustive else 2
    page = KilledPage(ana, Random(33))
    for _ in range(kills):
        page.play()
    page.open_round(TEAMS)
    for _ in range(kills):
        page.tap()
    assert page.kills == 2 * kills


def test_a_full_device_is_told_and_keeps_nothing_by_halves(ana: Visitor, site: str) -> None:
    page = ana.page
    page.goto("./")
    begin(page)
    quota = ana.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    page.wait_for_function(PLAYS_ON, arg=True)
    address = page.evaluate("location.hash")
    table = address.removeprefix("#/table/").partition("#")[0]
    before = kept_lines(page, table)
    replayed(parse(before))
    assert ana.axe() == []
    page.evaluate("location.hash = '#/'")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_contain_text(FULL)
    assert kept_lines(page, table) == before
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    page.evaluate("(address) => { location.hash = address; }", address)
    page.wait_for_function(PLAYS_ON, arg=False)
    after = kept_lines(page, table)
    assert after[: len(before)] == before
    replayed(parse(after))
