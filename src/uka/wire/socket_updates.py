"""The updates that the server sends over the WebSockets of tables and of tournaments alike."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.core.tagged import Tagged


class SocketUpdate(Tagged, frozen=True, omit_defaults=True):
    """The base class of all updates that the server sends over a WebSocket."""


class Ack(SocketUpdate, frozen=True):
    """The answer to a command that was executed. A command that is sent twice gets this answer twice.

    The server executes such a command only once.
    """

    id: str
    """The id of the command."""
    version: int
    """The version of the table or tournament after the command."""


class Rejection(SocketUpdate, frozen=True):
    """The answer to a command that the server refused. The command has changed nothing."""

    id: str
    """The id of the command."""
    why: str
    """The reason in one sentence."""
    stale: bool = False
    """Whether the table has changed since the version for which the client chose the command."""
    again: bool = False
    """Whether the same command may succeed later."""
    doubt: Literal["", "points", "marae", "end"] = ""
    """What of a tournament's command seems wrong: the points, the name of a marae (community), or the tournament's end.

    If it is not empty, the server accepts the command when it is sent again with a confirmation (``insist`` or
    ``alike``).
    """


class Pong(SocketUpdate, frozen=True):
    """The answer to the command ``ping_table`` or ``ping_tournament``."""

    id: str
    """The id of the command."""
    now: int
    """The server's time in milliseconds since 1970."""


class Farewell(SocketUpdate, frozen=True):
    """The last update before the server closes the connection."""

    why: str
    """The reason in one sentence."""
    again: bool = False
    """Whether the client may connect again soon."""


SocketAnswer: TypeAlias = Ack | Rejection | Pong | Farewell

_encode = msgspec.json.Encoder().encode


def write(update: SocketUpdate) -> str:
    """Return any update of a table or of a tournament as JSON text."""
    return _encode(update).decode()
