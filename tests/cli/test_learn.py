"""``uka learn`` as people type it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Typed, assert_wrapped
from uka import lessons, rulesets

Learned = Callable[..., str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "uka"


@pytest.fixture
def learned(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> Learned:
    """Return a function that answers the questions of a course with some numbers, and returns what is printed."""

    def call(numbers: list[str], *words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{number}\n" for number in numbers)))
        done = typed("learn", *words)
        assert (done.code, done.err) == (0, "")
        return done.out

    return call


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
    assert "Type a number from 1 to 2, or q to stop." in out
    wrong = "Not this one. It is lower than West's king. West takes the trick with K♦."
    assert out.index(wrong) < out.index("Right. You take the trick with A♦.")
    assert "What the rulebook says:" not in out


def test_a_lesson_or_a_ruleset_that_is_not_there_is_refused(typed: Typed) -> None:
    assert "uka has lessons 1 to 10, not 11" in typed("learn", "--lesson", "11").err
    assert "there are no lessons for 'nope'" in typed("learn", "nope").err
    assert "leave out --lesson or --restart" in typed("learn", "--lesson", "2", "--restart").err


def test_the_course_says_at_its_start_how_to_stop_and_that_the_place_is_kept(learned: Learned) -> None:
    assert "\nq or Ctrl-C stops. Your place is kept: uka learn goes on there.\n" in learned([])
    assert "Your place is kept: uka learn tainui goes on there." in learned([], "tainui")


def test_q_stops_the_course(learned: Learned) -> None:
    first, second, *_ = right_numbers("uka")
    assert learned([first, "q", second], "uka").count("Right.") == 1
    assert learned(["Q", second], "uka").count("Right.") == 0
    assert "You go on at lesson 1, question 2 of" in learned([second], "uka")


def test_ctrl_c_stops_the_course_at_the_beginning_of_a_line(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", pressed)
    done = typed("learn", "uka")
    assert (done.code, done.out[-1], done.err) == (130, "\n", "")


def test_lines_are_wrapped_between_words_in_a_terminal(learned: Learned, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_wrapped(monkeypatch, lambda: learned(right_numbers("uka", 9), "uka", "--lesson", "10"))
    assert_wrapped(monkeypatch, lambda: learned(["2", "1"], "uka", "--lesson", "1"))


def test_the_course_goes_on_where_one_stopped(learned: Learned) -> None:
    first, *others = right_numbers("uka")
    assert "go on" not in learned([first], "uka")
    again = learned(others[:1], "uka")
    assert "You go on at lesson 1, question 2 of" in again
    assert "Uka, lesson 1 of 10: Tricks" in again
    assert "You go on at lesson 1, question 3 of" in learned([], "uka")
    assert "You go on" not in learned([], "tainui"), "each course has its own place"
    assert "You go on" not in learned([], "uka", "--restart")
    assert "You go on" not in learned([], "uka"), "--restart forgets the place"
    learned([], "uka", "--lesson", "3")
    assert "You go on at lesson 3, question 1 of" in learned([], "uka")
    whole = right_numbers("uka", 2)
    assert "That was the whole course." in learned(whole, "uka")
    assert "You go on" not in learned([], "uka"), "a finished course begins anew"


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"uka": 7}', '{"uka": "no such exercise"}', "x" * 20_000])
def test_a_damaged_place_is_ignored(learned: Learned, home: Path, text: str) -> None:
    home.mkdir()
    (home / "lessons.json").write_text(text)
    assert "You go on" not in learned(right_numbers("uka")[:1], "uka")
    assert "You go on at lesson 1, question 2" in learned([], "uka")


def test_a_home_that_cannot_be_written_is_told_once_and_the_course_goes_on(learned: Learned, home: Path) -> None:
    home.write_text("a file where the folder should be")
    out = learned(right_numbers("uka")[:3], "uka")
    assert out.count("Your place in the course can't be saved in") == 1
    assert "q or Ctrl-C stops. Your place in the course can't be saved in" in out
    assert "is kept" not in out
    assert out.count("Right.") == 3


@pytest.mark.parametrize("name", rulesets.names())
def test_each_ruleset_is_taught_and_the_course_is_named(learned: Learned, name: str) -> None:
    out = learned([], name)
    taught = rulesets.find(lessons.nearest(name)).title
    assert f"The course of {taught}: {len(lessons.course(lessons.nearest(name)).lessons)} lessons." in out
    assert (f"{rulesets.find(name).title} has no course of its own" in out) is (name not in lessons.names())


def test_the_terminal_teaches_the_course_that_the_page_teaches() -> None:
    course = (Path(__file__).parents[2] / "web" / "src" / "lessons" / "course.ts").read_text()
    nearest = re.search(r"const NEAREST[^{]*{([^}]*)}", course)
    assert nearest
    assert dict(re.findall(r'(\w+): "(\w+)"', nearest[1])) == lessons.NEAREST
