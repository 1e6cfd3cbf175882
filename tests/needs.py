"""Who starts something heavy says so here: a test that is not marked for it fails, so that `make check` stays quick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pytest

Need = Literal["browser", "postgres", "server"]

_marks: set[str] | None = None
"""The markers of the test that runs, if a test does."""


def begins(item: pytest.Item) -> None:
    """Note which markers the next test has."""
    global _marks
    _marks = {mark.name for mark in item.iter_markers()}


def needs(mark: Need) -> None:
    """Fail the test that runs if it has no such marker."""
    assert _marks is None or mark in _marks, f"what this test starts is slow: mark it with @pytest.mark.{mark}"
