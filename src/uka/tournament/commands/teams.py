"""What a director may do beside the rounds: open the tournament, give links, enter teams, set tables up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uka.core.ruleset import Ruleset

from .. import entries as en
from ..entries import DIRECTOR, FORMAT, Entries, Line, Role, Roster
from ..evolve import evolve
from ..settings import MINUTE, Settings
from ..tournament import Refused, Team, Tournament
from .checks import check_running, checked_name, checked_reason
from .permissions import of_director
from .plausibility import Alike, with_marae

MOST_TEAMS, MOST_TABLES = 2_000, 1_000
OF_TEAMS = (Role.CAPTAIN, Role.PLAYER)
"""Roles whose link is for a team."""


def opened(name: str, rules: Ruleset, settings: Settings | None = None, *, at: int) -> tuple[Tournament, Line]:
    """A new tournament and its first line. The rules' clock is the round's: the bell ends their games.

    ``InvalidRuleset`` for rules that can't be played so.
    """
    settings = settings or Settings()
    clock = -(-settings.clock_ms // MINUTE)
    if bool(rules.clock) != bool(clock):
        rules = rules.changed({"clock": clock})
    line = Line.after("", 0, at, DIRECTOR, en.Opened(FORMAT, checked_name(name, "the tournament"), rules, settings))
    return evolve(None, line), line


def change(t: Tournament, by: str, settings: Settings) -> Entries:
    """Other settings; whether there is a clock, and the movement, stay once a round is seated."""
    of_director(t, by)
    fixed = settings.movement != t.settings.movement or bool(settings.clock_ms) != bool(t.settings.clock_ms)
    if t.rounds and fixed:
        raise Refused("the movement, and whether there is a clock, stay as they are once a round is seated")
    if bool(settings.clock_ms) != bool(t.rules.clock):
        raise Refused("these rules are with a clock" if t.rules.clock else "these rules are without a clock")
    return (en.Changed(settings),)


# Links


def grant(
    t: Tournament, by: str, id: str, role: Role, name: str, *, table: int | None = None, team: int | None = None
) -> Entries:
    """A link for somebody: an official's for a table, a captain's for a team."""
    of_director(t, by)
    if t.grant(id):
        raise Refused("there is such a link already")
    if (table is not None) != (role is Role.OFFICIAL) or (team is not None) != (role in OF_TEAMS):
        raise Refused(
            "an official's link is for a table, a captain's or a player's for a team, a director's for neither"
        )
    if table is not None and table not in t.tables:
        raise Refused(f"there is no table {table}")
    if team is not None:
        t.team(team)
    return (en.Granted(id, role, checked_name(name, "the person"), table, team),)


def grant_all(t: Tournament, by: str, role: Role, fresh: Callable[[], str]) -> Entries:
    """A link for every table, or every team that plays, that has none; ``fresh`` makes ids."""
    of_director(t, by)
    held = [grant for grant in t.grants if not grant.revoked]
    if role is Role.OFFICIAL:
        tables = sorted({*t.tables} - {grant.table for grant in held if grant.table is not None})
        return tuple([en.Granted(fresh(), role, f"Official of table {table}", table=table) for table in tables])
    holders = {grant.team for grant in held if grant.role is role}
    bare = [team for team in t.playing if team.number not in holders]
    names = {team.number: team.captain if role is Role.CAPTAIN else "" for team in bare}
    return tuple([en.Granted(fresh(), role, names[team.number] or team.name, team=team.number) for team in bare])


def take_back(t: Tournament, by: str, id: str) -> Entries:
    """A link counts no more, at once; the director's own first one stays."""
    of_director(t, by)
    found = t.grant(id)
    if found is None or found.revoked:
        raise Refused("there is no such link")
    if id == DIRECTOR:
        raise Refused("the link that opened the tournament can't be taken back")
    return (en.TakenBack(id),)


# Teams and tables


def enter(t: Tournament, by: str, roster: Roster, *, alike: Alike = "ask") -> Entries:
    """A team, with the next number; one that comes late plays from the next round that is seated.

    ``Doubted`` where its marae is written like another, unless ``alike`` says whether it is the same.
    """
    return enter_all(t, by, (roster,), alike=alike)


def enter_all(t: Tournament, by: str, rosters: Iterable[Roster], *, alike: Alike = "ask") -> Entries:
    """Several teams, all or none."""
    of_director(t, by)
    check_running(t)
    first, taken = max((team.number for team in t.teams), default=0) + 1, _names(t.teams)
    checked = with_marae(t, [_checked(roster, taken) for roster in rosters], alike)
    entries = tuple([en.Entered(number, roster) for number, roster in enumerate(checked, first)])
    if len(t.teams) + len(entries) > MOST_TEAMS:
        raise Refused(f"a tournament has {MOST_TEAMS} teams at most")
    return entries


def amend(t: Tournament, by: str, team: int, roster: Roster, *, alike: Alike = "ask") -> Entries:
    """A team's names as they should be; ``alike`` as for ``enter``."""
    of_director(t, by)
    amended = t.team(team)
    others = _names(other for other in t.teams if other is not amended)
    (roster,) = with_marae(t, [_checked(roster, others)], alike, amended)
    return (en.Amended(team, roster),)


def withdraw(t: Tournament, by: str, team: int, reason: str = "") -> Entries:
    """A team plays no more; a game that it is in is the other side's. What it played stands."""
    of_director(t, by)
    check_running(t)
    if t.team(team).withdrawn:
        raise Refused(f"team {team} has withdrawn already")
    match = t.round.of(team) if t.round and not t.round.closed else None
    left = checked_reason(reason) if reason else "withdrawn"
    given = (en.Forfeited(match.table, match.side_of(team), left),) if match and not match.over else ()
    return (*given, en.Withdrew(team, left if reason else ""))


def rejoin(t: Tournament, by: str, team: int) -> Entries:
    """A team that had withdrawn plays again, from the next round that is seated."""
    of_director(t, by)
    check_running(t)
    if not t.team(team).withdrawn:
        raise Refused(f"team {team} has not withdrawn")
    return (en.Rejoined(team),)


def tables(t: Tournament, by: str, numbers: Iterable[int]) -> Entries:
    """The tables that stand; who plays at one that is closed plays this round out."""
    of_director(t, by)
    stand = sorted({*numbers})
    if not stand or stand[0] < 1 or stand[-1] > MOST_TABLES:
        raise Refused(f"tables have numbers from 1 to {MOST_TABLES}, and there is one at least")
    return (en.Tables(tuple(stand)),)


def _names(teams: Iterable[Team]) -> set[str]:
    """What teams are called, as names are compared."""
    return {team.name.casefold() for team in teams}


def _checked(roster: Roster, taken: set[str]) -> Roster:
    """A team's names without spaces too many, its own ``taken`` from then on.

    ``Refused`` for a name that is missing, too long, or another team's.
    """
    name = checked_name(roster.name, "a team")
    if name.casefold() in taken:
        raise Refused(f"there is a team named {name} already")
    taken.add(name.casefold())
    return Roster(
        name,
        checked_name(roster.marae, "the marae") if roster.marae.strip() else "",
        checked_name(roster.captain, "the captain") if roster.captain.strip() else "",
        tuple([checked_name(player, "a player") for player in roster.players]),
        tuple([checked_name(player, "a fill-in") for player in roster.fill_ins]),
    )
