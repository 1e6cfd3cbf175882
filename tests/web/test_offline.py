"""Without a server: the page as files in a folder of a web server that knows nothing of Uka."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.needs import needs
from uka import lessons
from uka.kernels.webassembly import FILE
from uka.offline.site import ENGINE, write_site

from .browser import DESK, PHONE, Visitor
from .playing import asked, calls, click, hand, likes, over, play
from .test_director import button, section
from .test_lessons import by_mouse, replied

pytestmark = [pytest.mark.browser, pytest.mark.server]

FOLDER = "games/uka/"
GAME = Path(__file__).parents[1] / "archive" / "cardgames.uka"
"""A record of a finished game."""
TRICK = "[data-at='trick']"
"""The cards of the trick on the table."""
HOST = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]
WITH_KERNELS = ["Expert", "Master"] if FILE.exists() else []
"""The bots that need the kernels in WebAssembly."""
PLAYS = {"bots": "club", "rules": "north_american", "speed": "still"}
SHARES = """(record) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "./share", enctype: "multipart/form-data" });
  const field = Object.assign(document.createElement("input"), { type: "file", name: "record" });
  const shared = new DataTransfer();
  shared.items.add(new File([record], "game.uka"));
  field.files = shared.files;
  form.append(field);
  document.body.append(form);
  form.submit();
}"""
"""A script that sends the page a record as another app does that shares it."""

KEPT_MEMORY = """async () => {
  for (;;) {
    const cache = await caches.open("uka-memory");
    const [url] = await cache.keys();
    if (url) return (await cache.match(url)).headers.get("x-mark") ?? "as made";
    await new Promise((again) => setTimeout(again, 100));
  }
}"""
"""A script that waits until the browser keeps the engine's memory for the next start, and returns its mark."""
MARK = """async (mark) => {
  const cache = await caches.open("uka-memory");
  const [url] = await cache.keys();
  const memory = await (await cache.match(url)).arrayBuffer();
  await cache.put(url, new Response(mark === "whole" ? memory : "damaged", { headers: { "x-mark": mark } }));
}"""
"""A script that marks that memory; it also damages it if the mark is not ``whole``."""

Visit = Callable[..., Visitor]


@contextmanager
def hosting(root: Path) -> Iterator[str]:
    """Serve the page from a folder below the root within this context, and yield its URL."""
    with subprocess.Popen([*HOST, str(root)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as host:
        try:
            assert host.stdout
            found = re.search(r"port (\d+)", host.stdout.readline())
            assert found
            yield f"http://127.0.0.1:{found[1]}/{FOLDER}"
        finally:
            host.terminate()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page into a folder below the root of a host, and return that root."""
    if not (ENGINE / "engine.json").exists():
        pytest.skip("the engine has not been built: make engine")
    root = tmp_path_factory.mktemp("host")
    write_site(root / FOLDER)
    return root


@pytest.fixture(scope="module")
def site(root: Path) -> Iterator[str]:
    needs("server")
    with hosting(root) as url:
        yield url


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """Return a function that opens a new visitor's browser, which must show no fault until the end."""
    visitors = list[Visitor]()

    def come(size: tuple[int, int] = DESK) -> Visitor:
        visitors.append(Visitor(browser, site, size))
        likes(visitors[-1], **PLAYS)
        visitors[-1].page.goto("./")
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.close()
    assert not faults


def begin(page: Page) -> None:
    """Begin a game against bots."""
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()


def parts(page: Page) -> tuple[Locator, Locator]:
    """Return the cards in the hand and those in the trick."""
    return page.get_by_role("group", name="Your hand").get_by_role("button"), page.locator(TRICK)


def cards(page: Page) -> list[list[str]]:
    """Return the names of the cards in the hand and in the trick."""
    names = "(cards) => cards.map((card) => card.ariaLabel ?? '').sort()"
    return [part.evaluate_all(names) for part in parts(page)]


@pytest.mark.exhaustive
def test_a_game_is_played_to_its_end_from_a_folder(visit: Visit) -> None:
    ana = visit()
    page = ana.page
    begin(page)
    assert ana.axe() == []
    play(page, until=lambda: over(page))
    page.get_by_role("region", name="The game is over").get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert all(FOLDER in request for request in ana.requests)


@pytest.mark.exhaustive
def test_a_reload_in_mid_trick_loses_nothing(visit: Visit) -> None:
    page = visit(PHONE).page
    begin(page)

    def in_mid_trick() -> bool:
        # the last card of a hand is played by itself
        return (
            asked(page) and calls(page).count() == 0 and 0 < page.locator(TRICK).count() < 4 and hand(page).count() > 1
        )

    play(page, until=in_mid_trick)
    before = cards(page)
    page.reload()
    for part, names in zip(parts(page), before, strict=True):
        expect(part).to_have_count(len(names))
    assert cards(page) == before
    play(page, until=lambda: cards(page) != before)


@pytest.mark.parametrize(("marked", "then"), [("whole", "whole"), ("damaged", "as made")])
def test_the_next_start_goes_on_from_the_kept_memory_or_replaces_a_damaged_one(
    visit: Visit, marked: str, then: str
) -> None:
    page = visit().page
    begin(page)
    page.evaluate(KEPT_MEMORY)
    page.evaluate(MARK, marked)
    page.reload()
    play(page, until=lambda: page.locator(TRICK).count() > 0)
    assert page.evaluate(KEPT_MEMORY) == then


def test_links_stay_in_the_folder(visit: Visit, site: str) -> None:
    page = visit().page
    page.get_by_role("link", name="Rulebook").first.click()
    expect(page.get_by_role("heading", name="Rulebook")).to_be_visible()
    assert page.url == f"{site}#/rules"
    link = page.get_by_role("link", name="Bicycle").first
    link.hover()
    expect(link).to_have_attribute("href", "#/rules/bicycle")
    page.reload()
    link.click()
    expect(page.get_by_role("heading", name="Bicycle").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Rulebook")).to_be_visible()


@pytest.fixture(scope="module")
def hall(browser: Browser, root: Path) -> Iterator[Visitor]:
    """Return a visitor whose page was loaded twice, and whose host is gone since."""
    with hosting(root) as url:
        ana = Visitor(browser, url, DESK, service_workers="allow")
        likes(ana, **PLAYS)
        ana.page.goto("./")
        ana.page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")  # it has stored everything
        expect(ana.page.get_by_label("Getting ready to play without a server")).to_have_count(0)
    ana.page.reload()
    yield ana
    ana.close()


@pytest.fixture
def ana(hall: Visitor) -> Iterator[Visitor]:
    """Return the same visitor at home. Nothing must go wrong in a test."""
    hall.page.evaluate("location.hash = '#/'")
    yield hall
    faults, hall.faults[:] = [*hall.faults], []
    assert not faults


def opens(page: Page, route: str) -> None:
    """Go to a route without loading the page again."""
    page.evaluate("(route) => { location.hash = `#${route}`; }", route)


def test_without_the_network_a_game_is_played_and_replayed(ana: Visitor) -> None:
    page = ana.page
    begin(page)
    play(page, until=lambda: over(page))
    page.get_by_role("region", name="The game is over").get_by_role("link", name="Home").click()
    expect(page.get_by_role("link", name="Back to your table")).to_have_count(0)
    page.get_by_role("link", name="Past games").first.click()
    page.get_by_role("link", name="Review the game").first.click()
    expect(page.get_by_role("group", name="Steps")).to_be_visible()
    assert ana.axe() == []


def test_without_the_network_a_shared_record_is_replayed(ana: Visitor) -> None:
    page = ana.page
    page.evaluate(SHARES, GAME.read_text(encoding="utf-8"))
    expect(page.get_by_role("group", name="Steps")).to_be_visible()
    assert page.evaluate("location.hash") == "#/replay"


def test_without_the_network_two_tabs_share_the_engine(ana: Visitor) -> None:
    desk, hall = ana.page, ana.another_page()
    opens(desk, "/tournament")
    desk.get_by_label("Name", exact=True).fill("Two screens")
    button(desk, "Open the tournament").click()
    section(desk, "Links")
    link = desk.get_by_role("link", name="Hall screen")
    link.hover()
    hall.goto(f"./{link.get_attribute('href')}")
    expect(hall.get_by_role("heading", name="Two screens")).to_be_visible()
    section(desk, "Teams")
    button(desk, "^Add teams$").click()
    desk.get_by_label("Paste the list").fill("Kauri\nToru")
    button(desk, "Add these teams").click()
    button(desk, "Set the tables").click()
    button(desk, "Set these tables").click()
    button(desk, "Draw the first round").click()
    expect(hall.get_by_text("Kauri").first).to_be_visible()
    place = desk.url
    desk.close()  # the other tab runs the engine from now on
    ana.page = hall
    opens(hall, place.partition("#")[2])
    button(hall, "Start round 1").click()
    expect(button(hall, "^Table 1 .*Playing")).to_be_visible()


def test_without_the_network_only_what_works_is_offered(ana: Visitor) -> None:
    page = ana.page
    expect(page.get_by_role("button", name="Quick game")).to_have_count(0)
    expect(page.get_by_text("People meet at a server.")).to_be_visible()
    levels = page.get_by_role("combobox", name="Bots", exact=True).get_by_role("option")
    expect(levels).to_have_text(["Random", "Novice", "Casual player", "Club player", *WITH_KERNELS])
    for route in ("/tables", "/match", "/settings", "/about", "/day"):
        opens(page, route)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert ana.axe() == [], route


def test_without_the_network_a_game_is_played_by_house_rules(ana: Visitor) -> None:
    page = ana.page
    opens(page, "/house")
    page.get_by_label("Start from").select_option("Knock Euchre")
    page.locator("summary", has_text="The pack").click()
    page.get_by_role("radio", name="28 cards").check()
    expect(page.get_by_role("status").filter(has_text="1 rule changed")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    log = page.get_by_role("log")
    play(page, until=lambda: bool(re.search("points? to|thrown in", log.text_content() or "")))
    expect(page).to_have_title("Knock Euchre, house rules · Uka")


def test_without_the_network_lessons_and_puzzles_answer(ana: Visitor) -> None:
    page = ana.page
    opens(page, "/help/uka")
    page.get_by_role("link", name="Begin", exact=True).click()
    exercise = lessons.course("uka").lessons[0].exercises[0]
    by_mouse(page, exercise, exercise.right_answers[0])
    replied(page, exercise.right_answers[0])
    assert ana.axe() == []
    opens(page, "/puzzles/uka/day")
    expect(calls(page).or_(hand(page)).first).to_be_visible()
    click(page)
    expect(page.get_by_role("heading", name=re.compile("Solved!|Not the best choice"))).to_be_visible()
    assert ana.axe() == []


def test_without_the_network_two_people_pass_the_device(ana: Visitor) -> None:
    page = ana.page
    page.get_by_label("the other's name").fill("Ben")
    page.get_by_role("button", name="Open a table").click()
    expect(page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    page.get_by_role("button", name="Start with bots").click()
    cover = page.get_by_role("button", name="Show my cards")
    covered = 0
    for _ in range(4):
        play(page, until=cover.is_visible)
        expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
        covered += page.get_by_role("heading", name="Pass the device to Ben").count()
        cover.click()
        expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    assert covered == 2
    page.reload()
    expect(cover).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)


def test_without_the_network_deals_are_counted_and_what_is_kept_can_be_deleted(ana: Visitor) -> None:
    page = ana.page
    begin(page)
    play(page, until=lambda: page.get_by_role("button", name="Next deal").is_visible())
    opens(page, "/figures")
    expect(page.get_by_text("No finished deals yet.")).to_have_count(0)
    expect(page.get_by_role("heading", name="How you're doing")).to_be_visible()
    opens(page, "/settings")
    page.get_by_role("button", name="Delete it").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Delete").last.click()
    opens(page, "/records")
    expect(page.get_by_text("You haven't played at a table yet.")).to_be_visible()
    opens(page, "/")
    begin(page)
