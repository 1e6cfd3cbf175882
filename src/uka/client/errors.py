"""The errors that requests and sessions raise, each with a sentence for a player."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerUnreachable(UkaError):
    """The server does not answer."""


class ServerNotReady(ServerUnreachable):
    """The server answers, but says that it cannot go on, for example because its disk is full and it cannot save.

    A command that waits for its answer then may have been carried out or not.
    """


class LogFull(UkaError):
    """The log of a table is full, so the server has ended the play there for good: open another table."""


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
