"""``uka learn`` as people type it."""

from __future__ import annotations

import io

import pytest

from tests.cli.conftest import Typed
from uka import lessons


def right_numbers(rules: str, first: int = 0) -> list[str]:
    every = [exercise for lesson in lessons.course(rules).lessons[first:] for exercise in lesson.exercises]
    return [str([answer.right for answer in exercise.answers].index(True) + 1) for exercise in every]


def test_the_whole_course_is_asked_and_summed_up(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(right_numbers("tainui")) + "\n"))
    done = typed("learn", "tainui")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("What the rulebook says:") == 10
    assert "Not this one." not in done.out
    assert "An official presides at each table" in done.out


def test_a_wrong_answer_is_told_what_follows_and_asked_again(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("x\n1\n2\n"))
    out = typed("learn", "uka").out
    assert "Trick 1: West K♦, North 9♦, East Q♦" in out
    assert "Type a number from 1 to 2." in out
    wrong = "Not this one. It is lower than West's king. West takes the trick with K♦."
    assert out.index(wrong) < out.index("Right. You take the trick with A♦.")
    assert "What the rulebook says:" not in out


def test_a_lesson_or_a_ruleset_that_is_not_there_is_refused(typed: Typed) -> None:
    assert "uka has lessons 1 to 10, not 11" in typed("learn", "--lesson", "11").err
    assert "there are no lessons for 'ohio'" in typed("learn", "ohio").err
