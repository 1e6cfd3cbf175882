"""A fixture that shortens the delay of refusals for rate limits; tests of the delay itself set it again."""

from __future__ import annotations

import pytest

from uka.server.http import middleware


@pytest.fixture(autouse=True)
def prompt_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server send refusals for rate limits almost at once."""
    monkeypatch.setattr(middleware, "PAUSE", 0.02)
