"""People at tables in a browser: each sees the page by its accessible names only, and acts as a person would."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from uka.core.seats import Seat

from .browser import Visitor
from .known import Known

QUICK = {"answer_ms": 0, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "rest_ms": 60_000, "bots": "random"}
"""A table's settings under which nothing is waited for but people."""
PLAIN = {"bots": "plain"}
"""With bots that pass and play alone never: in every deal everybody plays cards, and it is worth 3 points at most."""
DEADLINE = 120.0
"""Seconds that only end a hang."""
NEXT = re.compile("Next deal|Go on")


def likes(visitor: Visitor, **likes: Any) -> None:
    """What somebody likes, as their browser has kept it."""
    text = json.dumps(json.dumps(likes))
    visitor.context.add_init_script(
        f"if (!localStorage.getItem('uka.settings')) localStorage.setItem('uka.settings', {text})"
    )


def commits(visitor: Visitor, known: Known) -> None:
    """What somebody's browser takes for chance when it makes the root of its chain of shares."""
    root = known.root
    visitor.context.add_init_script(f"""{{
      const random = crypto.getRandomValues.bind(crypto), root = {list(root)};
      crypto.getRandomValues = (array) => (array.length === root.length ? (array.set(root), array) : random(array));
    }}""")


def table(host: Visitor, *, begin: bool = True, **form: Any) -> str:
    """The address of a table that somebody opens, at once or for others to come first."""
    likes(host, name="Ana", speed="still")
    assert host.context.request.put("/api/me", data={"name": "Ana"}).ok
    settings = QUICK | form.pop("settings", {})
    answer = host.context.request.post(
        "/api/tables", data={"rules": "uka", "seat": "south", "begin": begin, "settings": settings} | form
    )
    assert answer.ok, answer.text()
    ticket = answer.json()
    return f"/table/{ticket['table']}#{ticket['invitation']}"


def sits(page: Page, name: str, seat: Seat) -> Locator:
    """Somebody at a seat, before the game."""
    return page.get_by_role("listitem").filter(has_text=re.compile(f"{seat}.*{name}", re.I))


def hand(page: Page) -> Locator:
    """The cards that may be chosen now."""
    return page.get_by_role("group", name="Your hand").get_by_role("button", disabled=False)


def calls(page: Page) -> Locator:
    """What may be said now."""
    return page.get_by_role("group", name="Your choices").get_by_role("button", disabled=False)


def over(page: Page) -> bool:
    """Whether the game is over."""
    return page.get_by_role("region", name="The game is over").is_visible()


def asked(page: Page) -> Locator | None:
    """What is asked of a person, if anything is. Nothing else is then, before it is done."""
    offered = (page.get_by_role("button", name=NEXT), calls(page), hand(page))
    return next((found.first for found in offered if found.count()), None)


def click(page: Page) -> None:
    """Do one of the things that are asked of a person; the first that is offered."""
    offered = asked(page)
    if offered is not None:
        with suppress(TimeoutError):  # it was for a moment only
            offered.click(timeout=2_000)


def play(*pages: Page, until: Callable[[], bool], act: Callable[[Page], None] = click) -> None:
    """Everyone does what is asked of them, until something holds; it is looked for before anything asked is done."""
    deadline = time.monotonic() + DEADLINE
    while True:
        ready = [page for page in pages if asked(page) is not None]
        if until():
            return
        assert time.monotonic() < deadline, pages[0].locator("body").aria_snapshot()
        for page in ready:
            act(page)
        if not ready:
            pages[0].wait_for_timeout(30)


def cuts(at: Page | Locator, *cards: tuple[str, str]) -> None:
    """Tap what the captains cut, by rank and suit; north-south's first."""
    enter = at.get_by_role("button", name="They cut these")
    expect(enter).to_be_visible()
    for side, names in enumerate(cards):
        for name in names:
            at.get_by_role("radio", name=name, exact=True).nth(side).check()
    enter.click()
