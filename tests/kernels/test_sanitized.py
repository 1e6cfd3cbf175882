"""Some of the kernels' tests run with address and undefined-behaviour sanitizers; make prove runs all of them."""

from __future__ import annotations

import os

import pytest

from tests.kernels import sanitizers
from tests.kernels.sanitizers import Unable

PART = "(nonsense or wrong or malformed or missing or refused or rare or many or threads or over) and not too_many"
"""The tests of unusual input, without those that only count frequencies."""
BEYOND = "import ctypes; c = ctypes.CDLL(None); c.malloc.restype = ctypes.c_void_p; ctypes.string_at(c.malloc(8), 64)"


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.timeout(900)  # the kernels are compiled first
def test_the_kernels_tests_pass_with_sanitizers() -> None:
    """If the kernels can't be compiled with sanitizers, the test skips, but fails in CI."""
    try:
        sanitizers.built()
    except Unable as why:
        if os.environ.get("CI"):
            pytest.fail(str(why))
        pytest.skip(str(why))
    ran = sanitizers.python("-c", "import uka.kernels._native as n; print(n.__file__)")
    assert "sanitized" in ran.stdout
    ran = sanitizers.python("-c", BEYOND)  # the sanitizer is active
    assert "heap-buffer-overflow" in ran.stderr
    ran = sanitizers.tested("tests/kernels", "-k", PART)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    assert " passed" in ran.stdout
