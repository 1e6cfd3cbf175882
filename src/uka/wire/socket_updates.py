"""The updates that the server sends over the WebSockets of tables and of tournaments alike."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.tagged import Tagged


class SocketUpdate(Tagged, frozen=True, omit_defaults=True):
    """The base class of all updates that the server sends over a WebSocket."""


class Ack(SocketUpdate, frozen=True):
    """The answer to a command that was executed. A repeated command gets this answer too, but is not executed again.

    ``version`` is the number of the first log line that the command wrote, or of the log's last line if none is known.
    """

    id: str
    version: int


class Rejection(SocketUpdate, frozen=True):
    """The answer to a command that was refused and changed nothing. ``why`` is the reason in one sentence.

    ``again`` is true if the same command may succeed later. ``stale`` is true if the table has changed since the client
    chose the command. Only a tournament has a ``doubt``: it is "points", "marae" or "end" if the points, the name of a
    marae or the end of the tournament seem wrong. The server then accepts the command if it is sent again with a
    confirmation (``insist`` or ``alike``).
    """

    id: str
    why: str
    stale: bool = False
    again: bool = False
    doubt: Literal["", "points", "marae", "end"] = ""


class Pong(SocketUpdate, frozen=True):
    """The answer to a ping. ``now`` is the server's time in milliseconds since 1970."""

    id: str
    now: int


class Farewell(SocketUpdate, frozen=True):
    """The last update before the server closes the connection. ``why`` is the reason in one sentence.

    ``again`` is true if the client may soon reconnect.
    """

    why: str
    again: bool = False


SocketAnswer: TypeAlias = Ack | Rejection | Pong | Farewell

_encode = msgspec.json.Encoder().encode


def write(update: SocketUpdate) -> str:
    """Return an update as JSON text, also one that only tables or only tournaments send."""
    return _encode(update).decode()
