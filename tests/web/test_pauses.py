"""What a page says of a paused table: why it is paused, and whether the game can go on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.alike import alike
from tests.server.process import Serving

from .browser import DESK, PHONE, Visitor
from .known import serving
from .playing import PLAIN, play, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

LINES = 30
"""The limit on lines of a table. Its log is full at three times as many, in the second or third deal."""
FULL = "This table's log is full, so the game can't go on. Open another table."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("data"), lines_a_table=LINES) as running:
        yield running


def menu(page: Page) -> None:
    page.get_by_role("button", name="Table menu").click()


@alike(("size", "scheme"), (PHONE, "dark"), (DESK, "light"))
def test_the_page_says_why_a_table_is_paused(visit: Callable[..., Visitor], size: tuple[int, int], scheme: str) -> None:
    ana = visit(size, color_scheme=scheme)
    page = ana.page
    page.goto(table(ana, settings=PLAIN))
    menu(page)
    page.get_by_role("button", name="Pause the game").click()
    banner = page.locator(".banner p")  # the story of the game says the same
    expect(banner).to_have_text("The host paused the game.")
    menu(page)
    page.get_by_role("button", name="Resume the game").click()
    expect(banner).to_have_count(0)
    play(page, until=lambda: banner.count() > 0)
    expect(banner).to_have_text(FULL)
    assert not ana.axe()
    menu(page)
    expect(page.get_by_role("button", name=re.compile("Leave"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("(Pause|Resume) the game"))).to_have_count(0)
