"""Two low cards show the score of a side: the number of visible pips is the score (Bicycle, Low Card Markers)."""

from __future__ import annotations

import pytest

from uka.core.ruleset import Ruleset
from uka.core.score_markers import MARKER_CARDS, Markers, markers, score_markers

SOURCE = {
    1: ("the four is placed face down on the three, with one pip left exposed", Markers(4, False, 3, 1)),
    2: ("the three is placed face down on the four, with two pips left exposed", Markers(3, False, 4, 2)),
    3: ("the three is placed face up on the four", Markers(3, True, 4, 0)),
    4: ("the four is placed face up on the three", Markers(4, True, 3, 0)),
}
WORDS = {3: "three", 4: "four"}


@pytest.mark.parametrize("score", SOURCE)
def test_the_four_sentences_of_the_source(score: int) -> None:
    sentence, lie = SOURCE[score]
    assert markers(5, score) == lie
    assert f"the {WORDS[lie.top]} is placed face {'up' if lie.top_up else 'down'} on the {WORDS[lie.under]}" in sentence


SCORES = [(target, score) for target in (5, 7, 10, 11, 12) for score in range(target)]


@pytest.mark.parametrize(("target", "score"), SCORES)
def test_the_visible_pips_are_the_score(target: int, score: int) -> None:
    lie = markers(target, score)
    assert lie is not None
    assert lie.pips == score
    assert {lie.top, lie.under} == set(MARKER_CARDS[target])
    assert 0 <= lie.under_shows <= lie.under
    assert f"{lie.top} face {'up' if lie.top_up else 'down'} on {lie.under}" in str(lie)


@pytest.mark.parametrize("target", MARKER_CARDS)
def test_no_two_scores_look_the_same(target: int) -> None:
    assert len({markers(target, score) for score in range(target)}) == target


@pytest.mark.parametrize(
    ("target", "score", "text"),
    [
        (5, 0, "4 face down on 3, 0 in sight"),
        (7, 5, "4 face up on 3, 1 more in sight"),
        (7, 6, "4 face up on 3, 2 more in sight"),
        (10, 5, "4 face down on 6, 5 in sight"),
        (10, 9, "6 face up on 4, 3 more in sight"),
        (11, 10, "6 face up on 5, 4 more in sight"),
    ],
)
def test_the_position_of_the_markers_in_words(target: int, score: int, text: str) -> None:
    assert str(markers(target, score)) == text


@pytest.mark.parametrize(("target", "score"), [(0, 0), (3, 1), (20, 4), (5, 5), (10, 12), (5, -1)])
def test_no_markers_for_another_target_or_a_score_that_has_won(target: int, score: int) -> None:
    assert markers(target, score) is None


def test_only_rules_that_set_them_keep_the_score_with_markers() -> None:
    assert score_markers(Ruleset(target=5), 4) is None
    assert score_markers(Ruleset(target=5, markers=True), 4) == markers(5, 4)
    assert score_markers(Ruleset(target=30, markers=True), 4) is None
