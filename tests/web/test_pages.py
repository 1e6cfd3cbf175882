"""The pages besides the table: accessible by axe-core's rules, usable as people use them, and available without the
server."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.alike import alike
from tests.records.test_signature import OTHER, resigned
from tests.server.process import serving
from uka.core.seats import Seat
from uka.records.egn import dumps_binary, loads

from .browser import DESK, PHONE, Visitor
from .playing import over, play, sits, speaks, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

PLACES = [
    "/", "/tables", "/tournament", "/records", "/rules", "/rules/tainui", "/help", "/help/uka/bowers",
    "/help/uka/tricks/5", "/settings", "/figures", "/puzzles", "/puzzles/tainui/0", "/day", "/match",
    "/house?rules=tainui&set=pack=24", "/replay", "/about", "/season", "/device", "/nowhere",
]  # fmt: skip
FINGER = 44
"""The least size of a control in CSS pixels."""
SMALL = f"""[...document.querySelectorAll("main :is(a, button, input, select, summary)")].filter((element) => {{
  const {{ width, height }} = (element.closest("label") ?? element).getBoundingClientRect();
  return width && Math.max(height, element.getBoundingClientRect().height) < {FINGER - 0.5};
}}).map((element) => element.outerHTML.slice(0, 80))"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def forgive_refusals(visitor: Visitor) -> None:
    """Forget what the browser logs as errors: the server's answers about a link without a token and an unknown page."""
    visitor.faults[:] = [fault for fault in visitor.faults if not re.search("40[034]|422", fault)]


@alike(("size", "scheme"), (PHONE, "dark"), (PHONE, "light"), (DESK, "dark"), (DESK, "light"))
def test_no_page_has_accessibility_problems_in_either_language(
    visit: Callable[..., Visitor], size: tuple[int, int], scheme: str
) -> None:
    ana = visit(size, color_scheme=scheme)
    found = list[str]()
    for place in PLACES:
        ana.page.goto(place, wait_until="networkidle")
        expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
        for language in ("mi", "en"):
            speaks(ana.page, language)
            at = f"{place}, {language}"
            found += [f"{at}: {fault}" for fault in ana.axe()]
            found += [f"{at}: too small to press: {element}" for element in ana.page.evaluate(SMALL)]
            found += [f"{at}: {wider} pixels wider than the screen"] if (wider := ana.page.evaluate(WIDER)) > 0 else []
    forgive_refusals(ana)
    assert not found


def test_links_change_the_page_without_a_reload_and_focus_the_heading(visit: Callable[..., Visitor]) -> None:
    page = visit().page
    page.goto("/")
    page.evaluate("window.stays = true")
    page.get_by_role("navigation").get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", level=1, name="How to play")).to_be_focused()
    page.get_by_role("link", name="The bowers").click()
    expect(page.get_by_role("heading", level=1, name="The bowers")).to_be_focused()
    assert page.title() == "The bowers · Uka"
    expect(page.get_by_text("the jack of trumps is the highest card of all")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="How to play")).to_be_focused()
    assert page.evaluate("window.stays")


@alike("size", PHONE, (740, 360))
def test_the_first_screen_of_a_phone_has_all_ways_to_play(visit: Callable[..., Visitor], size: tuple[int, int]) -> None:
    ana = visit(size)
    page = ana.page
    page.goto("/")
    ways = [page.get_by_role("button", name=name) for name in ("Play now", "Quick game", "Open a table")]
    for way in (*ways, page.get_by_role("link", name="Join a table")):
        expect(way).to_be_in_viewport(ratio=1)
    page.get_by_text("Change", exact=True).click()
    page.get_by_label("Rules").select_option("Bicycle Euchre")
    expect(page.locator("summary")).to_contain_text("Bicycle")
    assert not ana.axe()
    assert page.evaluate("document.documentElement.scrollHeight") < 4 * size[1], "the page is too long"


def test_a_finished_game_is_checked_downloaded_and_stepped_through(visit: Callable[..., Visitor]) -> None:
    ana = visit()
    address = table(ana, rules="bicycle", changes={"target": 0, "deals": 1})
    ana.page.goto(address)
    play(ana.page, until=lambda: over(ana.page))
    ana.page.goto("/records")
    expect(ana.page.get_by_role("link", name="Review")).to_have_attribute("href", re.compile(r"/0\?review=[a-z]+#"))
    with ana.page.expect_download() as picture:
        ana.page.get_by_role("button", name="Share a picture").click()
    png = Path(picture.value.path()).read_bytes()
    assert (png[1:4], int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (b"PNG", 1200, 630)
    ana.page.get_by_role("button", name="Check fairness").click()
    told = ana.page.get_by_text(re.compile(r"All \d+ packs were dealt fairly"))
    expect(told).to_contain_text("Proven. The server signed this record, and nothing in it has changed since.")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Download EGN").click()
    egn = Path(download.value.path())
    assert "Euchre Game Notation" in egn.read_text("utf-8")

    ana.page.get_by_role("link", name="Review the game").click()
    story = ana.page.get_by_role("list", name="What happened")
    expect(story.get_by_role("button", name="Turned up").first).to_be_visible()
    hands = ana.page.locator("[data-at=hand][data-card]")
    expect(hands).to_have_count(20)  # all hands are face up
    ana.page.get_by_label("Hands").select_option(index=2)  # the draw may have put anybody in this seat
    expect(hands).to_have_count(5)
    ana.page.get_by_role("heading", level=1).click()
    ana.page.keyboard.press("ArrowRight")
    expect(story.locator("[aria-current=step]")).to_contain_text("“")  # the call in words
    assert "step=1" in ana.page.url
    assert not ana.axe()

    (log,), _ = loads(egn.read_bytes())
    binary = egn.with_suffix(".egnb")
    binary.write_bytes(dumps_binary(log, condense=False))
    for file in (egn, binary):
        ana.page.goto("/replay")
        ana.page.get_by_label("Uka, EGN or EMN").set_input_files(file)
        expect(ana.page.get_by_role("slider", name="Step")).to_be_visible()


def test_each_manipulation_of_a_record_is_named(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    ana = visit()
    address = table(ana, rules="bicycle", changes={"target": 0, "deals": 1})
    ana.page.goto(address)
    play(ana.page, until=lambda: over(ana.page))
    ana.page.goto("/records")

    frauds = list[Callable[[str], str]]()

    def answer(route: Route) -> None:
        answered = route.fetch()
        route.fulfill(response=answered, body=frauds[-1](answered.text()))

    def told(fraud: Callable[[str], str]) -> Locator:
        frauds.append(fraud)
        ana.page.get_by_role("button", name="Check fairness").click()
        return ana.page.get_by_role("listitem").get_by_role("status")

    ana.page.route("**/records/0?form=uka", answer)
    expect(told(lambda text: text)).to_contain_text("Proven.")
    renamed = told(lambda text: re.sub(r'"players":\["[^"]+"', '"players":["Eve"', text))
    expect(renamed).to_contain_text("Forged. The record was changed after it was signed.")
    bare = told(lambda text: "".join(line for line in text.splitlines(True) if '"kind":"signature"' not in line))
    expect(bare).to_contain_text("Unproven. The record is not signed")
    moved = told(lambda text: re.sub(r'"gameId":"\w+"', '"gameId":"tab23456"', text))
    expect(moved).to_contain_text("Forged. The record was changed after it was signed.")
    other = told(lambda text: resigned(text.encode(), OTHER).decode())
    expect(other).to_contain_text("Unproven. The server's key has changed since your first visit")
    assert not ana.axe()
    ana.page.get_by_role("button", name="Trust the new key").click()
    expect(other).to_contain_text("Proven.")

    frauds.append(lambda text: text)
    file = tmp_path / "renamed.uka"
    text = ana.page.evaluate("address => fetch(address).then(answer => answer.text())", _record(ana.page, address))
    file.write_text(text.replace('"dealt"', '"dealt" ', 1), encoding="utf-8")
    ana.page.goto("/replay")
    ana.page.get_by_label("Uka, EGN or EMN").set_input_files(file)
    expect(ana.page.get_by_text("Forged. The record was changed after it was signed.")).to_be_visible()


def _record(page: Page, address: str) -> str:
    """Return the URL path of the record of a table's first game."""
    name = address.split("/table/")[1].split("#")[0].split("?")[0]
    return f"/api/tables/{name}/records/0?form=uka"


def test_house_rules_are_checked_while_edited_and_carried_by_a_link(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto("/house?rules=tainui")
    page.get_by_text("The pack", exact=True).click()
    page.get_by_role("radio", name="28 cards").check()
    expect(page.get_by_text("1 rule changed")).to_be_visible()
    assert page.url.endswith("/house?rules=tainui&set=pack=28")

    page.get_by_text("Making trump", exact=True).click()
    page.get_by_role("radio", name="each player in turn, except the dealer, may").check()
    page.get_by_role("radio", name="the dealer must name a suit").check()
    verdict = page.get_by_role("status").filter(has_text="These rules don't go together")
    expect(verdict).to_contain_text("a dealer who has no call in the second round can't be made to name a suit")
    assert page.get_by_role("button", name="Play now").is_disabled()
    verdict.get_by_role("button", name="if nobody calls").click()
    expect(page.get_by_role("group", name="if nobody calls")).to_be_focused()
    page.get_by_role("button", name="Undo: if nobody calls").click()
    expect(page.get_by_text("2 rules changed")).to_be_visible()

    ben = visit()
    ben.page.goto(page.get_by_label("Link to these rules").input_value())
    expect(ben.page.get_by_role("radio", name="28 cards")).to_be_checked()
    ben.page.get_by_role("button", name="Play now").click()
    expect(ben.page).to_have_title("Uka at the Tainui Games, house rules · Uka")
    # the browser logs the server's refusal as an error
    ana.faults[:] = [fault for fault in ana.faults if "400" not in fault]


def test_rules_are_found_by_the_names_that_players_use_and_all_contradictions_are_shown(
    visit: Callable[..., Visitor],
) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto("/house?rules=north_american&set=nobody_calls=throw_in")
    search = page.get_by_role("searchbox", name="Find a rule")
    search.fill("screw")
    page.get_by_role("button", name="Stick the dealer").click()
    expect(page.get_by_text("Nothing changed yet")).to_be_visible()
    expect(page.get_by_role("button", name="Stick the dealer")).to_have_attribute("aria-pressed", "true")
    for name in ("no trump", "benny", "rubber", "timed", "no loners"):
        search.fill(name)
        page.get_by_role("region", name="Rules by name").get_by_role("listitem").get_by_role("button").first.click()
    search.fill("lone defender")
    page.get_by_role("button", name="Defend alone").click()
    verdict = page.locator(".verdict")
    for why in ("the benny is always a trump", "end at the target, not at a bell", "so no defender may"):
        expect(verdict).to_contain_text(why)
    assert not ana.axe()
    # the browser logs the server's refusal as an error
    ana.faults[:] = [fault for fault in ana.faults if "400" not in fault]


def test_a_guest_with_a_link_sees_the_table_and_may_give_a_name(visit: Callable[..., Visitor]) -> None:
    ana, ben, cho = visit(), visit(PHONE), visit()
    address = table(ana, begin=False)
    ben.page.goto(address)
    expect(ben.page.get_by_role("heading", level=1, name="Ana's table")).to_be_visible()
    ben.page.get_by_label("Your name (optional)").fill("Ben")
    ben.page.get_by_role("button", name="Join").click()
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()
    ana.page.goto(address)
    expect(ana.page.get_by_text("Ben", exact=True).first).to_be_visible()
    cho.page.goto(address.partition("#")[0])
    expect(cho.page.get_by_role("heading", name="This table is private")).to_be_visible()
    cho.faults.clear()  # the browser logs the server's refusal as an error


def test_a_name_is_saved_while_join_is_pressed_and_the_button_stays(visit: Callable[..., Visitor]) -> None:
    """A press that ends on another place than it began is no click."""
    ana, ben = visit(), visit(PHONE)
    ben.page.goto(table(ana, begin=False))
    ben.page.get_by_label("Your name (optional)").fill("Ben")
    ben.page.get_by_role("button", name="Join").hover()
    ben.page.mouse.down()
    expect(ben.page.get_by_text("Saved.")).to_be_visible()
    ben.page.mouse.up()
    expect(sits(ben.page, "You", Seat.NORTH)).to_be_visible()


def test_the_page_opens_without_the_server_and_continues_when_it_is_back(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ana = Visitor(browser, server.at, DESK, service_workers="allow")
        ana.page.goto("/")
        ana.page.evaluate("navigator.serviceWorker.ready.then(() => caches.open('x'))")
        server.end(signal.SIGTERM)
    page, port = ana.page, server.address[1]
    page.goto("/")
    expect(page.get_by_text("Can't reach the server right now")).to_be_visible()
    page.goto("/help/uka/bowers")
    expect(page.get_by_role("heading", level=1, name="The bowers")).to_be_visible()
    page.goto("/tables")
    expect(page.get_by_text("Can't reach the server right now")).to_be_visible()
    assert not ana.axe()
    with serving(tmp_path, port=port):
        expect(page.get_by_text("No open tables right now")).to_be_visible()
    ana.close()
    faults = [fault for fault in ana.faults if "ERR_CONNECTION_REFUSED" not in fault]
    assert not faults
