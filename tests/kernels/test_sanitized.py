"""The kernels touch no memory but their own: some of their tests run with sanitizers here, all by make prove."""

from __future__ import annotations

import os

import pytest

from tests.kernels import sanitizers
from tests.kernels.sanitizers import Unable

PART = "(nonsense or wrong or malformed or missing or refused or rare or many or threads or over) and not too_many"
"""What is asked for in odd ways, and not what only counts how often things come."""
BEYOND = "import ctypes; c = ctypes.CDLL(None); c.malloc.restype = ctypes.c_void_p; ctypes.string_at(c.malloc(8), 64)"


@pytest.mark.slow
@pytest.mark.timeout(900)  # it compiles them first
def test_their_tests_pass_with_sanitizers() -> None:
    """Where the kernels can't be compiled so the test skips, but in CI it fails."""
    try:
        sanitizers.built()
    except Unable as why:
        if os.environ.get("CI"):
            pytest.fail(str(why))
        pytest.skip(str(why))
    ran = sanitizers.python("-c", "import uka.kernels._native as n; print(n.__file__)")
    assert "sanitized" in ran.stdout
    ran = sanitizers.python("-c", BEYOND)  # the watch is on
    assert "heap-buffer-overflow" in ran.stderr
    ran = sanitizers.tested("tests/kernels", "-k", PART)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    assert " passed" in ran.stdout
