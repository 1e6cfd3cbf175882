"""Where played cards lie (on chips in Uka, before each player at the Tainui Games), and how the score is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.alike import alike
from uka import rulesets
from uka.core.seats import Seat

from .browser import DESK, PHONE, TABLET, Visitor
from .known import known
from .playing import PLAIN, calls, commits, hand, likes, over, play, table
from .test_surface import resized
from .test_zoom import SIZES, beside, on_screen

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
ONE_DEAL = {"changes": {"target": 0, "deals": 1}, "settings": PLAIN}
MARKS = """() => [...document.querySelectorAll("header.score .side")].map((side) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(side.closest("header")).backgroundColor);
  const against = (colour) => (Math.max(ground, light(colour)) + 0.05) / (Math.min(ground, light(colour)) + 0.05);
  const marks = [...side.querySelectorAll("i")];
  const points = side.querySelector(".points");
  const { left, top, right, bottom } = side.getBoundingClientRect();
  return {
    marks: marks.length,
    taken: marks.filter((mark) => mark.classList.contains("on")).length,
    size: Math.min(...marks.map((mark) => mark.getBoundingClientRect().width)),
    contrast: Math.min(...marks.map((mark) => against(getComputedStyle(mark).borderTopColor))),
    points: Number(points.firstElementChild.textContent),
    letters: parseFloat(getComputedStyle(points).fontSize),
    seen: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
    wraps: side.scrollWidth > side.clientWidth,
  };
})"""

HITTABLE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
"""JavaScript that lets every element catch the pointer, so that the page can be asked what lies where."""
OVER = """() => [...document.querySelectorAll("[data-at=trick], [data-at=hand][data-card]")].flatMap((card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  const there = document.elementsFromPoint(left + width / 2, top + height / 2);
  const own = there.findIndex((found) => found.closest(`[data-at=${card.dataset.at}]`));
  const over = own < 0 ? ["off the screen"] : there.slice(0, own)
    .map((found) => found.closest("[data-chip], [data-at], .plate, .bubble, .prompt, .trump, .corner button, .calls"))
    .filter(Boolean).map((found) => found.className);
  return [...new Set(over)].map((what) => `${card.dataset.at} ${card.dataset.card}: ${what}`);
})"""
"""JavaScript that returns what lies over the middle of a card of the hand or of the current trick."""

STOP = "document.activeElement.tagName + ' ' + document.activeElement.parentElement.className.split(' ')[0]"


def sits(
    visit: Visit,
    rules: str = "uka",
    size: tuple[int, int] = DESK,
    *,
    house: dict[str, Any] | None = None,
    **options: Any,
) -> tuple[Visitor, str]:
    """Open a table of bots at which West deals, and take a seat.

    Return the visitor and the table's route. ``house`` changes the rules.
    """
    ana = visit(size, **options)
    changes = ONE_DEAL["changes"] | {"draw": "random"} | (house or {})
    commits(ana, known(rulesets.find(rules).changed(changes), dealer=Seat.WEST))
    address = table(ana, rules=rules, **ONE_DEAL | {"changes": changes})
    ana.page.goto(address)
    return ana, address


def to_trick(page: Page, number: int) -> None:
    """Play until the person must choose a card in a given trick, counted from 1."""
    own = page.locator("[role=group] button[data-card]")
    play(page, until=lambda: own.count() == 6 - number and hand(page).count() > 0 and not calls(page).count())


def words(page: Page) -> list[str]:
    """Return what the description of the table says about the cards before the players."""
    lines = page.get_by_role("region", name="The table in words").get_by_role("listitem").all_text_contents()
    return [line for line in lines if line.startswith("Before ")]


def taken(page: Page) -> int:
    """Return the tricks of both sides, as shown above the table."""
    told = " ".join(page.locator("header.score dd").all_text_contents())
    return sum(int(n) for n in re.findall(r"(\d+) tricks?\b", told))


def test_a_chip_of_its_sides_colour_lies_before_each_player(visit: Visit) -> None:
    """The New Zealand Clubs' rules: "each team is given their set of the same colored chips.

    The chips are placed in front of each player".
    """
    ana, _ = sits(visit)
    expect(ana.page.locator("[data-chip]")).to_have_count(4)
    for colour, seats in (("red", ("north", "south")), ("white", ("east", "west"))):
        for seat in seats:
            expect(ana.page.locator(f"[data-chip={seat}] svg")).to_have_class(re.compile(rf"\b{colour}\b"))
    play(ana.page, until=lambda: calls(ana.page).count() > 0)
    colours = {"North": "red", "East": "white", "you": "red", "West": "white"}
    assert words(ana.page) == [f"Before {seat}: a {colour} chip." for seat, colour in colours.items()]


@alike("rules", "tainui", "knock")
def test_only_uka_is_played_with_chips(visit: Visit, rules: str) -> None:
    ana, _ = sits(visit, rules)
    to_trick(ana.page, 1)
    expect(ana.page.locator("[data-chip]")).to_have_count(0)


@alike("size", DESK, PHONE)
def test_cards_are_played_onto_chips_and_the_winning_card_is_turned_face_down(
    visit: Visit, size: tuple[int, int]
) -> None:
    """The New Zealand Clubs' rules: "The chosen card is placed face up on their chip", and the winner "is flipped face
    down"."""
    ana, _ = sits(visit, size=size)
    for number in (1, 3, 4):
        to_trick(ana.page, number)
        lying = ana.page.locator("[data-at=kept], [data-at=trick]")
        done = number - 1
        expect(ana.page.locator("[data-at=kept]")).to_have_count(4 * done)
        down = ana.page.locator("[data-at=kept].down")
        expect(down).to_have_count(done)
        assert taken(ana.page) == done
        assert down.evaluate_all("found => found.filter((one) => one.dataset.card || one.textContent.trim())") == []
        expect(lying.and_(ana.page.locator("[data-card]"))).to_have_count(lying.count() - done)
        told = words(ana.page)
        assert [" chip" in line for line in told] == [True] * 4
        if done:
            counted = [re.search(r"with (\d) cards? on it, (\d) face down", line) for line in told]
            assert sum(int(found[1]) for found in counted if found) == lying.count()
            assert sum(int(found[2]) for found in counted if found) == done
        assert ana.axe() == []


def test_the_chips_are_explained_once(visit: Visit) -> None:
    ana = visit((844, 390))
    likes(ana, name="Ana", chipsTold=False)
    page = ana.page
    page.goto(table(ana, **ONE_DEAL))
    told = page.get_by_text("The one that takes a trick is turned face down")
    play(page, until=lambda: told.count() > 0)
    expect(page.locator("[data-chip]").first).to_have_attribute("title", re.compile("^A chip: "))
    page.goto(table(ana, **ONE_DEAL))
    to_trick(page, 2)
    expect(told).to_have_count(0)


def test_tricks_turned_up_are_kept_before_each_player(visit: Visit) -> None:
    """The Tainui Games: "clear for all to see", "turned by the person who won", "kept in a pile by the player"."""
    ana, _ = sits(visit, "tainui")
    to_trick(ana.page, 4)
    piles = ana.page.locator("[data-at=pile]")
    expect(piles).to_have_count(12)
    expect(piles.and_(ana.page.locator("[data-card]"))).to_have_count(12)  # all cards are face up
    expect(ana.page.locator("[data-at=pile][style*='rotate(-90deg)']")).to_have_count(3)
    told = words(ana.page)
    assert len(told) == 4
    assert sum(line.count(" turned") for line in told) == 3
    assert ana.axe() == []


@alike("rules", "uka", "tainui")
def test_nothing_covers_a_card_of_the_hand_or_of_the_trick_on_a_phone(visit: Visit, rules: str) -> None:
    ana, _ = sits(visit, rules, PHONE)
    ana.page.evaluate(HITTABLE)
    play(ana.page, until=lambda: calls(ana.page).count() > 0)
    for number in range(6):
        if number:
            to_trick(ana.page, number)
        for size in ((844, 390), PHONE):
            resized(ana.page, size)
            assert ana.page.evaluate(OVER) == [], (number, size)


@pytest.mark.exhaustive
def test_a_spectator_sees_the_same_chips_as_the_players(visit: Visit) -> None:
    ana, address = sits(visit)
    to_trick(ana.page, 4)
    eve = visit(TABLET)
    likes(eve, name="Eve", speed="still")
    eve.page.goto(address)
    expect(eve.page.locator("[data-chip]")).to_have_count(4)
    expect(eve.page.locator("[data-at=kept].down")).to_have_count(3)
    assert [line.replace("Ana", "you") for line in words(eve.page)] == words(ana.page)
    assert eve.axe() == []


def test_a_replay_has_the_chips_and_both_sides_tricks(visit: Visit) -> None:
    ana, _ = sits(visit)
    play(ana.page, until=lambda: over(ana.page))
    ana.page.get_by_role("link", name="Review the game").click()
    expect(ana.page.locator("[data-chip]")).to_have_count(4)
    ana.page.get_by_role("button", name="Last step").click()
    expect(ana.page.locator("[data-at=kept], [data-at=trick]")).to_have_count(20)
    expect(ana.page.locator("[data-at=kept].down")).to_have_count(4)  # the fifth trick is still shown
    told = ana.page.get_by_role("list", name="The table in words").get_by_role("listitem").all_text_contents()
    assert [line.partition(":")[0] for line in told] == ["Before North", "Before East", "Before you", "Before West"]
    sides = ana.page.locator("dl.score > div")
    assert sum(int(re.search(r"(\d) trick", side)[1]) for side in sides.all_text_contents()) == 5  # type: ignore[index]
    assert ana.axe() == []
    for size in (DESK, TABLET, PHONE):
        ana.page.set_viewport_size({"width": size[0], "height": size[1]})
        ana.page.locator(".felt").scroll_into_view_if_needed()
        assert on_screen(ana.page, sides), size
        assert beside(ana.page) <= 0, size


LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "still": {"reduced_motion": "reduce"},
}


@alike("look", *LOOKS)
def test_the_score_and_the_tricks_are_read_at_a_glance_before_the_fourth_trick(visit: Visit, look: str) -> None:
    """Both sides' points and tricks stand above the cards, large and clear, on every size of screen."""
    ana, _ = sits(visit, house={"clock": 12}, **LOOKS[look])  # the time until the bell also stands beside the scores
    to_trick(ana.page, 4)
    for size in (DESK, TABLET, PHONE, *SIZES):
        ana.page.set_viewport_size({"width": size[0], "height": size[1]})
        for colours in ("two", "four"):
            ana.page.evaluate("colours => document.documentElement.dataset.colours = colours", colours)
            sides = ana.page.evaluate(MARKS)
            assert [(side["marks"], side["seen"], side["wraps"]) for side in sides] == [(5, True, False)] * 2, size
            assert sum(side["taken"] for side in sides) == 3
            assert min(side["size"] for side in sides) >= 6, size
            assert min(side["letters"] for side in sides) >= 24, size
            assert min(side["contrast"] for side in sides) >= 3, size
            tools = ana.page.locator("header.score").get_by_role("button")
            assert tools.count() >= 3
            assert on_screen(ana.page, tools), size


@pytest.mark.exhaustive
def test_axe_finds_nothing_on_a_finished_game_at_a_desk(visit: Visit) -> None:
    ana, _ = sits(visit, "knock")
    play(ana.page, until=lambda: over(ana.page))
    assert ana.axe() == []


def test_chips_do_not_change_the_order_of_keyboard_focus(visit: Visit) -> None:
    stops = list[list[str]]()
    for lie in ("on_chip", "gathered"):
        ana, _ = sits(visit, house={"cards_played": lie})
        to_trick(ana.page, 2)
        ana.page.get_by_role("heading", level=1).focus()
        found = list[str]()
        while len(found) < 30 and (not found or not found[-1].startswith("BODY")):
            ana.page.keyboard.press("Tab")
            found.append(ana.page.evaluate(STOP))
        stops.append(found)
    assert stops[0] == stops[1]
