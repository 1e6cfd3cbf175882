"""No slip of a finger costs a game: calls stay where they are, and leaving a game asks first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from uka.core.seats import Seat

from .browser import PHONE, Visitor, every, reach
from .playing import calls
from .test_coach import hint
from .test_moments import Table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]


def places(buttons: Locator) -> list[object]:
    return [button.bounding_box() for button in every(buttons)]


@pytest.mark.parametrize("size", [PHONE, (844, 390)])
def test_no_call_moves_when_a_hint_appears(visit: Visit, size: tuple[int, int]) -> None:
    at = Table(partial(visit, size), "north_american", {}, lambda deal: True, dealer=Seat.SOUTH)
    at.until(lambda: calls(at.page).count() > 1)
    before = places(calls(at.page))
    hint(at.page).click()
    expect(at.page.get_by_role("button", name="Details")).to_be_visible()
    assert places(calls(at.page)) == before


def test_a_running_game_is_left_after_a_question(visit: Visit) -> None:
    at = Table(partial(visit, PHONE), "north_american", {})
    at.until(lambda: calls(at.page).count() > 1)
    at.page.get_by_role("button", name="Table menu").click()
    at.page.get_by_role("button", name="Leave the table").click()
    asked = at.page.get_by_role("alert").filter(has_text="Leave the game?")
    expect(asked).to_be_in_viewport()
    at.page.get_by_role("button", name="Stay").click()
    expect(asked).to_have_count(0)
    at.page.get_by_role("button", name="Leave the table").click()
    at.page.get_by_role("button", name="Leave the game").click()
    reach(at.page, "**/")
