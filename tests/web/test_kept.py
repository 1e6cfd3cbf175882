"""A page of a server that the browser keeps: the server goes, the page goes on, and the server comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.served import free_port
from tests.server.process import serving
from uka.offline.site import ENGINE

from .browser import PHONE, Visitor
from .playing import calls, hand, likes

pytestmark = [pytest.mark.browser, pytest.mark.server]
GONE = re.compile("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|WebSocket connection")
"""What the browser itself says of a server that is gone."""


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def ana(browser: Browser, port: int) -> Iterator[Visitor]:
    """Return a visitor of a server at a port of its own, who may find that it is gone."""
    if not (ENGINE / "engine.json").exists():
        pytest.skip("the engine has not been built: make engine")
    visitor = Visitor(browser, f"http://127.0.0.1:{port}", PHONE, service_workers="allow")
    likes(visitor, name="Ana", bots="club", rules="north_american", speed="still")
    yield visitor
    faults = [fault for fault in visitor.faults if not GONE.search(fault)]
    visitor.close()
    assert not faults


def test_a_page_that_is_kept_goes_on_when_its_server_is_gone(ana: Visitor, port: int, tmp_path: Path) -> None:
    page = ana.page
    with serving(tmp_path, port=port):
        page.goto("/settings")
        page.get_by_role("button", name="Keep for offline").click()
        expect(page.get_by_text("Kept. Without its server")).to_be_visible()
        expect(page.get_by_text(re.compile(r"[\d.]+ MB are kept in this browser"))).to_be_visible()
        assert ana.axe() == []
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        expect(hand(page).or_(calls(page)).first).to_be_visible()
        table = page.url
    page.goto("/")
    bar = page.get_by_role("status").filter(has_text="You play on this device, without the server.")
    expect(bar).to_be_visible()
    expect(page.get_by_text(re.compile("^Your game of .* is at the server"))).to_be_visible()
    assert ana.axe() == []
    page.goto(table)
    expect(page.get_by_role("heading", name="This table is not on this device")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(hand(page).or_(calls(page)).first).to_be_visible()
    with serving(tmp_path, port=port):
        page.goto("/")
        expect(bar).to_have_count(0)
        expect(page.get_by_role("link", name="Back to your table")).to_have_attribute(
            "href", re.compile(re.escape(table.rpartition("/")[2].partition("#")[0]))
        )
        page.get_by_role("button", name="Go on without the server").click()
        page.get_by_role("link", name="Back to your table").click()
        expect(hand(page).or_(calls(page)).first).to_be_visible()
        page.goto("/settings")
        page.get_by_role("button", name="Delete it").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").last.click()
        expect(page.get_by_role("button", name="Quick game")).to_be_visible()  # at the server again
