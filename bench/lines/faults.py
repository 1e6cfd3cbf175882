"""Lines about faults around a server: kills at random moments, and connections that damage WebSocket frames."""

import os

from bench.lines.checks import pytest
from bench.registry import Figure, line

TESTS = "tests/server/test_faults.py"


def more(name: str, number: int, *args: str, tests: str = TESTS) -> Figure:
    """Run some tests with ``number`` games (or other repetitions) instead of the number that the test suite uses."""
    os.environ[name] = str(number)
    try:
        return pytest(tests, *args)
    finally:
        del os.environ[name]


@line("3.5 kill -9 through 200 games: every acknowledged action once, in order; every table resumes")
def kills() -> Figure:
    return more("UKA_KILLED_GAMES", 200, "-k", "killed")


@line("3.5 a proxy that delays, cuts and duplicates frames: clients end equal to the log")
def spoilt() -> Figure:
    return more("UKA_SPOILT_GAMES", 24, "-k", "doubles")


@line("3.5 a full disk, a locked database: refused in words, then the table goes on")
def store() -> Figure:
    return pytest(TESTS, "-k", "disk or database")


@line("5.3 tournament: kill -9 while officials tap: every acknowledged tap once, in order; the bell rings once")
def killed_taps() -> Figure:
    return more("UKA_KILLED_TAPS", 1_000, "-k", "killed", tests="tests/server/live/test_tournament_faults.py")
