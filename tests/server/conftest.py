"""Shorten the delay of refusals, which tests of the delay itself set again."""

from __future__ import annotations

import pytest

from uka.server.http import middleware


@pytest.fixture(autouse=True)
def prompt_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse those over a limit almost at once."""
    monkeypatch.setattr(middleware, "PAUSE", 0.02)
