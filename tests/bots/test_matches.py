"""Short matches between bots; bench/lines/bots.py plays the long ones."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import uka
from bench.lines import bots
from bench.lines.bots import microseconds
from tests.alike import alike
from uka.arena import PairResult

GAMES = 120


def short_match(home: str, away: str, rules: str) -> PairResult:
    with ThreadPoolExecutor(1) as executor:
        return bots.match(rules, home, away, GAMES, executor)


def share(met: PairResult) -> float:
    assert met.games == GAMES
    return met.won.x / met.won.n


@alike("rules", "tainui", "north_american", "uka")
def test_club_beats_random(rules: str) -> None:
    assert share(short_match("club", "random", rules)) > 0.94


@alike("rules", "tainui", "north_american", "uka")
def test_novice_beats_random(rules: str) -> None:
    assert share(short_match("novice", "random", rules)) > 0.65


@alike("rules", "uka", "north_american", "bicycle", "british", "tainui")
def test_club_beats_novice(rules: str) -> None:
    assert share(short_match("club", "novice", rules)) > 0.58


@pytest.mark.exhaustive
@alike("rules", "north_american", "tainui")
def test_casual_is_between_novice_and_club(rules: str) -> None:
    assert share(short_match("casual", "novice", rules)) > 0.52
    assert share(short_match("club", "casual", rules)) > 0.52


def test_a_bot_is_its_own_equal_in_duplicate_play() -> None:
    met = short_match("club", "club", "north_american")
    assert share(met) == 0.5
    assert met.points.x == 0


@pytest.mark.exhaustive
def test_club_is_euchred_neither_rarely_nor_often() -> None:
    met = short_match("club", "club", "north_american")
    mine, other = met.tallies
    assert 0.10 < mine.euchred / mine.made < 0.28
    assert 1.2 < (mine.points + other.points) / mine.deals < 1.9


def test_club_thinks_fast() -> None:
    """The benchmarks promise 200 µs; this test only notices a bot that is many times slower."""
    assert microseconds(uka.ruleset("uka"), deals=40)["a decision, µs"] < 1_000
