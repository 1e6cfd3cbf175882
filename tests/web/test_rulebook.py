"""The page's rulebook marks rules that are inferred, our own default or changed, on a phone and at a desk."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from uka import rulesets
from uka.rulesets.rulebook import Rulebook, RuleMark

from .browser import DESK, PHONE, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SAID: dict[RuleMark, str] = {"stated": "", "inferred": "inferred", "default": "our default", "changed": "changed"}
SHOTS = os.environ.get("UKA_SHOTS", "")
"""A folder for screenshots; empty for none."""


def marks(page: Page) -> dict[str, str]:
    """Return the mark of each rule on the page."""
    found: dict[str, str] = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('section > ul > li[id]')]"
        ".map(rule => [rule.id, rule.querySelector('.mark')?.textContent ?? '']))"
    )
    return found


def marked(book: Rulebook) -> dict[str, str]:
    return {rule.field: SAID[rule.mark] for chapter in book.chapters for rule in chapter.rules}


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_rule_has_the_same_mark_as_in_the_terminals_rulebook(
    visit: Visit, size: tuple[int, int], scheme: Literal["light", "dark"]
) -> None:
    at = visit(size, color_scheme=scheme)
    for name in ("bicycle", "uka", "ohio"):
        at.page.goto(f"/rules/{name}")
        expect(at.page.get_by_role("heading", name="What players say")).to_be_visible()
        assert marks(at.page) == marked(rulesets.rulebook_of(name))
        assert not at.axe()
        wide = at.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        if SHOTS:
            at.page.screenshot(path=Path(SHOTS) / f"rules-{name}-{scheme}-{size[0]}.png", full_page=True)


def test_exactly_the_changed_rules_are_marked_as_changed(visit: Visit) -> None:
    page = visit().page
    changes = {"lone_must_march": False, "pack": 32}  # Uka's pack already has 32 cards
    page.goto("/rules/uka?rules=uka&set=lone_must_march=false&set=pack=32")
    expect(page.get_by_text("Was: A loner must take all five tricks or is euchred.")).to_be_visible()
    told = marked(rulesets.rulebook_of("uka", changes))
    assert told["lone_must_march"] == "changed"
    assert told["pack"] == ""
    # the sentences of these rules change with others
    follows = {"scoring.lone_made": "changed", "scoring.lone_euchred": "changed"}
    assert marks(page) == told | follows
