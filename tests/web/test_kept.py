"""A page of a server that the browser keeps: the server goes, the page goes on, and the server comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.served import free_port
from tests.server.process import serving
from uka import lessons
from uka.kernels.webassembly import FILE
from uka.offline.site import ENGINE

from .browser import PHONE, Visitor
from .playing import asked, await_choice, calls, click, hand, likes, over, play
from .test_lessons import by_mouse, replied

pytestmark = [pytest.mark.browser, pytest.mark.server]
GONE = re.compile("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket connection")
"""What the browser itself says of a server that is gone."""
NOTES = """() => {
  window.told = [];
  const note = () => {
    const found = document.body.innerText.match(/[\\d.]+ of [\\d.]+ MB/);
    if (found && window.told.at(-1) !== found[0]) window.told.push(found[0]);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""A script that notes each progress in bytes that the page shows."""


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def ana(browser: Browser, port: int) -> Iterator[Visitor]:
    """Return a visitor of a server at a port of its own, who may find that it is gone."""
    if not (ENGINE / "engine.json").exists() or not FILE.exists():
        pytest.skip("there is no engine with kernels: pip install ziglang, make engine")
    visitor = Visitor(browser, f"http://127.0.0.1:{port}", PHONE, service_workers="allow")
    likes(visitor, name="Ana", bots="expert", rules="north_american", speed="still")
    yield visitor
    faults = [fault for fault in visitor.faults if not GONE.search(fault)]
    visitor.close()
    assert not faults


def begin(page: Page) -> None:
    """Begin a game against bots."""
    page.get_by_role("button", name="Play now").click()
    await_choice(page)


def keep(page: Page) -> None:
    """Keep the page for offline, and see how many bytes of how many have come."""
    page.goto("/settings")
    page.evaluate(NOTES)
    page.get_by_role("button", name="Keep for offline").click()
    expect(page.get_by_text("Kept. Without its server")).to_be_visible()
    told: list[str] = page.evaluate("window.told")
    loaded = [float(text.split()[0]) for text in told]
    assert len(loaded) > 1
    assert loaded == sorted(loaded)
    assert told[-1] == f"{loaded[-1]} of {loaded[-1]} MB"


def test_a_page_that_is_kept_goes_on_when_its_server_is_gone(ana: Visitor, port: int, tmp_path: Path) -> None:
    page = ana.page
    with serving(tmp_path, port=port):
        keep(page)
        expect(page.get_by_text(re.compile(r"[\d.]+ MB are kept in this browser"))).to_be_visible()
        assert ana.axe() == []
        page.goto("/")
        begin(page)
        table = page.url
    page.goto("/")
    bar = page.get_by_role("status").filter(has_text="You play on this device, without the server.")
    expect(bar).to_be_visible()
    expect(page.get_by_text(re.compile("^Your game of .* is at the server"))).to_be_visible()
    assert ana.axe() == []
    page.goto(table)
    expect(page.get_by_role("heading", name="This table is not on this device")).to_be_visible()
    with serving(tmp_path, port=port):
        page.goto("/")
        expect(bar).to_have_count(0)
        expect(page.get_by_role("link", name="Back to your table")).to_have_attribute(
            "href", re.compile(re.escape(table.rpartition("/")[2].partition("#")[0]))
        )
        page.get_by_role("link", name="Back to your table").click()
        await_choice(page)
        page.goto("/settings")
        page.get_by_role("button", name="Delete it").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").last.click()
        expect(page.get_by_role("button", name="Keep for offline")).to_be_visible()


def test_a_kept_page_plays_teaches_and_sets_puzzles(ana: Visitor, port: int, tmp_path: Path) -> None:
    page = ana.page
    with serving(tmp_path, port=port):
        keep(page)
    page.goto("/")
    begin(page)
    play(page, until=lambda: asked(page) and calls(page).count() == 0 and hand(page).count() > 1)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("button", name="Chances to win")).to_contain_text(re.compile("^(Play|Discard) "))
    play(page, until=lambda: over(page))
    expect(page.get_by_role("img", name=re.compile("Chance of winning: You and"))).to_be_visible()
    page.goto("/records")
    page.get_by_role("link", name="Review the game").first.click()
    expect(page.get_by_role("group", name="Steps")).to_be_visible()
    assert ana.axe() == []
    page.goto("/help/uka")
    page.get_by_role("link", name="Begin", exact=True).click()
    exercise = lessons.course("uka").lessons[0].exercises[0]
    by_mouse(page, exercise, exercise.right_answers[0])
    replied(page, exercise.right_answers[0])
    page.goto("/puzzles/uka/day")
    expect(calls(page).or_(hand(page)).first).to_be_visible()
    click(page)
    expect(page.get_by_role("heading", name=re.compile("Solved!|Not the best choice"))).to_be_visible()
    assert ana.axe() == []
