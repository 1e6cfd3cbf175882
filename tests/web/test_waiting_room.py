"""A table that waits for its players: chairs around the felt, whose partner one becomes, bots, and the invitation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.alike import alike
from uka.core.seats import Seat

from .browser import DESK, PHONE, Visitor
from .playing import PLAIN, axe_in_both_languages, likes, menu, over, play, sits, table, watching
from .test_zoom import SIZES as LOW
from .test_zoom import beside

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]


def chair(page: Page, place: str) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_role("listitem").filter(has_text=place)


def centre(at: Locator) -> tuple[float, float]:
    box = at.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@alike("size", DESK, PHONE)
def test_the_chairs_stand_around_the_felt_and_say_whose_partner_one_becomes(
    visit: Visit, size: tuple[int, int]
) -> None:
    ana, ben = visit(size), visit(size)
    address = table(ana, begin=False)
    ana.page.goto(address)
    likes(ben, name="Ben", speed="still")
    ben.page.goto(watching(address))
    top, left, right, bottom = (centre(chair(ana.page, place)) for place in ("North", "West", "East", "South"))
    assert left[0] < top[0] < right[0]
    assert top[1] < left[1] < bottom[1]
    assert top[1] < right[1] < bottom[1]

    north = ben.page.get_by_role("button", name="Sit down: North")
    expect(north).to_have_accessible_description("partner of Ana")
    expect(ben.page.get_by_role("button", name="Sit down: East")).to_have_accessible_description("")
    assert not ben.axe()
    north.focus()
    ben.page.keyboard.press("Enter")
    expect(sits(ana.page, "Ben", Seat.NORTH)).to_contain_text("your partner")
    expect(sits(ben.page, "You", Seat.NORTH).locator(":focus")).to_have_count(1)  # the focus stays at the chair
    assert centre(chair(ben.page, "North"))[1] > centre(chair(ben.page, "South"))[1]  # one sits at the bottom

    ana.page.get_by_label("Rules", exact=True).select_option("Knock Euchre")
    expect(ben.page.get_by_role("heading", name="Knock Euchre", exact=True)).to_be_visible()
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()
    choice = ana.page.get_by_label("Bot for East")
    expect(choice.locator("option:checked")).to_have_text("Add a bot")
    choice.select_option("Expert")
    expect(chair(ben.page, "East")).to_contain_text("Expert")
    expect(chair(ana.page, "East")).to_contain_text("Remove the bot")
    assert (chair(ana.page, "East").text_content() or "").count("Expert") == 1, "the level is told twice"
    west = ben.page.get_by_role("button", name="Move here: West")
    expect(west).to_have_accessible_description("partner of a bot")
    expect(chair(ben.page, "West").get_by_text("partner of a bot")).to_be_visible()
    assert not axe_in_both_languages(ana)
    for low in LOW if size is DESK else ():
        ana.page.set_viewport_size({"width": low[0], "height": low[1]})
        assert beside(ana.page) <= 0, low
    ana.page.get_by_role("button", name=re.compile("^Start")).click()
    expect(ben.page.get_by_role("list", name="Seats")).to_be_hidden()


@alike("size", DESK, PHONE, (844, 390))
def test_the_host_chooses_a_partner_by_a_press_on_the_chair(visit: Visit, size: tuple[int, int]) -> None:
    ana, ben, cat = visit(size), visit(), visit()
    address = table(ana, begin=False, changes={"target": 0, "deals": 1}, settings=PLAIN)
    ana.page.goto(address)
    for visitor, name, seat in ((ben, "Ben", Seat.NORTH), (cat, "Cat", Seat.WEST)):
        likes(visitor, name=name, speed="still")
        visitor.page.goto(address)
        expect(sits(ana.page, name, seat)).to_be_visible()
    choice = ana.page.get_by_role("button", name="My partner: Cat")
    expect(ana.page.get_by_role("button", name="My partner")).to_have_count(1)  # Ben is the partner already
    expect(cat.page.get_by_role("button", name="My partner")).to_have_count(0)  # she is not the host
    assert not axe_in_both_languages(ana)
    choice.click()
    expect(sits(ana.page, "Cat", Seat.NORTH)).to_contain_text("your partner")
    expect(sits(ana.page, "Ben", Seat.WEST)).to_be_visible()
    expect(choice).to_have_count(0)
    ana.page.get_by_role("button", name=re.compile("^Start")).click()
    play(ana.page, ben.page, cat.page, until=lambda: over(ana.page))
    menu(ana.page, "Players").get_by_role("button", name="My partner: Ben").click()
    expect(ana.page.get_by_role("log")).to_contain_text("swapped seats")


def test_inviting_is_the_main_thing_until_every_chair_is_taken(visit: Visit) -> None:
    ana, ben = visit(), visit()
    address = table(ana, begin=False)
    ana.page.goto(address)
    main, start = ana.page.locator(".room button.first"), ana.page.get_by_role("button", name=re.compile("^Start"))
    expect(main).to_have_accessible_name("Copy")
    expect(start).to_have_accessible_name("Start with bots in the free seats")
    entry = ana.page.get_by_role("combobox", name="Who can come")
    entry.select_option("Anyone: the table is listed")
    expect(main).to_have_accessible_name("Start with bots in the free seats")  # strangers need no invitation
    entry.select_option("People with the link")
    expect(main).to_have_accessible_name("Copy")
    for place in ("East", "West"):
        ana.page.get_by_label(f"Bot for {place}").select_option(index=1)
    expect(main).to_have_accessible_name("Copy")
    likes(ben, name="Ben", speed="still")
    ben.page.goto(address)
    expect(ben.page.get_by_role("button", name="Copy")).to_be_visible()
    expect(ben.page.locator(".room button.first")).to_have_count(0)  # a guest has nothing more to do
    expect(main).to_have_accessible_name("Start")


def test_the_menu_of_a_table_invites_at_any_time(visit: Visit) -> None:
    ana = visit(PHONE)
    address = table(ana)
    ana.page.goto(address)
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()
    talk = menu(ana.page, "Host's settings").get_by_label("Bots say a phrase now and then")
    talk.uncheck()
    expect(talk).not_to_be_checked()  # as the server has told the page
    ana.page.get_by_role("button", name="Invite").click()
    asked = ana.page.get_by_role("dialog", name="Invite")
    asked.get_by_role("button", name="QR code").click()
    expect(asked.get_by_role("img", name="QR code for the link")).to_be_visible()
    expect(asked.get_by_role("textbox")).to_have_value(re.compile(re.escape(address.split("#")[1])))
    assert not ana.axe()


def test_a_link_that_is_no_longer_good_says_so_and_leads_on(visit: Visit) -> None:
    ana, ben, cy = visit(), visit(PHONE), visit(PHONE)
    address = table(ana, begin=False)
    likes(ben, name="Ben", speed="still")
    ben.page.goto(f"{address.split('#')[0]}#renewed-since")
    expect(ben.page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    ben.page.get_by_role("button", name="Play now").click()
    expect(ben.page.get_by_role("group", name="Your hand")).to_be_visible()
    ben.faults = [fault for fault in ben.faults if "403" not in fault]  # the browser notes the refusal itself
    cy.page.goto("/table/nosuchtable")
    expect(cy.page.get_by_role("heading", name="This table is gone")).to_be_visible()
    expect(cy.page.get_by_role("link", name=re.compile("first page|Home")).first).to_be_visible()
    assert not cy.axe()
    cy.page.get_by_role("button", name="Quick game").click()
    expect(cy.page.get_by_role("heading", name="Quick game")).to_be_visible()
    cy.faults = [fault for fault in cy.faults if "404" not in fault]


def test_a_muted_player_is_not_heard(visit: Visit) -> None:
    ana, ben = visit(), visit()
    address = table(ana, begin=False, public=True)  # at other tables, phrases are part of the chat
    likes(ben, name="Ben", speed="still")
    ben.page.goto(address)
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()
    ana.page.goto(address)
    expect(chair(ana.page, "North")).to_contain_text("Ben")  # from now on, she hears what he says

    def says(text: str) -> None:
        ben.page.get_by_role("button", name=re.compile("^Say")).click()
        ben.page.get_by_role("button", name=text).click()

    says("Hello!")
    expect(chair(ana.page, "North")).to_contain_text("Hello!")
    ana.page.get_by_role("button", name=re.compile("^Say")).click()
    ana.page.get_by_label("Mute Ben").check()
    ana.page.get_by_role("button", name="Close").click()
    says("Good luck!")
    expect(chair(ben.page, "North")).to_contain_text("Good luck!")
    ana.page.get_by_label("Bot for East").select_option("Expert")
    expect(chair(ana.page, "East")).to_contain_text("Expert")  # later than the phrase
    expect(ana.page.get_by_text("Good luck!")).to_have_count(0)


def test_a_chosen_emblem_stands_beside_the_name(visit: Visit) -> None:
    ana, ben = visit(PHONE), visit()
    ana.page.goto("/settings")
    choice = ana.page.get_by_role("button", name="Emblem")
    choice.click()
    with ana.page.expect_response("**/api/me"):
        ana.page.get_by_title("star").click()
    assert not ana.axe()
    ana.page.keyboard.press("Escape")
    expect(choice).to_be_focused()
    expect(choice).to_have_accessible_name("Emblem: star")
    address = table(ana, begin=False)
    likes(ben, name="Ben", speed="still")
    ben.page.goto(address)
    expect(chair(ben.page, "South").filter(has_text="Ana").locator("svg.emblem")).to_be_visible()
    expect(chair(ben.page, "North").locator("svg")).to_have_count(0)
