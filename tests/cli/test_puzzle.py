"""``uka puzzle`` as people type it: the position, the question, and the answer."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.conftest import Typed, assert_wrapped
from tests.puzzles.made import made_file, save_all
from uka import puzzles
from uka.core.actions import Action
from uka.narration.names import counted
from uka.puzzles import puzzle_of_the_day

SHIPPED = puzzles.HERE
FOUND = made_file("uka")
PUZZLE = FOUND.by_deal[7]
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
    assert out.count(f"Type a number from 1 to {len(NUMBERS)}, or q to stop.") == 2
    assert "Solved!" in out
    assert "wins 5.0 games in 100 fewer" in out
    assert "In 62 of 100 likely layouts" in out
    assert "novice 20%" in out


def test_other_choices_cost_what_is_known(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    second, third = (answered(typed, monkeypatch, NUMBERS[action]) for action in (PUZZLE.second, THIRD))
    assert "Solved!" not in second + third
    assert "at least" not in second
    assert "wins at least 5.0 games in 100 fewer" in third


def test_without_an_answer_nothing_is_given_away(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    for lines in ((), ("q", NUMBERS[PUZZLE.best[0]])):
        out = answered(typed, monkeypatch, *lines)
        assert f"You are {str(SEEN.seat).title()}" in out
        assert "Best" not in out


def test_it_says_whose_points_the_score_is(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SEEN.seat is not None
    ours, theirs = (SEEN.score[side.index] for side in (SEEN.seat.partnership, SEEN.seat.partnership.other))
    assert f"your side has {counted(ours, 'point')}, the other {theirs}.\n" in answered(typed, monkeypatch)


def test_lines_are_wrapped_between_words_in_a_terminal(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_wrapped(monkeypatch, lambda: answered(typed, monkeypatch, NUMBERS[THIRD]))


@pytest.mark.usefixtures("clock")
def test_the_puzzle_is_that_of_the_day_or_of_a_theme(typed: Typed) -> None:
    today = puzzle_of_the_day(FOUND, datetime.now(UTC).date()).deal
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


def test_ones_own_choice_is_explained_with_its_figure_before_the_others(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "HERE", SHIPPED)
    puzzles.load.cache_clear()
    found = puzzles.load("bicycle")
    puzzle = found.by_deal[726]
    seen = puzzle.observation(found.header.rules)
    numbers = {action: str(at) for at, action in enumerate(seen.lawful_actions, 1)}
    third = next(action for action in seen.lawful_actions if puzzle.needs_rating(action))

    def told(action: Action) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{numbers[action]}\n"))
        out = typed("puzzle", "--rules", "bicycle", "--number", "726").out
        return out[out.index("Your choice, 1 to") :].splitlines()

    lines = told(third)
    assert re.search(r"Not the best\. Your choice, 8♦, wins \d+\.\d games in 100 fewer\.", lines[0])
    assert any(
        "8♦" in line for line in lines[1 : lines.index("Best: J♥. The next best, 9♠, wins 4.7 games in 100 fewer.")]
    )
    lines = told(puzzle.second)
    assert "Your choice, 9♠, wins 4.7 games in 100 fewer." in lines[0]
    assert lines[1 : 1 + len(puzzle.reasons)] == [f"- {reason.text}" for reason in puzzle.reasons]
    assert "Solved! Your choice, J♥, is the best." in told(puzzle.best[0])[0]
