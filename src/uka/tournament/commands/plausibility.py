"""Finds doubtful input: points that the rules can hardly lead to, and two spellings of the name of one marae.

The author of a command may insist on doubtful input.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from uka.core import reported_results
from uka.core.ruleset import Ruleset
from uka.locales import folded

from ..entries import Roster
from ..tally import Points
from ..tournament import DoubtfulInput, Team, Tournament, TournamentMatch, TournamentRound
from .checks import checked_points

Alike: TypeAlias = Literal["ask", "same", "other"]
"""What to do if the names of two marae are similar.

``ask`` refuses the command, so that its sender can decide. ``same`` treats the names as one marae, and ``other`` as
two.
"""
MOST_NAMED = 3
"""The maximum number of pairs of similar names that an error's sentence lists."""


def check_plausible(
    t: Tournament, playing: TournamentRound, match: TournamentMatch, points: Points, *, insist: bool
) -> bool:
    """Return whether points are doubtful. Raise ``DoubtfulInput`` if they are doubtful and ``insist`` is false."""
    why = doubt_about(t, playing, match, checked_points(points))
    if why and not insist:
        raise DoubtfulInput(why, "points")
    return bool(why)


def doubt_about(t: Tournament, playing: TournamentRound, match: TournamentMatch, points: Points) -> str:
    """Return a sentence that explains why a match can hardly end with these points.

    Return "" if the points are plausible.
    """
    target, most = t.rules.target, most_of(t.rules)
    if playing.started is None:
        return f"round {playing.number} has not started"
    if target and min(points) >= target:
        return f"both sides have {target} points or more, but the game ends when one side gets there"
    if most is not None and max(points) > most:
        return f"{max(points)} points are more than a side can score under these rules: {most} at most"
    if t.rules.deals and sum(points) > t.rules.deals * deal_most(t.rules):
        return f"{sum(points)} points are more than {t.rules.deals} deals can give"
    ends = playing.rang or t.rules.deals or match.tally.forfeit
    if target and max(points) < target and not ends:
        bell = ", and the bell has not rung" if t.settings.clock_ms else ""
        return f"neither side has {target} points{bell}"
    return ""


def deal_most(rules: Ruleset) -> int:
    """Return the maximum points that one deal can give a partnership, including a penalty for a revoke."""
    best, penalty = best_end(rules), rules.revoke_penalty
    return best + penalty if rules.revoke_then == "played_out" else max(best, penalty)


def best_end(rules: Ruleset) -> int:
    """Return the maximum points that a partnership can get for a deal that is played out, without penalties."""
    return max([max(end.points) for end in reported_results.outcome_values(rules)])


def most_of(rules: Ruleset) -> int | None:
    """Return the maximum points that a partnership can have at the end of a game, or None if there is no limit.

    A penalty for a revoke can win the game, so the limit includes such a penalty.

    >>> from uka import ruleset
    >>> most_of(ruleset("tainui"))
    16
    """
    limits = [rules.target - 1 + max(best_end(rules), rules.revoke_penalty)] if rules.target else []
    limits += [rules.deals * deal_most(rules)] if rules.deals else []
    return min(limits, default=None)


def with_marae(t: Tournament, rosters: Iterable[Roster], alike: Alike, but: Team | None = None) -> tuple[Roster, ...]:
    """Return rosters that spell the name of each marae consistently.

    If a name is similar to the name of an earlier marae, ``alike`` decides. If it is "same", the roster gets the
    earlier spelling. If it is "other", the roster stays unchanged. If it is "ask", raise ``DoubtfulInput``. ``but`` is
    a team whose marae is left out of the comparison.
    """
    known = [team.marae for team in t.teams if team is not but and team.marae]
    spelt, first = {*known, but.marae if but else ""}, dict[str, str]()
    for home in known:
        first.setdefault(folded(home), home)
    spelled, pairs = list[Roster](), dict[str, str]()
    for roster in rosters:
        twin = "" if roster.marae in spelt else first.get(folded(roster.marae), "")
        if twin and alike == "ask":
            pairs[roster.marae] = twin
        elif twin and alike == "same":
            roster = replace(roster, marae=twin)
        if roster.marae:
            first.setdefault(folded(roster.marae), roster.marae)
            spelt |= set() if twin else {roster.marae}
        spelled.append(roster)
    if pairs:
        raise DoubtfulInput(_alike(pairs, t.settings.home), "marae")
    return tuple(spelled)


def _alike(pairs: dict[str, str], home: str) -> str:
    named = [f"{name} and {twin}" for name, twin in [*pairs.items()][:MOST_NAMED]]
    more = f", and {len(pairs) - MOST_NAMED} more" if len(pairs) > MOST_NAMED else ""
    if len(pairs) == 1:
        return f"{named[0]} are spelt almost alike: are they the same {home}?"
    return f"some names are spelt almost alike, {'; '.join(named)}{more}: is each pair the same {home}?"
