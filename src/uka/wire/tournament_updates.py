"""The updates that the server sends over a tournament's socket: one JSON object each, with its kind in ``notice``.

``TournamentSnapshot`` is everything that the receiver may see; ``TournamentDelta`` holds the parts of it that changed.
Each new connection begins with a snapshot, so no update can be missing.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.tournament import Role
from uka.tournament.views.parts import Board, ScoringSheet


class TournamentUpdateBase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="notice"):
    """The base class of all updates of a tournament's socket."""


class TournamentSnapshot(TournamentUpdateBase, frozen=True, tag="hello"):
    """The receiver's role by its link, and everything that it may see.

    ``now`` is the server's time in milliseconds since 1970; the bell uses the same clock. Without a link ``role`` is
    absent.
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
    """The parts of the board that changed, as they are after the line numbered ``version``."""

    version: int
    board: Board


class TournamentAck(TournamentUpdateBase, frozen=True, tag="done"):
    """A command was executed, now or when it was first sent. ``version`` is the line that it led to."""

    id: str
    version: int


class TournamentRejection(TournamentUpdateBase, frozen=True, tag="not_done"):
    """A command was refused and changed nothing. ``again``: the same command may succeed later.

    ``doubt`` names what seems wrong in a command that the server accepts if it is sent again with ``insist``.
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
    """The server closes the connection now. ``again``: the client may reconnect in a moment."""

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
    """Decode an update."""
    return _decode(text)
