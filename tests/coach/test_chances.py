"""The course of a finished game: chances of winning that follow the score and end with the result."""

from __future__ import annotations

import pytest

from tests.coach.test_review import played
from uka.coach import winning_chances
from uka.core.seats import Partnership, Seat
from uka.records import Log
from uka.records.summary import summary


@pytest.mark.parametrize(
    ("rules", "changes"),
    [("north_american", {"target": 5}), ("tainui", {"deals": 3, "clock": 0}), ("uka", {"target": 3}), ("bicycle", {})],
)
def test_the_chances_follow_the_score_and_end_with_the_result(rules: str, changes: dict[str, object]) -> None:
    log = played(rules, 3, **({"rubber": False} | changes))
    chances = winning_chances(log)
    deals = summary(log)
    assert len(chances) == len(deals) + 1
    assert all(0 <= chance <= 1 for chance in chances)
    assert abs(chances[0] - 0.5) < 0.1
    winner = log.state.winner
    assert chances[-1] == (0.5 if winner is None else float(winner is Partnership.NORTH_SOUTH))
    for deal, before, after in zip(deals, chances, chances[1:], strict=False):
        ours, theirs = deal.points or (0, 0)
        if ours >= 2:
            assert after > before
        if theirs >= 2:
            assert after < before


def test_a_game_without_an_end_and_a_rubber_have_no_chances() -> None:
    assert winning_chances(Log.start(played("uka", 3, target=1).rules, dealer=Seat.WEST)) == ()
    assert winning_chances(played("bicycle", 3, rubber=True, target=2)) == ()
