"""Validation that several commands share. Each function raises ``TournamentRefusal`` for invalid input."""

from __future__ import annotations

from collections.abc import Collection

from uka.core.cards import Card
from uka.text.invisible import without_invisible

from ..tally import Points
from ..tournament import Tournament, TournamentMatch, TournamentRefusal, TournamentRound, match_of, round_of

MOST_LETTERS = 80
"""The maximum length of a name or a reason, in characters."""
MOST_POINTS = 99
"""The maximum number of points that a partnership can have in a game."""


def check_running(t: Tournament) -> None:
    """Raise ``TournamentRefusal`` if the tournament is over."""
    if t.ended:
        raise TournamentRefusal("the tournament is over")


def clocked(t: Tournament) -> TournamentRound:
    """Return the current round. Raise ``TournamentRefusal`` unless its clock is running or paused."""
    playing = round_of(t)
    if not t.settings.clock_ms:
        raise TournamentRefusal("this tournament has no clock")
    if playing.started is None or playing.closed:
        raise TournamentRefusal(f"round {playing.number} " + ("is closed" if playing.closed else "has not started"))
    if playing.rang:
        raise TournamentRefusal("the bell has rung")
    return playing


def open_match(t: Tournament, table: int) -> TournamentMatch:
    """Return the match at a table. Raise ``TournamentRefusal`` if nobody plays there or if the round is closed."""
    if round_of(t).closed:
        raise TournamentRefusal("the round is closed: change its result instead")
    return match_of(t, table)


def checked_points(points: Points) -> Points:
    """Return points unchanged. Raise ``TournamentRefusal`` unless both are from 0 to ``MOST_POINTS``, both included."""
    if min(points) < 0 or max(points) > MOST_POINTS:
        raise TournamentRefusal(f"each side has 0 to {MOST_POINTS} points")
    return points


def checked_name(name: str, whose: str) -> str:
    """Return a name without invisible characters and surplus spaces.

    Raise ``TournamentRefusal`` if it is empty, too long or unprintable. The error's sentence uses ``whose`` for the
    owner of the name.
    """
    spaced = " ".join(name.split())
    clean = without_invisible(spaced)
    if not clean or len(clean) > MOST_LETTERS:
        has = f": {clean[:20]}… has {len(clean)}" if clean else ""
        raise TournamentRefusal(f"{whose} needs a name of 1 to {MOST_LETTERS} letters{has}")
    if not spaced.isprintable():
        raise TournamentRefusal(f"{whose} needs a name of printable letters, unlike {spaced[:20]!r}")
    return clean


def checked_reason(reason: str) -> str:
    """Return a reason without surplus spaces. Raise ``TournamentRefusal`` if it is empty, too long or unprintable."""
    clean = " ".join(reason.split())
    if not clean or len(clean) > MOST_LETTERS or not clean.isprintable():
        raise TournamentRefusal(f"give the reason, in 1 to {MOST_LETTERS} letters")
    return clean


def check_cards(t: Tournament, cut: Collection[Card]) -> None:
    """Raise ``TournamentRefusal`` unless the cards that captains cut are different cards of the pack."""
    if len({*cut}) < len(cut) or not {*cut} <= {*t.rules.cards} or Card.JOKER in cut:
        raise TournamentRefusal("the captains cut different cards of the pack, not the joker")
