"""The connected clients of a tournament.

Each client receives what its link permits: a director the whole board, an official the part of one table.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from uka.tournament import Tournament, TournamentLine
from uka.tournament.views.builders import scoring_sheet
from uka.tournament.views.parts import Board
from uka.tournament.views.viewer_boards import (
    COMMON,
    MOST_LINES,
    BoardChange,
    BoardViewer,
    board,
    board_change,
    changed_parts,
    viewer_of,
)
from uka.wire import socket_updates, tournament_updates

from .tournament_links import NO_LONGER_WORKS

STANDINGS_INTERVAL = 0.5
"""The minimum number of seconds between two updates of the standings, which may change very often."""


class TournamentClient(Protocol):
    """A client that receives the updates of a tournament."""

    grant: str
    """The id of the grant that the client's link belongs to; empty for a member of the public."""

    def push(self, text: str) -> None:
        """Queue the message ``text`` (JSON) for sending to the client."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the reason ``why`` as the last message, then close the connection with WebSocket close code ``code``.

        If ``again`` is true, the message asks the client to reconnect.
        """
        ...


ClientT = TypeVar("ClientT", bound=TournamentClient)


class TournamentAudience(Generic[ClientT]):
    """The connected clients of a tournament, and the last lines of its log.

    ``tournament`` is the present state, and ``lines`` are the last lines of the log. ``sign`` is a function that takes
    the id of a grant and returns its signed link.
    """

    def __init__(
        self, id: str, tournament: Tournament, lines: Iterable[TournamentLine], sign: Callable[[str], str]
    ) -> None:
        self._id, self._tournament, self._sign = id, tournament, sign
        self._lines = deque(lines, MOST_LINES)
        self._sheet = scoring_sheet(tournament.rules)
        self._clients: dict[BoardViewer, set[ClientT]] = {}
        """The connected clients, by what they may see of the tournament's board."""
        self._standings_timer: asyncio.TimerHandle | None = None
        """Runs for ``STANDINGS_INTERVAL`` seconds after standings were sent."""
        self._standings_delayed = False
        """Whether standings have changed that are not sent yet."""

    def __iter__(self) -> Iterator[ClientT]:
        return iter([client for clients in self._clients.values() for client in clients])

    def __bool__(self) -> bool:
        return bool(self._clients)

    def add(self, client: ClientT, now: int) -> None:
        """Add a client, and send it a snapshot of what its link permits. ``now`` is the time in ms since 1970."""
        t = self._tournament
        grant = t.grant(client.grant)
        viewer = viewer_of(grant)
        snapshot = tournament_updates.TournamentSnapshot(
            tournament=self._id,
            now=now,
            version=t.seq,
            board=board(t, viewer, lines=tuple(self._lines), sign=self._sign),
            sheet=self._sheet,
            role=viewer.role,
            grant=client.grant,
            name=grant.name if grant else "",
            table=viewer.table,
            team=viewer.team,
        )
        client.push(socket_updates.write(snapshot))
        self._clients.setdefault(viewer, set()).add(client)

    def discard(self, client: ClientT) -> None:
        """Remove a client, if it is connected."""
        for viewer, clients in tuple(self._clients.items()):
            clients.discard(client)
            if not clients:
                del self._clients[viewer]

    def publish(self, tournament: Tournament, lines: Sequence[TournamentLine]) -> None:
        """Send all clients what new log lines change. ``tournament`` is the state after the lines."""
        before, self._tournament = self._tournament, tournament
        self._lines.extend(lines)
        self._close_revoked()
        self._send(self._throttle(board_change(before, tournament, lines)), lines)

    def close(self) -> None:
        """Send no more standings."""
        if self._standings_timer is not None:
            self._standings_timer.cancel()
            self._standings_timer = None

    def _close_revoked(self) -> None:
        """Close the connections of clients whose link was revoked."""
        revoked = {grant.id for grant in self._tournament.grants if grant.revoked}
        if not revoked:
            return
        for client in self:
            if client.grant in revoked:
                self.discard(client)
                client.farewell(NO_LONGER_WORKS, 4403)

    def _send(self, changed: BoardChange, lines: Sequence[TournamentLine]) -> None:
        """Send each client that ``changed`` concerns what it may see. Only a director also gets the log lines."""
        t = self._tournament
        for viewer, clients in self._clients.items():
            if not changed.concerns(viewer):
                continue
            seen = changed_parts(t, changed, viewer, lines=lines, sign=self._sign)
            if seen == Board():
                continue
            text = socket_updates.write(tournament_updates.TournamentChange(t.seq, seen))
            for client in tuple(clients):
                client.push(text)

    def _throttle(self, changed: BoardChange) -> BoardChange:
        """If standings were sent recently, return ``changed`` without the standings, and send these later.

        But if ``changed`` has another part that everybody sees (a part in ``COMMON``), return it unchanged.
        """
        if "standings" not in changed.parts or len(changed.parts & COMMON) > 1:
            return changed
        if self._standings_timer is None:
            self._start_interval()
            return changed
        self._standings_delayed = True
        return changed._replace(parts=changed.parts - {"standings"})

    def _start_interval(self) -> None:
        self._standings_timer = asyncio.get_running_loop().call_later(STANDINGS_INTERVAL, self._send_delayed)

    def _send_delayed(self) -> None:
        self._standings_timer = None
        if self._standings_delayed:
            self._standings_delayed = False
            self._start_interval()
            self._send(BoardChange(frozenset({"standings"})), ())
