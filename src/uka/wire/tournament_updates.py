"""The updates that the server sends over a tournament's WebSocket.

Each update is one JSON object, and its field ``type`` gives its kind. ``TournamentSnapshot`` contains everything that
the receiver may see. ``TournamentDelta`` contains the parts that have changed. Each new connection begins with a
snapshot, so no update can be missing.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.tagged import Tagged
from uka.tournament import Role
from uka.tournament.views.parts import Board, ScoringSheet


class TournamentUpdateBase(Tagged, frozen=True, omit_defaults=True):
    """The base class of all updates that the server sends over a tournament's WebSocket."""


class TournamentSnapshot(TournamentUpdateBase, frozen=True):
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


class TournamentDelta(TournamentUpdateBase, frozen=True):
    """The parts of the receiver's board that have changed. The board is what the receiver may see of the tournament.

    ``version`` is the number of a line of the tournament's log. The parts show the state after that line.
    """

    version: int
    board: Board


class TournamentAck(TournamentUpdateBase, frozen=True):
    """The answer to a command that was executed. A repeated command gets this answer too, but is not executed again.

    ``version`` is the version of the tournament after the command.
    """

    id: str
    version: int


class TournamentRejection(TournamentUpdateBase, frozen=True):
    """The answer to a command that was refused and changed nothing. ``why`` is the reason in one sentence.

    ``again`` is true if the same command may succeed later. ``doubt`` is "points", "marae" or "end" if the points, the
    name of a marae or the end of the tournament seem wrong. The server then accepts the command if it is sent again
    with a confirmation (``insist`` or ``alike``).
    """

    id: str
    why: str
    again: bool = False
    doubt: Literal["", "points", "marae", "end"] = ""


class TournamentPong(TournamentUpdateBase, frozen=True):
    """The answer to a ping. ``now`` is the server's time in milliseconds since 1970."""

    id: str
    now: int


class TournamentFarewell(TournamentUpdateBase, frozen=True):
    """The last update before the server closes the connection. ``why`` is the reason in one sentence.

    ``again`` is true if the client may soon reconnect.
    """

    why: str
    again: bool = False


TournamentUpdate: TypeAlias = (
    TournamentSnapshot | TournamentDelta | TournamentAck | TournamentRejection | TournamentPong | TournamentFarewell
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TournamentUpdate).decode


def write(update: TournamentUpdate) -> str:
    """Return an update as JSON text."""
    return _encode(update).decode()


def read(text: str | bytes) -> TournamentUpdate:
    """Decode an update from JSON text. Raise an error of msgspec if the text is not a valid update."""
    return _decode(text)
