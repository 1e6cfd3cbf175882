"""Cases that are much alike: `make test` runs the first of them, ``--exhaustive`` all, as `make prove` does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import settings

DAILY_EXAMPLES = 25
"""The examples of a property in `make test`."""


def alike(names: str | Sequence[str], *cases: Any, daily: int = 1) -> pytest.MarkDecorator:
    """Parametrize a test; all cases but the first ``daily`` are marked ``exhaustive``."""
    marks = (() if number < daily else pytest.mark.exhaustive for number in range(len(cases)))
    values = ((case,) if isinstance(names, str) else case for case in cases)
    return pytest.mark.parametrize(
        names, [pytest.param(*value, marks=mark) for value, mark in zip(values, marks, strict=True)]
    )


def few(examples: int, usual: int | None = None) -> settings:
    """Return settings of Hypothesis for a property that takes long: so many examples in `make test`, else more.

    These are ``usual`` ones, or those of the profile.
    """
    of_profile = settings().max_examples
    return settings(max_examples=examples if of_profile <= DAILY_EXAMPLES else usual or of_profile)
