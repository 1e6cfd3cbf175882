"""Without a server: a page that is killed at any moment loses nothing that it was told as done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from .browser import PHONE, Visitor
from .killing import KilledPage
from .playing import likes
from .test_offline import PLAYS, root, site

__all__ = ["root", "site"]
pytestmark = [pytest.mark.browser, pytest.mark.server]

KILLS = 5
"""How often the page is killed in games, and again in a round of a tournament."""
TEAMS = 16


@pytest.fixture
def ana(browser: Browser, site: str) -> Iterator[Visitor]:
    visitor = Visitor(browser, site, PHONE)
    likes(visitor, **PLAYS)
    yield visitor
    faults = visitor.faults
    visitor.close()
    assert not faults


def test_a_page_that_is_killed_loses_nothing_that_was_done(ana: Visitor) -> None:
    page = KilledPage(ana, Random(33))
    for _ in range(KILLS):
        page.play()
    page.open_round(TEAMS)
    for _ in range(KILLS):
        page.tap()
    assert page.kills == 2 * KILLS
