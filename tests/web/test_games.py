"""Whole games in a browser: by mouse, by keyboard, on a phone, by four people; and interruptions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.alike import alike
from uka import rulesets
from uka.core.actions import ORDER_UP, PASS
from uka.core.deal import Deal
from uka.core.seats import Seat

from .browser import DESK, PHONE, Visitor, every
from .known import known
from .playing import NEXT, PLAIN, axe_in_both_languages, calls, commits, hand, likes, over, play, point, sits, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
UKA = rulesets.find("uka")
SHORT: dict[str, Any] = {"changes": {"target": 3}}
ONE_DEAL: dict[str, Any] = {"changes": {"target": 0, "deals": 1}, "settings": PLAIN}
TWO_DEALS: dict[str, Any] = ONE_DEAL | {"changes": {"target": 0, "deals": 2}}
SMALL = ((740, 360), PHONE)
ENGLISH = """new MutationObserver(() => {
  if (document.querySelector("#page *") && document.documentElement.lang !== "mi") window.english = true;
}).observe(document, { childList: true, subtree: true })"""


@pytest.mark.exhaustive
@alike(
    ("size", "form"),
    (PHONE, SHORT),
    (DESK, {"changes": {"target": 0, "deals": 5, "clock": 0}, "rules": "tainui", "settings": PLAIN}),
)
def test_a_whole_game_against_bots_is_played_by_pointing(
    visit: Visit, size: tuple[int, int], form: dict[str, Any]
) -> None:
    """Five deals under the Tainui rules.

    One seat deals twice, with any packets each time, and no pack is called unfair because of it.
    """
    ana = visit(size, has_touch=size is PHONE)
    ana.page.goto(table(ana, **form))
    play(ana.page, until=lambda: over(ana.page), act=point)
    region = ana.page.get_by_role("region", name="The game is over")
    expect(region).to_contain_text(re.compile("You win|They win|The game is drawn"))
    expect(region).to_contain_text("Every pack was dealt fairly")


@alike("size", *SMALL)
def test_what_comes_after_a_game_is_in_view_on_a_phone(visit: Visit, size: tuple[int, int]) -> None:
    ana = visit(size, has_touch=True)
    ana.page.goto(table(ana, **SHORT))
    play(ana.page, until=lambda: over(ana.page))
    region = ana.page.get_by_role("region", name="The game is over")
    again = region.get_by_role("button", name="Play again")
    shown = (again, *(region.get_by_role("link", name=name) for name in ("Review the game", "Home")))
    expect(region.get_by_role("link", name="Review the game")).to_be_visible()  # the record has arrived
    for each in (*shown, region.get_by_role("button", name="Share")):
        expect(each).to_be_in_viewport(ratio=1)
    result = region.locator(".result dl")
    expect(result).to_be_in_viewport(ratio=0.95)
    assert region.get_by_role("button").or_(region.get_by_role("link")).count() < 10, "too much to choose from"
    region.get_by_role("button", name="Share").click()
    expect(ana.page.get_by_role("dialog").get_by_role("button", name="Download EGN")).to_be_visible()
    assert axe_in_both_languages(ana) == []
    ana.page.keyboard.press("Escape")
    again.click()
    expect(region).to_be_hidden()


def test_a_game_without_a_record_says_why_it_cannot_be_reviewed_and_reads_it_again(visit: Visit) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto(table(ana, **SHORT))
    page.route("**/api/tables/*/records", lambda route: route.fulfill(status=503, json={"why": "the disk is full"}))
    play(page, until=lambda: over(page))
    region = page.get_by_role("region", name="The game is over")
    expect(region.get_by_role("alert")).to_contain_text("No review yet: ")
    assert axe_in_both_languages(ana) == []
    page.unroute_all()
    region.get_by_role("button", name="Read the record again").click()
    expect(region.get_by_role("link", name="Review the game")).to_be_visible()
    expect(region.get_by_role("alert")).to_have_count(0)
    ana.faults = [fault for fault in ana.faults if "503" not in fault]  # the browser notes the refusal itself


def test_a_stranger_plays_a_first_card_within_three_clicks(visit: Visit) -> None:
    ana = visit()
    commits(ana, known(UKA, first_to_call, dealer=Seat.WEST))  # Ana makes a call, and then plays a card
    ana.page.goto("/")
    ana.page.get_by_role("button", name="Play now").click()
    ana.page.get_by_role("button", name="Pick it up", exact=True).click()
    hand(ana.page).first.click()
    expect(ana.page.get_by_text(re.compile("You play")).first).to_be_attached()


def test_a_newcomer_is_asked_once_and_shown_the_ropes_in_the_words_of_the_ruleset(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    commits(ana, known(UKA, first_to_call, dealer=Seat.WEST))
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    help_box = page.get_by_role("complementary", name="Your first deal")
    help_box.get_by_role("button", name="Show me the ropes").click()
    expect(help_box).to_contain_text("“pick it up” to make it trump, and “away” to pass")
    assert not axe_in_both_languages(ana)
    page.get_by_role("button", name="Pick it up", exact=True).click()
    expect(help_box).to_contain_text("is the highest card, then the other jack")
    page.keyboard.press("Escape")
    expect(help_box).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(help_box).to_have_count(0)


def first_to_call(deal: Deal) -> bool:
    """Return whether it is South's turn to call, and nobody before could call."""
    while deal.turn is not Seat.SOUTH:
        if deal.legal_actions != (PASS,):
            return False
        deal, _ = deal.apply(PASS)
    return ORDER_UP in deal.legal_actions


@pytest.mark.exhaustive
def test_four_friends_play_a_game_at_one_table(visit: Visit) -> None:
    ana, *others = (visit() for _ in range(4))
    address = table(ana, begin=False, **TWO_DEALS)
    ana.page.goto(address)
    for name, seat, friend in zip(("Ben", "Cat", "Dan"), (Seat.NORTH, Seat.WEST, Seat.EAST), others, strict=True):
        likes(friend, name=name, speed="still")
        friend.page.goto(address)
        expect(sits(ana.page, name, seat)).to_be_visible()
    ana.page.get_by_role("button", name=re.compile("Start")).click()
    pages = [ana.page, *(friend.page for friend in others)]
    play(*pages, until=lambda: all(over(page) for page in pages))


def test_a_page_reloaded_during_a_trick_continues_where_it_was(visit: Visit) -> None:
    ana = visit()
    commits(ana, known(UKA, dealer=Seat.WEST))  # West deals, so that others lead to the first trick
    ana.page.goto(table(ana, **ONE_DEAL))
    for trick in range(3):
        play(ana.page, until=lambda: hand(ana.page).count() > 0)
        before = shown(ana.page)
        assert trick or " led" in before[0]
        ana.page.reload()
        expect(hand(ana.page)).not_to_have_count(0)
        assert shown(ana.page) == before
        hand(ana.page).first.click()
    play(ana.page, until=lambda: over(ana.page))


def shown(page: Page) -> tuple[str, ...]:
    """Return the prompt that a person sees in a trick, and the cards that they may play."""
    asked = page.get_by_text(re.compile("Follow suit|Your turn|Your lead")).first.text_content() or ""
    return asked, *(str(card.get_attribute("aria-label")) for card in every(hand(page)))


@pytest.mark.exhaustive
def test_a_page_reconnects_after_a_cut_without_a_reload(visit: Visit) -> None:
    ana = visit()
    ana.page.goto(table(ana, **ONE_DEAL))
    play(ana.page, until=lambda: hand(ana.page).count() > 0)
    ana.page.evaluate("window.same = true")
    ana.context.set_offline(True)
    expect(ana.page.get_by_text("Connection lost")).to_be_visible()
    ana.context.set_offline(False)
    expect(ana.page.get_by_text("Connection lost")).to_be_hidden()
    play(ana.page, until=lambda: over(ana.page))
    assert ana.page.evaluate("window.same")
    ana.faults.clear()  # the browser logs a lost network as an error


def test_axe_finds_nothing_at_a_table_at_any_time(visit: Visit) -> None:
    ana = visit(PHONE)
    ana.page.goto(table(ana, begin=False, **TWO_DEALS))
    begin = ana.page.get_by_role("button", name=re.compile("Start"))
    expect(begin).to_be_visible()
    assert axe_in_both_languages(ana) == []
    begin.click()
    moments: list[Callable[[], bool]] = [
        lambda: calls(ana.page).count() > 0,
        lambda: hand(ana.page).count() > 0,
        lambda: ana.page.get_by_role("button", name="Next deal").is_visible(),
        lambda: over(ana.page),
    ]
    for moment in moments:
        play(ana.page, until=moment)
        assert axe_in_both_languages(ana) == []


def test_a_whole_game_is_played_by_keyboard_only(visit: Visit) -> None:
    ana = visit()
    ana.page.goto(table(ana, **SHORT))
    play(ana.page, until=lambda: over(ana.page), act=by_key)
    shown = ana.page.locator(":focus-visible")
    for _ in range(40):
        ana.page.keyboard.press("Tab")
        if shown.count() and "Play again" in (shown.first.text_content() or ""):
            break
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("region", name="The game is over")).to_be_hidden()


def by_key(page: Page) -> None:
    """Do what the page offers by keys only: letters for calls, arrows and Enter for cards, Tab for buttons."""
    if calls(page).count():
        for key in "poacdhsn":
            page.keyboard.press(key)
    elif hand(page).count():
        page.keyboard.press("ArrowRight")  # moves along the hand, or into it if nothing has the focus
        if page.locator("[role=group] :focus").count():
            page.keyboard.press("Enter")
        else:
            for place in "12345":
                page.keyboard.press(place)
    elif page.get_by_role("button", name=NEXT).count():
        tab_to(page, NEXT)


def tab_to(page: Page, name: re.Pattern[str]) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.count() and name.search(focused.first.text_content() or ""):
            page.keyboard.press("Enter")
            return


def test_a_person_takes_a_break_and_returns_to_the_seat(visit: Visit) -> None:
    ana = visit()
    ana.page.goto(table(ana, **{**TWO_DEALS, "settings": PLAIN | {"answer_ms": 300}}))
    play(ana.page, until=lambda: hand(ana.page).count() > 0)
    ana.page.get_by_role("button", name="Table menu").click()
    ana.page.get_by_role("button", name="Take a break").click()
    ana.page.keyboard.press("Escape")
    back = ana.page.get_by_role("button", name="Take your seat back")
    back.click()
    expect(back).to_be_hidden()
    play(ana.page, until=lambda: over(ana.page))


def test_a_spectator_sees_the_table_and_no_hand(visit: Visit) -> None:
    ana, eve = visit(), visit()
    changes = {"target": 0, "deals": 1, "draw": "random"}
    # West deals, so that nobody has seen a card of Ana's yet
    commits(ana, known(UKA.changed(changes), dealer=Seat.WEST))
    address = table(ana, changes=changes, settings=PLAIN)
    ana.page.goto(address)
    play(ana.page, until=lambda: hand(ana.page).count() > 0)
    held = [str(card.get_attribute("data-card")) for card in every(ana.page.locator("[role=group] [data-card]"))]
    likes(eve, name="Eve", speed="still")
    frames = list[str]()
    eve.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    eve.page.goto(address)
    expect(eve.page.get_by_role("group", name="Ana")).to_be_visible()
    expect(eve.page.get_by_role("group", name="Your hand")).to_have_count(0)
    assert "Your cards" not in eve.page.locator("main").aria_snapshot()
    assert len(held) == 5
    assert frames
    assert not [card for card in held if f'"{card}"' in "".join(frames)]
    play(ana.page, until=lambda: over(ana.page))
    expect(eve.page.get_by_role("region", name="The game is over")).to_be_visible()
    # the spectator received the cards once they were played
    assert all(f'"{card}"' in "".join(frames) for card in held)


def test_every_page_is_shown_in_te_reo_and_marks_untranslated_text(visit: Visit) -> None:
    ana = visit(PHONE)
    likes(ana, language="mi")
    ana.context.add_init_script(ENGLISH)
    paths = (
        "/",
        "/tables",
        "/records",
        "/puzzles",
        "/rules",
        "/rules/tainui",
        "/house",
        "/figures",
        "/help",
        "/settings",
    )
    for path in paths:
        ana.page.goto(path)
        expect(ana.page.get_by_role("heading").first).to_be_visible()
        expect(ana.page.locator("html")).to_have_attribute("lang", "mi")
        expect(ana.page.locator("body [lang=en]").first).to_be_attached()
        assert not ana.page.evaluate("window.english"), f"{path} is first shown in English"
