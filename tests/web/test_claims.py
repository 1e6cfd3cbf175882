"""Claims of all remaining tricks at a practice table: refused while the claimant could still lose one, then accepted.

``UKA_SHOTS`` names a folder for screenshots.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from uka.core.actions import Discard, OrderUp, Play
from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.solver import claims

from .browser import DESK, Visitor
from .known import Plain
from .playing import hand
from .test_moments import SHOTS, Table, card, next_deal, prompt, story

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SOUTH, WEST = Seat.SOUTH, Seat.WEST
SIZES = {"phone": (390, 844), "desk": DESK}
UNSURE = "The rest aren't certain to be yours: play on"


def to_south(deal: Deal) -> Deal:
    """Return the deal at South's next turn to play. The dealer orders up and discards its first card."""
    while not deal.over and not (deal.turn is SOUTH and deal.phase is Phase.PLAYING):
        orders = deal.turn is SOUTH and OrderUp() in deal.legal_actions
        choice = OrderUp() if orders else Plain().choose(deal.observe(deal.turn), Random(0))
        deal, _ = deal.apply(choice)
    return deal


def opening(deal: Deal) -> Card | None:
    """Return the card by which South, who plays last, makes all remaining tricks certain.

    Return None if they are certain already, or if no card does so.
    """
    if sum(each.suit is deal.upcard.suit for each in deal.hand(SOUTH)) < 2:
        return None
    first = to_south(deal)
    if first.over or len(first.trick) != 3 or claims.holds(first.observe(SOUTH)):
        return None
    for action in first.legal_actions:
        after = to_south(first.apply(action)[0])
        if isinstance(action, Play) and not after.over and claims.holds(after.observe(SOUTH)):
            return action.card
    return None


def certain(deal: Deal) -> bool:
    return opening(deal) is not None


def shot(page: Page, name: str) -> None:
    for kind, (width, height) in SIZES.items() if SHOTS else ():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        page.screenshot(path=f"{SHOTS}/claim-{name}-{kind}.png")


def claim(page: Page) -> Locator:
    """Return the button that claims the remaining tricks. It is shown when the rules and the game allow a claim."""
    return page.get_by_role("main").get_by_role("button", name="Claim the rest")


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Claim the rest")


def to_the_play(at: Table) -> None:
    """Order up as South, discard the card that ``opening`` chose, and reach South's turn to play."""
    page, deal = at.pages[0], at.deal
    while deal.phase is not Phase.DISCARDING:
        ordered = deal.turn is SOUTH and OrderUp() in deal.legal_actions
        deal, _ = deal.apply(OrderUp() if ordered else Plain().choose(deal.observe(deal.turn), Random(0)))
    away = deal.legal_actions[0]
    assert isinstance(away, Discard)
    order = page.locator("[data-type=order_up]").first
    at.until(order.is_visible)
    assert not claim(page).is_visible()
    order.click()
    card(page, away.card).click()
    at.until(lambda: prompt(page, re.compile(r"\bled\b")).is_visible())


def test_a_claim_is_refused_and_a_later_one_is_accepted(visit: Visit) -> None:
    at = Table(visit, "cardgames", holds=certain)
    page, first = at.page, opening(at.deal)
    assert first is not None
    watcher = visit().page
    watcher.goto(page.url)
    watcher.get_by_role("button", name="Join").click()
    to_the_play(at)
    expect(claim(watcher)).to_have_count(0)
    shot(page, "offered")
    claim(page).click()
    expect(sheet(page)).to_be_visible()
    assert at.ana.axe() == []
    shot(page, "asked")
    sheet(page).get_by_role("button", name="Play on").click()
    expect(sheet(page)).not_to_be_visible()
    page.keyboard.press("r")
    sheet(page).get_by_role("button", name="Claim the rest").click()
    expect(prompt(page, UNSURE)).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("rest aren't certain to be yours")
    shot(page, "refused")
    expect(story(page)).not_to_contain_text("claim")
    expect(story(watcher)).not_to_contain_text("claim")
    card(page, first).click()
    at.until(lambda: claim(page).is_visible() and hand(page).count() > 0)
    claim(page).click()
    sheet(page).get_by_role("button", name="Claim the rest").click()
    expect(prompt(page, "You claim the rest: ")).to_be_visible()
    shot(page, "claimed")
    at.is_over()
    region = page.get_by_role("region", name="The deal is over")
    expect(region).to_contain_text("You claim the rest: ")
    expect(page.get_by_role("log")).to_contain_text("You claim the rest: ")
    expect(page.get_by_role("log")).not_to_contain_text("trick 5")
    expect(story(page)).to_contain_text("You claim the rest: ")
    expect(story(watcher)).to_contain_text("Ana claims the rest: ")
    expect(watcher.get_by_role("region", name="The deal is over")).to_contain_text("Ana claims the rest: ")
    shot(page, "accepted")
    expect(next_deal(page)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(claim(page)).to_be_visible()
    expect(region).not_to_be_visible()


def test_no_claim_is_offered_if_the_rules_play_every_trick_out(visit: Visit) -> None:
    at = Table(visit, "cardgames", {"claims": False}, dealer=WEST)
    at.until(lambda: hand(at.page).count() > 0)
    expect(claim(at.page)).to_have_count(0)
    at.page.keyboard.press("r")
    expect(sheet(at.page)).not_to_be_visible()
