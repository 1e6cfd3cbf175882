"""Checks that several commands share. Each raises ``TournamentRefusal``."""

from __future__ import annotations

from ..tally import Points
from ..tournament import Tournament, TournamentMatch, TournamentRefusal, TournamentRound, match_of, round_of

MOST_LETTERS = 80
"""The most letters in a name or a reason."""
MOST_POINTS = 99
"""The most points of a partnership in a game."""


def check_running(t: Tournament) -> None:
    """Refuse if the tournament is over."""
    if t.ended:
        raise TournamentRefusal("the tournament is over")


def clocked(t: Tournament) -> TournamentRound:
    """The present round, if its clock runs or is paused."""
    playing = round_of(t)
    if not t.settings.clock_ms:
        raise TournamentRefusal("this tournament is played without a clock")
    if playing.started is None or playing.closed:
        raise TournamentRefusal(f"round {playing.number} " + ("is closed" if playing.closed else "has not started"))
    if playing.rang:
        raise TournamentRefusal("the bell has rung")
    return playing


def open_match(t: Tournament, table: int) -> TournamentMatch:
    """The game at a table, if the round is not closed."""
    if round_of(t).closed:
        raise TournamentRefusal("the round is closed: correct its result instead")
    return match_of(t, table)


def checked_points(points: Points) -> Points:
    """The points, if they are from 0 to ``MOST_POINTS``."""
    if min(points) < 0 or max(points) > MOST_POINTS:
        raise TournamentRefusal(f"points are 0 to {MOST_POINTS} a side")
    return points


def checked_name(name: str, whose: str) -> str:
    """A name with surplus spaces removed. A refusal says ``whose`` name it is."""
    clean = " ".join(name.split())
    if not clean or len(clean) > MOST_LETTERS or not clean.isprintable():
        raise TournamentRefusal(f"{whose} needs a name of 1 to {MOST_LETTERS} letters")
    return clean


def checked_reason(reason: str) -> str:
    """A reason with surplus spaces removed."""
    clean = " ".join(reason.split())
    if not clean or len(clean) > MOST_LETTERS or not clean.isprintable():
        raise TournamentRefusal(f"give the reason, in 1 to {MOST_LETTERS} letters")
    return clean
