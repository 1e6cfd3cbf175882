"""Logging never fails, wherever stderr goes."""

import io
import sys

import pytest

from uka.server.base import logs


def test_a_line_goes_to_the_present_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    closed, later = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", closed)
    logs.configure_logging(None)
    closed.close()
    logs.log.warning("nobody hears this")
    monkeypatch.setattr(sys, "stderr", later)
    logs.log.warning("notifications do not arrive", id="one")
    assert "notifications do not arrive" in later.getvalue()
    assert "id=one" in later.getvalue()
