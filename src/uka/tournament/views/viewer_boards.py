"""The tournament's board for each viewer, and the parts of the board that a log line changes.

The board is what a viewer may see of the tournament. Everybody may see the public board, and a director sees all of it.
An official sees the matches and people of one table, and a captain or a player those of one team. Boards of officials,
captains and players are small, so the server sends them whole after each change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from .. import entries as en
from .. import standings
from ..entries import Role, TournamentLine
from ..tournament import ConductMark, Grant, Tournament, TournamentMatch
from . import builders
from .builders import SignLink
from .parts import Board, MatchView

MOST_LINES = 200
"""The maximum number of log lines that are sent at the same time."""


class BoardViewer(NamedTuple):
    """A kind of viewer of a tournament's board: the role, and the table or team, that the viewer's link gives."""

    role: Role | None = None
    """The role that the link gives, or None for a viewer without a link."""
    table: int | None = None
    """The table of an official."""
    team: int | None = None
    """The number of the team of a captain or a player."""

    @property
    def sees_all(self) -> bool:
        """Whether the viewer sees the matches of all tables.

        Directors and spectators do. Holders of another link, such as a captain's, see only the matches that concern
        them.
        """
        return self.role in (None, Role.DIRECTOR)


ANYBODY = BoardViewer()
"""A viewer without a link."""


def viewer_of(grant: Grant | None) -> BoardViewer:
    """Return the kind of viewer who holds ``grant``. Without a grant, or with a revoked one, that is ``ANYBODY``."""
    return BoardViewer(grant.role, grant.table, grant.team) if grant and not grant.revoked else ANYBODY


# Changes

Parts: TypeAlias = frozenset[str]
"""The names of fields of ``Board``."""
CLOCK: Parts = frozenset({"round"})
TEAMS: Parts = frozenset({"teams", "standings"})
GRANTS: Parts = frozenset({"head", "grants"})
PARTS: dict[type[Any], Parts] = {
    en.TournamentSettingsChanged: frozenset({"head", "round", "fresh", "standings"}),
    en.LinkGranted: GRANTS,
    en.LinkRevoked: GRANTS,
    en.TeamAmended: TEAMS,
    **dict.fromkeys((en.TeamEntered, en.TeamWithdrew, en.TeamRejoined), TEAMS | {"round"}),
    en.TablesSet: frozenset({"head", "round", "fresh"}),
    en.RoundSeated: frozenset({"round", "fresh", "standings"}),
    **dict.fromkeys((en.RoundStarted, en.RoundPaused, en.RoundResumed, en.RoundExtended), CLOCK),
    en.RoundBellRang: frozenset({"round", "fresh"}),
    en.RoundClosed: frozenset({"round", "standings"}),
    en.TournamentEnded: frozenset({"head", "round", "fresh"}),
    **dict.fromkeys((en.ResultCorrected, en.LevelTeamsCut), frozenset({"standings"})),
    **dict.fromkeys(ConductMark.__args__, frozenset({"marks"})),
    en.FairPlayGiven: frozenset({"marks", "standings"}),
    en.EntryUndone: frozenset({"head", "round", "fresh", "marks", "standings"}),
    en.HelpCalled: frozenset({"calls"}),
    en.CallAnswered: frozenset({"calls"}),
}
"""The parts of the board that each type of entry changes. An entry also changes the match that it concerns."""
COMMON: Parts = frozenset({"head", "round", "fresh", "teams", "standings"})
"""The parts of the board that all people with a link see."""
WHOLE: Parts = frozenset[str]().union(*PARTS.values())
"""All parts of the board that an entry can change."""


class BoardChange(NamedTuple):
    """What some log lines change of the board."""

    parts: Parts
    """The parts of the board that change."""
    matches: tuple[TournamentMatch, ...] = ()
    """The matches of the round that changed. With ``fresh`` among ``parts`` it is empty: all matches are sent then."""
    tables: frozenset[int] = frozenset()
    """The numbers of the tables that the changes concern."""
    teams: frozenset[int] = frozenset()
    """The numbers of the teams that the changes concern."""

    def concerns(self, viewer: BoardViewer) -> bool:
        """Return whether ``viewer`` can see any of the changes."""
        if viewer.sees_all or self.parts & COMMON:
            return True
        return viewer.table in self.tables or viewer.team in self.teams


def board_change(old: Tournament, new: Tournament, lines: Iterable[TournamentLine]) -> BoardChange:
    """Return which parts, matches, tables and teams on a tournament's board the log lines ``lines`` change.

    ``old`` is the tournament before these lines, and ``new`` is the tournament after them.
    """
    parts, tables, teams, matches = frozenset[str](), set[int](), set[int](), tuple[TournamentMatch, ...]()
    signers = set[int]()
    for line in lines:
        parts |= PARTS.get(type(line.entry), frozenset())
        tables |= _tables(new, line.entry)
        signers |= _signers(new, line.entry)
        if isinstance(line.entry, ConductMark):
            teams.add(line.entry.team)
    if "fresh" not in parts and old.round and new.round:
        pairs = zip(old.round.matches, new.round.matches, strict=True)
        matches = tuple([match for before, match in pairs if match is not before or signers & {*match.entries}])
    tables |= {match.table for match in matches}
    games = (match for match in new.round.matches if match.table in tables) if new.round else ()
    teams.update(team for match in games for team in match.entries)
    return BoardChange(parts, matches, frozenset(tables), frozenset(teams))


def _signers(t: Tournament, entry: en.TournamentEntry) -> set[int]:
    """Return the team whose captain ``entry`` gives a link, or whose link it revokes. The set is empty otherwise."""
    grant = t.grant(entry.grant) if isinstance(entry, en.LinkGranted | en.LinkRevoked) else None
    return {grant.team} if grant and grant.role is Role.CAPTAIN and grant.team is not None else set()


def _tables(t: Tournament, entry: en.TournamentEntry) -> set[int]:
    """Return the tables that ``entry`` concerns if it is about conduct, a request for help or an undo.

    An undo concerns all tables of the last round. For any other entry, return an empty set.
    """
    match entry:
        case en.HelpCalled(table) | en.CallAnswered(table):
            return {table}
        case en.ConductCardShown(team) | en.FairPlayGiven(team) | en.PlayerSubstituted(team):
            match = t.round.of(team) if t.round else None
            return {match.table} if match else set()
        case en.EntryUndone():
            return {match.table for match in t.round.matches} if t.round else set()
        case _:
            return set()


# Boards


def board(t: Tournament, viewer: BoardViewer, *, lines: Sequence[TournamentLine] = (), sign: SignLink = str) -> Board:
    """Return the whole board for ``viewer``. Only a director sees links and the log lines ``lines``.

    ``sign`` is a function that takes the id of a grant and returns its signed link.
    """
    if viewer.sees_all:
        return changed_parts(t, BoardChange(WHOLE), viewer, lines=lines, sign=sign)
    matches, mine = _own_matches(t, viewer), _own_teams(t, viewer)
    results = builders.round_results(t, viewer.team) if viewer.team is not None else ()
    named = {*mine, *(team for result in results if result.match for team in result.match.entries)}
    marks = builders.conduct_mark_views(t, mine if viewer.team is None else {viewer.team})
    return Board(
        head=builders.tournament_header(t),
        round=t.round and builders.round_view(t, t.round),
        teams=tuple([builders.team_view(team, people=team.number in mine) for team in t.teams if team.number in named]),
        fresh=True,
        matches=_match_views(t, matches, whole=True),
        standings=tuple([line for line in standings.of_teams(t) if line.team == viewer.team]) if results else (),
        calls=tuple([call for call in t.calls if call.table in {viewer.table, *(match.table for match in matches)}]),
        marks=marks,
        next_cards=builders.next_cards(t, marks),
        results=results,
    )


def changed_parts(
    t: Tournament,
    change: BoardChange,
    viewer: BoardViewer,
    *,
    lines: Sequence[TournamentLine] = (),
    sign: SignLink = str,
) -> Board:
    """Return the parts of the board that ``viewer`` is sent after ``change``.

    A director, or a viewer without a link, is sent the parts that changed. An official, captain or player is sent the
    whole board. Only a director sees links and the log lines ``lines``. ``sign`` is a function that takes the id of a
    grant and returns its signed link.
    """
    if not viewer.sees_all:
        return board(t, viewer)
    director, parts = viewer.role is Role.DIRECTOR, change.parts
    fresh = "fresh" in parts
    matches = (t.round.matches if t.round else ()) if fresh else change.matches
    marks = builders.conduct_mark_views(t) if director and "marks" in parts else None
    grants = (
        tuple([builders.grant_with_link(grant, sign) for grant in t.grants]) if director and "grants" in parts else None
    )
    return Board(
        head=builders.tournament_header(t) if "head" in parts else None,
        round=builders.round_view(t, t.round) if t.round and "round" in parts else None,
        teams=tuple([builders.team_view(team, people=director) for team in t.teams]) if "teams" in parts else None,
        fresh=fresh,
        matches=_match_views(t, matches, whole=director) if fresh or matches else None,
        standings=standings.of_teams(t) if "standings" in parts else None,
        marae=standings.of_marae(t) if "standings" in parts else None,
        rematches=standings.rematches(t) if "standings" in parts else None,
        prizes=standings.prizes(t) if "standings" in parts else None,
        calls=t.calls if director and "calls" in parts else None,
        marks=marks,
        next_cards=None if marks is None else builders.next_cards(t, marks),
        grants=grants,
        lines=tuple([builders.line_view(t, line) for line in lines[-MOST_LINES:]]) if director and lines else None,
        level=standings.level_groups(t) if director and "standings" in parts else None,
    )


def _match_views(t: Tournament, matches: Iterable[TournamentMatch], *, whole: bool) -> tuple[MatchView, ...]:
    """Return matches of the last round as a viewer may see them.

    If ``whole`` is true, the viewer sees what officials and captains have entered too.
    """
    playing = t.round
    return tuple([builders.match_view(t, match, playing, whole=whole) for match in matches]) if playing else ()


def _own_matches(t: Tournament, viewer: BoardViewer) -> tuple[TournamentMatch, ...]:
    """Return the match of the viewer's table or team in the last round, as a tuple; it is empty if there is none."""
    match = None
    if t.round and viewer.team is not None:
        match = t.round.of(viewer.team)
    elif t.round and viewer.table is not None:
        match = t.round.match(viewer.table)
    return (match,) if match else ()


def _own_teams(t: Tournament, viewer: BoardViewer) -> set[int]:
    """Return the teams whose people the viewer may see: those of the viewer's match, and the viewer's team."""
    own = {team for match in _own_matches(t, viewer) for team in match.entries}
    return own if viewer.team is None else own | {viewer.team}
