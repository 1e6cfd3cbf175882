"""Small screens: everything is in its place, nothing is covered, below the edge or broken onto another line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.process import Serving

from .browser import DESK, PHONE, TABLET, Visitor, every
from .directing import directing
from .playing import PLAIN, calls, hand, menu, over, play, table
from .test_surface import CARDS_UNDER, LOW, resized

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
APART = 16
"""The least distance between leaving a table and what can be pressed above it, in pixels."""
END = {"Give your seat to a bot", "Leave the table"}
BAR = 53
"""The greatest height of the bar above a table, in CSS pixels."""
LINE = 44
"""The height of a button with one line of text, in CSS pixels."""


def box(element: Locator) -> Mapping[str, Any]:
    found = element.bounding_box()
    assert found is not None
    return {**found}


def boxes(elements: Locator) -> list[Mapping[str, Any]]:
    return [box(element) for element in every(elements)]


def apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two boxes do not overlap."""
    return any(
        first[edge] + first[length] <= second[edge]
        for first, second in ((one, other), (other, one))
        for edge, length in (("x", "width"), ("y", "height"))
    )


def test_the_result_of_a_deal_and_the_controls_of_a_replay_cover_no_card_on_a_low_screen(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    page.goto(table(ana, changes={"target": 0, "deals": 2}))
    following = page.get_by_role("button", name="Next deal")
    play(page, until=following.is_visible)
    resized(page, LOW)
    assert page.evaluate(CARDS_UNDER, ".panel.deal") == 0
    assert box(following)["y"] + box(following)["height"] <= LOW[1]
    assert not ana.axe()
    play(page, until=lambda: over(page))
    page.goto("/records")
    page.get_by_role("link", name="Review the game").click()
    steps = page.get_by_role("group", name="Steps")
    expect(steps).to_be_visible()
    board = page.locator(".board .board")
    resized(page, LOW)
    assert page.evaluate(CARDS_UNDER, ".foot") == 0
    assert apart(box(board), box(page.locator(".foot")))
    steps.get_by_role("button", name="Forward").click()  # scrolls the controls into view
    assert box(board)["height"] <= LOW[1]
    assert not ana.axe()


@pytest.mark.parametrize("house", [{}, {"clock": 12}], ids=["plain", "bell"])
def test_the_bar_tells_what_the_game_is_played_to(visit: Visit, house: Mapping[str, Any]) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana, changes=house))
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    bar, goal = page.locator("header.score"), page.get_by_text("Game to 10", exact=True)
    for size in (PHONE, (390, 844), (844, 390), TABLET, DESK):
        resized(page, size)
        expect(goal).to_be_in_viewport(ratio=1)
        around = [*boxes(bar.get_by_role("button")), *boxes(bar.locator(".points, .tricks, .bell"))]
        assert all(apart(box(goal), other) for other in around), size
        assert box(bar)["height"] <= BAR, size


def test_the_figures_of_a_hint_leave_the_turn_up_and_the_hand_in_view(visit: Visit) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana, settings=PLAIN))
    play(page, until=lambda: calls(page).count() > 1)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Chances to win").click()
    dialog = page.get_by_role("dialog", name="Hint")
    expect(dialog).to_be_visible()
    for size in (PHONE, (390, 844), (844, 390), LOW, TABLET, (1024, 768), DESK, (1920, 1080)):
        resized(page, size)
        cards = boxes(page.locator("[data-at=turned], [data-at=hand][data-card]"))
        assert len(cards) == 6
        assert all(apart(box(dialog), card) for card in cards), size
        assert box(dialog)["height"] >= 180, size
        assert not ana.axe()


def test_a_code_to_invite_is_in_view_and_in_the_middle(visit: Visit) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana))
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Invite").click()
    asked = page.get_by_role("dialog", name="Invite")
    code = asked.get_by_role("img", name="QR code for the link")
    expect(asked).to_contain_text("This link works on this computer only.")
    expect(code).to_have_count(0)  # no phone can open it
    asked.get_by_role("button", name="QR code").click()
    expect(code).to_be_visible()
    around, middle = box(asked), box(code)
    assert abs(around["x"] + around["width"] / 2 - middle["x"] - middle["width"] / 2) < 2
    resized(page, LOW)
    assert box(code)["y"] + box(code)["height"] <= LOW[1]
    assert box(code)["width"] > 200
    assert not ana.axe()


def test_a_code_in_the_waiting_room_comes_into_view(visit: Visit) -> None:
    ana = visit(LOW)
    page = ana.page
    page.goto(table(ana, begin=False))
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code for the link")).to_be_in_viewport(ratio=0.99)


def test_a_table_before_the_game_shows_no_tricks_and_says_what_the_column_is_for(visit: Visit) -> None:
    ana = visit(DESK)
    page = ana.page
    page.goto(table(ana, begin=False))
    column = page.get_by_role("complementary", name="What happened")
    expect(column).to_have_text("Calls and tricks will appear here.")
    tricks = page.locator(".score .tricks")
    expect(tricks).to_have_count(0)
    page.get_by_role("button", name="Start").click()
    play(page, until=lambda: hand(page).count() > 0)
    expect(tricks).to_have_count(2)
    expect(column).not_to_contain_text("will appear here")


def test_no_label_of_the_table_menu_breaks_on_a_phone(visit: Visit) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana))
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    entries = menu(page, "Help").locator(".grid > *")
    tall = {entry.inner_text(): box(entry)["height"] for entry in every(entries)}
    assert len(tall) > 5
    assert {name for name, height in tall.items() if height > LINE + 1} == set()


def test_the_table_menu_is_shorter_than_a_phone_and_leaving_stands_apart_at_its_end(visit: Visit) -> None:
    ana = visit((360, 740))
    page = ana.page
    page.goto(table(ana))
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    opened = menu(page)
    leave = opened.get_by_role("button", name="Leave the table")
    expect(leave).to_be_in_viewport(ratio=1)
    assert not opened.evaluate("dialog => dialog.scrollHeight > dialog.clientHeight")
    parts = [part for part in every(opened.locator("button, summary, a")) if part.is_visible()]
    others = [box(part) for part in parts if part.inner_text() not in END]
    assert box(leave)["y"] - max(other["y"] + other["height"] for other in others) >= APART
    for part in ("Your view", "Played for you", "Host's settings", "Help"):
        opened.get_by_text(part, exact=True).click()
    assert not ana.axe()
    page.keyboard.press("Escape")
    menu(page, "Players")
    expect(page.get_by_role("dialog", name="Players").get_by_label("Hide other players' messages")).to_be_visible()
    assert not ana.axe()


def test_the_card_backs_stand_in_one_row_on_a_phone(visit: Visit) -> None:
    ana = visit(PHONE)
    ana.page.goto("/settings")
    backs = ana.page.get_by_role("group", name="Card backs").locator("svg")
    expect(backs).to_have_count(3)
    assert len({found["y"] for found in boxes(backs)}) == 1
    assert ana.page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_buttons_of_a_tournament_stand_in_line(visit: Visit, server: Serving) -> None:
    ana = visit(TABLET)
    page = ana.page
    with directing(server.at, clock_ms=600_000) as director:
        director.begin()
        page.goto(director.page())
        now = page.get_by_role("region", name="Now")
        steps = [now.get_by_role("button", name=re.compile(name)) for name in ("^Close round", "^Stop the clock")]
        assert len({box(step)["y"] for step in steps}) == 1
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.goto(f"/tournament/{director.id}/hall")
        buttons: list[Any] = [page.get_by_role("button", name=name) for name in ("Turn sound on", "Full screen")]
        assert len({box(one)["x"] for one in buttons}) == 1
