"""Without a server, every movement seats its rounds, and seats them as elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.tournament import day

from .engine_python import page_with_python, run
from .test_offline import root, site

__all__ = ["root", "site"]
pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_every_movement_seats_its_rounds_as_elsewhere(browser: Browser, site: str) -> None:
    page = page_with_python(browser, site)
    source = Path(day.__file__).read_text(encoding="utf-8")
    assert run(page, f"{source}\nseatings()").splitlines() == day.seatings().splitlines()
    page.close()
