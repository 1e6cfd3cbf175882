"""What the ends of a deal are worth to a side: points by the score table, its own less the other side's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.scoring import outcome_of, points_for
from uka.core.seats import PARTNERSHIPS, Partnership
from uka.kernels.bids import ALONE, ENDS, end_index


def points_of(rules: Ruleset, makers: Partnership, tricks: int, *, loner: bool, lone_defender: bool) -> int:
    """What the makers get for so many tricks; below zero what the defenders do."""
    must_march = rules.lone_must_march
    outcome = outcome_of(tricks, rules.hand_size, loner=loner, lone_defender=lone_defender, lone_must_march=must_march)
    pair = points_for(rules.scoring, outcome, makers)
    return pair[makers.index] - pair[makers.other.index]


def points_of_play(seen: Observation) -> list[int]:
    """What the side of the seat gets, by the tricks that it takes from now on."""
    contract, rules, me = seen.contract, seen.rules, seen.seat
    assert contract is not None
    assert me is not None
    side, left = me.partnership, rules.hand_size - len(seen.tricks)
    points = list[int]()
    for tricks in range(left + 1):
        theirs = seen.taken[contract.makers.index] + (tricks if side is contract.makers else left - tricks)
        alone = {"loner": contract.loner is not None, "lone_defender": contract.lone_defender is not None}
        made = points_of(rules, contract.makers, theirs, **alone)
        points.append(made if side is contract.makers else -made)
    return points


def worth_of_ends(
    rules: Ruleset, side: Partnership, worth: Callable[[int], float], play: Sequence[Sequence[Sequence[float]]]
) -> list[float]:
    """What each of ``uka.kernels.bids.Ends`` is worth to a side.

    ``worth`` is of points; ``play[alone][solved][tricks]`` how likely so many tricks are where so many were solved.
    """
    found = [0.0] * ENDS
    found[0] = worth(0)
    for makers in PARTNERSHIPS:
        for alone in range(ALONE):
            points = [
                points_of(rules, makers, tricks, loner=bool(alone & 1), lone_defender=bool(alone & 2))
                for tricks in range(rules.hand_size + 1)
            ]
            values = [worth(point if makers is side else -point) for point in points]
            for solved, chances in enumerate(play[alone]):
                found[end_index(makers.index, alone, solved)] = sum(c * v for c, v in zip(chances, values, strict=True))
    return found


def points_of_ends(rules: Ruleset, ends: Sequence[float]) -> dict[int, float]:
    """How often a deal brings the dealer's side so many points, below zero the other side.

    ``ends`` is how often deals end in each way, by ``uka.kernels.bids.end_index``, the dealer's side first.
    """
    found = {0: ends[0]}
    for makers in PARTNERSHIPS:
        for alone in range(ALONE):
            for tricks in range(rules.hand_size + 1):
                count = ends[end_index(makers.index, alone, tricks)]
                points = points_of(rules, makers, tricks, loner=bool(alone & 1), lone_defender=bool(alone & 2))
                points *= 1 if makers is PARTNERSHIPS[0] else -1
                found[points] = found.get(points, 0.0) + count
    return found
