"""Fixtures for all tests of the server: a short delay of refusals for rate limits, and loggers as they were.

Tests of the delay itself set it again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from uka.server.http import middleware

NAMES = ("uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio")


@pytest.fixture(autouse=True)
def prompt_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server send refusals for rate limits almost at once."""
    monkeypatch.setattr(middleware, "REFUSAL_DELAY", 0.02)


@pytest.fixture(autouse=True)
def loggers() -> Iterator[None]:
    """Restore the loggers after a test: uvicorn sets their levels, and a server that stops disables some."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(logger.level, logger.disabled) for logger in loggers]
    yield
    for logger, (level, disabled) in zip(loggers, before, strict=True):
        logger.setLevel(level)
        logger.disabled = disabled
