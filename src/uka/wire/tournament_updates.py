"""The updates that the server sends over a tournament's WebSocket.

Each update is one JSON object, and its field ``type`` gives its kind. ``TournamentSnapshot`` contains everything that
the receiver may see. ``TournamentChange`` contains the parts that have changed. Each new connection begins with a
snapshot, so no update can be missing.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from uka.tournament import Role
from uka.tournament.views.parts import Board, ScoringSheet

from .socket_updates import SocketAnswer, SocketUpdate


class TournamentSnapshot(SocketUpdate, frozen=True):
    """Everything that the receiver may see, and the role that the receiver's link gives.

    ``role`` is absent if the receiver has presented no link. ``now`` is the server's time in milliseconds since 1970.
    The time of the bell uses the same clock.
    """

    tournament: str
    now: int
    version: int
    board: Board
    sheet: ScoringSheet
    role: Role | None = None
    grant: str = ""
    name: str = ""
    table: int | None = None
    team: int | None = None


class TournamentChange(SocketUpdate, frozen=True):
    """The parts of the receiver's board that have changed. The board is what the receiver may see of the tournament.

    ``version`` is the number of a line of the tournament's log. The parts show the state after that line.
    """

    version: int
    board: Board


TournamentUpdate: TypeAlias = TournamentSnapshot | TournamentChange | SocketAnswer

_decode = msgspec.json.Decoder(TournamentUpdate).decode


def read(text: str | bytes) -> TournamentUpdate:
    """Decode an update from JSON text. Raise an error of msgspec if the text is not a valid update."""
    return _decode(text)
