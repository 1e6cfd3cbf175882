"""Who joins sits down at once. Who watches has chosen to, and the host does not overlook them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.alike import alike
from uka.core.seats import Seat

from . import test_chat
from .browser import DESK, PHONE, TABLET, Visitor, reach
from .playing import PLAIN, axe_in_both_languages, likes, menu, over, play, sits, table, watching

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SIZES = [PHONE, (844, 390), (390, 844), TABLET, DESK, (1920, 1080)]


def join(visitor: Visitor, address: str, name: str, press: str = "Join") -> None:
    """Come by a link without a name, give one, and press a button once."""
    visitor.page.goto(address)
    visitor.page.get_by_label("Your name (optional)").fill(name)
    visitor.page.get_by_role("button", name=press).click()


def hands(page: Page) -> Locator:
    return page.get_by_role("group", name="Your hand")


def start(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Start"))


def test_four_friends_meet_by_one_link_and_play_twice(visit: Visit) -> None:
    ana, ben, cat, dan = visit(), visit(PHONE), visit((844, 390)), visit(TABLET)
    numbered = PLAIN | {"deals": "number:3"}  # else the known server deals the same packs again, which pages refuse
    address = table(ana, begin=False, changes={"target": 0, "deals": 1}, settings=numbered)
    ana.page.goto(address)
    join(ben, address, "Ben")
    expect(sits(ana.page, "Ben", Seat.NORTH)).to_contain_text("your partner")
    join(cat, address, "Cat")
    expect(sits(ana.page, "Cat", Seat.WEST)).to_be_visible()
    ben.page.get_by_role("button", name="Table menu").click()
    ben.page.get_by_role("button", name="Leave the table").click()
    expect(ana.page.get_by_role("button", name="Move here: North")).to_be_visible()
    reach(ben.page, "**/")
    ben.page.goto(address)  # his name is known now
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()
    join(dan, address, "Dan")
    expect(sits(ana.page, "Dan", Seat.EAST)).to_be_visible()
    test_chat.button(ana.page).click()
    test_chat.write(ana.page, "Kia ora!")
    for each in (ben, cat, dan):
        expect(test_chat.button(each.page)).to_have_accessible_name("Chat: 1 new line")
    expect(start(ana.page)).to_have_text("Start")
    start(ana.page).click()
    pages = [each.page for each in (ana, ben, cat, dan)]
    play(*pages, until=lambda: all(over(page) for page in pages))
    ana.page.get_by_role("button", name="Play again").click()
    for page in pages:
        expect(hands(page)).to_be_visible()


@alike("size", *SIZES)
def test_to_watch_is_a_choice_of_its_own(visit: Visit, size: tuple[int, int]) -> None:
    ana, ben = visit(size), visit(size)
    address = table(ana, begin=False)
    ana.page.goto(address)
    ben.page.goto(address)
    main = ben.page.locator("button.first")
    expect(main).to_have_text("Join")
    assert not ben.axe()
    join(ben, address, "Ben", "Watch")
    expect(ana.page.get_by_text("Watching: Ben")).to_be_visible()
    ben.page.get_by_role("button", name="Sit down: West").click()
    expect(sits(ana.page, "Ben", Seat.WEST)).to_be_visible()
    ben.page.get_by_role("button", name="Move here: East").click()
    expect(sits(ana.page, "Ben", Seat.EAST)).to_be_visible()
    ben.page.get_by_role("button", name="Watch").click()
    expect(ana.page.get_by_text("Watching: Ben")).to_be_visible()
    ben.page.reload()
    expect(ben.page.get_by_text("Watching: Ben")).to_be_visible()  # a reload gives no seat


@pytest.mark.daily(1)
@alike("size", *SIZES, daily=2)
def test_the_host_is_asked_before_a_game_without_somebody_present(visit: Visit, size: tuple[int, int]) -> None:
    ana, ben, eve = visit(size), visit(), visit()
    address = table(ana, begin=False)
    ana.page.goto(address)
    for visitor, name in ((ben, "Ben"), (eve, "Eve")):
        likes(visitor, name=name, speed="still")
        visitor.page.goto(watching(address))
    expect(ana.page.get_by_text("Watching: Ben, Eve")).to_be_visible()
    start(ana.page).click()
    asked = ana.page.get_by_role("dialog", name="Start now?")
    expect(asked).to_contain_text("Ben and Eve are here and only watch.")
    expect(asked.get_by_role("button", name="Wait")).to_be_in_viewport(ratio=1)
    assert not axe_in_both_languages(ana)
    asked.get_by_role("button", name="Wait").click()
    expect(asked).to_be_hidden()
    eve.page.get_by_role("button", name="Sit down: West").click()
    expect(ana.page.get_by_text("Watching: Ben", exact=True)).to_be_visible()
    start(ana.page).click()
    expect(asked).to_contain_text("Ben is here and only watches.")
    asked.get_by_role("button", name="Start with bots in the free seats").click()
    expect(hands(ana.page)).to_be_visible()
    expect(hands(eve.page)).to_be_visible()
    expect(ben.page.get_by_role("button", name="Take a bot's seat")).to_be_visible()


def test_the_host_locks_the_table_and_ends_the_view_of_those_who_watch(visit: Visit) -> None:
    ana, ben, eve, fay = visit(), visit(), visit(PHONE), visit(PHONE)
    address = table(ana, begin=False)
    ana.page.goto(address)
    for visitor, name in ((ben, "Ben"), (eve, "Eve"), (fay, "Fay")):
        likes(visitor, name=name, speed="still")
    ben.page.goto(address)
    expect(sits(ana.page, "Ben", Seat.NORTH)).to_be_visible()
    eve.page.goto(watching(address))
    expect(ana.page.get_by_text("Watching: Eve")).to_be_visible()
    settings = menu(ana.page, "Host's settings")
    settings.get_by_role("checkbox", name="Let others watch").uncheck()
    expect(eve.page.get_by_role("alert")).to_contain_text("host lets nobody watch this table any more")
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()
    settings.get_by_role("combobox", name="Who can come").select_option("Nobody new")
    expect(ana.page.get_by_text("Watching")).to_have_count(0)
    fay.page.goto(address)
    expect(fay.page.get_by_role("alert")).to_contain_text("host has locked this table: nobody new can come")
    fay.faults = [fault for fault in fay.faults if "409" not in fault]  # the browser notes the refusal itself
    ben.page.reload()
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()  # he is not new


def test_nobody_asks_if_no_seat_is_left(visit: Visit) -> None:
    ana, *guests, eve = (visit() for _ in range(5))
    address = table(ana, begin=False)
    ana.page.goto(address)
    for visitor, name in zip((*guests, eve), ("Ben", "Cat", "Dan", "Eve"), strict=True):
        likes(visitor, name=name, speed="still")
        visitor.page.goto(address)
        expect(ana.page.get_by_text(name, exact=True).or_(ana.page.get_by_text(f"Watching: {name}"))).to_be_visible()
    expect(eve.page.get_by_text("Watching: Eve")).to_be_visible()
    start(ana.page).click()
    expect(hands(ana.page)).to_be_visible()


def test_a_public_table_is_joined_or_watched_from_the_list(visit: Visit) -> None:
    ana, ben, eve = visit(), visit(), visit(PHONE)
    ana.page.goto(table(ana, begin=False, public=True))
    for visitor, name, press, seen in ((ben, "Ben", "Join", "Ben"), (eve, "Eve", "Watch", "Watching: Eve")):
        likes(visitor, name=name, speed="still")
        visitor.page.goto("/tables")
        way = visitor.page.get_by_role("link", name=f"{press}: Ana's table")
        expect(way).to_be_visible()
        assert not visitor.axe()
        way.click()
        expect(ana.page.get_by_text(seen, exact=True)).to_be_visible()
    expect(sits(ana.page, "Ben", Seat.NORTH)).to_be_visible()
