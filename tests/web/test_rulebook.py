"""The page's rulebook marks rules that are inferred, our own default or changed, on a phone and at a desk."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.alike import alike
from uka import lessons, rulesets
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


@alike(("size", "scheme"), (PHONE, "dark"), (DESK, "light"), (PHONE, "light"), (DESK, "dark"))
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


@alike("size", PHONE, DESK)
def test_the_rulebook_is_searched_by_what_readers_ask(visit: Visit, size: tuple[int, int]) -> None:
    at = visit(size)
    for name in ("bicycle", "knock"):
        at.page.goto(f"/rules/{name}")
        search = at.page.get_by_label("Find a rule")
        for words, field in (
            ("up it", "must_head"),
            ("counter", "markers"),
            ("open with a trump", "first_lead_trump"),
            ("jack's suit fixed", "common.left_bower"),
            ("shuffle last", "common.shuffle"),
        ):
            search.fill(words)
            expect(at.page.locator(f"li[id='{field}']")).to_be_visible()
            assert len(marks(at.page)) <= 2  # "up it" is also the beginning of "the turn-up itself"
            if SHOTS:
                at.page.screenshot(path=Path(SHOTS) / f"search-{name}-{field}-{size[0]}.png")
        search.fill("no such rule")
        expect(at.page.get_by_role("status").filter(has_text="0 rules found.")).to_be_visible()
        search.fill("")
        assert marks(at.page) == marked(rulesets.rulebook_of(name))
        assert not at.axe()


def test_a_ruleset_without_a_course_says_which_course_it_is_taught_by(visit: Visit) -> None:
    at = visit((390, 844))
    at.page.goto("/help/knock")
    told = at.page.get_by_text("Knock Euchre has no course of its own.")
    expect(told).to_contain_text("the course that fits it best: North American Euchre.")
    at.page.goto("/help/bicycle")
    expect(at.page.get_by_role("link", name="1. Tricks")).to_be_visible()
    expect(at.page.get_by_text("has no course of its own")).to_have_count(0)
    at = visit((1440, 900))
    at.page.goto("/")
    count = lessons.lesson_count("uka")
    expect(at.page.get_by_text(f"The game in {count} short lessons.")).to_be_visible()
