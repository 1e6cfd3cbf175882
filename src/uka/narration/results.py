"""Sentences about the result and the points of a deal, for one reader or for a transcript."""

from __future__ import annotations

from uka.core.scoring import TO_DEFENDERS, DealResult, Outcome
from uka.core.seats import Partnership

from .names import Names, counted


def result_line(result: DealResult, names: Names, *, revoked: bool = False) -> str:
    """Return sentences about how a deal ended and how many points each side scored.

    If ``revoked`` is true, the points include the penalty for a revoke.
    """
    scored = [(side, n) for side, n in zip(Partnership, result.points, strict=True) if n]
    points = [f"{counted(n, 'point')} to {names.to(side)}." for side, n in scored]
    with_revoke = ["Including the revoke:"] if points and revoked and result.outcome is not Outcome.REVOKED else []
    return " ".join([_ending(result, names), *with_revoke, *points])


def penalty_clause(penalty: int, side: Partnership, names: Names) -> str:
    """Return a clause about the penalty for a revoke after which the deal is played out."""
    return f"{counted(penalty, 'point')} to {names.to(side)} at once; play goes on"


def _ending(result: DealResult, names: Names) -> str:
    if result.makers is None or result.outcome in (Outcome.REVOKED, Outcome.REDEAL, Outcome.THROWN_IN):
        return {
            Outcome.REVOKED: "Revoke! The deal is over.",
            Outcome.REDEAL: "A farmer's hand was shown: the same dealer deals again.",
        }.get(result.outcome, "Everyone passed: the cards are thrown in.")
    pair = names.pair(result.makers)
    taken = result.tricks[result.makers.index]
    tricks, too_few = counted(taken, "trick"), f"only {counted(taken, 'trick')}" if taken else "no tricks"
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
    """Return a sentence about how a deal ended, in the style of a transcript."""
    if result.outcome is Outcome.THROWN_IN:
        return "everyone passes: the cards are thrown in"
    if result.outcome is Outcome.REDEAL:
        return "the same dealer deals again"
    paid = [side for side in Partnership if result.points[side.index]] or [Partnership.NORTH_SOUTH]
    scored = ", ".join(f"{names.partners(side)} score {result.points[side.index]}" for side in paid)
    if result.outcome is Outcome.REVOKED:
        return f"{scored} for the revoke"
    if result.outcome in TO_DEFENDERS and result.makers:
        return f"{names.partners(result.makers)} are euchred: {scored}"
    march = {Outcome.MARCH: " for a march", Outcome.LONE_MARCH: " for a march alone"}.get(result.outcome, "")
    return f"{scored}{march}"
