"""The puzzle of the day follows from the date, and ratings from what the levels solved."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from msgspec.structs import replace

from uka.puzzles import Puzzle, PuzzleFile, puzzle_of_the_day
from uka.puzzles.puzzle import EASIEST, HARDEST, LEVELS, PuzzleHeader
from uka.rulesets import find

from .made import SOLVED, made

RULES = find("uka")
PUZZLE = made(RULES, 1).puzzle
FIRST = date(2026, 11, 24)


def numbered(count: int) -> PuzzleFile:
    puzzles = tuple(replace(PUZZLE, deal=number) for number in range(count))
    return PuzzleFile(PuzzleHeader(RULES, "", count), puzzles)


@pytest.mark.parametrize("count", [1, 2, 3, 10, 366, 493, 500, 512])
def test_each_puzzle_is_the_puzzle_of_a_day_before_any_comes_again(count: int) -> None:
    found = numbered(count)
    days = [puzzle_of_the_day(found, FIRST + timedelta(days=day)).deal for day in range(2 * count)]
    assert sorted(days[:count]) == [*range(count)]
    assert days[:count] == days[count:]


def test_the_puzzles_of_two_days_in_a_row_are_far_apart_in_the_file() -> None:
    days = [puzzle_of_the_day(numbered(500), FIRST + timedelta(days=day)).deal for day in range(366)]
    assert min(abs(a - b) for a, b in pairwise(days)) > 100


def solved(**shares: float) -> Puzzle:
    return replace(PUZZLE, solved=SOLVED | shares)


def test_a_puzzle_that_more_levels_solve_has_a_lower_rating() -> None:
    easy, usual, hard = solved(novice=0.8, casual=1.0), solved(), solved(club=0.0, expert=0.2)
    assert EASIEST < easy.rating < usual.rating < hard.rating < HARDEST


def test_a_rating_is_where_the_levels_solve_as_much_as_they_did() -> None:
    expected = sum(1 / (1 + 10 ** ((PUZZLE.rating - level) / 400)) for level in LEVELS.values())
    assert expected == pytest.approx(sum(SOLVED[level] for level in LEVELS), abs=0.01)
    assert solved(**dict.fromkeys(SOLVED, 0.0)).rating == HARDEST - 1
    assert solved(**dict.fromkeys(SOLVED, 1.0)).rating == EASIEST
