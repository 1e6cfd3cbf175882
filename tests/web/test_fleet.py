"""Two people at one table, each connected to another server.

One server is killed, and its page continues with the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests import postgres
from tests.server.process import Serving, started

from .browser import DESK, PHONE, Visitor
from .playing import hand
from .test_cut import Two, Wire

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.postgres]

WAITING = "Connection lost"


@pytest.fixture
def servers() -> Iterator[list[Serving]]:
    with postgres.postgres() as database, ExitStack() as stack:
        yield [stack.enter_context(started("--database", database, "--port", "0")) for _ in range(2)]


@pytest.mark.exhaustive
def test_a_page_continues_with_another_server(browser: Browser, servers: list[Serving]) -> None:
    first, second = servers
    wire = Wire(first.address[1])
    ana, ben = Visitor(browser, f"http://127.0.0.1:{wire.port}", DESK), Visitor(browser, second.at, PHONE)
    try:
        both = Two(ana, ben, deals=2)
        for page in (both.ana, both.ben):
            page.evaluate("window.same = true")
        both.until(lambda: hand(both.ana).count() > 0)
        with wire.cut(silent=False):
            first.process.kill()
            wire.leads_to(second.address[1])
            expect(both.ana.get_by_text(WAITING)).to_be_visible()
        hand(both.ana).first.click()
        both.end()
        assert both.once(alone=False)
    finally:
        for visitor in (ana, ben):
            visitor.close()
        wire.close()
