"""Fixtures of tests that run a whole server in their own process."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

NAMES = ("uvicorn.error", "uvicorn.access", "uvicorn.asgi", "asyncio")


@pytest.fixture(autouse=True)
def loggers() -> Iterator[None]:
    """Restore the loggers after a test: uvicorn sets their levels, and a server that stops disables some."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(logger.level, logger.disabled) for logger in loggers]
    yield
    for logger, (level, disabled) in zip(loggers, before, strict=True):
        logger.setLevel(level)
        logger.disabled = disabled
