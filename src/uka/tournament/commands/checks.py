"""What several commands check: names, reasons, points, and whether a round or a game is open."""

from __future__ import annotations

from ..tally import Points
from ..tournament import Tournament, TournamentMatch, TournamentRefusal, TournamentRound, match_of, round_of

MOST_LETTERS = 80
"""Of a name, or a reason."""
MOST_POINTS = 99
"""Of a side, in a game."""


def check_running(t: Tournament) -> None:
    """Refuse what comes after the end."""
    if t.ended:
        raise TournamentRefusal("the tournament is over")


def clocked(t: Tournament) -> TournamentRound:
    """The round whose clock can be stopped, moved or ended."""
    playing = round_of(t)
    if not t.settings.clock_ms:
        raise TournamentRefusal("this tournament is played without a clock")
    if playing.started is None or playing.closed:
        raise TournamentRefusal(f"round {playing.number} " + ("is closed" if playing.closed else "has not started"))
    if playing.rang:
        raise TournamentRefusal("the bell has rung")
    return playing


def open_match(t: Tournament, table: int) -> TournamentMatch:
    """A game of a round that is not closed."""
    if round_of(t).closed:
        raise TournamentRefusal("the round is closed: correct its result instead")
    return match_of(t, table)


def checked_points(points: Points) -> Points:
    """Points that a game can end with."""
    if min(points) < 0 or max(points) > MOST_POINTS:
        raise TournamentRefusal(f"points are 0 to {MOST_POINTS} a side")
    return points


def checked_name(name: str, whose: str) -> str:
    """A name without spaces too many; ``whose`` it is stands in a refusal."""
    clean = " ".join(name.split())
    if not clean or len(clean) > MOST_LETTERS or not clean.isprintable():
        raise TournamentRefusal(f"{whose} needs a name of 1 to {MOST_LETTERS} letters")
    return clean


def checked_reason(reason: str) -> str:
    """A reason without spaces too many."""
    clean = " ".join(reason.split())
    if not clean or len(clean) > MOST_LETTERS or not clean.isprintable():
        raise TournamentRefusal(f"give the reason, in 1 to {MOST_LETTERS} letters")
    return clean
