"""No slip of a finger costs a game: calls stay where they are, and leaving a game asks first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from uka.core.seats import Seat

from .browser import DESK, PHONE, Visitor, every, reach
from .playing import PLAIN, axe_in_both_languages, calls, likes, table
from .test_coach import hint
from .test_moments import Table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]


def places(buttons: Locator) -> list[object]:
    return [button.bounding_box() for button in every(buttons)]


@pytest.mark.daily(1)
@pytest.mark.parametrize("size", [PHONE, (844, 390)])
def test_no_call_moves_when_a_hint_appears(visit: Visit, size: tuple[int, int]) -> None:
    at = Table(partial(visit, size), "north_american", {}, lambda deal: True, dealer=Seat.SOUTH)
    at.until(lambda: calls(at.page).count() > 1)
    before = places(calls(at.page))
    hint(at.page).click()
    expect(at.page.get_by_role("button", name="Chances to win")).to_be_visible()
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


def back(page: Page) -> Locator:
    return page.get_by_role("region", name="You left a game").get_by_role("link", name="Back to your table")


def test_home_leads_back_to_a_game_that_was_left_and_to_the_same_seat(visit: Visit) -> None:
    at = Table(partial(visit, PHONE), "north_american", {})
    at.until(lambda: calls(at.page).count() > 1)
    leave(at.page)
    expect(back(at.page)).to_be_in_viewport()
    assert not axe_in_both_languages(at.ana)
    back(at.page).click()
    expect(calls(at.page).first).to_be_visible()  # in the same deal
    at.page.goto("/")
    expect(at.page.get_by_role("region", name="Your game goes on")).to_be_visible()


def test_home_leads_to_no_seat_that_somebody_else_has_taken(visit: Visit) -> None:
    ana, ben = visit(DESK), visit(DESK)
    address = table(ana, settings=PLAIN)
    likes(ben, name="Ben", speed="still")
    for visitor in (ana, ben):
        visitor.page.goto(address)
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()
    leave(ana.page)
    expect(back(ana.page)).to_be_visible()
    ben.page.get_by_role("button", name="Take a bot's seat").click()
    ben.page.get_by_role("button", name="Sit down: South").click()
    ben.page.get_by_role("button", name="1 waiting for a seat").click()  # he is the host now
    ben.page.get_by_role("button", name="Let in now").click()
    expect(ben.page.get_by_role("group", name="Your hand")).to_be_visible()
    ana.page.goto("/")
    expect(ana.page.get_by_role("button", name="Play now")).to_be_enabled()
    expect(back(ana.page)).to_have_count(0)


def leave(page: Page) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave the game").click()
    reach(page, "**/")
