"""The chat of a table that people come to by invitation: who reads a line, and what the panel leaves free."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .browser import DESK, PHONE, Visitor
from .playing import PLAIN, axe_in_both_languages, calls, likes, menu, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SIZES = {"phone": (360, 740), "large phone": (390, 844), "low phone": (844, 390), "tablet": (820, 1180)}
WATCHES = "Who watches can't write or read new lines during a deal."


def button(page: Page) -> Locator:
    return page.get_by_role("button", name="Chat")


def write(page: Page, text: str) -> None:
    field = page.get_by_role("textbox", name="Your line")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def log(page: Page) -> Locator:
    return page.get_by_role("log", name="Lines")


def company(visit: Visit, *, begin: bool = False, **form: object) -> tuple[Visitor, Visitor]:
    """Return Ana, who hosts a table, and Ben, who came by her invitation; both have opened the page of the table."""
    ana, ben = visit(DESK), visit(PHONE)
    address = table(ana, begin=begin, settings=PLAIN, **form)
    likes(ben, name="Ben", speed="still")
    ana.page.goto(address)
    ben.page.goto(address)
    expect(button(ana.page)).to_be_visible()
    return ana, ben


def test_a_line_is_plain_text_and_comes_at_once_and_again_after_a_reload(visit: Visit) -> None:
    ana, ben = company(visit)
    button(ana.page).click()
    write(ana.page, "Kia ora <b>Ben</b> & <img src=x onerror=alert(1)>")
    expect(button(ben.page)).to_have_accessible_name("Chat: 1 new line")
    button(ben.page).click()
    expect(log(ben.page)).to_contain_text("Ana Kia ora <b>Ben</b> & <img src=x onerror=alert(1)>")
    assert log(ben.page).locator("img, .line p span b").count() == 0
    write(ben.page, "Kia ora Ana")
    expect(log(ana.page)).to_contain_text("Ben Kia ora Ana")
    ben.page.reload()
    expect(button(ben.page)).to_have_accessible_name("Chat: 1 new line")
    button(ben.page).click()
    expect(log(ben.page)).to_contain_text("Ben Kia ora Ana")
    assert not axe_in_both_languages(ana)
    assert not axe_in_both_languages(ben)


def test_a_phrase_stands_among_the_lines(visit: Visit) -> None:
    ana, ben = company(visit)
    button(ana.page).click()
    write(ana.page, "Are you ready?")
    button(ben.page).click()
    ben.page.get_by_role("button", name="Phrases").click()
    ben.page.get_by_role("button", name="One moment, please.").click()
    write(ben.page, "Now I am")
    for page in (ana.page, ben.page):
        told = log(page).locator(".line p")
        expect(told).to_have_text(["Ana Are you ready?", "Ben One moment, please.", "Ben Now I am"])
    log(ana.page).get_by_role("button", name="Ben: mute or report").first.click()
    expect(log(ana.page).get_by_role("button", name="Mute Ben")).to_be_visible()
    ana.page.reload()
    button(ana.page).click()
    expect(log(ana.page)).to_contain_text("Ben Now I am")


@pytest.mark.daily(1)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_line_of_two_sentences_is_shown_whole_beside_its_author(visit: Visit, size: tuple[int, int]) -> None:
    text = "I thought that you had the left bower, so I led low. Sorry about that, partner!"
    ana, ben = company(visit)
    ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    ana.page.get_by_role("button", name=re.compile("^Start")).click()
    expect(ana.page.get_by_role("group", name="Your hand")).to_be_visible()
    button(ben.page).click()
    write(ben.page, text)
    bubble = ana.page.locator(".bubble").filter(has_text="Sorry about that, partner!")
    expect(bubble).to_have_text(text)
    expect(bubble).to_be_in_viewport(ratio=1)
    assert bubble.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_who_watches_a_deal_sees_nothing_of_what_is_written_in_it(visit: Visit) -> None:
    ana, ben = company(visit, begin=True)
    expect(calls(ana.page).first).to_be_visible()
    button(ana.page).click()
    write(ana.page, "I hold both bowers")
    expect(log(ana.page)).to_contain_text("I hold both bowers")
    button(ben.page).click()
    expect(ben.page.get_by_text(WATCHES)).to_be_visible()
    expect(ben.page.get_by_role("textbox", name="Your line")).to_have_count(0)
    assert "bowers" not in ben.page.content()


def test_nobody_writes_in_a_deal_of_tainui_and_a_public_table_has_no_chat(visit: Visit) -> None:
    ana, _ = company(visit, begin=True, rules="tainui")
    button(ana.page).click()
    expect(ana.page.get_by_text("Under these rules nobody talks during a deal.")).to_be_visible()
    expect(ana.page.get_by_role("textbox", name="Your line")).to_have_count(0)
    menu(ana.page, "Host's settings")
    ana.page.get_by_role("combobox", name="Who can come").select_option("Anyone: the table is listed")
    expect(button(ana.page)).to_have_count(0)


@pytest.mark.daily(1)
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_panel_covers_neither_the_hand_nor_the_calls(visit: Visit, size: tuple[int, int]) -> None:
    ana, _ = company(visit, begin=True)
    ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    button(ana.page).click()
    expect(calls(ana.page).first).to_be_visible()
    panel = ana.page.get_by_role("region", name="Chat")
    cards = ana.page.get_by_role("group", name="Your hand").get_by_role("button")
    box = panel.bounding_box()
    assert box
    for part in [*cards.all(), *calls(ana.page).all()]:
        other = part.bounding_box()
        assert other
        beside = other["x"] >= box["x"] + box["width"] or other["x"] + other["width"] <= box["x"]
        assert beside or other["y"] >= box["y"] + box["height"], (box, other)
    ana.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(button(ana.page)).to_be_focused()


def test_a_wide_table_has_the_panel_at_its_side(visit: Visit) -> None:
    ana, _ = company(visit, begin=True)
    button(ana.page).click()
    box, felt = ana.page.get_by_role("region", name="Chat").bounding_box(), ana.page.locator(".felt").bounding_box()
    assert box
    assert felt
    assert box["x"] >= felt["x"] + felt["width"]


def test_a_person_is_muted_or_reported_to_the_host(visit: Visit) -> None:
    ana, ben = company(visit)
    eve = visit(DESK)
    likes(eve, name="Eve", speed="still")
    eve.page.goto(ben.page.url)
    button(ben.page).click()
    write(ben.page, "Something rude")
    button(eve.page).click()
    eve.page.get_by_role("button", name="Ben: mute or report").click()
    eve.page.get_by_role("button", name="Report to the host").click()
    expect(button(ana.page)).to_have_accessible_name("Chat: reported lines")
    button(ana.page).click()
    expect(log(ana.page)).to_contain_text("Reported to you: Ben wrote “Something rude”")
    assert not ana.axe()
    eve.page.get_by_role("button", name="Ben: mute or report").click()
    eve.page.get_by_role("button", name="Mute Ben").click()
    expect(log(eve.page)).not_to_contain_text("Something rude")
    log(ana.page).get_by_role("button", name="Remove…").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Remove…").first.click()
    ana.page.get_by_role("button", name="Remove", exact=True).click()
    expect(ben.page.get_by_role("heading", name="The host removed you")).to_be_visible()


def test_a_refused_line_stays_in_the_field_with_the_reason(visit: Visit) -> None:
    ana, _ = company(visit)
    button(ana.page).click()
    field = ana.page.get_by_role("textbox", name="Your line")
    field.fill("\u2060")
    field.press("Enter")
    expect(ana.page.get_by_role("alert").filter(has_text="Write something first.")).to_be_visible()


def test_who_says_phrases_alone_can_be_muted_too(visit: Visit) -> None:
    ana, _ = company(visit)
    menu(ana.page, "Players")
    ana.page.get_by_label("Mute Ben").check()
    ana.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
