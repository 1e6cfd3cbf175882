"""Plays at tables in a browser as people do: finds controls only by the accessible names on the page."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.patience import PATIENCE
from uka.core.seats import Seat

from .browser import KNOWS_ITS_GAME, Visitor
from .known import Known

QUICK = {"answer_ms": 0, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "rest_ms": 60_000, "bots": "random"}
"""Settings of a table without pauses, which waits for people only."""
PLAIN = {"bots": "plain"}
"""Settings under which bots pass and never play alone.

So everybody plays in every deal, and a deal scores at most 3 points.
"""
NEXT = re.compile("Next deal|Continue")
SPEAK = """(language) => {
  const settings = { ...JSON.parse(localStorage.getItem("uka.settings") ?? "{}"), language };
  dispatchEvent(new StorageEvent("storage", { key: "uka.settings", newValue: JSON.stringify(settings) }));
}"""
"""A script that changes the language of the page, as if another page of the browser had done it."""
OFFERED = """(clicks) => {
  const named = (group) => [...document.querySelectorAll(`[role=group][aria-label="${group}"] button`)];
  const all = [...document.querySelectorAll("button")];
  const next = all.filter((button) => /Next deal|Continue/.test(button.textContent));
  const open = (button) => !button.closest(":disabled, [aria-disabled=true]");
  const shown = (button) => button.checkVisibility({ visibilityProperty: true });
  const offered = [...next, ...named("Your choices"), ...named("Your hand")].filter(shown).find(open);
  if (clicks) offered?.click();
  return Boolean(offered);
}"""
"""A script that finds the first control that a person may use now, and clicks it if ``clicks``.

It returns whether there is one. Games ask for it hundreds of times, and Playwright's own search takes much longer.
"""


def likes(visitor: Visitor, **likes: Any) -> None:
    """Store preferences in a visitor's browser, before the page loads.

    If they say nothing else, the rules are ``uka`` and the bots are instant.
    """
    text = json.dumps(json.dumps({"rules": "uka", "botSpeed": "instant", "chipsTold": True} | likes))
    first = json.dumps([None, KNOWS_ITS_GAME])
    visitor.context.add_init_script(
        f"if (origin !== 'null' && {first}.includes(localStorage.getItem('uka.settings')))"
        f" localStorage.setItem('uka.settings', {text})"
    )


def commits(visitor: Visitor, known: Known) -> None:
    """Replace a browser's random numbers, so that it makes its hash chain of seed shares from a known root."""
    root = known.root
    visitor.context.add_init_script(f"""{{
      const random = crypto.getRandomValues.bind(crypto), root = {list(root)};
      crypto.getRandomValues = (array) => (array.length === root.length ? (array.set(root), array) : random(array));
    }}""")


def table(host: Visitor, *, begin: bool = True, **form: Any) -> str:
    """Open a table and return its route. The game begins at once, or only later if ``begin`` is false."""
    likes(host, name="Ana", speed="still")
    assert host.context.request.put("/api/me", data={"name": "Ana"}).ok
    settings = QUICK | form.pop("settings", {})
    answer = host.context.request.post(
        "/api/tables", data={"rules": "uka", "seat": "south", "begin": begin, "settings": settings} | form
    )
    assert answer.ok, answer.text()
    ticket = answer.json()
    return f"/table/{ticket['table']}#{ticket['invitation']}"


def watching(address: str) -> str:
    """Return the route to the same table for a person who joins it without a seat."""
    return address.replace("#", "?watch#")


def sits(page: Page, name: str, seat: Seat) -> Locator:
    """Return the entry of the list of seats that shows a person in a seat, before the game."""
    return page.get_by_role("listitem").filter(has_text=re.compile(f"{seat}.*{name}", re.I))


def axe_in_both_languages(visitor: Visitor) -> list[str]:
    """Return the accessibility problems of the present page in te reo Māori and in English, its language now."""
    found = list[str]()
    for language in ("mi", "en"):
        speaks(visitor.page, language)
        found += [f"{language}: {problem}" for problem in visitor.axe()]
    return found


def speaks(page: Page, language: str) -> None:
    """Change the language of the page without a reload."""
    page.evaluate(SPEAK, language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def menu(page: Page, part: str = "") -> Locator:
    """Open the menu of a table, and unfold a part of it if ``part`` is given. Return the dialog."""
    page.get_by_role("button", name="Table menu").click()
    dialog = page.get_by_role("dialog")
    if part:
        dialog.get_by_text(part, exact=True).click()
    return dialog


def hand(page: Page) -> Locator:
    """Return the buttons of the cards that may be chosen now."""
    return page.get_by_role("group", name="Your hand").get_by_role("button", disabled=False)


def calls(page: Page) -> Locator:
    """Return the buttons of the calls that may be made now."""
    return page.get_by_role("group", name="Your choices").get_by_role("button", disabled=False)


def await_choice(page: Page) -> None:
    """Wait until a person may choose a call or a card, in the next deal if their partner plays this one alone."""
    choice, onward = calls(page).or_(hand(page)).first, page.get_by_role("button", name=NEXT).first
    choice.or_(onward).first.wait_for()
    while not choice.is_visible():
        point(page)
        choice.or_(onward).first.wait_for()


def over(page: Page) -> bool:
    """Return whether the game is over."""
    return page.get_by_role("region", name="The game is over").is_visible()


def asked(page: Page) -> bool:
    """Return whether a person may use a control now: it is their turn, or the game waits for them to go on."""
    return page.evaluate(OFFERED, False)


def click(page: Page) -> None:
    """Click the first control that a person is offered, if there is one, by a script."""
    page.evaluate(OFFERED, True)


def point(page: Page) -> None:
    """Click the first control that a person is offered, if there is one, as a pointer does."""
    offered = (page.get_by_role("button", name=NEXT), calls(page), hand(page))
    for control in (found.first for found in offered if found.count()):
        with suppress(TimeoutError):  # the control disappeared meanwhile
            control.click(timeout=2_000)
        return


def play(*pages: Page, until: Callable[[], bool], act: Callable[[Page], None] = click) -> None:
    """Let everyone click the controls that they are offered, until a condition holds.

    Check the condition before each click. A game may take longer than the wait for the next control.
    """
    deadline = time.monotonic() + PATIENCE
    last = deadline + 2 * PATIENCE
    while True:
        ready = [page for page in pages if asked(page)]
        if until():
            return
        assert time.monotonic() < deadline, pages[0].locator("body").aria_snapshot()
        for page in ready:
            act(page)
        if ready:
            deadline = min(time.monotonic() + PATIENCE, last)
        else:
            pages[0].wait_for_timeout(30)


def cuts(at: Page | Locator, *cards: tuple[str, str]) -> None:
    """Enter the cards that the captains cut, by rank and suit, with north-south's cards first."""
    enter = at.get_by_role("button", name="Enter the cut")
    expect(enter).to_be_visible()
    for side, names in enumerate(cards):
        for name in names:
            at.get_by_role("radio", name=name, exact=True).nth(side).check()
    enter.click()
