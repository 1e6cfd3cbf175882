"""Puzzles: the puzzle of the day, a theme, runs of solved ones, and missed ones that come again.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.alike import alike
from tests.puzzles.made import made_file
from uka.core.actions import Action, CallTrump, Discard, Give, OrderUp, Play
from uka.puzzles import Puzzle, puzzle_of_the_day

from .browser import DESK, PHONE, Visitor, every
from .playing import axe_in_both_languages
from .test_moments import SHOTS

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
Choose = Callable[[Page, Action], None]
NOON = datetime(2026, 11, 24, 12)
NUMBER = re.compile(r"/api/puzzles/tainui/(\d+)$")


@cache
def puzzles() -> dict[int, Puzzle]:
    return made_file("tainui").by_deal


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/puzzles-{name}-{(page.viewport_size or {}).get('width')}.png", full_page=True)


def letter(action: Action) -> str:
    """Return the key of a call that does not play alone."""
    if isinstance(action, CallTrump):
        return action.suit.value
    return "o" if isinstance(action, OrderUp) else "p"


def press(page: Page, action: Action) -> None:
    """Choose an action by the table's keys."""
    if not isinstance(action, Play | Discard | Give):
        return page.keyboard.press(letter(action))
    cards = every(page.get_by_role("group", name="Your hand").get_by_role("button"))
    at = [card.get_attribute("data-card") for card in cards].index(str(action.card))
    return page.keyboard.press(str(at + 1))


def click(page: Page, action: Action) -> None:
    """Choose an action by the mouse."""
    if isinstance(action, Play | Discard | Give):
        page.get_by_role("group", name="Your hand").locator(f"button[data-card='{action.card}']").click()
    else:
        calls = page.get_by_role("group", name="Your choices")
        calls.locator(f"[aria-keyshortcuts~={letter(action).upper()}]").click()


def verdict(page: Page) -> Locator:
    return page.get_by_role("heading", name=re.compile("Solved!|Not the best choice"))


def figure(page: Page, name: str) -> Locator:
    """Return one of the figures of the user's progress."""
    terms = page.locator("dt", has_text=re.compile(rf"^\s*{name}\s*$"))
    return page.locator("dl > div", has=terms).locator("dd")


def shown(visitor: Visitor) -> Puzzle:
    """Return the puzzle that the page shows, which it asked for by its number."""
    expect(visitor.page.get_by_role("group", name="Your hand")).to_be_visible()
    return puzzles()[next(int(found[1]) for url in reversed(visitor.requests) if (found := NUMBER.search(url)))]


def tabs_to(page: Page, target: Locator) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {target}")


@alike(("size", "choose", "scheme"), (PHONE, click, "dark"), (DESK, press, "light"))
def test_the_puzzle_of_the_day_makes_a_run_of_days(
    visit: Visit, size: tuple[int, int], choose: Choose, scheme: str
) -> None:
    ana = visit(size, color_scheme=scheme)
    page = ana.page
    page.clock.set_fixed_time(NOON)
    page.goto("/")
    page.get_by_role("link", name=re.compile("^Puzzles One choice|^Puzzles$")).last.click()
    for number, day in enumerate((NOON, NOON + timedelta(days=1))):
        page.clock.set_fixed_time(day)
        page.goto("/puzzles/tainui")
        page.get_by_role("link", name="Puzzle of the day").click()
        expect(figure(page, "Days in a row")).to_have_text(str(number))
        puzzle = of_day(day.date())
        expect(page.get_by_role("group", name="Your hand")).to_be_visible()
        choose(page, puzzle.best[0])
        expect(verdict(page)).to_contain_text("Solved!")
        expect(figure(page, "Days in a row")).to_have_text(str(number + 1))
    expect(page.get_by_role("log")).to_contain_text("wins 5.0 games in 100 fewer")
    rates = page.get_by_role("figure").get_by_role("definition")
    assert [rate for rate in rates.all_inner_texts() if rate.strip() == "0%"] == []
    expect(page.get_by_role("list", name=re.compile("^Why "))).to_contain_text("In 62 of 100 likely layouts")
    assert axe_in_both_languages(ana) == []
    shot(page, "day")
    page.reload()
    expect(page.get_by_text("You have tried this puzzle before")).to_be_visible()
    expect(figure(page, "Solved in a row")).to_have_text("2")


def of_day(day: date) -> Puzzle:
    return puzzle_of_the_day(made_file("tainui"), day)


def test_a_theme_is_trained_by_keyboard_alone(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    page.goto("/puzzles/tainui")
    theme = page.get_by_role("link", name=re.compile("^Drawing trumps"))
    expect(theme).to_be_visible()
    expect(figure(page, "Rating").or_(figure(page, "Solved"))).to_have_count(0)  # nothing is known yet
    assert axe_in_both_languages(ana) == []
    shot(page, "all")
    tabs_to(page, theme)
    page.keyboard.press("Enter")
    ratings = list[str]()
    for run in (1, 2, 0, 1):
        puzzle = shown(ana)
        assert puzzle.theme == "drawing_trumps"
        press(page, puzzle.best[0] if run else puzzle.second)
        expect(verdict(page)).to_contain_text("Solved!" if run else "Not the best choice")
        expect(figure(page, "Solved in a row")).to_have_text(str(run))
        ratings.append(figure(page, "Rating").inner_text())
        if not run:
            expect(page.get_by_role("log")).to_contain_text("wins 5.0 games in 100")
            best = page.locator(f"button[data-card='{puzzle.best[0].card}']")  # type: ignore[union-attr]
            expect(best).to_have_accessible_description("the best choice")
            assert ana.axe() == []
            shot(page, "missed")
        expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
        page.keyboard.press("Enter")
        expect(verdict(page)).to_have_count(0)
    assert ["+" in rating for rating in ratings] == [True, True, False, True]
    assert all("first estimate" in rating for rating in ratings)
    expect(page.get_by_role("group", name="Your hand").locator(":focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_be_visible()


def test_what_was_missed_comes_again_and_progress_moves_by_file(visit: Visit, tmp_path: Path) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.clock.set_fixed_time(NOON)
    page.goto("/puzzles/tainui/mixed")
    missed = shown(ana)
    click(page, missed.second)
    expect(verdict(page)).to_contain_text("Not the best choice")
    page.clock.set_fixed_time(NOON + timedelta(days=2))
    page.get_by_role("link", name="All puzzles").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    saved.value.save_as(tmp_path / "progress.json")
    page.get_by_role("link", name="1 missed puzzle again").click()
    assert shown(ana) == missed
    click(page, missed.best[0])
    expect(verdict(page)).to_contain_text("Solved!")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_text("No missed puzzle is due now.")).to_be_visible()

    ben = visit(DESK).page
    ben.clock.set_fixed_time(NOON + timedelta(days=2))
    ben.goto("/puzzles/tainui")
    (tmp_path / "other.json").write_text('{"version": 9}')
    ben.get_by_label("Open a file").set_input_files(tmp_path / "other.json")
    expect(ben.get_by_role("alert").filter(has_text="no progress")).to_be_visible()
    ben.get_by_label("Open a file").set_input_files(tmp_path / "progress.json")
    expect(ben.get_by_role("link", name="1 missed puzzle again")).to_be_visible()
    expect(figure(ben, "Solved")).to_have_text("0 of 1")
