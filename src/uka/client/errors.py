"""What can go wrong between a client and a server, each with a sentence that a player could read."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerUnreachable(UkaError):
    """The server does not answer."""


class CommandRefused(UkaError):
    """The server will not do it; nothing was changed. ``again``: worth another try."""

    def __init__(self, why: str, *, again: bool = False) -> None:
        self.again = again
        super().__init__(why)


class StaleCommand(CommandRefused):
    """An action chosen before the game went on: look again."""


class ConnectionEnded(UkaError):
    """A connection to a table has ended for good, and why."""
