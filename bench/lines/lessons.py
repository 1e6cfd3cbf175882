"""Lines about the lessons."""

from bench.lines.checks import pytest
from bench.registry import Figure, line


@line("19.3 lessons: lawful, true to each ruleset, and right by the coach's judgement")
def course() -> Figure:
    return pytest("tests/lessons", thorough=True)


@line("19.3 lessons: each by mouse and by keyboard alone, on a phone and at a desk, under each ruleset")
def taken() -> Figure:
    return pytest("tests/web/test_lessons.py")
