"""Decides what a link permits. An official's link is for one table, and a captain's link is for one team.

A director's link permits everything. ``by`` is the id of a link's grant. Each function returns this grant, or raises
``TournamentRefusal`` if the link does not permit the command.
"""

from __future__ import annotations

from ..entries import Role
from ..tournament import Grant, Tournament, TournamentRefusal


def require_director(t: Tournament, by: str) -> Grant:
    """Return the grant with the id ``by`` if its role is director."""
    grant = _valid(t, by)
    if grant.role is not Role.DIRECTOR:
        raise TournamentRefusal("only the director can do that")
    return grant


def require_official(t: Tournament, by: str, table: int) -> Grant:
    """Return the grant with the id ``by`` if it is that of the director or of the table's official."""
    return _role_for(t, by, Role.OFFICIAL, table, "only the table's official or the director can do that")


def require_captain(t: Tournament, by: str, team: int) -> Grant:
    """Return the grant with the id ``by`` if it is that of the director or of the team's captain."""
    return _role_for(t, by, Role.CAPTAIN, team, "only the captain or the director can do that")


def require_official_of(t: Tournament, by: str, team: int) -> Grant:
    """Return the grant with the id ``by`` if it is that of the director or of the official at the team's table."""
    grant = _valid(t, by)
    t.team(team)
    if grant.role is Role.DIRECTOR:
        return grant
    match = t.round.of(team) if t.round else None
    if match is None:
        raise TournamentRefusal(f"team {team} isn't playing at a table now: ask the director")
    return require_official(t, by, match.table)


def _role_for(t: Tournament, by: str, role: Role, number: int, why: str) -> Grant:
    grant = _valid(t, by)
    if grant.role not in (role, Role.DIRECTOR):
        raise TournamentRefusal(why)
    what, own = ("table", grant.table) if role is Role.OFFICIAL else ("team", grant.team)
    if grant.role is role and own != number:
        raise TournamentRefusal(f"this link is for {what} {own}, not for {what} {number}")
    return grant


def _valid(t: Tournament, by: str) -> Grant:
    grant = t.grant(by)
    if grant is None or grant.revoked:
        raise TournamentRefusal("this link no longer works: ask the director for another")
    return grant
