"""The pace of a table: how fast its bots are, how long its draw is shown, and how a person hurries what is shown."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.patience import PATIENCE

from .browser import PHONE, Visitor
from .playing import await_choice, likes, menu, play, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

SEEN = """
  window.seen = { panel: false, prompt: "" };
  new MutationObserver(() => {
    if (document.querySelector('section[aria-label="The draw"]')) seen.panel = true;
    const prompt = document.querySelector(".prompt")?.textContent.trim() ?? "";
    if (/deals? first/.test(prompt)) seen.prompt = prompt;
  }).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""A script that records how the result of a draw for first dealer was shown: by a panel, and by a prompt."""
RELAXED = {"answer_ms": 400, "draw_ms": 300, "deal_ms": 900, "trick_ms": 700}
HURRY = re.compile("(Tap the table|Click the table or press Space) to go faster")


def bots(page: Page) -> Locator:
    """Open the menu of the table, and return its choice of the bots' speed, which shows the table's settings."""
    return menu(page, "Your view").get_by_role("combobox", name="Bots", exact=True)


def preference(page: Page, name: str, value: object) -> None:
    """Wait until the browser has stored a preference."""
    page.wait_for_function(
        "([name, value]) => JSON.parse(localStorage.getItem('uka.settings') ?? '{}')[name] === value", arg=[name, value]
    )


def test_the_speed_of_bots_follows_the_settings_of_the_only_person(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    likes(ana, name="Ana", speed="still", botSpeed="relaxed")
    address = table(ana, settings=RELAXED)
    ana.page.goto(address)
    expect(bots(ana.page)).to_have_value("relaxed")
    ana.page.goto("/settings")
    ana.page.get_by_role("radio", name="Instant").check()
    preference(ana.page, "botSpeed", "instant")
    ana.page.goto(address)
    expect(bots(ana.page)).to_have_value("instant")


def test_the_menu_keeps_the_speed_of_bots_apart_from_the_animation(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE)
    likes(ana, name="Ana", speed="still", botSpeed="relaxed")
    ana.page.goto(table(ana, settings=RELAXED))
    choice = bots(ana.page)
    choice.select_option("quick")
    expect(choice).to_have_value("quick")
    preference(ana.page, "botSpeed", "quick")
    ana.page.get_by_label("Animation").select_option("hurried")
    preference(ana.page, "speed", "hurried")
    ana.page.reload()
    expect(bots(ana.page)).to_have_value("quick")
    assert not ana.axe()


def test_the_first_wait_tells_how_to_hurry(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE)
    likes(ana, name="Ana", speed="normal", firstDealHelp="off")
    ana.page.goto(table(ana, settings={"answer_ms": 2_000, "bots": "plain"}))
    told = ana.page.get_by_text(HURRY)
    play(ana.page, until=told.is_visible)
    play(ana.page, until=lambda: not told.is_visible())
    preference(ana.page, "hurryTold", True)


def test_a_draw_without_cards_covers_nothing_while_the_cards_are_dealt(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE)
    likes(ana, name="Ana", rules="north_american", firstDealHelp="off", botSpeed="relaxed")
    ana.page.add_init_script(SEEN)
    ana.page.goto("/")
    ana.page.get_by_role("button", name="Play now").click()
    await_choice(ana.page)
    seen = ana.page.evaluate("seen")
    assert not seen["panel"]
    assert re.fullmatch(r"You deal first\.|.+ deals first\.", seen["prompt"])


def test_only_the_first_draw_takes_its_full_time(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    likes(ana, name="Ana", firstDealHelp="off", botSpeed="relaxed")
    sent = list[str]()
    ana.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    for later in (False, True):
        ana.page.goto("/")
        ana.page.get_by_role("button", name="Play now").click()
        preference(ana.page, "drawSeen", True)
        if later:
            deadline = time.monotonic() + PATIENCE
            while not any('"draw_ms":100' in message for message in sent):
                assert time.monotonic() < deadline, sent
                ana.page.wait_for_timeout(20)  # events of the page arrive only while Playwright waits
        else:
            assert not any("draw_ms" in message for message in sent)
