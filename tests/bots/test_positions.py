"""The suite of positions: each is lawful and of its kind, and its right choice is proven and not hidden knowledge."""

from __future__ import annotations

from random import Random

import pytest

from bench.mine_positions import AGREED, ERRORS, MARGINS
from bench.playouts import PlayOuts, Situation, layouts, observed
from bench.position_file import Position, read
from bench.position_kinds import KINDS, is_of_kind
from bench.positions import is_right, read_results
from uka.bots import bot
from uka.core.action_text import action_of

SUITE = read()
EACH = [(kind, position) for kind, positions in SUITE.items() for position in positions]
LEAST = 150


def test_the_suite_is_large_and_no_position_is_there_twice() -> None:
    assert len(EACH) >= LEAST
    assert len({(kind, position.deal, position.rules) for kind, position in EACH}) == len(EACH)
    assert {kind for kind, _ in EACH} == set(KINDS)


@pytest.mark.parametrize("kind", SUITE)
def test_positions_are_of_their_kind_and_their_right_choices_proven(kind: str) -> None:
    games = KINDS[kind].games
    for position in SUITE[kind]:
        seen = position.situation.seen
        named = is_of_kind(KINDS[kind], seen)
        assert named, position.name
        assert position.right_actions, position.name
        assert position.right_actions <= named, position.name
        tempting = action_of(position.tempting, seen.phase)
        assert tempting in {*seen.lawful_actions} - position.right_actions, position.name
        assert position.club.margin >= MARGINS[games], position.name
        assert position.club.margin >= (ERRORS - 0.05) * position.club.error, position.name
        assert position.expert.margin >= (AGREED - 0.05) * position.expert.error, position.name


def quickest(kind: str) -> Position:
    """Return the position of a kind in which the fewest cards are left to play."""
    return max(SUITE[kind], key=lambda position: len(position.deal))


@pytest.mark.parametrize("kind", ["boss_trump", "last_trump", "partners_trick"])
def test_a_right_choice_is_proven_again_in_other_layouts(kind: str) -> None:
    position = quickest(kind)
    outs = PlayOuts(position.situation, bot("club"), games=KINDS[kind].games, seed="test")
    outs.play(position.club.pairs)
    lead = outs.lead([*position.right_actions])
    assert lead.errors > 3
    assert abs(lead.mean - position.club.margin) < 4 * (lead.error + position.club.error)


@pytest.mark.parametrize("kind", ["boss_trump", "sure_contract", "discarding", "stopping_a_loner"])
def test_the_play_outs_know_nothing_that_the_seat_does_not_know(kind: str) -> None:
    """Every layout looks the same to the seat, and the results are the same with any of them as the truth."""
    position = quickest(kind)
    situation = position.situation
    others = [layout.deal for layout in layouts(situation, 3, Random(1))]
    results = list[object]()
    for deal in (situation.deal, *others):
        truth = Situation(deal, position.score)
        assert observed(deal, position.score) == situation.seen
        outs = PlayOuts(truth, bot("club"), games=False, seed="test")
        outs.play(5)
        results.append((outs.weights, outs.results))
    assert all(each == results[0] for each in results)


def test_results_name_every_position() -> None:
    assert list(read_results()) == [f"{kind}: {position.name}" for kind, position in EACH]


@pytest.mark.parametrize("level", ["club", "master"])
def test_bots_are_right_where_the_results_say_so(level: str) -> None:
    """Where this fails because a bot has changed, python -m bench.positions says which positions it wins and loses."""
    written = read_results()
    known = {name: row[level][0] == "1" for name, row in written.items()}
    now = {f"{kind}: {position.name}": is_right(level, position) for kind, position in EACH}
    assert now == known


@pytest.mark.parametrize("level", ["club", "expert", "master"])
def test_the_suite_is_not_too_easy(level: str) -> None:
    tries = "".join(row[level] for row in read_results().values())
    assert tries.count("1") < 0.95 * len(tries)
