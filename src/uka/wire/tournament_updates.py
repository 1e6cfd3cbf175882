"""The updates that the server sends over a tournament's WebSocket. Each is a JSON object, with its kind in ``notice``.

``TournamentSnapshot`` is everything that the receiver may see. ``TournamentDelta`` holds the parts that have changed.
Each new connection begins with a snapshot, so no update can be missing.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.tournament import Role
from uka.tournament.views.parts import Board, ScoringSheet


class TournamentUpdateBase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="notice"):
    """The base class of all updates that the server sends over a tournament's WebSocket."""


class TournamentSnapshot(TournamentUpdateBase, frozen=True, tag="hello"):
    """Everything that the receiver may see, and the role that its link gives to the receiver.

    ``role`` is absent if the receiver has presented no link. ``now`` is the server's time in milliseconds since 1970;
    the time of the bell is by the same clock.
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


class TournamentDelta(TournamentUpdateBase, frozen=True, tag="posted"):
    """The parts of the board (what the receiver may see) that have changed. ``version`` is the number of the last line.

    The parts are given as they are after that line of the tournament's log.
    """

    version: int
    board: Board


class TournamentAck(TournamentUpdateBase, frozen=True, tag="done"):
    """A command was executed, now or when it was first sent. ``version`` is the tournament's version after it."""

    id: str
    version: int


class TournamentRejection(TournamentUpdateBase, frozen=True, tag="not_done"):
    """A command was refused and changed nothing. ``again`` is true if the same command may succeed later.

    ``doubt`` names what seems wrong: points or the name of a marae. The server accepts the command if it is sent again
    with a confirmation (``insist`` or ``alike``).
    """

    id: str
    why: str
    again: bool = False
    doubt: Literal["", "points", "marae"] = ""


class TournamentPong(TournamentUpdateBase, frozen=True, tag="time"):
    """The answer to a ping, with the server's time."""

    id: str
    now: int


class TournamentFarewell(TournamentUpdateBase, frozen=True, tag="goodbye"):
    """The server closes the connection now. ``again`` is true if the client may reconnect in a moment."""

    why: str
    again: bool = False


TournamentUpdate: TypeAlias = (
    TournamentSnapshot | TournamentDelta | TournamentAck | TournamentRejection | TournamentPong | TournamentFarewell
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TournamentUpdate).decode


def write(notice: TournamentUpdate) -> str:
    """Return an update as JSON."""
    return _encode(notice).decode()


def read(text: str | bytes) -> TournamentUpdate:
    """Decode an update from JSON; raise msgspec's error if the text is no update."""
    return _decode(text)
