"""Fixtures: one server and one browser for all tests of the page, and visitors, whose pages must show no errors.

A test that stops or slows its server starts one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.process import Serving

from .browser import DESK, Visitor, launched
from .known import serving


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched() as found:
        yield found


@pytest.fixture
def visit(browser: Browser, server: Serving) -> Iterator[Callable[..., Visitor]]:
    """Return a function that opens a new visitor's browser.

    ``visit()`` is at a desk, ``visit(PHONE, locale="mi")`` on a phone in te reo Māori.
    """
    visitors = list[Visitor]()

    def come(size: tuple[int, int] = DESK, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, server.at, size, **options))
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.close()
    assert not faults
