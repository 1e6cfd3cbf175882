"""A hint at a practice table, and the review of a whole game after its end.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from uka.core.cards import Hand
from uka.core.seats import Seat

from .browser import DESK, PHONE, Visitor, every
from .playing import axe_in_both_languages, calls, hand, over, play, table
from .test_moments import SHOTS, Table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SIZES = {"phone": PHONE, "desk": DESK}


def shot(page: Page, name: str) -> None:
    for kind, (width, height) in SIZES.items() if SHOTS else ():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/coach-{name}-{kind}.png", full_page=True)


def hint(page: Page) -> Locator:
    return page.get_by_role("button", name="Hint", exact=True)


def marks(found: Locator) -> list[str]:
    """Return the hint's marks on choices, as sighted people see them."""
    return [mark for mark in found.locator(".hint").all_inner_texts() if mark]


def figures(page: Page) -> Locator:
    """Open the dialog with the hint's figures, and return it."""
    page.get_by_role("button", name="Chances to win").click()
    return page.get_by_role("dialog", name="Hint")


def rows(found: Locator) -> list[str]:
    headers = every(found.get_by_role("rowheader"))
    return [(header.locator("[aria-hidden]").text_content() or "").strip() for header in headers]


def why(page: Page, mistake: Locator) -> bool:
    """Show a mistake on the board, and return whether it comes with reasons."""
    mistake.click()
    expect(page.locator(".figures table")).to_be_visible()
    return page.locator(".figures .reasons").count() > 0


def has_choices(cards: Hand) -> bool:
    """Return whether a hand has at least two cards of each of its suits, so that there is a choice whatever suit is
    led."""
    suits = Counter(card.suit for card in cards)
    return len(suits) == 2 and min(suits.values()) >= 2


def test_a_hint_tells_what_each_choice_is_worth(visit: Visit) -> None:
    at = Table(visit, "north_american", {}, lambda deal: has_choices(deal.hand(Seat.SOUTH)), dealer=Seat.SOUTH)
    page = at.page
    at.until(lambda: calls(page).count() > 1)
    hint(page).click()
    best = page.get_by_role("button", name="Chances to win")
    expect(best).to_contain_text(re.compile("^Say “.+”[.]"))
    assert len(marks(calls(page))) == calls(page).count()
    assert sum("★" in mark for mark in marks(calls(page))) >= 1
    expect(page.get_by_role("log")).to_contain_text("Hint, best first. ")
    assert at.ana.axe() == []
    shot(page, "hint-call")
    assert {*rows(figures(page))} >= {"Pass"}
    expect(page.get_by_role("dialog", name="Hint")).to_contain_text(re.compile(r"\d+% ±\d"))
    assert at.ana.axe() == []
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(best).to_have_count(0)
    assert not marks(calls(page))
    at.until(lambda: calls(page).count() == 0 and hand(page).count() > 1 and hint(page).is_visible())
    page.keyboard.press("i")
    expect(best).to_be_visible()
    assert len(marks(page.get_by_role("group", name="Your hand"))) == hand(page).count()
    assert at.ana.axe() == []
    shot(page, "hint-card")
    hand(page).first.click()
    expect(best).to_have_count(0)


def test_after_a_deal_a_bot_says_why(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    page.goto(table(ana, rules="north_american", settings={"bots": "club"}))
    panel = page.get_by_role("region", name="The deal is over")
    play(page, until=panel.is_visible)
    panel.get_by_role("button", name="Why did they do that?").click()
    dialog = page.get_by_role("dialog", name="Why did they do that?")
    asked = dialog.get_by_role("button", name=re.compile(": why "))
    titles = [(button.locator(".unseen").text_content() or "").strip() for button in every(asked)]
    assert len({title.split(":")[0] for title in titles}) >= 2, "three bots call and play, or two if one is alone"
    shot(page, "past-choices")
    assert axe_in_both_languages(ana) == []
    for choice in (asked.first, asked.last):
        title = (choice.locator(".unseen").text_content() or "").strip()
        assert re.fullmatch(r"\w+: why .+\?", title)
        choice.focus()
        page.keyboard.press("Enter")
        answer = page.get_by_role("dialog", name=re.compile(title.split(":")[0] + ": why"))
        expect(answer.get_by_role("heading", name="What I knew")).to_be_visible()
        chose = answer.get_by_role("heading", name=re.compile("What the strongest bot counts|How I chose"))
        expect(chose.first).to_be_visible()
        expect(answer).to_contain_text("I held ")
        shot(page, f"why-{title.split()[-1].strip('?')}")
        assert axe_in_both_languages(ana) == []
        back = answer.get_by_role("button", name="Back")
        expect(back).to_be_focused()
        page.keyboard.press("Enter")
        expect(dialog).to_be_visible()
        expect(choice).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(panel.get_by_role("button", name="Why did they do that?")).to_be_focused()


def test_a_whole_game_is_reviewed(visit: Visit) -> None:
    at = Table(visit, "north_american", {"target": 2}, dealer=Seat.WEST)
    page = at.page
    play(page, until=lambda: over(page))
    chances = page.get_by_role("img", name="Chance of winning: You and North")
    expect(chances).to_be_visible()
    turns = page.get_by_role("region", name="The game is over").locator(".curve").get_by_role("button")
    expect(turns.last).to_contain_text(re.compile(r"\d+% to (0|100)%"))
    page.get_by_role("link", name="Review the game").click()
    review, course = page.get_by_role("region", name="Review"), page.get_by_role("region", name="How the game went")
    expect(review.get_by_role("status")).to_contain_text("reviewed")
    worst = page.get_by_role("region", name="Mistakes").get_by_role("list").first.get_by_role("button")
    told = "\n".join(worst.all_text_contents())
    assert "+" not in re.findall(r"[−+](?=\d+\.\d%)", told), "a loss is minus"
    losses = [float(cost) for cost in re.findall(r"[−+]?(\d+\.\d)%", told)]
    assert losses == sorted(losses, reverse=True)
    assert losses, "who takes whatever is offered makes no mistake"
    shot(page, "review")
    assert any(why(page, each) for each in every(worst)), "no choice comes with reasons"
    worst.first.click()
    named = re.search(r"Deal (\d+)", worst.first.text_content() or "")
    assert named
    expect(page.get_by_role("combobox", name="Deal", exact=True)).to_have_value(str(int(named[1]) - 1))
    shot(page, "moment")
    course.get_by_role("button").last.click()
    expect(page.get_by_role("group", name="The deal")).to_be_focused()
    expect(page.locator("[aria-current=step]")).to_contain_text(re.compile(r"takes trick [345]"))
    course.get_by_role("img").click(position={"x": 60, "y": 40})  # the first deal
    expect(page.get_by_role("combobox", name="Deal", exact=True)).to_have_value("0")
    page.route(re.compile(r"/review\?.*seat=north"), lambda _: None)  # this review never ends
    review.get_by_role("combobox").select_option("north")
    review.get_by_role("button", name="Stop").click()
    expect(review.get_by_role("button", name="Review the game")).to_be_visible()
