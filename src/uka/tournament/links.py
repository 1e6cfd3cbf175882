"""Who may do what: a link is for a role, an official's for one table, a captain's for one team."""

from __future__ import annotations

from .entries import Role
from .tournament import Grant, Refused, Tournament


def of_director(t: Tournament, by: str) -> Grant:
    """The director's link, or ``Refused``."""
    grant = _good(t, by)
    if grant.role is not Role.DIRECTOR:
        raise Refused("only the director does that")
    return grant


def of_table(t: Tournament, by: str, table: int) -> Grant:
    """The link of a table's official, or the director's; ``Refused`` for any other."""
    grant = _good(t, by)
    if grant.role is Role.CAPTAIN:
        raise Refused("the official of the table does that, or the director")
    if grant.role is Role.OFFICIAL and grant.table != table:
        raise Refused(f"this link is for table {grant.table}, not for table {table}")
    return grant


def of_team(t: Tournament, by: str, team: int) -> Grant:
    """The link of a team's captain, or the director's; ``Refused`` for any other."""
    grant = _good(t, by)
    if grant.role is Role.OFFICIAL:
        raise Refused("the captain does that, or the director")
    if grant.role is Role.CAPTAIN and grant.team != team:
        raise Refused(f"this link is for team {grant.team}, not for team {team}")
    return grant


def here(t: Tournament, by: str, team: int) -> Grant:
    """The link of the official at whose table a team plays now, or the director's; ``Refused`` for any other."""
    grant = _good(t, by)
    t.team(team)
    if grant.role is Role.DIRECTOR:
        return grant
    match = t.round.of(team) if t.round else None
    if match is None:
        raise Refused(f"team {team} plays at no table now: ask the director")
    return of_table(t, by, match.table)


def _good(t: Tournament, by: str) -> Grant:
    grant = t.grant(by)
    if grant is None or grant.revoked:
        raise Refused("this link counts no more: ask the director for another")
    return grant
