"""Commands of the director about the tournament itself, its links, its teams and its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil

from msgspec.structs import replace

from uka.core.ruleset import Ruleset
from uka.text.confusable import TakenNames

from .. import entries as en
from .. import standings
from ..entries import DIRECTOR, FORMAT, Role, Roster, TournamentEntries, TournamentLine
from ..evolve import evolve
from ..settings import MINUTE, TournamentSettings
from ..team_lists import ListedTeams
from ..tournament import Tournament, TournamentRefusal
from .checks import check_running, checked_name, checked_optional_reason
from .permissions import require_director
from .plausibility import Alike, with_consistent_marae

MOST_TEAMS, MOST_TABLES = 2_000, 1_000
"""The largest number of teams in a tournament, and the largest number that a table may have."""
OF_SEATING = ("entrants", "movement", "seeds", "third_place", "consolation")
"""The settings that cannot change once a round is seated."""
OF_TEAMS = (Role.CAPTAIN, Role.PLAYER)
"""The roles whose links are for one team."""


def open_tournament(
    name: str, rules: Ruleset, settings: TournamentSettings | None = None, *, at: int
) -> tuple[Tournament, TournamentLine]:
    """Create a tournament. Return its state and the first line of its log.

    ``at`` is the time in milliseconds since 1970. If only one of ``rules`` and ``settings`` has a clock, ``rules``
    gets the clock of ``settings``, or loses its own. Raise ``InvalidRuleset`` if its other fields do not allow that.
    """
    settings = settings or TournamentSettings()
    minutes = ceil(settings.clock_ms / MINUTE)
    if bool(rules.clock) != bool(minutes):
        rules = rules.changed({"clock": minutes})
    line = TournamentLine.after(
        "", 0, at, DIRECTOR, en.TournamentOpened(FORMAT, checked_name(name, "the tournament"), rules, settings)
    )
    return evolve(None, line), line


def change_settings(t: Tournament, by: str, settings: TournamentSettings) -> TournamentEntries:
    """Replace the settings of the tournament by ``settings``.

    Raise ``TournamentRefusal`` if they have a clock and the rules of the games have none, or the other way round, if
    they change the movement (how teams change tables) once a round is seated, or the standings once the tournament has
    ended.
    """
    require_director(t, by)
    fixed = (*OF_SEATING, "rounds") if settings.movement == "rotation" else OF_SEATING
    new_movement = any(getattr(settings, name) != getattr(t.settings, name) for name in fixed)
    new_kind_of_clock = bool(settings.clock_ms) != bool(t.settings.clock_ms)
    if t.rounds and (new_movement or new_kind_of_clock):
        raise TournamentRefusal("once a round is seated, the pairings and the clock can't be changed")
    if bool(settings.clock_ms) != bool(t.rules.clock):
        raise TournamentRefusal("these rules need a clock" if t.rules.clock else "these rules have no clock")
    if t.ended and _results(replace(t, settings=settings)) != _results(t):
        raise TournamentRefusal(
            "the tournament has ended, and these settings would change its standings: undo its end in the log first"
        )
    return (en.TournamentSettingsChanged(settings),)


def _results(t: Tournament) -> object:
    return standings.of_teams(t), standings.of_marae(t)


# Links


def grant_link(t: Tournament, by: str, link: en.LinkGranted) -> TournamentEntries:
    """Grant ``link``: to an official for one table, to a captain or player for one team, or to a further director."""
    require_director(t, by)
    if t.grant(link.grant):
        raise TournamentRefusal("that link already exists")
    table, team = link.table, link.team
    if (table is not None) != (link.role is Role.OFFICIAL) or (team is not None) != (link.role in OF_TEAMS):
        raise TournamentRefusal(
            "an official's link is for a table, a captain's or a player's for a team, a director's for neither"
        )
    if table is not None and table not in t.tables:
        raise TournamentRefusal(f"there is no table {table}")
    if team is not None:
        t.team(team)
    return (replace(link, name=checked_name(link.name, "the person")),)


def grant_links(t: Tournament, by: str, role: Role, fresh: Callable[[], str]) -> TournamentEntries:
    """Grant a link for ``role`` to each table or each team that has no link for this role yet.

    Officials' links are for tables, all other links for teams. Withdrawn teams get no links. ``fresh`` is called once
    for each link and returns a new id.
    """
    require_director(t, by)
    held = [grant for grant in t.grants if not grant.revoked]
    if role is Role.OFFICIAL:
        tables = sorted({*t.tables} - {grant.table for grant in held if grant.table is not None})
        return tuple([en.LinkGranted(fresh(), role, f"Official of table {table}", table=table) for table in tables])
    holders = {grant.team for grant in held if grant.role is role}
    without = [team for team in t.active_teams if team.number not in holders]
    names = {team.number: team.captain if role is Role.CAPTAIN else "" for team in without}
    return tuple([en.LinkGranted(fresh(), role, names[team.number] or team.name, team=team.number) for team in without])


def revoke_link(t: Tournament, by: str, id: str) -> TournamentEntries:
    """Revoke the link with the grant id ``id`` at once. The link that opened the tournament cannot be revoked."""
    require_director(t, by)
    held = t.grant(id)
    if held is None or held.revoked:
        raise TournamentRefusal("there's no such link")
    if id == DIRECTOR:
        raise TournamentRefusal("the link that opened the tournament can't be cancelled")
    return (en.LinkRevoked(id),)


# Teams and tables


def enter(t: Tournament, by: str, roster: Roster, *, alike: Alike = "ask") -> TournamentEntries:
    """Enter a team, which gets the next number. A team that enters late plays from the next seated round on.

    ``alike`` says what happens if the name of the team's marae (community) is similar to an earlier name: "same" takes
    the earlier spelling, "other" keeps the new one, and "ask" raises ``DoubtfulInput``.
    """
    return enter_all(t, by, (roster,), alike=alike)


def enter_all(t: Tournament, by: str, rosters: Iterable[Roster], *, alike: Alike = "ask") -> TournamentEntries:
    """Enter several teams. If one of the teams is refused, no team is entered."""
    require_director(t, by)
    check_running(t)
    taken = TakenNames(team.name for team in t.teams)
    checked = list[Roster]()
    for roster in rosters:
        checked.append(_checked_roster(t, roster, taken))
        taken.add(checked[-1].name)
    return _team_entries(t, checked, alike)


def enter_list(t: Tournament, by: str, listed: ListedTeams, *, alike: Alike = "ask") -> TournamentEntries:
    """Enter the teams of a list. If one of the teams is refused, no team is entered, and the error names its line."""
    require_director(t, by)
    check_running(t)
    taken = TakenNames(team.name for team in t.teams)
    checked = list[Roster]()
    for line, roster in zip(listed.lines, listed.rosters, strict=True):
        try:
            checked.append(_checked_roster(t, roster, taken))
        except TournamentRefusal as refusal:
            raise TournamentRefusal(f"line {line}: {refusal}") from None
        taken.add(checked[-1].name)
    return _team_entries(t, checked, alike)


def _team_entries(t: Tournament, rosters: Iterable[Roster], alike: Alike) -> TournamentEntries:
    """Return a log entry for each new team. ``rosters`` are their rosters, which are checked already.

    The teams get the next numbers. Raise ``TournamentRefusal`` if the tournament would have too many teams.
    """
    first = max((team.number for team in t.teams), default=0) + 1
    consistent = with_consistent_marae(t, rosters, alike)
    entries = tuple([en.TeamEntered(number, roster) for number, roster in enumerate(consistent, first)])
    if len(t.teams) + len(entries) > MOST_TEAMS:
        raise TournamentRefusal(f"a tournament has {MOST_TEAMS} teams at most")
    return entries


def amend(t: Tournament, by: str, team: int, roster: Roster, *, alike: Alike = "ask") -> TournamentEntries:
    """Replace the roster of ``team`` by ``roster``.

    ``alike`` says what happens if the name of the team's marae (community) is similar to that of another team's marae:
    "same" takes the earlier spelling, "other" keeps the new one, and "ask" raises ``DoubtfulInput``.
    """
    require_director(t, by)
    amended = t.team(team)
    others = TakenNames(other.name for other in t.teams if other is not amended)
    (roster,) = with_consistent_marae(t, [_checked_roster(t, roster, others)], alike, amended)
    return (en.TeamAmended(team, roster),)


def withdraw(t: Tournament, by: str, team: int, reason: str = "") -> TournamentEntries:
    """Withdraw a team. The team forfeits its current game, and its earlier results stay valid.

    If players enter, nobody forfeits: the partner plays on with somebody who fills in.
    """
    require_director(t, by)
    check_running(t)
    if t.team(team).withdrawn:
        raise TournamentRefusal(f"team {team} has already withdrawn")
    match = t.round.of(team) if t.round and not t.round.closed else None
    why = checked_optional_reason(reason)
    withdrew = en.TeamWithdrew(team, why)
    if match is None or match.over or t.settings.entrants == "players":
        return (withdrew,)
    return (en.GameForfeited(match.table, match.side_of(team), why or "withdrawn"), withdrew)


def rejoin(t: Tournament, by: str, team: int) -> TournamentEntries:
    """Let a withdrawn team play again. It first plays in the next round that is seated."""
    require_director(t, by)
    check_running(t)
    if not t.team(team).withdrawn:
        raise TournamentRefusal(f"team {team} has not withdrawn")
    return (en.TeamRejoined(team),)


def set_tables(t: Tournament, by: str, numbers: Iterable[int]) -> TournamentEntries:
    """Choose the tables that are used, by their ``numbers``.

    If a table is removed during a game, that game is still played to its end.
    """
    require_director(t, by)
    chosen = sorted({*numbers})
    if not chosen or chosen[0] < 1 or chosen[-1] > MOST_TABLES:
        raise TournamentRefusal(f"number the tables from 1 to {MOST_TABLES}; there must be at least one")
    return (en.TablesSet(tuple(chosen)),)


def _checked_roster(t: Tournament, roster: Roster, taken: TakenNames) -> Roster:
    """Return ``roster`` without surplus spaces in its names.

    Raise ``TournamentRefusal`` if a name is too long, or if the team's name is missing or looks like one in ``taken``.
    """
    name = checked_name(roster.name, "a team")
    if (same := taken.like(name)) is not None:
        raise TournamentRefusal(f"there is already a team named {same}")
    return Roster(
        name,
        checked_name(roster.marae, f"the {t.settings.home}") if roster.marae.strip() else "",
        checked_name(roster.captain, "the captain") if roster.captain.strip() else "",
        tuple([checked_name(player, "a player") for player in roster.players]),
        tuple([checked_name(player, "a fill-in") for player in roster.fill_ins]),
    )
