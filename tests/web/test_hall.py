"""The display in a tournament hall is readable from far away, shows the right time, and rings the bell without the
server."""

from __future__ import annotations

import re
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from tests.alike import alike
from tests.patience import PATIENCE
from tests.server.process import Serving, serving
from uka.tournament import Roster
from uka.wire import tournament_commands

from .browser import PHONE, Visitor
from .directing import Directing, directing
from .playing import likes
from .test_pages import SMALL, WIDER

pytestmark = [pytest.mark.browser, pytest.mark.server]

SCREEN, SMALLER, OLD = (1920, 1080), (1280, 720), (1024, 768)
SHARE = 0.05
"""The least height of a capital letter, as a fraction of the screen's height."""
LETTERS = """() => {
  const found = [], pen = document.createElement("canvas").getContext("2d");
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.parentElement;
    if (!node.data.trim() || at.closest(".unseen, [data-small]")) continue;
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(at);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const range = document.createRange();
    range.selectNode(node);
    const { left, top, right, bottom, width } = range.getBoundingClientRect();
    found.push({ text: node.data.trim(), letter: pen.measureText("H").actualBoundingBoxAscent / innerHeight,
                 inside: left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1 && width > 0 });
  }
  return found;
}"""
TEAMS = tuple(
    Roster(f"{name} {number}", marae)
    for number, (name, marae) in enumerate(
        [
            ("Kauri", "Waahi"), ("Toru", "Poohara"), ("Whetu", "Hukanui"), ("The long table of the wharekai", "Waahi"),
            ("Awa", "Maurea"), ("Moana", "Poohara"), ("Rangi", "Hukanui"), ("Maunga", "Maurea"), ("Kowhai", "Waahi"),
        ],
        start=1,
    )
)  # fmt: skip
SHOWN = 8
RINGS = """() => new Promise((rang) => {
  const timer = setInterval(() => {
    if (document.querySelector("main.hall").dataset.rings === "0") return;
    clearInterval(timer);
    rang(Date.now() / 1000);
  }, 50);
})"""
"""Waits for the bell, and returns when it rang, as the browser's clock has it."""


PRESSED = """() => [...document.querySelectorAll("a, button, input, select, textarea, summary")].map(
  (control) => control.outerHTML.slice(0, 80))"""
SCROLLS = """() => document.documentElement.scrollWidth > innerWidth
  || document.documentElement.scrollHeight > innerHeight"""
GROUND = """() => [[document.documentElement, document.body, document.querySelector("main")].map(
  (element) => getComputedStyle(element).backgroundColor), getComputedStyle(document.querySelector("main")).cursor]"""


def letters(page: Page) -> list[str]:
    """Return the texts that are too small or outside of the screen, to which the page fits its text after a moment."""
    wrong = list[str]()
    for _ in range(50):
        found = page.evaluate(LETTERS)
        assert found
        wrong = [f"{one['text']}: {one['letter']:.4f}" for one in found if one["letter"] < SHARE or not one["inside"]]
        if not wrong:
            break
        page.wait_for_timeout(100)
    return wrong


def left(page: Page) -> float:
    """Return the seconds that the clock on the screen shows."""
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def moments(page: Page, director: Directing) -> Iterator[str]:
    """Show on the hall's screen a tournament of one round and the tables of the next; yield at each phase."""
    hall = page.locator("main.hall")

    def there(moment: str) -> str:
        expect(hall).to_have_attribute("data-moment", moment)
        page.wait_for_timeout(150)  # the page fits the text first
        return moment

    yield there("before")
    director.do(tournament_commands.SeatRound)
    yield there("seated")
    director.do(tournament_commands.StartRound)
    yield there("running")
    director.do(tournament_commands.PauseRound)
    yield there("paused")
    director.do(tournament_commands.ResumeRound)
    director.do(tournament_commands.RingBell)
    yield there("bell")
    tables = [match.table for match in director.board["matches"]]
    for table in tables:
        director.do(tournament_commands.EnterPaperResult, table=table, points=(11, table % 9))
    expect(page.get_by_text("All tables are done")).to_be_visible()
    yield there("bell")
    director.do(tournament_commands.CloseRound, unsigned=True)
    yield there("closed")
    for _ in range(3):  # pages of standings, of marae, and of who moves on
        page.keyboard.press("Space")
        yield there("closed")
    director.do(tournament_commands.EndTournament, insist=True)
    expect(page.get_by_role("heading", level=1, name=re.compile("final standings"))).to_be_visible()
    yield there("closed")


def phases(page: Page, director: Directing) -> Iterator[str]:
    """Show on the hall's screen the phases of a round, from the empty tournament to the standings."""
    hall = page.locator("main.hall")
    steps = (None, tournament_commands.SeatRound, tournament_commands.StartRound, tournament_commands.RingBell)
    for step, moment in zip(steps, ("before", "seated", "running", "bell"), strict=True):
        if step:
            director.do(step)
        expect(hall).to_have_attribute("data-moment", moment)
        yield moment
    for match in director.board["matches"]:
        director.do(tournament_commands.EnterPaperResult, table=match.table, points=(11, match.table))
    director.do(tournament_commands.CloseRound, unsigned=True)
    expect(hall).to_have_attribute("data-moment", "closed")
    yield "closed"


@alike("size", SCREEN, SMALLER, OLD)
def test_all_letters_are_readable_from_far_away(
    visit: Callable[..., Visitor], server: Serving, size: tuple[int, int]
) -> None:
    screen = visit(size).page
    with directing(server.at, teams=TEAMS, tables=range(1, 5), rounds=8) as director:
        screen.goto(f"/tournament/{director.id}/hall")
        wrong = [f"{moment}: {one}" for moment in moments(screen, director) for one in letters(screen)]
    assert not wrong


@alike(("size", "surround", "language"), (SCREEN, "clear", "mi"), (SMALLER, "plain", "en"))
def test_as_a_picture_for_a_stream_it_has_nothing_to_press_and_fits(
    visit: Callable[..., Visitor], server: Serving, size: tuple[int, int], surround: str, language: str
) -> None:
    screen = visit(size)
    likes(screen, language=language)
    page, wrong = screen.page, list[str]()
    with directing(server.at, teams=TEAMS, tables=range(1, 5)) as director:
        page.goto(f"/tournament/{director.id}/hall?surround={surround}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        for moment in phases(page, director):
            wrong += [f"{moment}: {one}" for one in [*letters(page), *screen.axe()]]
            wrong += [f"{moment}: {one} can be pressed" for one in page.evaluate(PRESSED)]
            wrong += [f"{moment}: it scrolls"] if page.evaluate(SCROLLS) else []
        ground, cursor = page.evaluate(GROUND)
    assert not wrong
    assert (set(ground) == {"rgba(0, 0, 0, 0)"}) is (surround == "clear")
    assert cursor == "none"


def test_the_cursor_disappears_with_the_controls(visit: Callable[..., Visitor], server: Serving) -> None:
    page = visit(SMALLER).page
    with directing(server.at) as director:
        page.goto(f"/tournament/{director.id}/hall")
        hall = page.locator("main.hall")
        expect(hall).to_have_css("cursor", "none")
        page.mouse.move(300, 300)
        page.mouse.move(320, 300)
        expect(hall).to_have_css("cursor", "auto")
        expect(hall).to_have_css("cursor", "none")


@alike(("language", "scheme"), ("mi", "dark"), ("en", "light"))
def test_no_phase_of_a_round_has_accessibility_problems(
    visit: Callable[..., Visitor], server: Serving, language: str, scheme: str
) -> None:
    screen = visit(SMALLER, color_scheme=scheme, reduced_motion="reduce")
    likes(screen, language=language)
    found = list[str]()
    with directing(server.at, teams=TEAMS, tables=range(1, 5)) as director:
        screen.page.goto(f"/tournament/{director.id}/hall")
        expect(screen.page.locator("html")).to_have_attribute("lang", language)
        for moment in moments(screen.page, director):
            found += [f"{moment}: {fault}" for fault in screen.axe()]
            found += [f"{moment}: too small to press: {element}" for element in screen.page.evaluate(SMALL)]
    assert not found


@alike("wrong", -7 * 60_000, 13 * 60_000)
def test_the_clock_is_the_servers(visit: Callable[..., Visitor], server: Serving, wrong: int) -> None:
    screen = visit(SMALLER)
    screen.context.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {wrong}; }}")
    with directing(server.at, clock_ms=600_000) as director:
        director.begin()
        screen.page.goto(f"/tournament/{director.id}/hall")
        expect(screen.page.get_by_role("timer")).to_be_visible()
        bell_at, wrongs = director.board["round"].bell_at / 1_000, deque[float](maxlen=9)
        deadline = time.monotonic() + PATIENCE
        while len(wrongs) < 9 or not -0.5 <= sorted(wrongs)[4] <= 1.5:
            assert time.monotonic() < deadline, wrongs  # a busy page measures the server's clock a few times first
            wrongs.append(left(screen.page) - (bell_at - time.time()))
            screen.page.wait_for_timeout(200)


@contextmanager
def restarted(data: Path, port: int, director: Directing) -> Iterator[Directing]:
    """Start the server again on the same folder, and connect the director to it."""
    address = f"{director.at.replace('http', 'ws', 1)}/api/tournaments/{director.id}/socket"
    with serving(data, port=port) as again, connect(address) as socket:
        yield Directing(again.at, director.id, director.link, socket)


@alike("loud", True, False)
def test_the_bell_rings_without_the_server_and_the_screen_comes_back(
    browser: Browser, tmp_path: Path, loud: bool
) -> None:
    with serving(tmp_path) as first:
        port = first.address[1]
        screen = Visitor(browser, first.at, SMALLER, reduced_motion="reduce" if loud else "no-preference")
        with directing(first.at, clock_ms=10_000) as director:
            director.do(tournament_commands.SeatRound)
            page = screen.page
            page.goto(f"/tournament/{director.id}/hall")
            hall = page.locator("main.hall")
            if loud:
                page.get_by_role("button", name="Turn sound on").click()
                expect(hall).to_have_attribute("data-heard", "true")
            director.do(tournament_commands.StartRound)
            expect(hall).to_have_attribute("data-moment", "running")
            bell_at = director.board["round"].bell_at / 1_000
            first.process.send_signal(signal.SIGKILL)
    expect(hall).to_have_attribute("data-rings", "0")
    rang = page.evaluate(RINGS)
    expect(page.get_by_role("alert").get_by_text("The bell has rung")).to_be_visible()
    assert abs(rang - bell_at) < 2
    moving = "element => element.getAnimations().length > 0"
    assert page.get_by_role("alert").evaluate(moving) is not loud  # otherwise its colour changes once, and stays
    expect(hall).to_have_attribute("data-rings", "1")
    expect(page.get_by_text("Sound is off")).to_be_visible(visible=not loud)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    expect(page.get_by_role("heading", level=1, name="The bell has rung")).to_be_visible()
    assert not letters(page)

    with restarted(tmp_path, port, director) as director:
        expect(page.get_by_text("Connection lost")).to_be_hidden()
        for table in (1, 2):
            director.do(tournament_commands.EnterPaperResult, table=table, points=(11, 4))
        director.do(tournament_commands.CloseRound, unsigned=True)
        expect(hall).to_have_attribute("data-moment", "closed")
        expect(hall).to_have_attribute("data-rings", "1")
        faults = [fault for fault in screen.faults if "ERR_CONNECTION_REFUSED" not in fault]
        screen.close()
    assert not faults


@pytest.mark.exhaustive
def test_the_bell_rings_once_if_the_network_is_lost_at_that_moment(
    visit: Callable[..., Visitor], server: Serving
) -> None:
    screen = visit(SMALLER)
    hall = screen.page.locator("main.hall")
    with directing(server.at, clock_ms=8_000) as director:
        screen.page.goto(f"/tournament/{director.id}/hall")
        expect(hall).to_have_attribute("data-moment", "before")
        director.begin()
        expect(hall).to_have_attribute("data-moment", "running")
        screen.context.set_offline(True)
        rang = screen.page.evaluate(RINGS)
        expect(hall).to_have_attribute("data-rings", "1")
        expect(screen.page.get_by_role("alert").get_by_text("The bell has rung")).to_be_visible()
        assert abs(rang - director.board["round"].bell_at / 1_000) < 2
        screen.context.set_offline(False)
        expect(screen.page.get_by_text("Connection lost")).to_be_hidden()
        director.do(tournament_commands.EnterPaperResult, table=1, points=(11, 4))
        expect(screen.page.get_by_text("1 of 2 tables are done")).to_be_attached()
        expect(hall).to_have_attribute("data-rings", "1")
    screen.faults[:] = [fault for fault in screen.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_pages_change_by_a_key_and_can_be_stopped(visit: Callable[..., Visitor], server: Serving) -> None:
    page = visit(OLD).page
    with directing(server.at, teams=TEAMS, tables=range(1, 5)) as director:
        director.do(tournament_commands.SeatRound)
        page.goto(f"/tournament/{director.id}/hall")
        page.get_by_role("button", name="Stay on this page").click()  # otherwise the pages change by themselves
        expect(page.get_by_role("button", name="Stay on this page", pressed=True)).to_be_visible()
        first = page.get_by_text(re.compile("Page [12] of 2")).inner_text()
        seen = page.get_by_role("listitem").all_inner_texts()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text("Page 2 of 2" if "1" in first else "Page 1 of 2")).to_be_visible()
        seen += page.get_by_role("listitem").all_inner_texts()
        name = page.locator(".event")
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), "the event's name is cut"
    assert all(any(team.name in text for text in seen) for team in TEAMS)
    assert len(seen) == 5  # four tables, and the team that has no match


def test_spectators_find_the_next_table_of_their_team(visit: Callable[..., Visitor], server: Serving) -> None:
    ana = visit(PHONE)
    with directing(server.at, teams=TEAMS, tables=range(1, 5)) as director:
        ana.page.goto(f"/tournament/{director.id}")
        expect(ana.page.get_by_role("heading", level=1, name="A day of Uka")).to_be_visible()
        director.do(tournament_commands.SeatRound)
        match = director.board["matches"][0]
        one, other = (TEAMS[team - 1].name for team in match.teams)
        ana.page.get_by_role("searchbox").fill(one.upper()[:-2])
        ana.page.get_by_role("button", name=one).click()
        own = ana.page.get_by_role("region", name="Find your table")
        expect(own.get_by_text(f"Table {match.table}: against {other}")).to_be_visible()
        ana.page.reload()
        expect(own.get_by_text(f"Table {match.table}: against {other}")).to_be_visible()

        director.do(tournament_commands.StartRound)
        for seated in director.board["matches"]:
            director.do(tournament_commands.EnterPaperResult, table=seated.table, points=(11, 3))
        director.do(tournament_commands.CloseRound, unsigned=True)
        expect(own.get_by_text(re.compile("Next: (on to|stays at) table"))).to_be_visible()
        faults = list[str]()
        for view in ("Games", "Standings", "Marae", "Rounds"):
            ana.page.get_by_role("button", name=view, exact=True).click()
            expect(ana.page.get_by_role("button", name=view, exact=True, pressed=True)).to_be_visible()
            faults += [f"{view}: {fault}" for fault in [*ana.axe(), *ana.page.evaluate(SMALL)]]
            faults += [f"{view}: too wide"] if ana.page.evaluate(WIDER) > 0 else []
        expect(ana.page.get_by_role("listitem").filter(has_text=one).get_by_text("11")).to_be_visible()
        assert not faults


def test_a_tournament_is_created_and_found_again(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE)
    page = ana.page
    page.goto("/tournament")
    page.get_by_role("textbox", name="Name").fill("A day at the marae")
    page.get_by_label("Minutes per round").fill("10")
    page.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_role("heading", level=1, name="A day at the marae")).to_be_visible()
    assert re.fullmatch(r"/tournament/\w+#.+", page.evaluate("location.pathname + location.hash"))
    page.goto("/")
    page.get_by_role("link", name="Tournaments").last.click()
    page.get_by_role("link", name="A day at the marae").click()
    expect(page.get_by_role("heading", level=1, name="A day at the marae")).to_be_visible()
