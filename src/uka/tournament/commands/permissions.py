"""Decides what a link permits. An official's link is for one table, and a captain's link is for one team.

A director's link permits everything. Each function takes ``by``, the id of a link's grant, and returns that grant. It
raises ``TournamentRefusal`` if the link is revoked or does not permit what the function requires.
"""

from __future__ import annotations

from ..entries import Role
from ..tournament import Grant, Tournament, TournamentRefusal


def require_director(t: Tournament, by: str) -> Grant:
    """Return the grant with the id ``by`` if it is a director's. Otherwise raise ``TournamentRefusal``."""
    grant = _require_grant(t, by)
    if grant.role is not Role.DIRECTOR:
        raise TournamentRefusal("only the director can do that")
    return grant


def require_official(t: Tournament, by: str, table: int) -> Grant:
    """Return the grant with the id ``by`` if it is a director's or that of the official of table ``table``.

    Otherwise raise ``TournamentRefusal``.
    """
    return _require_role(t, by, Role.OFFICIAL, table, "only the table's official or the director can do that")


def require_captain(t: Tournament, by: str, team: int) -> Grant:
    """Return the grant with the id ``by`` if it is a director's or that of the captain of ``team``.

    Otherwise raise ``TournamentRefusal``.
    """
    return _require_role(t, by, Role.CAPTAIN, team, "only the captain or the director can do that")


def require_official_of(t: Tournament, by: str, team: int) -> Grant:
    """Return the grant with the id ``by`` if it is a director's or that of the official at whose table ``team`` plays.

    Otherwise raise ``TournamentRefusal``.
    """
    grant = _require_grant(t, by)
    t.team(team)
    if grant.role is Role.DIRECTOR:
        return grant
    match = t.round.of(team) if t.round else None
    if match is None:
        raise TournamentRefusal(f"team {team} isn't playing at a table now: ask the director")
    return require_official(t, by, match.table)


def _require_role(t: Tournament, by: str, role: Role, number: int, why: str) -> Grant:
    """Return the grant with the id ``by`` if it is a director's, or if it has ``role`` for table or team ``number``.

    Otherwise raise ``TournamentRefusal``, with the sentence ``why`` if the grant has another role.
    """
    grant = _require_grant(t, by)
    if grant.role not in (role, Role.DIRECTOR):
        raise TournamentRefusal(why)
    what, own = ("table", grant.table) if role is Role.OFFICIAL else ("team", grant.team)
    if grant.role is role and own != number:
        raise TournamentRefusal(f"this link is for {what} {own}, not for {what} {number}")
    return grant


def _require_grant(t: Tournament, by: str) -> Grant:
    grant = t.grant(by)
    if grant is None or grant.revoked:
        raise TournamentRefusal("this link no longer works: ask the director for another")
    return grant
