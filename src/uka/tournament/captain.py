"""What a captain (kaihautū) may do: sign their own results, and enter them where no official came."""

from __future__ import annotations

from . import entries as en
from .checks import checked_points
from .entries import Entries, Role
from .links import of_team
from .official import signed
from .tally import Points
from .tournament import Match, Refused, Tournament, round_of


def confirm(t: Tournament, by: str, team: int, points: Points | None = None) -> Entries:
    """Sign the result of one's own game; ``points`` are those that were signed, if they are said."""
    of_team(t, by, team)
    return signed(_match(t, team), team, points)


def claim(t: Tournament, by: str, team: int, points: Points) -> Entries:
    """The points that the game ended with, north-south's first; it counts once both captains say the same."""
    of_team(t, by, team)
    match = _match(t, team)
    if match.taps or has_official(t, match.table):
        raise Refused("the official of the table enters the points")
    if round_of(t).started is None:
        raise Refused("the round has not started")
    if match.said is not None:
        raise Refused("the result was entered already")
    return (en.Claimed(match.table, team, checked_points(points)),)


def has_official(t: Tournament, table: int) -> bool:
    """Whether somebody presides at a table."""
    return any(g.role is Role.OFFICIAL and g.table == table and not g.revoked for g in t.grants)


def _match(t: Tournament, team: int) -> Match:
    playing = round_of(t)
    match = playing.of(team)
    if match is None or playing.closed:
        raise Refused(f"team {team} plays no game now")
    return match
