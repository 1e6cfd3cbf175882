"""Sentences about the result of a deal, for one reader (who is called "you") or for a transcript."""

from __future__ import annotations

from uka.core.scoring import TO_DEFENDERS, DealResult, Outcome
from uka.core.seats import Partnership

from .names import Names, counted


def result_line(result: DealResult, names: Names, *, revoked: bool = False) -> str:
    """Return sentences for one reader about how a deal ended and how many points each side scored.

    ``revoked`` is true if the points include the penalty for a revoke after which the deal was played out.
    """
    scored = [(side, points) for side, points in zip(Partnership, result.points, strict=True) if points]
    sentences = [f"{counted(points, 'point')} to {names.them(side)}." for side, points in scored]
    if sentences and revoked and result.outcome is not Outcome.REVOKED:
        sentences.insert(0, "Including the revoke:")
    return " ".join([_ending_sentence(result, names), *sentences])


def penalty_clause(penalty: int, side: Partnership, names: Names) -> str:
    """Return a clause that gives the points of a ``penalty`` for a revoke to ``side``, and says that play goes on."""
    return f"{counted(penalty, 'point')} to {names.them(side)} at once; play goes on"


def _ending_sentence(result: DealResult, names: Names) -> str:
    """Return a sentence about how a deal ended, without points."""
    if result.outcome is Outcome.REVOKED:
        return "Revoke! The deal is over."
    if result.outcome is Outcome.REDEAL:
        return "A farmer's hand was shown: the same dealer deals again."
    if result.outcome is Outcome.THROWN_IN or result.makers is None:
        return "Everyone passed: the cards are thrown in."
    pair = names.pair(result.makers)
    taken = result.tricks[result.makers.index]
    tricks = counted(taken, "trick")
    too_few = f"only {tricks}" if taken else "no tricks"
    loner = names.name(result.loner) if result.loner else pair
    defender = names.name(result.lone_defender) if result.lone_defender else ""
    return {
        Outcome.MADE: f"{pair} made it with {tricks}.",
        Outcome.MARCH: f"{pair} took all five tricks: a march!",
        Outcome.LONE_MADE: f"{loner} made {tricks} alone.",
        Outcome.LONE_MARCH: f"{loner} took all five tricks alone!",
        Outcome.EUCHRED: f"{pair} took {too_few}: euchred!",
        Outcome.LONE_EUCHRED: f"{loner} took {too_few} alone: euchred!",
        Outcome.DEFENDED_ALONE: f"{defender} defended alone, and {pair} took {too_few}: euchred!",
    }[result.outcome]


def result_sentence(result: DealResult, names: Names) -> str:
    """Return a sentence about how a deal ended, in the third person, as a transcript has it."""
    if result.outcome is Outcome.THROWN_IN:
        return "everyone passes: the cards are thrown in"
    if result.outcome is Outcome.REDEAL:
        return "the same dealer deals again"
    scores = _points_clause(result, names)
    if result.outcome is Outcome.REVOKED:
        return f"{scores} for the revoke"
    if result.outcome is Outcome.MARCH:
        return f"{scores} for a march"
    if result.outcome is Outcome.LONE_MARCH:
        return f"{scores} for a march alone"
    if result.outcome in TO_DEFENDERS and result.makers:
        return f"{names.partners(result.makers)} are euchred: {scores}"
    return scores


def _points_clause(result: DealResult, names: Names) -> str:
    """Return a clause with the points of each side that scored. If neither did, it says that north-south score 0."""
    scored = [side for side in Partnership if result.points[side.index]] or [Partnership.NORTH_SOUTH]
    return ", ".join(f"{names.partners(side)} score {result.points[side.index]}" for side in scored)
