"""The updates that the server sends over a tournament's WebSocket.

Each update is one JSON object, and its field ``type`` gives its kind. A ``TournamentSnapshot`` holds everything that
the receiver may see of the tournament. A ``TournamentChange`` holds the parts that have changed. Each new connection
begins with a snapshot, so no update can be missing.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from uka.tournament import Role
from uka.tournament.views.parts import Board, ScoringSheet

from .socket_updates import SocketAnswer, SocketUpdate


class TournamentSnapshot(SocketUpdate, frozen=True):
    """Everything that the receiver of this update may see of a tournament, and the role that the receiver has there."""

    tournament: str
    """The id of the tournament."""
    now: int
    """The server's time in milliseconds since 1970. The time of the bell uses the same clock."""
    version: int
    """The number of the last line of the tournament's log."""
    board: Board
    """What the receiver may see of the tournament."""
    sheet: ScoringSheet
    role: Role | None = None
    """The role that the receiver's link gives; absent if the receiver has presented no link."""
    grant: str = ""
    """The id of the grant, the log entry by which the receiver's link is valid."""
    name: str = ""
    """The name of the person to whom the link was given."""
    table: int | None = None
    """The number of the table for which the link was given, if any."""
    team: int | None = None
    """The number of the team for which the link was given, if any."""


class TournamentChange(SocketUpdate, frozen=True):
    """What has changed in the tournament since the receiver's last update."""

    version: int
    """The number of the last line of the tournament's log."""
    board: Board
    """The parts of the board that have changed. The board is what the receiver may see of the tournament."""


TournamentUpdate: TypeAlias = TournamentSnapshot | TournamentChange | SocketAnswer

_decode = msgspec.json.Decoder(TournamentUpdate).decode


def read(text: str | bytes) -> TournamentUpdate:
    """Return the update that a JSON text holds. Raise ``msgspec.DecodeError`` if it holds no valid update."""
    return _decode(text)
