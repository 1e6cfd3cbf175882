"""Checks of names, reasons, points, cards and rounds that several commands share.

Each function raises ``TournamentRefusal`` if its check fails.
"""

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


def require_clocked_round(t: Tournament) -> TournamentRound:
    """Return the current round. Raise ``TournamentRefusal`` unless its clock is running or paused."""
    playing = round_of(t)
    if not t.settings.clock_ms:
        raise TournamentRefusal("this tournament has no clock")
    if playing.started is None or playing.closed:
        raise TournamentRefusal(f"round {playing.number} " + ("is closed" if playing.closed else "has not started"))
    if playing.rang:
        raise TournamentRefusal("the bell has rung")
    return playing


def match_of_open_round(t: Tournament, table: int) -> TournamentMatch:
    """Return the match at table ``table`` in the current round.

    Raise ``TournamentRefusal`` if nobody plays at the table, or if the round is closed.
    """
    if round_of(t).closed:
        raise TournamentRefusal("the round is closed: change its result instead")
    return match_of(t, table)


def checked_points(points: Points) -> Points:
    """Return ``points`` unchanged. Raise ``TournamentRefusal`` unless each number is from 0 to ``MOST_POINTS``."""
    if min(points) < 0 or max(points) > MOST_POINTS:
        raise TournamentRefusal(f"each side has 0 to {MOST_POINTS} points")
    return points


def checked_name(name: str, whose: str) -> str:
    """Return ``name`` without invisible characters and surplus spaces.

    Raise ``TournamentRefusal`` if nothing is left of it, if it is too long or if it is unprintable. ``whose`` is the
    owner of the name in the words of the error message, such as "a team".
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
    """Return ``reason`` without surplus spaces. Raise ``TournamentRefusal`` if it is empty, too long or unprintable."""
    clean = " ".join(reason.split())
    if not clean or len(clean) > MOST_LETTERS or not clean.isprintable():
        raise TournamentRefusal(f"give the reason, in 1 to {MOST_LETTERS} letters")
    return clean


def checked_optional_reason(reason: str) -> str:
    """Return ``reason`` as ``checked_reason`` does, or an empty text if no reason is given."""
    return checked_reason(reason) if reason else ""


def check_cards(t: Tournament, cards: Collection[Card]) -> None:
    """Check ``cards``, which captains cut. Raise ``TournamentRefusal`` unless they are different cards of the pack.

    A captain cannot cut the joker.
    """
    different = {*cards}
    if len(different) < len(cards) or not different <= {*t.rules.cards} or Card.JOKER in different:
        raise TournamentRefusal("the captains cut different cards of the pack, not the joker")
