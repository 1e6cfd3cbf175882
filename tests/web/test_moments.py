"""Situations that only some rulesets have, played in a browser with cards that are chosen for them.

``UKA_SHOTS`` names a folder for screenshots. Of rulesets that are alike in a situation only the first is played.
``--exhaustive`` plays all of them, as ``make prove`` does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.alike import alike
from tests.server.process import Serving
from uka import rulesets
from uka.core.cards import JOKER, Card
from uka.core.deal import Deal
from uka.core.legality import holds_natural, is_farmers_hand
from uka.core.seats import Seat

from .browser import DESK, PHONE, Visitor
from .known import known, serving
from .playing import PLAIN, asked, calls, click, commits, hand, likes, over, play, sits, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SOUTH, WEST, NORTH, EAST = Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST
SHOTS = os.environ.get("UKA_SHOTS")
PICKS_UP = [name for name, rules in rulesets.all_rulesets().items() if rules.nobody_calls == "dealer_picks_up"]
NAMES = [name for name, rules in rulesets.all_rulesets().items() if rules.nobody_calls == "dealer_names"]
THROWN_IN = [name for name, rules in rulesets.all_rulesets().items() if rules.nobody_calls == "throw_in"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Yield a server on which a minute of the game's clock lasts a second."""
    with serving(tmp_path_factory.mktemp("data"), minute=1_000) as running:
        yield running


class Table:
    """A table with Ana and three others: bots that pass, or Ben in one of the seats. ``dealer`` deals first."""

    def __init__(
        self,
        visit: Visit,
        name: str,
        changes: Mapping[str, Any] | None = None,
        holds: Callable[[Deal], bool] = lambda deal: True,
        *,
        dealer: Seat = SOUTH,
        ben: Seat | None = None,
        bell: bool = False,
        by_hand: bool = False,
    ) -> None:
        self.rules = rulesets.find(name).changed(changes or {})
        self.known = known(self.rules, holds, dealer=dealer, people=(SOUTH, ben) if ben else (SOUTH,))
        self.ana, self.page = self._come(visit, "Ana")
        settings = PLAIN | {"clock": bell, "by_hand": by_hand}
        later = bool(ben or bell)  # the game begins later, so that Ben can come or no time of the clock is lost
        address = table(self.ana, begin=not later, rules=name, changes=changes or {}, settings=settings)
        self.page.goto(address)
        self.pages = [self.page]
        if ben:
            self.ben = self._come(visit, "Ben")[1]
            self.ben.goto(address)
            if ben is not NORTH:  # he came to the seat opposite Ana
                self.ben.get_by_role("button", name=re.compile(f"Move here: {ben}", re.I)).click()
            expect(sits(self.page, "Ben", ben)).to_be_visible()
            self.pages.append(self.ben)
        if later:
            self.page.get_by_role("button", name="Start").click()

    def _come(self, visit: Visit, name: str) -> tuple[Visitor, Page]:
        visitor = visit()
        commits(visitor, self.known)
        likes(visitor, name=name, speed="still", holdTrick=True)
        return visitor, visitor.page

    @property
    def deal(self) -> Deal:
        """Return the first deal as it begins."""
        return self.known.deal

    @property
    def up(self) -> str:
        """Return the upcard of the first deal, as the page writes it."""
        return written(self.deal.upcard)

    def until(self, holds: Callable[[], bool]) -> None:
        """Click the first choice that each person is offered, which is a pass if possible, until a condition holds."""
        play(*self.pages, until=holds, act=lambda page: None if next_deal(page).is_visible() else click(page))

    def is_over(self) -> None:
        """Play the deal out, and check that its result is shown."""
        self.until(lambda: all(next_deal(page).is_visible() for page in self.pages))
        for page in self.pages:
            expect(page.get_by_role("region", name="The deal is over")).to_be_visible()

    def goes_on(self, dealer: str) -> None:
        """Go on to the next deal. Check on the first page that ``dealer`` deals it."""
        for page in self.pages:
            next_deal(page).click()
        expect(story(self.page).get_by_text("Turned up: ")).to_have_count(2)
        expect(seat(self.page, dealer)).to_contain_text("dealer")
        self.until(lambda: asked(self.page))


def written(card: Card) -> str:
    """Return a card as the page writes it.

    >>> written(Card.TH)
    '10♥'
    """
    return str(card)[0].replace("T", "10") + dict(zip("cdhs", "♣♦♥♠", strict=True))[str(card)[1]]


def next_deal(page: Page) -> Locator:
    return page.get_by_role("button", name="Next deal")


def prompt(page: Page, text: str | re.Pattern[str]) -> Locator:
    """Return the visible prompt or result."""
    return page.get_by_role("main").get_by_role("paragraph").filter(has_text=text)


def said(page: Page) -> list[str]:
    """Return the calls that may be made now."""
    return [(call.text_content() or "").strip() for call in calls(page).all()]


def story(page: Page) -> Locator:
    """Return the list of sentences about the game so far."""
    return page.get_by_role("complementary", name="What happened")


def seat(page: Page, name: str) -> Locator:
    """Return the name plate of a seat."""
    return page.get_by_role("group", name=name, exact=True)


def card(page: Page, which: Card) -> Locator:
    """Return a card of the viewer's hand."""
    return page.get_by_role("group", name="Your hand").locator(f"[data-card='{which}']")


def shot(page: Page, name: str) -> None:
    """Save screenshots of a page on a phone and at a desk, if ``UKA_SHOTS`` is set."""
    for kind, (width, height) in {"phone": PHONE, "desk": DESK}.items() if SHOTS else ():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        page.screenshot(path=Path(SHOTS or "") / f"{name}-{kind}.png")


# Nobody calls


@alike("name", *PICKS_UP)
def test_nobody_calls_and_the_dealer_must_pick_up_the_turn_up(visit: Visit, name: str) -> None:
    at = Table(visit, name)
    forced = prompt(
        at.page, f"Everyone passed. You dealt, so you must say “{at.rules.words.take_up}”: {at.up} is yours."
    )
    at.until(forced.is_visible)
    words = at.rules.words
    assert said(at.page) == [upper(words.take_up), upper(f"{words.take_up}, {words.alone}")]
    shot(at.page, f"forced-{name}")
    calls(at.page).first.click()
    expect(prompt(at.page, f"You picked up {at.up} and must keep it. Discard another card.")).to_be_visible()
    card(at.page, at.deal.upcard).click(force=True)  # even though the card can't be chosen
    expect(prompt(at.page, f"{at.up} was picked up and must be kept")).to_be_visible()
    shot(at.page, f"forced-kept-{name}")
    at.is_over()
    expect(story(at.page)).to_contain_text(f"You pick up {at.up}.")
    at.goes_on("West")


@alike("name", *NAMES)
def test_nobody_calls_and_the_dealer_must_name_a_suit(visit: Visit, name: str) -> None:
    at = Table(visit, name)
    forced = prompt(at.page, "Everyone passed. You dealt, so you must name a suit.")
    at.until(forced.is_visible)
    turned_down = str(at.deal.up_suit.name).lower() if at.deal.up_suit else ""
    others = [suit for suit in ("Clubs", "Diamonds", "Hearts", "Spades") if suit.lower() != turned_down]
    assert said(at.page)[:3] == others
    shot(at.page, f"forced-{name}")
    calls(at.page).first.click()
    expect(story(at.page)).to_contain_text(f"You: “{others[0].lower()}”Trump: {others[0].lower()}")
    at.is_over()
    at.goes_on("West")


@alike("name", *THROWN_IN)
def test_nobody_calls_and_the_deal_is_thrown_in(visit: Visit, name: str) -> None:
    at = Table(visit, name)
    at.is_over()
    heading = at.page.get_by_role("heading", name="Everyone passed: the cards are thrown in.")
    expect(heading).to_be_visible()
    shot(at.page, f"thrown-in-{name}")
    at.goes_on("West")


@alike("name", "uka", "tainui", "knock")
def test_a_dealer_other_than_the_viewer_must_call(visit: Visit, name: str) -> None:
    at = Table(visit, name, dealer=WEST)
    at.until(lambda: hand(at.page).count() > 0)
    expect(seat(at.page, "West")).to_contain_text("called ")
    if at.rules.nobody_calls == "dealer_picks_up":
        expect(story(at.page)).to_contain_text(f"West: “{at.rules.words.take_up}”")
        expect(story(at.page)).to_contain_text(f"West picks up {at.up}.")
    shot(at.page, f"forced-other-{name}")
    at.is_over()
    at.goes_on("North")


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# Alone by the dealer's partner


def goes_alone(page: Page) -> None:
    """Confirm a call alone, which asks once."""
    page.get_by_role("button", name=re.compile("alone$", re.I)).click()


def orders_alone(deal: Deal) -> bool:
    """Return whether it is North's turn to order up, and only West, who passes, could call before."""
    assert deal.up_suit
    return holds_natural(deal.hand(NORTH).mask, deal.up_suit)


def test_the_dealer_sits_out_and_the_turn_up_is_buried(visit: Visit) -> None:
    at = Table(visit, "tainui", holds=orders_alone, ben=NORTH)
    expect(prompt(at.ben, "Say “I'll turn you down and go alone”, or pass? You can only go alone.")).to_be_visible()
    assert said(at.ben) == ["Pass", "I'll turn you down and go alone"]
    shot(at.ben, "dealer-out-asked")
    calls(at.ben).nth(1).click()
    goes_alone(at.ben)
    expect(prompt(at.page, "You sit out this deal.")).to_be_visible()
    expect(seat(at.page, "You")).to_contain_text("sits out")
    expect(seat(at.page, "Ben")).to_contain_text("alone")
    expect(at.page.get_by_role("main")).to_contain_text("Ben, alone")
    expect(story(at.page)).to_contain_text(f"Ben: “I'll turn you down and go alone”Trump: {suit_of(at.deal)}")
    expect(story(at.page)).to_contain_text(f"{at.up} is buried.")
    play(at.ben, until=lambda: hand(at.ben).count() > 0)
    assert not hand(at.page).count()
    shot(at.page, "dealer-out")
    shot(at.ben, "dealer-out-loner")
    at.is_over()
    shot(at.page, "dealer-out-over")
    at.goes_on("West")


@pytest.mark.exhaustive
def test_the_dealer_takes_the_turn_up_lays_a_card_away_and_sits_out(visit: Visit) -> None:
    at = Table(visit, "canadian", holds=orders_alone, ben=NORTH)
    expect(prompt(at.ben, "Say “order it up, alone”, or pass? You can only go alone.")).to_be_visible()
    assert said(at.ben) == ["Pass", "Order it up, alone"]
    calls(at.ben).nth(1).click()
    goes_alone(at.ben)
    expect(prompt(at.page, f"You picked up {at.up}. Discard a card.")).to_be_visible()
    shot(at.page, "dealer-out-discards")
    hand(at.page).first.click()
    expect(prompt(at.page, "You sit out this deal.")).to_be_visible()
    expect(seat(at.page, "You")).to_contain_text("sits out")
    at.is_over()
    at.goes_on("West")


def suit_of(deal: Deal) -> str:
    """Return the name of the turn-up's suit."""
    return {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[str(deal.up_suit)[0]]


# A farmer's hand


def farmers(*who: Seat) -> Callable[[Deal], bool]:
    """Return whether exactly these seats hold a farmer's hand (a weak hand that may be exchanged or redealt)."""
    return lambda deal: tuple(seat for seat in deal.rules.seats if is_farmers_hand(deal, deal.hand(seat).mask)) == who


@alike("kind", "low", "no_face")
def test_a_farmers_hand_is_claimed_and_the_same_dealer_deals_again(visit: Visit, kind: str) -> None:
    at = Table(visit, "cardgames", {"farmers_hand": kind}, farmers(EAST), ben=EAST)
    expect(prompt(at.ben, "You have a farmer's hand. Ask for a new deal?")).to_be_visible()
    assert said(at.ben) == ["No claim", "Farmer's hand: deal again"]
    shot(at.ben, f"farmer-{kind}-asked")
    calls(at.ben).nth(1).click()
    cards = " ".join(map(written, at.deal.hand(EAST)))
    for page, who in ((at.page, "Ben shows"), (at.ben, "You show")):
        expect(page.get_by_role("heading", name="The same dealer deals again.")).to_be_visible()
        shown = page.get_by_role("region", name="The deal is over").get_by_text(f"{who} a farmer's hand: ")
        assert sorted((shown.text_content() or "").rstrip(".").split()[-5:]) == sorted(cards.split())
    shot(at.page, f"farmer-{kind}")
    at.goes_on("You")


def test_a_farmer_goes_under(visit: Visit) -> None:
    at = Table(visit, "ohio", holds=farmers(SOUTH))
    expect(prompt(at.page, "Farmer's hand! Show three low cards")).to_be_visible()
    assert said(at.page) == ["No claim", "Farmer's hand: go under"]
    shot(at.page, "under-asked")
    calls(at.page).nth(1).click()
    for number in (1, 2, 3):
        expect(prompt(at.page, f"Going under: show low card {number} of 3.")).to_be_visible()
        shot(at.page, f"under-{number}")
        hand(at.page).first.click()
    expect(story(at.page)).to_contain_text("from under the turn-up.")
    play(at.page, until=lambda: calls(at.page).count() > 0)
    for taken in at.deal.kitty:
        expect(card(at.page, taken)).to_be_visible()
    shot(at.page, "under-taken")
    at.is_over()
    at.goes_on("West")


# The benny


def benny_up(deal: Deal) -> bool:
    """Return whether the upcard is the benny (the joker as the highest trump)."""
    return JOKER in (deal.upcard, *deal.buried)


@alike("kind", "blind", "seen")
def test_the_dealer_names_the_suit_of_a_benny_turned_up(visit: Visit, kind: str) -> None:
    at = Table(visit, "british", {"benny": kind}, benny_up)
    cards = at.page.get_by_role("group", name="Your hand").get_by_role("button")
    blind = " before you see your cards" if kind == "blind" else ""
    expect(prompt(at.page, f"You turned up the benny. Name its suit{blind}.")).to_be_visible()
    expect(cards).to_have_count(0 if blind else 5)
    assert said(at.page) == ["Clubs", "Diamonds", "Hearts", "Spades"]
    shot(at.page, f"benny-{kind}")
    calls(at.page).nth(2).click()
    expect(cards).to_have_count(5)
    expect(at.page.get_by_role("main").get_by_text(re.compile("^the benny ?hearts$", re.I))).to_be_visible()
    play(at.page, until=lambda: calls(at.page).count() > 0)
    expect(prompt(at.page, "You turned up the benny for hearts. Say “order it up”, or pass?")).to_be_visible()
    shot(at.page, f"benny-{kind}-named")
    calls(at.page).get_by_text("Order it up", exact=True).click()
    expect(at.page.get_by_role("group", name="Your hand").get_by_role("button", name="the benny")).to_be_visible()
    shot(at.page, f"benny-{kind}-taken")
    at.is_over()
    at.goes_on("West")


@pytest.mark.exhaustive
def test_another_names_the_bennys_suit_and_it_is_turned_down(visit: Visit) -> None:
    at = Table(visit, "british", {}, benny_up, dealer=WEST)
    at.until(lambda: calls(at.page).count() > 0)
    expect(story(at.page)).to_contain_text("West: “the benny stands for clubs”")
    at.until(prompt(at.page, "The benny was turned down. Name a suit or pass?").is_visible)
    expect(story(at.page)).to_contain_text("The benny is turned down.")
    assert said(at.page)[:4] == ["Pass", "Diamonds", "Hearts", "Spades"]
    shot(at.page, "benny-turned-down")
    calls(at.page).nth(1).click()
    at.is_over()
    at.goes_on("North")


@pytest.mark.exhaustive
def test_the_next_card_is_turned_after_a_benny(visit: Visit) -> None:
    at = Table(visit, "british", {"benny": "next"}, benny_up)
    at.until(lambda: calls(at.page).count() > 0)
    expect(story(at.page)).to_contain_text(f"Turned up: the benny.Turned up: {at.up}.")
    shot(at.page, "benny-next")
    calls(at.page).nth(1).click()
    at.is_over()
    shot(at.page, "benny-next-over")


# The bell


def test_the_bell_rings_in_a_deal_which_is_played_out(visit: Visit) -> None:
    at = Table(visit, "tainui", bell=True)
    at.until(lambda: hand(at.page).count() > 0)
    bell = at.page.get_by_role("timer", name="Time to the bell")
    expect(bell).to_have_text(re.compile("0:0?[0-9]"))
    shot(at.page, "bell-soon")
    expect(bell).to_be_hidden()
    expect(prompt(at.page, "The bell! Last deal: play it out.")).to_be_visible()
    expect(story(at.page)).to_contain_text("The bell! Last deal: play it out.")
    expect(at.page.get_by_role("main")).to_contain_text("The bell has rung")
    shot(at.page, "bell-rang")
    at.until(lambda: over(at.page))
    expect(at.page.get_by_role("region", name="The game is over")).to_contain_text(re.compile("You win|They win"))
    shot(at.page, "bell-over")


@pytest.mark.exhaustive
def test_the_bell_rings_before_the_turn_up_and_the_game_is_over(visit: Visit) -> None:
    at = Table(visit, "tainui", {"clock": 8}, bell=True, by_hand=True)
    expect(at.page.get_by_role("button", name="Three, then two")).to_be_visible()
    shot(at.page, "bell-by-hand")
    expect(at.page.get_by_role("region", name="The game is over")).to_contain_text("The bell ended it.")
    expect(story(at.page)).to_contain_text("The bell! The game is over.")
    shot(at.page, "bell-before")


def test_a_side_reaches_the_bridge_score(visit: Visit) -> None:
    scoring = {f"scoring.{outcome}": 4 for outcome in ("made", "march", "euchred")}
    at = Table(visit, "bicycle", scoring)
    at.until(prompt(at.page, "You turned up").is_visible)
    calls(at.page).nth(1).click()
    at.is_over()
    expect(at.page.get_by_text("at the bridge")).to_be_visible()
    shot(at.page, "bridge")
    at.goes_on("West")


# Moments that only some rulesets have


@pytest.mark.exhaustive
def test_a_defender_plays_alone_against_a_lone_maker(visit: Visit) -> None:
    at = Table(visit, "ohio", holds=farmers(), ben=WEST)
    expect(prompt(at.ben, "Say “order it up”, or pass?")).to_be_visible()
    calls(at.ben).get_by_text("Order it up, alone", exact=True).click()
    goes_alone(at.ben)
    hand(at.page).first.click()  # Ana deals, and has taken up the upcard
    at.until(prompt(at.page, "Defend alone? North will sit out.").is_visible)
    assert said(at.page) == ["With my partner", "Alone"]
    shot(at.page, "defend-asked")
    calls(at.page).nth(1).click()
    for page, defender in ((at.page, "You"), (at.ben, "Ana")):
        expect(seat(page, defender)).to_contain_text("defends alone")
        expect(seat(page, "North")).to_contain_text("sits out")
        expect(seat(page, "East")).to_contain_text("sits out")
    shot(at.page, "defend")
    at.is_over()
    at.goes_on("Ben")


def test_the_accepted_turn_up_lies_on_the_pack_until_it_is_played(visit: Visit) -> None:
    at = Table(visit, "bicycle")
    lies = at.page.get_by_role("listitem").filter(has_text=re.compile("^Turn-up: "))
    at.until(prompt(at.page, f"You turned up {at.up}. Say “taking it up”, or pass?").is_visible)
    calls(at.page).nth(1).click()
    card(at.page, next(iter(at.deal.hand(SOUTH)))).click()
    play(at.page, until=lambda: hand(at.page).count() > 0)
    expect(lies).to_be_attached()
    expect(at.page.locator(f".thing[data-at=turned][data-card='{at.deal.upcard}']")).to_have_count(1)
    expect(story(at.page)).to_contain_text(f"You leave {at.up} on the pack.")
    expect(story(at.page)).not_to_contain_text("pick up")
    shot(at.page, "on-pack")
    own = card(at.page, at.deal.upcard)
    at.until(lambda: not own.count())
    expect(lies).to_have_count(0)
    expect(story(at.page)).to_contain_text(f"You play {at.up}.")
    at.is_over()
    at.goes_on("West")


def test_a_turned_down_card_lies_face_up(visit: Visit) -> None:
    at = Table(visit, "bicycle")
    at.until(prompt(at.page, f"{at.up} was turned down. Name a suit or pass?").is_visible)
    expect(at.page.get_by_role("listitem").filter(has_text=re.compile("^Turn-up: "))).to_be_attached()
    expect(at.page.locator(f".thing[data-at=turned][data-card='{at.deal.upcard}']")).to_have_count(1)
    assert any(call.startswith("Making it next: ") for call in said(at.page))
    assert sum(call.startswith("Crossing it: ") for call in said(at.page)) == 2
    shot(at.page, "face-up")
    calls(at.page).nth(1).click()
    at.is_over()
    at.goes_on("West")


@pytest.mark.exhaustive
def test_a_rubber_is_played(visit: Visit) -> None:
    scoring = {f"scoring.{outcome}": 5 for outcome in ("made", "march", "euchred")}
    at = Table(visit, "bicycle", {"rubber": True} | scoring)
    for dealer in ("West", "North", "East"):
        at.until(lambda: calls(at.page).count() > 1)
        calls(at.page).nth(1).click()  # the caller makes trump or is euchred, and either ends a game
        at.until(lambda: over(at.page) or next_deal(at.page).is_visible())
        if over(at.page):
            break
        expect(at.page.get_by_text("1 game", exact=True).first).to_be_visible()
        shot(at.page, "rubber")
        next_deal(at.page).click()
        expect(seat(at.page, dealer)).to_contain_text("dealer")
    at.until(lambda: over(at.page))
    expect(at.page.get_by_role("region", name="The game is over")).to_contain_text("The rubber: ")
    shot(at.page, "rubber-over")
