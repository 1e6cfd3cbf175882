"""Layout shifts while cards move, as the browser measures them: the fraction of the screen that jumps, and how far.

``UKA_PACE=normal`` plays at a real table's pace, as ``make prove`` does.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import soon

from .browser import DESK, PHONE, Visitor
from .playing import likes, over, play, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

MAX_SHIFT = 0.01
"""The limit for the sum of all layout shifts of a game; a page counts as good below 0.1.

Shifts right after a click do not count, because the click causes them. No shift may move a card.
"""
Shift = dict[str, Any]
PACE = os.environ.get("UKA_PACE", "hurried")
WATCH = """
  window.shifts = [];
  const told = (node) => (node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.shifts.push({
        share: entry.value,
        asked: entry.hadRecentInput,
        cards: entry.sources.filter(({ node }) => told(node)?.closest("[data-card]")).length,
        what: entry.sources.map(({ node }) => told(node)?.outerHTML.slice(0, 120)),
      });
  }).observe({ type: "layout-shift", buffered: true });
"""


def shifts(page: Page) -> list[Shift]:
    return page.evaluate("shifts")


@pytest.mark.skipif(not os.environ.get("UKA_PACE"), reason="make prove looks at it")
def test_nothing_shifts_while_cards_move(visit: Callable[..., Visitor]) -> None:
    ana, ben = visit(DESK), visit(PHONE, has_touch=True)
    for visitor, name in ((ana, "Ana"), (ben, "Ben")):
        likes(visitor, name=name, speed=PACE)
        visitor.page.add_init_script(WATCH)
    address = table(ana, begin=False, changes={"target": 0, "deals": 2})
    ana.page.goto(address)
    ben.page.goto(address)
    ben.page.get_by_role("button", name="Move here: West").click()
    expect(ana.page.get_by_role("log")).to_contain_text(re.compile("Ben took the west", re.I))
    for visitor in (ana, ben):
        visitor.page.evaluate("shifts.splice(0)")  # ignores shifts before any card has moved
    ana.page.get_by_role("button", name=re.compile("Start")).click()
    play(ana.page, ben.page, until=lambda: over(ana.page) and over(ben.page))
    for page, size in ((ana.page, DESK), (ben.page, PHONE)):
        found = shifts(page)
        unasked, total = (round(sum(s["share"] for s in found if kind or not s["asked"]), 4) for kind in (0, 1))
        print(f"\nshifts, {size[0]} x {size[1]}: {{'unasked': {unasked}, 'all': {total}}}")
        assert unasked < MAX_SHIFT, sorted(found, key=lambda shift: -float(shift["share"]))
        assert not any(shift["cards"] for shift in found), [shift for shift in found if shift["cards"]]
        page.evaluate("document.body.prepend(Object.assign(document.createElement('p'), {style: 'height: 9rem'}))")
        # checks that the page does report shifts
        assert soon(lambda page=page, found=found: len(shifts(page)) > len(found))
