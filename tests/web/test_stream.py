"""The stream view shows a table to an audience: nothing to press, and no hand before its deal is over."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.child import free_port
from tests.server.knowledge import Knowledge
from tests.server.leaks import leaks_of_frames
from tests.server.process import Serving
from uka.core.deal import Deal

from . import test_chat
from .browser import DESK, Visitor
from .known import serving
from .playing import PLAIN, axe_in_both_languages, calls, click, hand, likes, menu, play, table
from .test_online import frames_of, log_of

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SCREEN = (1920, 1080)
LEAST = 28
"""The least size of a name's letters in pixels, in a picture of 1920 by 1080."""
CONTROLS = "a, button, input, select, textarea, summary, iframe, [tabindex], [contenteditable], [onclick]"
OPEN = '[data-at="hand"][data-card]'
"""Selects the cards in hands that are face up."""
WATCH = f"""() => {{
  window.pictures = [];
  const cards = (selector) => [...document.querySelectorAll(selector)].map((card) => card.dataset.card);
  new MutationObserver(() => pictures.push({{
    over: document.querySelector(".told") !== null, open: cards('{OPEN}'), trick: cards('[data-at="trick"][data-card]'),
  }})).observe(document.body, {{ subtree: true, childList: true, attributes: true }});
}}"""
"""JavaScript that notes after each change of the page which cards are open, and whether the deal is over."""
CLEAR = """() => [document.documentElement, document.body, document.querySelector("main")].map(
  (element) => getComputedStyle(element).backgroundColor)"""
SIZES = """() => [...document.querySelectorAll(".seat .name, header .name")].map(
  (name) => [name.textContent, parseFloat(getComputedStyle(name).fontSize), name.scrollWidth <= name.clientWidth])"""
SCROLLS = (
    """() => [document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"""
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stream")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Serving]:
    with serving(folder) as running:
        yield running


def stream(address: str, query: str = "") -> str:
    """Return the route of the stream view of a table, from the route of the table."""
    return address.replace("#", f"/stream{query}#")


def id_of(address: str) -> str:
    return address.removeprefix("/table/").partition("#")[0]


def opens(visit: Visit, **form: Any) -> tuple[Visitor, str]:
    """Open a table where Ana plays with bots that play at once, and go to it. Return Ana and the route."""
    ana = visit(DESK)
    address = table(ana, settings=PLAIN, **form)
    ana.page.goto(address)
    return ana, address


def watches(visit: Visit, address: str) -> Visitor:
    """Let somebody without a name open a stream view, whose cards move at once."""
    eve = visit(SCREEN)
    likes(eve, speed="still")
    eve.page.goto(address)
    return eve


def pictures(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("pictures")


def open_cards(page: Page) -> set[str]:
    return set(page.locator(OPEN).evaluate_all("(cards) => cards.map((card) => card.dataset.card ?? '')"))


def cards_of(deal: Deal) -> set[str]:
    """Return the cards of the four hands of a deal that has just been dealt."""
    return {str(card) for seat in deal.rules.seats for card in deal.hand(seat)}


def deals_of(folder: Path, address: str) -> tuple[Knowledge, list[Deal]]:
    """Return what the log of a table tells: who could know what, and the deals as they began."""
    knowledge = Knowledge(log_of(folder, id_of(address)))
    starts = dict.fromkeys(id(moment.start) for moment in knowledge.moments.values() if moment.start)
    by_id = {id(moment.start): moment.start for moment in knowledge.moments.values() if moment.start}
    return knowledge, [deal for each in starts if (deal := by_id[each])]


def test_only_the_table_is_shown_and_hands_open_when_their_deal_is_over(
    visit: Visit, server: Serving, folder: Path
) -> None:
    ana, address = opens(visit, changes={"target": 5})
    eve = visit(SCREEN)
    heard = frames_of(eve)
    likes(eve, speed="still")
    eve.page.goto(stream(address))
    page = eve.page
    expect(page.get_by_role("group", name="Ana")).to_be_visible()
    page.evaluate(WATCH)
    hand(ana.page).first.or_(ana.page.get_by_role("group", name="Your choices")).first.wait_for()
    own = ana.context.new_page()  # the player's own browser shows no more than the others do
    own.goto(stream(address))
    expect(own.locator('[data-at="hand"]')).to_have_count(20)
    assert not open_cards(own)
    own.close()
    assert not page.locator(CONTROLS).count()
    assert page.evaluate(CLEAR)[:2] == ["rgba(0, 0, 0, 0)"] * 2
    names = page.evaluate(SIZES)
    assert len(names) == 6
    assert not [name for name in names if name[1] < LEAST or not name[2]]
    assert page.evaluate(SCROLLS) == [False, False]
    assert not axe_in_both_languages(eve)

    told = page.locator(".told")
    play(ana.page, until=lambda: told.is_visible())
    assert not [picture for picture in pictures(page) if picture["open"] and not picture["over"]]
    expect(page.locator('[data-at="hand"]')).to_have_count(20)
    first = deals_of(folder, address)[1][0]
    assert 19 <= len(open_cards(page)) <= 20  # only the dealer's discard may be unknown
    assert open_cards(page) <= cards_of(first)
    assert not axe_in_both_languages(eve)
    assert not page.locator(CONTROLS).count()

    won = told.filter(has_text="won the game")
    play(ana.page, until=lambda: won.is_visible())
    knowledge, deals = deals_of(folder, address)
    expect(page.locator(OPEN)).to_have_count(20)  # the record tells the discard too
    assert open_cards(page) == cards_of(deals[-1])
    ended = next(i for i, each in enumerate(heard) if '"over"' in each.text)
    player = json.loads(heard[0].text)["player"]
    during = [frame._replace(player=player) for frame in heard[:ended]]
    assert len(during) > 10
    assert not list(leaks_of_frames(knowledge, during))


def test_a_delay_shows_a_deal_with_all_hands_while_the_next_one_is_played(
    visit: Visit, server: Serving, folder: Path
) -> None:
    ana, address = opens(visit)
    eve = watches(visit, stream(address, "?delay=1&surround=clear"))
    page = eve.page
    late = page.get_by_text("The next deal is shown when it is over.")
    expect(late).to_be_visible()
    page.evaluate(WATCH)
    next_deal = ana.page.get_by_role("button", name="Next deal")
    play(ana.page, until=lambda: next_deal.is_visible())
    assert page.evaluate(CLEAR) == ["rgba(0, 0, 0, 0)"] * 3
    next_deal.click()
    plays = ana.page.get_by_role("group", name="Your choices").or_(hand(ana.page).first)
    plays.first.wait_for()  # the second deal goes on, and waits for Ana
    expect(late).to_be_visible()
    expect(page.locator(".told")).to_be_visible()
    first, second = deals_of(folder, address)[1]
    assert cards_of(first) != cards_of(second)
    seen = pictures(page)
    during = [picture for picture in seen if picture["trick"] and not picture["over"] and len(picture["open"]) >= 12]
    assert len(during) > 5
    shown = {card for picture in seen for card in picture["open"]}
    assert shown <= cards_of(first) | {str(first.upcard)}
    assert not axe_in_both_languages(eve)


def test_the_stream_waits_quietly_and_comes_back_by_itself(browser: Browser, tmp_path: Path) -> None:
    port, visitors = free_port(), list[Visitor]()

    def visit(size: tuple[int, int], **options: Any) -> Visitor:
        visitors.append(Visitor(browser, f"http://127.0.0.1:{port}", size, **options))
        return visitors[-1]

    with serving(tmp_path, port=port) as first:
        ana, address = opens(visit)
        stranger = visit(SCREEN)
        stranger.page.goto(stream(address).partition("#")[0])
        expect(stranger.page.get_by_role("status")).to_have_text(re.compile("invite link"))
        assert not stranger.page.locator(CONTROLS).count()
        eve = watches(visit, stream(address))
        ana_plate = eve.page.get_by_role("group", name="Ana")
        expect(ana_plate).to_be_visible()
        status = eve.page.get_by_role("status")
        first.process.send_signal(signal.SIGKILL)
        first.process.wait()
    expect(status).to_have_text(re.compile("Connection lost"))
    expect(ana_plate).to_be_visible()
    assert not eve.page.locator(CONTROLS).count()
    with serving(tmp_path, port=port):
        expect(status).to_have_text("")
        play(ana.page, until=lambda: eve.page.locator(".told").is_visible(), act=click)
        assert len(open_cards(eve.page)) >= 19
        for visitor in visitors:
            visitor.close()


def test_the_stream_goes_on_after_a_line_of_the_chat(visit: Visit) -> None:
    ana, address = opens(visit, begin=False)
    eve = watches(visit, stream(address))
    expect(eve.page.get_by_role("group", name="Ana")).to_be_visible()
    test_chat.button(ana.page).click()
    test_chat.write(ana.page, "Kia ora!")
    ana.page.get_by_role("button", name=re.compile("^Start")).click()
    ana.page.get_by_role("button", name="Start with bots in the free seats").last.click()
    expect(hand(ana.page).first.or_(calls(ana.page).first).first).to_be_visible()
    expect(eve.page.locator('[data-at="hand"]')).to_have_count(20)
    expect(eve.page.get_by_text("Kia ora!")).to_have_count(0)


def test_the_table_menu_gives_the_address_of_the_stream_view(visit: Visit) -> None:
    ana, address = opens(visit)
    page = ana.page
    menu(page, "Help").get_by_role("button", name="Stream view").click()
    dialog = page.get_by_role("dialog", name="Stream view")
    dialog.get_by_label("Hands").select_option("all face up, 2 deals late")
    dialog.get_by_label("Behind the cards").select_option("nothing")
    field = dialog.get_by_label("Address of the stream view")
    expect(field).to_have_value(
        re.compile(re.escape(stream(address, "?delay=2&surround=clear")).replace("=", "(=|%3D)"))
    )
    assert not ana.axe()
