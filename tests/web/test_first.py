"""The first visit loads little and fast, from one host only, and without errors; so does the first table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browser import PHONE, Visitor
from .playing import await_choice

pytestmark = [pytest.mark.browser, pytest.mark.server]

FIRST_LOAD = 120_000
"""The most bytes that the first page may transfer, with all that it loads."""
TABLE = 60_000
"""The most bytes that a table may transfer beyond that, until the person's first choice."""
SIZES = """(since) => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter((entry) => entry.startTime >= since).map((entry) => entry.transferSize)"""
"""JavaScript that returns the transferred bytes of each file that the page has begun to load since a time."""


def test_the_first_load_is_small_and_asks_no_other_host(visit: Callable[..., Visitor]) -> None:
    ana = visit(newcomer=True)
    ana.page.goto("/", wait_until="networkidle")
    sizes: list[int] = ana.page.evaluate(SIZES, 0)
    assert len(sizes) > 1
    assert 0 < sum(sizes) < FIRST_LOAD
    expect(ana.page.get_by_role("heading").first).to_be_visible()
    assert len({request.split("/")[2] for request in ana.requests}) == 1


def test_a_table_loads_little_more(visit: Callable[..., Visitor]) -> None:
    ana = visit(PHONE, newcomer=True)
    page = ana.page
    page.goto("/", wait_until="networkidle")
    pressed = page.evaluate("performance.now()")
    page.get_by_role("button", name="Play now").click()
    await_choice(page)
    page.wait_for_load_state("networkidle")
    sizes: list[int] = page.evaluate(SIZES, pressed)
    assert 0 < sum(sizes) < TABLE


def test_who_opens_a_table_registers_once_and_need_not_join_it(visit: Callable[..., Visitor]) -> None:
    ana = visit(newcomer=True)
    page = ana.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    await_choice(page)
    asked = [request.rpartition("/")[2] for request in ana.requests]
    assert (asked.count("me"), asked.count("join")) == (1, 0)
    page.reload()
    await_choice(page)
    assert any(request.endswith("/join") for request in ana.requests)
