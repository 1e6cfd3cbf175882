"""Sleeping by the server's clock."""

from __future__ import annotations

import pytest

from uka.server.base import clock


async def test_sleep_until_never_returns_early_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event loop's clock may run ahead of the wall clock."""
    times = iter([1_000, 1_030, 1_049, 1_050, 1_051])
    monkeypatch.setattr(clock, "now", lambda: next(times))
    await clock.sleep_until(1.05)
    assert next(times) == 1_051
