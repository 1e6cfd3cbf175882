"""On a page enlarged to 200 % and on a phone in landscape, no page scrolls sideways, and all controls are on the
screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from tests.alike import alike

from .browser import Visitor, every
from .playing import calls, hand, play, table
from .test_pages import PLACES, WIDER, forgive_refusals

pytestmark = [pytest.mark.browser, pytest.mark.server]

SIZES = ((740, 360), (720, 450), (640, 512))
"""The screens of a phone held sideways, and of a desk and a small desk at 200 %."""


def beside(page: Page) -> int:
    """Return how many pixels the page can be scrolled sideways."""
    found: int = page.evaluate(WIDER)
    return found


def on_screen(page: Page, things: Locator) -> bool:
    """Return whether all elements are visible without scrolling."""
    size = page.viewport_size
    assert size
    boxes = [thing.bounding_box() for thing in every(things)]
    return all(
        box and min(box["x"], box["y"]) >= 0 and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
        for box in boxes
    )  # fmt: skip


@alike("size", *SIZES)
def test_a_deal_is_played_on_a_low_screen(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ana = visit(size)
    ana.page.goto(table(ana, settings={"bots": "plain"}))  # these bots pass, so that everyone has a turn
    for things in (calls, hand):
        play(ana.page, until=lambda things=things: things(ana.page).count() > 0)
        ana.page.wait_for_timeout(300)
        assert on_screen(ana.page, things(ana.page))
        assert beside(ana.page) <= 0


def test_no_page_is_wider_than_a_low_screen(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    page = ana.page
    for path in PLACES:
        page.goto(path)
        page.get_by_role("heading", level=1).wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert beside(page) <= 0, (path, width)
    forgive_refusals(ana)
