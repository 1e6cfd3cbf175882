"""Finds doubtful input: points that the rules can hardly lead to, and two spellings of the name of one marae.

A marae is the community that a team plays for. The author of a command may insist on doubtful input.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Literal, TypeAlias

from msgspec.structs import replace

from uka.core import reported_results
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.locales import folded
from uka.narration.names import counted

from ..entries import Roster
from ..tally import Loners, Points
from ..tournament import DoubtfulInput, Team, Tournament, TournamentMatch, TournamentRound
from .checks import checked_points

Alike: TypeAlias = Literal["ask", "same", "other"]
"""What to do if the names of two marae are similar.

``ask`` refuses the command, so that its sender can decide. ``same`` treats the names as one marae, and ``other`` as
two.
"""
MOST_NAMED = 3
"""The maximum number of pairs of similar names that an error's sentence lists."""


def check_doubtful(
    t: Tournament,
    playing: TournamentRound,
    match: TournamentMatch,
    points: Points,
    loners: Loners | None = None,
    *,
    insist: bool,
) -> bool:
    """Return whether ``points`` are a doubtful result of ``match``, which is a match of the round ``playing``.

    ``loners`` are the deals that each side won with all tricks alone, if they are known. Raise ``DoubtfulInput`` if the
    result is doubtful and ``insist`` is false.
    """
    why = doubt_about(t, playing, match, checked_points(points))
    if loners is not None:
        why = why or _doubt_about_loners(t.rules, points, checked_points(loners))
    if why and not insist:
        raise DoubtfulInput(why, "points")
    return bool(why)


def doubt_about(t: Tournament, playing: TournamentRound, match: TournamentMatch, points: Points) -> str:
    """Return a sentence that explains why ``match`` can hardly end with ``points``, or "" if the points are plausible.

    ``playing`` is the round of the match.
    """
    target, most = t.rules.target, most_game_points(t.rules)
    if playing.started is None:
        return f"round {playing.number} has not started"
    if target and min(points) >= target:
        return f"both sides have {target} points or more, but the game ends when one side gets there"
    if most is not None and max(points) > most:
        return f"{max(points)} points are more than a side can score under these rules: {most} at most"
    if t.rules.deals and sum(points) > t.rules.deals * most_deal_points(t.rules):
        return f"{sum(points)} points are more than {t.rules.deals} deals can give"
    ends = playing.rang or t.rules.deals or match.tally.forfeit
    if target and max(points) < target and not ends:
        bell = ", and the bell has not rung" if t.settings.clock_ms else ""
        return f"neither side has {target} points{bell}"
    return ""


def _doubt_about_loners(rules: Ruleset, points: Points, loners: Loners) -> str:
    """Return a sentence that explains why sides with ``points`` can hardly have won ``loners``, or ""."""
    worth = rules.scoring[Outcome.LONE_MARCH]
    for side, won in zip(points, loners, strict=True):
        if won * worth > side:
            return f"a side with {counted(side, 'point')} has not won {counted(won, 'loner')}, each worth {worth}"
    return ""


def most_deal_points(rules: Ruleset) -> int:
    """Return the most points that a partnership can get from one deal, penalties for revokes included."""
    best, penalty = best_outcome_points(rules), rules.revoke_penalty
    return best + penalty if rules.revoke_then == "played_out" else max(best, penalty)


def best_outcome_points(rules: Ruleset) -> int:
    """Return the most points that a partnership can get for the outcome of a deal, without penalties."""
    return max([max(end.points) for end in reported_results.outcome_values(rules)])


def most_game_points(rules: Ruleset) -> int | None:
    """Return the most points that a partnership can have at the end of a game, or None if there is no limit.

    A penalty for a revoke can win the game, so the limit includes it.

    >>> from uka import ruleset
    >>> most_game_points(ruleset("tainui"))
    16
    """
    limits = [rules.target - 1 + max(best_outcome_points(rules), rules.revoke_penalty)] if rules.target else []
    limits += [rules.deals * most_deal_points(rules)] if rules.deals else []
    return min(limits, default=None)


def with_consistent_marae(
    t: Tournament, rosters: Iterable[Roster], alike: Alike, but: Team | None = None
) -> tuple[Roster, ...]:
    """Return ``rosters`` with one spelling for the name of each marae (community).

    ``alike`` says what happens to a roster if the name of its marae is similar to an earlier name: "same" gives it the
    earlier spelling, "other" leaves it unchanged, and "ask" raises ``DoubtfulInput``. ``but`` is a team whose roster is
    about to be replaced; the name of its marae does not count as an earlier name.
    """
    others = [team.marae for team in t.teams if team is not but and team.marae]
    known = {*others, but.marae if but else ""}
    first_spelling = dict[str, str]()
    for marae in others:
        first_spelling.setdefault(folded(marae), marae)
    consistent, doubtful = list[Roster](), dict[str, str]()
    for roster in rosters:
        marae = roster.marae
        similar = "" if marae in known else first_spelling.get(folded(marae), "")
        if similar and alike == "ask":
            doubtful[marae] = similar
        elif similar and alike == "same":
            marae = similar
        if marae:
            first_spelling.setdefault(folded(marae), marae)
        if marae and not similar:
            known.add(marae)
        consistent.append(replace(roster, marae=marae))
    if doubtful:
        raise DoubtfulInput(_likeness_question(doubtful, t.settings.home), "marae")
    return tuple(consistent)


def _likeness_question(pairs: dict[str, str], home: str) -> str:
    """Return a question: whether the two similar names of each pair mean the same marae (community).

    ``pairs`` is a dict from each new name to the earlier name. ``home`` is the tournament's own word for a marae, such
    as "club".
    """
    named = [f"{name} and {similar}" for name, similar in islice(pairs.items(), MOST_NAMED)]
    more = f", and {len(pairs) - MOST_NAMED} more" if len(pairs) > MOST_NAMED else ""
    if len(pairs) == 1:
        return f"{named[0]} are spelt almost alike: are they the same {home}?"
    return f"some names are spelt almost alike, {'; '.join(named)}{more}: is each pair the same {home}?"
