"""The tournament's board for each viewer, and the parts of the board that a log line changes.

Anybody sees the public board, and a director sees everything. An official sees the matches and people of one table, and
a captain sees the matches and people of one team. Boards of officials and captains are small, so the server sends the
whole board after each change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from .. import entries as en
from .. import standings
from ..entries import Role, TournamentLine
from ..tournament import ConductMark, Grant, Tournament, TournamentMatch, TournamentRound
from . import builders
from .builders import Sign
from .parts import Board, MatchView

MOST_LINES = 200
"""The maximum number of log lines that are sent at the same time."""


class BoardViewer(NamedTuple):
    """A viewer of the board. ``role`` is the role of the viewer's link, or None for a viewer without a link."""

    role: Role | None = None
    table: int | None = None
    team: int | None = None

    @property
    def sees_all(self) -> bool:
        """Whether the viewer sees all tables."""
        return self.role in (None, Role.DIRECTOR)


ANYBODY = BoardViewer()


def viewer(grant: Grant | None) -> BoardViewer:
    """Return the viewer who holds a grant. A person without a valid grant is the viewer ``ANYBODY``."""
    return BoardViewer(grant.role, grant.table, grant.team) if grant and not grant.revoked else ANYBODY


# Changes

Parts: TypeAlias = frozenset[str]
CLOCK: Parts = frozenset({"round"})
TEAMS: Parts = frozenset({"teams", "standings"})
GRANTS: Parts = frozenset({"head", "grants"})
PARTS: dict[type[Any], Parts] = {
    en.TournamentSettingsChanged: frozenset({"head", "round", "fresh", "standings"}),
    en.LinkGranted: GRANTS,
    en.LinkRevoked: GRANTS,
    **dict.fromkeys((en.TeamEntered, en.TeamAmended, en.TeamWithdrew, en.TeamRejoined), TEAMS),
    en.TablesSet: frozenset({"head", "fresh"}),
    en.RoundSeated: frozenset({"round", "fresh", "standings"}),
    **dict.fromkeys((en.RoundStarted, en.RoundPaused, en.RoundResumed, en.RoundExtended), CLOCK),
    en.RoundBellRang: frozenset({"round", "fresh"}),
    en.RoundClosed: frozenset({"round", "standings"}),
    en.TournamentEnded: frozenset({"head", "fresh"}),
    **dict.fromkeys((en.ResultCorrected, en.StandingsCut), frozenset({"standings"})),
    **dict.fromkeys(ConductMark.__args__, frozenset({"marks"})),
    en.FairPlayGiven: frozenset({"marks", "standings"}),
    en.EntryUndone: frozenset({"head", "fresh", "marks", "standings"}),
    en.HelpCalled: frozenset({"calls"}),
    en.CallAnswered: frozenset({"calls"}),
}
"""The parts of the board that each type of entry changes. An entry also changes the match that it concerns."""
COMMON: Parts = frozenset({"head", "round", "fresh", "teams", "standings"})
"""The parts of the board that all people with a link see."""
WHOLE: Parts = frozenset[str]().union(*PARTS.values())


class BoardChange(NamedTuple):
    """The changes that some log lines cause: parts of the board, and matches of the round.

    ``tables`` and ``teams`` are the tables and teams that the changes concern.
    """

    parts: Parts
    matches: tuple[TournamentMatch, ...] = ()
    tables: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()

    def concerns(self, viewer: BoardViewer) -> bool:
        """Return whether a viewer can see any of the changes."""
        if viewer.sees_all or self.parts & COMMON:
            return True
        return viewer.table in self.tables or viewer.team in self.teams


def change(old: Tournament, new: Tournament, lines: Iterable[TournamentLine]) -> BoardChange:
    """Return the changes that some log lines cause.

    ``old`` is the tournament before the lines, and ``new`` is the tournament after the lines.
    """
    parts, tables, teams, matches = frozenset[str](), set[int](), set[int](), tuple[TournamentMatch, ...]()
    for line in lines:
        parts |= PARTS.get(type(line.entry), frozenset())
        tables |= _tables(new, line.entry)
        if isinstance(line.entry, ConductMark):
            teams.add(line.entry.team)
    if "fresh" not in parts and old.round and new.round:
        pairs = zip(old.round.matches, new.round.matches, strict=True)
        matches = tuple([match for before, match in pairs if match is not before])
    tables |= {match.table for match in matches}
    games = (match for match in new.round.matches if match.table in tables) if new.round else ()
    teams.update(team for match in games for team in match.teams)
    return BoardChange(parts, matches, frozenset(tables), frozenset(teams))


def _tables(t: Tournament, entry: en.TournamentEntry) -> set[int]:
    """Return the tables affected by an entry about conduct or by a call for help.

    An entry that undoes another entry concerns all tables of the round.
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


def board(t: Tournament, viewer: BoardViewer, *, lines: Sequence[TournamentLine] = (), sign: Sign = str) -> Board:
    """Return the whole board for a viewer. Only a director sees links and the log lines ``lines``.

    ``sign`` is a function that takes the id of a grant and returns the signed link.
    """
    if viewer.sees_all:
        return news(t, BoardChange(WHOLE), viewer, lines=lines, sign=sign)
    matches, mine = _own(t, viewer), _teams(t, viewer)
    results = builders.results(t, viewer.team) if viewer.team is not None else ()
    named = {*mine, *(team for result in results if result.match for team in result.match.teams)}
    marks = builders.mark_views(t, mine if viewer.team is None else {viewer.team})
    return Board(
        head=builders.head(t),
        round=t.round and builders.round_view(t, t.round),
        teams=tuple([builders.team_view(team, people=team.number in mine) for team in t.teams if team.number in named]),
        fresh=True,
        matches=_views(t, matches, whole=True),
        standings=tuple([line for line in standings.of_teams(t) if line.team == viewer.team]) if results else (),
        calls=tuple([call for call in t.calls if call.table in {viewer.table, *(match.table for match in matches)}]),
        marks=marks,
        next_cards=builders.next_cards(t, marks),
        results=results,
    )


def news(
    t: Tournament, change: BoardChange, viewer: BoardViewer, *, lines: Sequence[TournamentLine] = (), sign: Sign = str
) -> Board:
    """Return what a viewer receives after a change.

    A director or a spectator receives the changed parts of the board. An official, captain or player receives the whole
    board. ``lines`` and ``sign`` are the same as for ``board``.
    """
    if not viewer.sees_all:
        return board(t, viewer)
    director, parts = viewer.role is Role.DIRECTOR, change.parts
    fresh = "fresh" in parts
    matches = (t.round.matches if t.round else ()) if fresh else change.matches
    marks = builders.mark_views(t) if director and "marks" in parts else None
    return Board(
        head=builders.head(t) if "head" in parts else None,
        round=builders.round_view(t, t.round) if t.round and "round" in parts else None,
        teams=tuple([builders.team_view(team, people=director) for team in t.teams]) if "teams" in parts else None,
        fresh=fresh,
        matches=_views(t, matches, whole=director) if fresh or matches else None,
        standings=standings.of_teams(t) if "standings" in parts else None,
        marae=standings.of_marae(t) if "standings" in parts else None,
        rematches=standings.rematches(t) if "standings" in parts else None,
        calls=t.calls if director and "calls" in parts else None,
        marks=marks,
        next_cards=None if marks is None else builders.next_cards(t, marks),
        grants=tuple([builders.grant_view(g, sign) for g in t.grants]) if director and "grants" in parts else None,
        lines=tuple([builders.line_view(t, line) for line in lines[-MOST_LINES:]]) if director and lines else None,
        level=standings.level(t) if director and "standings" in parts else None,
    )


def _views(t: Tournament, matches: Iterable[TournamentMatch], *, whole: bool) -> tuple[MatchView, ...]:
    return tuple([builders.match_view(t, match, t.round, whole=whole) for match in matches]) if t.round else ()


def _own(t: Tournament, viewer: BoardViewer) -> tuple[TournamentMatch, ...]:
    """Return the match of the last round at the viewer's table, or the match of the viewer's team."""
    playing: TournamentRound | None = t.round
    if playing is None:
        return ()
    match = playing.match(viewer.table) if viewer.table is not None else None
    if viewer.team is not None:
        match = playing.of(viewer.team)
    return (match,) if match else ()


def _teams(t: Tournament, viewer: BoardViewer) -> set[int]:
    own = {team for match in _own(t, viewer) for team in match.teams}
    return own if viewer.team is None else own | {viewer.team}
