"""``uka puzzle`` as people type it: the position, the question, and the answer."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.cli.conftest import Typed
from tests.puzzles.made import made_file, save_all
from uka import puzzles
from uka.puzzles import puzzle_of_the_day

FOUND = made_file("uka")
PUZZLE = FOUND.numbered[7]
SEEN = PUZZLE.observation(FOUND.header.rules)
NUMBERS = {action: str(at) for at, action in enumerate(SEEN.lawful_actions, 1)}
THIRD = next(action for action in SEEN.lawful_actions if action not in (*PUZZLE.best, PUZZLE.second))


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    save_all(tmp_path, "uka")
    monkeypatch.setattr(puzzles, "HERE", tmp_path)
    puzzles.load.cache_clear()
    yield
    puzzles.load.cache_clear()


def answered(typed: Typed, monkeypatch: pytest.MonkeyPatch, *lines: str) -> str:
    """Return what the command prints if a person types some lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    done = typed("puzzle", "--rules", "uka", "--number", "7")
    assert (done.code, done.err) == (0, "")
    return done.out


def test_the_best_choice_solves_it(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    out = answered(typed, monkeypatch, "0", "best", NUMBERS[PUZZLE.best[0]])
    assert out.count(f"Type a number from 1 to {len(NUMBERS)}.") == 2
    assert "Solved!" in out
    assert "wins 5.0 games in 100 fewer" in out
    assert "In 62 of 100 likely layouts" in out
    assert "novice 20%" in out


def test_other_choices_cost_what_is_known(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    second, third = (answered(typed, monkeypatch, NUMBERS[action]) for action in (PUZZLE.second, THIRD))
    assert "Solved!" not in second + third
    assert "at least" not in second
    assert "wins at least as many fewer" in third


def test_without_an_answer_nothing_is_given_away(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    out = answered(typed, monkeypatch)
    assert f"You are {str(SEEN.seat).title()}" in out
    assert "Best" not in out


def test_the_puzzle_is_that_of_the_day_or_of_a_theme(typed: Typed) -> None:
    today = puzzle_of_the_day(FOUND, date.today()).deal
    assert f"puzzle {today}\n" in typed("puzzle", "--rules", "uka", "--answer").out
    out = typed("puzzle", "--rules", "uka", "--theme", "drawing_trumps", "--answer").out
    assert any(f"puzzle {each.deal}\n" in out for each in FOUND.puzzles if each.theme == "drawing_trumps")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--number", "8"), "there is no puzzle 8 of uka"),
        (("--theme", "first_lead"), "uka has puzzles about ordering_up, drawing_trumps, not first_lead"),
        (("--rules", "knock"), "no puzzles come with Uka for 'knock', only for uka"),
    ],
)
def test_what_is_refused(typed: Typed, words: tuple[str, ...], why: str) -> None:
    done = typed("puzzle", *(("--rules", "uka") if "--rules" not in words else ()), *words)
    assert done.code != 0
    assert why in done.err
