"""Directs a tournament over its WebSocket, so that a test can look at the other people's pages in a browser."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from secrets import token_hex
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect
from websockets.sync.connection import Connection

from uka.tournament import Roster
from uka.wire import socket_updates, tournament_commands, tournament_updates

TEAMS = (
    Roster("Kauri", "Waahi", "Mere", ("Mere", "Tia"), ("Ngaire",)),
    Roster("Toru", "Poohara", "Hemi", ("Hemi", "Rangi"), ("Wiremu",)),
    Roster("Whetu", "Waahi", "Ana", ("Ana", "Moana")),
    Roster("Awa", "Hukanui", "Tama", ("Tama", "Huia")),
)


class Directing:
    """The director of a tournament, connected by a WebSocket, with the secret links that they have issued."""

    def __init__(self, at: str, id: str, link: str, socket: Connection) -> None:
        self.at, self.id, self.link, self._socket = at, id, link, socket
        self._name, self._number = token_hex(4), 0  # unique message ids among directors
        self._socket.send(tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=link)))
        self.board: dict[str, Any] = {}
        self._hear()

    def do(self, kind: type[Any], **more: Any) -> int:
        """Send a command, which must succeed. Return the number of the log line that it wrote."""
        self._number += 1
        command = kind(id=f"{self._name}{self._number}", **more)
        self._socket.send(tournament_commands.write(command))
        while True:
            told = self._hear()
            if isinstance(told, socket_updates.Ack) and told.id == command.id:
                return told.version
            assert not isinstance(told, socket_updates.Rejection), told

    def _hear(self) -> tournament_updates.TournamentUpdate:
        told = tournament_updates.read(self._socket.recv(timeout=60))
        if isinstance(told, tournament_updates.TournamentSnapshot | tournament_updates.TournamentChange):
            board = told.board
            parts = {name: getattr(board, name) for name in board.__struct_fields__}
            if board.matches is not None and not board.fresh:
                changed = {match.table: match for match in board.matches}
                parts["matches"] = tuple([changed.get(match.table, match) for match in self.board["matches"]])
            self.board.update({name: part for name, part in parts.items() if part is not None})
        return told

    def link_of(self, *, table: int | None = None, team: int | None = None) -> Any:
        """Return the link of a table's official or of a team's captain."""
        found = (grant for grant in self.board["grants"] if (grant.table, grant.team) == (table, team))
        return next(grant for grant in found if not grant.revoked)

    def page(self, *, table: int | None = None, team: int | None = None) -> str:
        """Return the address of the tournament's page for a table's official, a team's captain or the director."""
        link = self.link if table is team is None else self.link_of(table=table, team=team).link
        return f"/tournament/{self.id}#{link}"

    def match(self, table: int) -> Any:
        """Return the match at a table, as the server reports it now."""
        with connect(self.socket_at) as socket:
            socket.send(tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=self.link)))
            hello = tournament_updates.read(socket.recv(timeout=60))
        assert isinstance(hello, tournament_updates.TournamentSnapshot)
        return next(match for match in hello.board.matches or () if match.table == table)

    @property
    def socket_at(self) -> str:
        return f"{self.at.replace('http', 'ws', 1)}/api/tournaments/{self.id}/socket"

    def begin(self) -> None:
        """Assign the tables of a round and start it."""
        self.do(tournament_commands.SeatRound)
        self.do(tournament_commands.StartRound)


@contextmanager
def directing(
    at: str,
    *,
    teams: Sequence[Roster] = TEAMS,
    tables: Sequence[int] = (1, 2),
    changes: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Generator[Directing]:
    """Yield the director of a new tournament with teams, and with links for all officials and captains.

    The settings and rules may be changed.
    """
    rules = {"rules": "tainui", "changes": changes or {}}
    form = json.dumps({"name": "A day of Uka", "settings": settings} | rules).encode()
    request = Request(f"{at}/api/tournaments", data=form, headers={"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        ticket = json.load(answer)
    address = f"{at.replace('http', 'ws', 1)}/api/tournaments/{ticket['tournament']}/socket"
    with connect(address) as socket:
        director = Directing(at, ticket["tournament"], ticket["link"], socket)
        for team in teams:
            director.do(tournament_commands.EnterTeam, roster=team)
        director.do(tournament_commands.SetTables, numbers=tuple(tables))
        director.do(tournament_commands.GrantLinks, role="official")
        director.do(tournament_commands.GrantLinks, role="captain")
        yield director
