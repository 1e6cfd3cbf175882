"""Without a server, with the kernels in WebAssembly: the strongest bots play, and the coach explains."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.needs import needs
from uka.kernels.webassembly import FILE
from uka.offline.site import ENGINE, write_site

from .browser import DESK, Visitor
from .playing import asked, calls, hand, likes, over, play
from .test_offline import FOLDER, PLAYS, begin, hosting

pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_master_plays_and_every_choice_is_explained(browser: Browser, tmp_path: Path, exhaustive: bool) -> None:
    if not (ENGINE / "engine.json").exists() or not FILE.exists():
        pytest.skip("there is no engine with kernels: pip install ziglang, make engine")
    needs("server")
    write_site(tmp_path / FOLDER)
    with hosting(tmp_path) as url:
        ana = Visitor(browser, url, DESK)
        likes(ana, **PLAYS | {"bots": "master"})
        page = ana.page
        page.goto("./")
        begin(page)
        play(page, until=lambda: asked(page) and calls(page).count() == 0 and hand(page).count() > 1)
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.get_by_role("button", name="Chances to win")).to_contain_text(re.compile("^(Play|Discard) "))
        if exhaustive:
            play(page, until=lambda: over(page))
            expect(page.get_by_role("img", name=re.compile("Chance of winning: You and"))).to_be_visible()
        ana.close()
    assert ana.faults == []
