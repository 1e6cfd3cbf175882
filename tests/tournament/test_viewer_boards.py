"""The board: applying the changes that a viewer receives gives the same board as a fresh view, after any command."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.alike import few
from uka.tournament import Tournament, TournamentLine, evolve, replayed, standings
from uka.tournament import entries as en
from uka.tournament.commands import official, teams
from uka.tournament.entries import ConductCardColour, Role
from uka.tournament.spreadsheets import result_rows, standing_rows
from uka.tournament.views.parts import Board
from uka.tournament.views.viewer_boards import ANYBODY, BoardViewer, board, board_change, changed_parts

from .anything import AnyDay

VIEWERS = (
    ANYBODY, BoardViewer(Role.DIRECTOR),
    *(BoardViewer(Role.OFFICIAL, table=table) for table in (1, 2, 5)),
    *(BoardViewer(role, team=team) for role in (Role.CAPTAIN, Role.PLAYER) for team in (1, 2, 5)),
)  # fmt: skip

PRIVATE = re.compile(r"Mere|Hemi|Rua|Wiremu|Kaihautū|Captain|Official|said (to|of)|talk|a rule|misread|kind|gone|slip")
"""Names of people, and reasons, which the public board must not contain."""


class Mirror:
    """A client that receives the whole board once, and then only changes."""

    def __init__(self, t: Tournament, viewer: BoardViewer) -> None:
        self.viewer, self.parts = viewer, dict[str, Any]()
        self.take(board(t, viewer))

    def hear(self, old: Tournament, new: Tournament, lines: Sequence[TournamentLine]) -> None:
        """Apply the changes by some lines, if this viewer sees any of them."""
        made = board_change(old, new, lines)
        if made.concerns(self.viewer):
            self.take(changed_parts(new, made, self.viewer))

    def take(self, told: Board) -> None:
        """Replace the parts that were sent; single games replace the games at their tables."""
        for part in told.__struct_fields__:
            value = getattr(told, part)
            if part == "matches" and value is not None:
                games = {} if told.fresh else self.parts["matches"]
                self.parts["matches"] = games | {match.table: match for match in value}
            elif value is not None and part not in ("fresh", "lines"):
                self.parts[part] = value


def chunks(lines: Sequence[TournamentLine], rng: Random) -> Iterator[Sequence[TournamentLine]]:
    """Yield the lines of a tournament in batches that could be written together."""
    at = 0
    while at < len(lines):
        size = rng.choice((1, 1, 1, 2, 5))
        yield lines[at : at + size]
        at += size


def after(t: Tournament, lines: Sequence[TournamentLine]) -> Tournament:
    for line in lines:
        t = evolve(t, line)
    return t


def followed(lines: Sequence[TournamentLine], rng: Random) -> None:
    """Check after each batch that the mirror of every viewer equals the board."""
    t = evolve(None, lines[0])
    mirrors = [Mirror(t, viewer) for viewer in VIEWERS]
    for some in chunks(lines[1:], rng):
        old, t = t, after(t, some)
        for mirror in mirrors:
            mirror.hear(old, t, some)
            assert mirror.parts == Mirror(t, mirror.viewer).parts, (mirror.viewer, some)


@few(8, usual=25)
@given(st.integers(4, 7), st.booleans(), st.integers(0, 2**32))
def test_changes_give_the_board_whatever_happens(count: int, played_online: bool, seed: int) -> None:
    day = AnyDay(count, seed, played_online=played_online)
    day.happen(250)
    followed(day.lines, Random(seed))
    assert replayed(TournamentLine.parse(line.text) for line in day.lines) == day.t
    assert len(standing_rows(day.t)) == len(day.t.teams)
    assert len(result_rows(day.t)) == sum(len(playing.matches) for playing in day.t.rounds)
    assert sum(line.difference for line in standings.of_teams(day.t)) == 0


@settings(max_examples=15, deadline=None)
@given(st.booleans(), st.integers(0, 2**32))
def test_no_viewer_gets_what_is_not_for_them(played_online: bool, seed: int) -> None:
    day = AnyDay(6, seed, played_online=played_online)
    day.do(teams.grant_links, Role.PLAYER, day.fresh)
    day.do(official.call_for_help, 1, "said to the director")
    day.do(official.show_card, en.ConductCardShown(1, ConductCardColour.ORANGE, "said of a team", "Wiremu"))
    for _ in range(20):
        day.happen(10)
        t, whole = (
            day.t,
            {viewer: board(day.t, viewer, lines=day.lines, sign="link of {}".format) for viewer in VIEWERS},
        )
        for viewer, seen in whole.items():
            told = msgspec.json.encode(seen).decode()
            if viewer.role is Role.DIRECTOR:
                assert "link of" in told
                assert PRIVATE.search(told)
            else:
                assert "link of" not in told
                assert not any(playing.secret in told for playing in t.rounds if playing.secret)
                assert (seen.grants, seen.lines) == (None, None)
            if viewer.role is None:
                assert not PRIVATE.search(told), PRIVATE.search(told)
                assert (seen.marks, seen.calls, seen.results) == (None, None, None)
                assert not any(match.taps or match.claims for match in seen.matches or ())
            elif not viewer.sees_all:
                own = {team for match in seen.matches or () for team in match.teams}
                own = own if viewer.team is None else {viewer.team}
                assert {view.mark.team for view in seen.marks or ()} <= own
                tables = {viewer.table, *(match.table for match in seen.matches or ())}
                assert {call.table for call in seen.calls or ()} <= tables
                assert len(seen.matches or ()) <= 1


def test_random_days_write_every_kind_of_entry() -> None:
    happened = set[type[Any]]()
    for seed in range(40):
        day = AnyDay(4 + seed % 4, seed, played_online=bool(seed % 2))
        day.happen(200)
        happened |= {type(line.entry) for line in day.lines}
    assert happened == {*en.TournamentEntry.__args__} - {en.TournamentEnded}
