"""Results of deals that were played with real cards, as an official or a captain reports them.

A report does not say which of the two makers called. The result therefore names the first seat of the makers'
partnership, north or east, as the maker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from .errors import IllegalAction
from .ruleset import Ruleset
from .scoring import DealResult, Outcome, after_revokes, outcome_of, points_for
from .seats import PARTNERSHIPS, Partnership


class OutcomeValue(msgspec.Struct, frozen=True, gc=False):
    """An outcome that a deal can have under a ruleset, and the points that it scores."""

    outcome: Outcome
    alone: bool
    """Whether a maker plays alone."""
    defended_alone: bool
    """Whether a defender plays alone."""
    tricks: tuple[int, ...]
    """The numbers of tricks with which the makers have this outcome, such as 3 and 4."""
    points: tuple[int, int]
    """The makers' points, then the defenders' points."""


def played_result(
    rules: Ruleset,
    makers: Partnership,
    tricks: int,
    *,
    alone: bool = False,
    defended_alone: bool = False,
    revoked: Iterable[Partnership] = (),
) -> DealResult:
    """Return the result of a deal in which the makers took ``tricks`` tricks.

    ``alone`` is true if a maker played alone, and ``defended_alone`` if a defender did. ``revoked`` holds the offending
    side of each revoke: that side scores nothing for the tricks, and the other side scores the penalty. Raise
    ``IllegalAction`` if ``rules`` make the result impossible.

    >>> played_result(Ruleset(), Partnership.NORTH_SOUTH, 2).points
    (0, 2)
    >>> played_result(Ruleset(), Partnership.NORTH_SOUTH, 5).points
    (2, 0)
    """
    if not 0 <= tricks <= rules.hand_size:
        raise IllegalAction(f"the makers took 0 to {rules.hand_size} tricks, not {tricks}")
    if alone and rules.alone_by == "nobody":
        raise IllegalAction(f"in {rules.title} nobody plays alone")
    if defended_alone and not rules.defender_may_go_alone(loner=alone):
        against = " against two makers" if rules.defender_may_go_alone(loner=True) else ""
        raise IllegalAction(f"in {rules.title} nobody defends alone{against}")
    outcome = outcome_of(
        tricks, rules.hand_size, loner=alone, lone_defender=defended_alone, lone_must_march=rules.lone_must_march
    )
    taken = [rules.hand_size - tricks] * len(rules.partnerships)
    taken[makers.index] = tricks
    maker, defender = makers.seats[0], makers.other.seats[0]
    return DealResult(
        outcome,
        after_revokes(points_for(rules.scoring, outcome, makers), revoked, rules.revoke_penalty),
        tuple(taken),
        maker=maker,
        loner=maker if alone else None,
        lone_defender=defender if defended_alone else None,
    )


def outcome_values(rules: Ruleset) -> tuple[OutcomeValue, ...]:
    """Return every outcome that a deal played to the end can have under ``rules``, with its points.

    >>> from uka import ruleset
    >>> [(value.tricks, value.points) for value in outcome_values(ruleset("uka")) if value.alone]
    [((0, 1, 2, 3, 4), (0, 4)), ((5,), (4, 0))]
    """
    values = list[OutcomeValue]()
    for alone in (False, True) if rules.alone_by != "nobody" else (False,):
        for defended_alone in (False, True) if rules.defender_may_go_alone(loner=alone) else (False,):
            values += _outcome_values(rules, alone, defended_alone)
    return tuple(values)


def _outcome_values(rules: Ruleset, alone: bool, defended_alone: bool) -> Iterator[OutcomeValue]:
    by_outcome = dict[Outcome, list[DealResult]]()
    for tricks in range(rules.hand_size + 1):
        result = played_result(rules, PARTNERSHIPS[0], tricks, alone=alone, defended_alone=defended_alone)
        by_outcome.setdefault(result.outcome, []).append(result)
    for outcome, results in by_outcome.items():
        makers, defenders = results[0].points
        taken = tuple([result.tricks[0] for result in results])
        yield OutcomeValue(outcome, alone, defended_alone, taken, (makers, defenders))


def revoked_result(rules: Ruleset, *offenders: Partnership) -> DealResult:
    """Return the result of a deal that revokes ended, which scores only the penalties (Tainui rules, 5).

    ``offenders`` holds the offending side of each revoke.
    """
    return _result_without_tricks(rules, Outcome.REVOKED, revoke_penalties(rules, offenders))


def revoke_penalties(rules: Ruleset, offenders: Iterable[Partnership]) -> tuple[int, ...]:
    """Return the points that each partnership scores by penalties for revokes, north-south first.

    ``offenders`` holds the offending side of each revoke.
    """
    return after_revokes((0,) * len(rules.partnerships), offenders, rules.revoke_penalty)


def thrown_in_result(rules: Ruleset) -> DealResult:
    """Return the result of a deal in which nobody called.

    Raise ``IllegalAction`` if the rules force somebody to call.
    """
    if rules.nobody_calls not in ("throw_in", "throw_in_same"):
        raise IllegalAction(f"in {rules.title} no deal is thrown in: someone must call")
    return _result_without_tricks(rules, Outcome.THROWN_IN, (0,) * len(rules.partnerships))


def redeal_result(rules: Ruleset) -> DealResult:
    """Return the result of a void deal, after which the same dealer deals again."""
    return _result_without_tricks(rules, Outcome.REDEAL, (0,) * len(rules.partnerships))


def _result_without_tricks(rules: Ruleset, outcome: Outcome, points: tuple[int, ...]) -> DealResult:
    return DealResult(outcome, points, (0,) * len(rules.partnerships))
