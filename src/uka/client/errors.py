"""The errors that requests and sessions raise, each with a sentence for a player."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerUnreachable(UkaError):
    """The server does not answer."""


class CommandRefused(UkaError):
    """The server refused a command or a request and changed nothing.

    ``again`` is true if the same command or request may succeed later.
    """

    def __init__(self, why: str, *, again: bool = False) -> None:
        self.again = again
        super().__init__(why)


class StaleCommand(CommandRefused):
    """The server refused a command because the table had changed since the command was chosen."""


class ConnectionEnded(UkaError):
    """A connection to a table has ended permanently. The error's text gives the reason."""
