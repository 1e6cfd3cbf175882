"""Reasons are true of the worlds in which they were counted, and of other worlds within their errors."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.coach.recount import Recount, agree, explained, in_its_own_worlds, told
from uka.coach import hint


@pytest.mark.parametrize("rules", ["uka", "tainui", "bicycle", "north_american"])
def test_reasons_hold_in_the_worlds_of_their_count_and_in_others(rules: str) -> None:
    rng, held, kinds = Random(19), list[bool](), set[str]()
    for seen, rated in islice(explained(rules, rng), 25):
        same, other = in_its_own_worlds(seen, rated), Recount(seen, rated, Random(rng.getrandbits(40)))
        for reason in same.reasons:
            assert agree(reason, same.figures(reason), exactly=True), reason.text
            assert told(reason), reason.text
            held.append(agree(reason, other.figures(reason)))
            kinds.add(reason.kind)
    assert kinds >= {"result", "cards"}
    assert sum(held) >= 0.9 * len(held)


def test_the_reasons_compare_the_best_choice_with_the_one_that_was_asked_about() -> None:
    for seen, rated in islice(explained("uka", Random(3)), 5):
        *_, last = rated
        against = hint(seen, against=last.action)
        assert [each.action for each in against] == [each.action for each in rated]
        assert {each.action for each in against if each.reasons} <= {last.action}
        assert not any(each.reasons for each in hint(seen, against=rated[0].action))
