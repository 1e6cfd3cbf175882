"""The text that is shown if the page's script does not start, and the page on the server's version and privacy."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.metadata import version

import pytest
from playwright.sync_api import Page, Route, expect

from tests.alike import alike

from .browser import DESK, PHONE, Visitor
from .playing import PLAIN, menu, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
VERSION = version("uka")
PAGES = (
    "/", "/tables", "/tournament", "/records", "/puzzles", "/day", "/match", "/rules", "/house", "/figures", "/help",
    "/settings", "/nothing",
)  # fmt: skip


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("UKA_SHOTS"):
        page.wait_for_timeout(300)
        page.screenshot(path=f"{folder}/{name}.png")


def breaks(how: str) -> Callable[[Route], None]:
    if how == "lost":
        return lambda route: route.abort()
    return lambda route: route.fulfill(content_type="text/javascript", body="throw new Error('too old')")


@alike("how", "lost", "thrown")
def test_the_page_says_what_to_do_if_the_script_fails(visit: Visit, how: str) -> None:
    ana = visit(PHONE if how == "lost" else DESK)
    ana.page.route("**/assets/page-*.js", breaks(how))
    ana.page.goto("/tables")
    expect(ana.page.get_by_role("heading", name="Uka hasn't started")).to_be_visible()
    expect(ana.page.get_by_text(f"its version is Uka {VERSION}")).to_be_visible()
    shot(ana.page, f"fallback-{how}")
    assert not ana.axe()
    ana.faults.clear()  # the error of the script that failed to load


def test_the_page_says_so_at_once_if_scripts_are_off(visit: Visit) -> None:
    ana = visit(java_script_enabled=False)
    ana.page.goto("/")
    assert ana.page.get_by_role("heading", name="Uka hasn't started").is_visible()
    assert ana.page.get_by_text(f"its version is Uka {VERSION}").is_visible()


def test_the_fallback_text_disappears_if_the_script_starts(visit: Visit) -> None:
    ana = visit()
    ana.page.goto("/")
    expect(ana.page.get_by_role("link", name="About this server")).to_be_visible()
    expect(ana.page.locator("#fallback")).to_have_count(0)


def test_every_page_links_to_version_and_privacy(visit: Visit) -> None:
    ana = visit(PHONE)
    for address in PAGES:
        ana.page.goto(address)
        ana.page.get_by_role("link", name="About this server").click()
        expect(ana.page.get_by_role("heading", level=1, name="About this server")).to_be_visible()
    expect(ana.page.get_by_text(f"It runs Uka {VERSION}.")).to_be_visible()
    expect(ana.page.get_by_text("A cookie in your browser, so that it knows you")).to_be_visible()
    shot(ana.page, "about-phone")
    assert not ana.axe()
    # the browser logs the missing page as an error
    ana.faults[:] = [fault for fault in ana.faults if "404" not in fault]


def test_a_table_links_to_version_and_privacy(visit: Visit) -> None:
    ana = visit()
    ana.page.goto(table(ana, settings=PLAIN))
    menu(ana.page, "Help")
    link = ana.page.get_by_role("link", name="About this server")
    shot(ana.page, "about-menu-desk")
    assert link.get_attribute("href") == "/about"
    ana.page.goto("/about")
    shot(ana.page, "about-desk")
    ana.page.goto("/")
    shot(ana.page, "about-home-desk")
