"""Who beats whom, in short matches; bench/lines/bots.py plays the long ones."""

import pytest

import uka
from bench.lines.bots import Tally, match, microseconds
from uka.bots import bot

GAMES = 120


def short_match(home: str, away: str, rules: str) -> Tally:
    return match(uka.ruleset(rules, {"clock": 0}), bot(home), bot(away), GAMES)


@pytest.mark.parametrize("rules", ["north_american", "uka", "tainui"])
def test_club_beats_random(rules: str) -> None:
    assert short_match("club", "random", rules).share()["share"] > 94


@pytest.mark.parametrize("rules", ["north_american", "uka", "tainui"])
def test_novice_beats_random(rules: str) -> None:
    assert short_match("novice", "random", rules).share()["share"] > 65


@pytest.mark.parametrize("rules", ["north_american", "bicycle", "british", "uka", "tainui"])
def test_club_beats_novice(rules: str) -> None:
    assert short_match("club", "novice", rules).share()["share"] > 58


def test_sides_changed_a_bot_is_its_own_equal() -> None:
    tally = short_match("club", "club", "north_american")
    assert tally.won == GAMES / 2
    assert tally.points[0] == tally.points[1]


def test_club_is_a_sober_caller() -> None:
    tally = short_match("club", "club", "north_american")
    assert 10 < tally.euchred()["share"] < 28
    assert 1.2 < sum(tally.points) / tally.deals < 1.9


def test_club_thinks_fast() -> None:
    """The bench holds it to 200 µs; here only a slip that makes it many times slower is looked for."""
    assert microseconds(uka.ruleset("uka"), deals=40)["a decision, µs"] < 1_000
