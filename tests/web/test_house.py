"""House rules: changed in the editor, checked by the server, sent to another person as a link, and played."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .browser import PHONE, Visitor
from .playing import likes, play
from .test_games import by_key

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
RUBBER = "Rubbers"
DEALS = "Deals in a game"
REASON = "a rubber's games end at the target, not after a number of deals"
CHANGED = {
    "Cards in the pack": "24 cards: ace, king, queen, jack, ten and nine of each suit.",
    "Cutting the pack": "The pack is not cut before a deal.",
    "Points that win the game": "10",
    RUBBER: "Each game stands on its own.",
    "Passing": "pass",
}
"""The changes to the rules of Knock Euchre, and the values before."""
HIDDEN = """(() => {
  const element = document.activeElement, box = element.getBoundingClientRect();
  const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return Boolean(above?.closest(".verdict")) && !element.closest(".verdict");
})()"""


def chosen(page: Page) -> dict[str, str]:
    """Return the rules that the editor marks as changed, with the former values that it shows."""
    found: dict[str, str] = {}
    for back in page.get_by_role("button", name=re.compile("^Undo: ")).all():
        about = (back.get_attribute("aria-label") or "").removeprefix("Undo: ")
        told = back.locator("xpath=..").text_content() or ""
        found[about] = re.sub(r"^\s*changed\s*Was: (.*?)\s*Undo\s*$", r"\1", told)
    return found


def as_changed(page: Page) -> dict[str, str]:
    """Check that the editor marks exactly the changed rules."""
    found = chosen(page)
    assert len(found) == len(CHANGED)
    for (about, was), (field, before) in zip(found.items(), CHANGED.items(), strict=True):
        assert about.startswith(field)
        assert was == before
    return found


def opened(page: Page, group: str) -> None:
    summary = page.locator("summary", has_text=group)
    if summary.locator("xpath=..").get_attribute("open") is None:
        summary.click()


def verdict(page: Page) -> Locator:
    return page.get_by_role("status").filter(has_text=re.compile("No conflicts|changed yet|go together"))


def test_while_other_rules_to_start_from_are_fetched_none_can_be_changed(visit: Visit) -> None:
    page = visit().page
    page.goto("/house")
    expect(verdict(page)).to_be_visible()
    held = list[Route]()
    page.route("**/api/rulesets/knock", lambda route: held.append(route))
    page.get_by_label("Start from").select_option("Knock Euchre")
    fields = page.locator("[inert] :is(input, select)")
    everything = page.locator("label:has-text('Name of your rules') input, details :is(input, select)")
    expect(fields).not_to_have_count(0)
    assert fields.count() >= everything.count()
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(page.locator("[inert]")).to_have_count(0)
    opened(page, "The pack")
    page.get_by_role("radio", name="28 cards").check()
    expect(verdict(page)).to_contain_text("1 rule changed")


def test_house_rules_go_from_the_editor_by_a_link_to_a_table(visit: Visit) -> None:
    ana, ben = visit(), visit(PHONE, has_touch=True)
    likes(ben, name="Ben", speed="still", bots="random")
    page = ana.page
    page.goto("/house")
    page.get_by_label("Start from").select_option("Knock Euchre")
    expect(verdict(page)).to_contain_text("Nothing changed yet")
    opened(page, "The pack")
    page.get_by_role("radio", name="28 cards").check()
    opened(page, "Before the deal")
    page.get_by_role("radio", name=re.compile("dealer's right cuts the pack")).check()
    expect(verdict(page)).to_contain_text("2 rules changed")
    opened(page, "The game")
    deals = page.get_by_role("spinbutton", name=DEALS)
    deals.fill("3")
    page.get_by_role("radio", name="Games are played in rubbers").check()

    expect(verdict(page)).to_contain_text(f"These rules don't go together: {REASON}.")
    expect(deals).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Link to these rules")).to_have_count(0)
    for way in ("Play now", "Play with friends"):
        expect(page.get_by_role("button", name=way)).to_be_disabled()
    verdict(page).get_by_role("button", name=RUBBER).click()
    expect(page.get_by_role("group", name=RUBBER)).to_be_focused()
    verdict(page).get_by_role("button", name=DEALS).click()
    expect(deals).to_be_focused()
    deals.fill("0")
    expect(verdict(page)).to_contain_text("3 rules changed")
    expect(deals).not_to_have_attribute("aria-invalid", "true")
    page.get_by_role("spinbutton", name="points that win the game").fill("5")
    expect(verdict(page)).to_contain_text("4 rules changed")
    opened(page, "What players say")
    page.get_by_role("textbox", name="Passing", exact=True).fill("by me")
    expect(verdict(page)).to_contain_text("5 rules changed")
    found = as_changed(page)

    ben.page.goto(page.get_by_label("Link to these rules").input_value())
    expect(verdict(ben.page)).to_contain_text("5 rules changed")
    assert chosen(ben.page) == found
    ben.page.get_by_role("button", name="Play now").click()
    plays_by_them(ben.page)
    # the browser logs the server's refusal as an error
    ana.faults[:] = [fault for fault in ana.faults if "400" not in fault]


def plays_by_them(page: Page, **how: Any) -> None:
    """Play a card of the first deal, or the deal to its end, under the changed rules.

    The table's rulebook must show the changes too.
    """
    expect(page).to_have_title("Knock Euchre, house rules · Uka")
    log = page.get_by_role("log")
    done = re.compile("You play (?!alone)|points? to|thrown in")
    play(page, until=lambda: bool(done.search(log.text_content() or "")), **how)
    story = log.text_content() or ""
    assert len(re.findall(r"cuts? the pack\.", story)) == 1
    dealer = re.search(r"([A-Z][a-z]+) deals? first", story)
    assert dealer
    # only the dealer says the word “pass”
    assert set(re.findall(r"([A-Z][a-z]+): “pass”", story)) <= {dealer[1]}


def test_house_rules_are_made_by_keyboard_only(visit: Visit) -> None:
    ana = visit()
    likes(ana, name="Ana", speed="still", bots="random")
    page, keys = ana.page, ana.page.keyboard
    page.goto("/house")
    to(page, page.get_by_label("Start from"))
    keys.type("Knock")
    expect(page.get_by_label("Name of your rules")).to_have_value("Knock Euchre")
    unfold(page, "The pack")
    to(page, page.get_by_role("radio", name="24 cards"))
    keys.press("ArrowDown")
    unfold(page, "Before the deal")
    to(page, page.get_by_role("radio", name="The pack is not cut before a deal."))
    keys.press("ArrowUp")
    unfold(page, "The game")
    for field, figure in (("Points that win the game", "5"), (DEALS, "3")):
        to(page, page.get_by_role("spinbutton", name=field))
        keys.press("ControlOrMeta+a")
        keys.type(figure)
    to(page, page.get_by_role("radio", name="Each game stands on its own."))
    keys.press("ArrowUp")
    expect(verdict(page)).to_contain_text(REASON)
    to(page, verdict(page).get_by_role("button", name=DEALS))
    keys.press("Enter")
    expect(page.get_by_role("spinbutton", name=DEALS)).to_be_focused()
    keys.press("ControlOrMeta+a")
    keys.type("0")
    expect(verdict(page)).to_contain_text("4 rules changed")
    unfold(page, "What players say")
    to(page, page.get_by_role("textbox", name="Passing", exact=True))
    keys.press("ControlOrMeta+a")
    keys.type("by me")
    expect(verdict(page)).to_contain_text("5 rules changed")
    as_changed(page)
    to(page, page.get_by_role("button", name="Play now"))
    keys.press("Enter")
    plays_by_them(page, act=by_key)
    # the browser logs the server's refusal as an error
    ana.faults[:] = [fault for fault in ana.faults if "400" not in fault]


def unfold(page: Page, group: str) -> None:
    to(page, page.locator("summary", has_text=group))
    page.keyboard.press("Enter")


def to(page: Page, target: Locator) -> None:
    """Press Tab until a control has the focus. Every control on the way must be visible."""
    for _ in range(200):
        if target.count() and target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
        assert not page.evaluate(HIDDEN), page.evaluate("document.activeElement.outerHTML")
    raise AssertionError(f"the Tab key does not come to {target}")
