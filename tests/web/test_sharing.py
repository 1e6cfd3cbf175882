"""A puzzle's link is handed to the device's share sheet, or copied where there is none."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browser import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.server]

SHEET = "window.shared = []; navigator.share = async (data) => { shared.push(data); };"
NO_SHEET = "navigator.share = undefined;"


def test_a_puzzle_is_shared_once_it_is_done(visit: Callable[..., Visitor]) -> None:
    for script in (SHEET, NO_SHEET):
        ana = visit(permissions=["clipboard-read", "clipboard-write"])
        page = ana.page
        page.add_init_script(script)
        page.goto("/puzzles/tainui/mixed")
        share = page.get_by_role("button", name="Share", exact=True)
        table = page.get_by_role("region", name="The table", exact=True)
        expect(table).to_be_visible()
        expect(share).to_have_count(0)
        page.evaluate("""() => [...document.querySelectorAll('.calls button, .hand button')]
            .find((button) => button.getAttribute('aria-disabled') !== 'true').click()""")
        share.click()
        if script is SHEET:
            url = page.evaluate("shared[0].url")
        else:
            expect(page.get_by_role("button", name="Link copied")).to_be_visible()
            url = page.evaluate("navigator.clipboard.readText()")
        assert re.fullmatch(r"http://[^/]+/puzzles/tainui/\d+", url)
        assert ana.axe() == []
