"""Pages that fill a wide screen: a picture, and at least two columns; on a phone one column."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.alike import alike

from .browser import DESK, PHONE, Visitor
from .playing import axe_in_both_languages
from .test_pages import WIDER

pytestmark = [pytest.mark.browser, pytest.mark.server]

BESIDE = """() => {
  const main = document.querySelector("main");
  const boxes = (query) => [...main.querySelectorAll(query)]
    .filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect());
  const span = (all) => [Math.min(...all.map(({ left }) => left)), Math.max(...all.map(({ right }) => right))];
  const pictures = boxes(".felt-surface"), told = boxes("h2, p, select");
  const [first, last] = span(pictures);
  const beside = ({ left, right }) => right <= first || left >= last;
  const [from, to] = span([...pictures, ...told]);
  return { columns: told.some(beside) ? 2 : 1, used: to - from };
}"""
"""A script that tells whether words stand beside the pictures of a page, and how many pixels are used across."""


PLACES = ("/day", "/match", "/tournament", "/table/nosuchtable", "/nowhere")


@pytest.mark.daily(1)
@alike(("size", "columns", "least"), (DESK, 2, 1_100), (PHONE, 1, 300), ((1920, 1080), 2, 1_100), daily=2)
def test_wide_pages_have_a_picture_and_two_columns_and_on_a_phone_one(
    visit: Callable[..., Visitor], size: tuple[int, int], columns: int, least: int
) -> None:
    ana = visit(size)
    for place in PLACES:
        ana.page.goto(place)
        expect(ana.page.locator("main .felt-surface").first).to_be_visible()
        found = ana.page.evaluate(BESIDE)
        assert found["columns"] == columns, f"{place}: {found}"
        assert found["used"] > least, f"{place}: {found}"
        assert ana.page.evaluate(WIDER) <= 0
    assert not axe_in_both_languages(ana)  # of the last page, which test_pages does not visit
    # the browser logs the server's answer to an unknown route as an error
    ana.faults[:] = [fault for fault in ana.faults if "404" not in fault]
