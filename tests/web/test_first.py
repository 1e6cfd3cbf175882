"""The first visit loads little and fast, from one host only, and without errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browser import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.server]

FIRST_LOAD = 120_000
"""The most bytes that the first page may transfer, with all that it loads."""


def test_the_first_load_is_small_and_asks_no_other_host(visit: Callable[..., Visitor]) -> None:
    ana = visit(newcomer=True)
    ana.page.goto("/", wait_until="networkidle")
    sizes: list[int] = ana.page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(entry => entry.transferSize)"
    )
    assert len(sizes) > 1
    assert 0 < sum(sizes) < FIRST_LOAD
    expect(ana.page.get_by_role("heading").first).to_be_visible()
    assert len({request.split("/")[2] for request in ana.requests}) == 1
