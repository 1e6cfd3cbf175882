"""How much of what is alike the tests look at: some of it each time, with ``UKA_EVERY`` all, as ``make prove`` does."""

from __future__ import annotations

import os
from typing import Any

import pytest

EVERY = bool(os.environ.get("UKA_EVERY"))
"""Whether to look at all that is alike."""

seldom = pytest.mark.skipif(not EVERY, reason="make prove looks at it")
"""Of a test that takes long and is like others."""


def few(*alike: Any) -> tuple[Any, ...]:
    """The first of some that are alike, or all of them."""
    return alike if EVERY else alike[:1]


def amount(some: int, all: int) -> int:
    """How many of what is drawn by chance."""
    return all if EVERY else some
