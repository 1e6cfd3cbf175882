"""The errors that requests and sessions raise. The text of each is a sentence for a player."""

from __future__ import annotations

from uka.core.errors import UkaError


class ServerUnreachable(UkaError):
    """The server does not answer."""


class ServerNotReady(ServerUnreachable):
    """The server answers, but says that it cannot go on, for example because its disk is full.

    A command whose answer has not come may have been carried out or not.
    """


class LogFull(UkaError):
    """The log of a table is full, so that its game can never go on. The person must open another table."""


class CommandRefused(UkaError):
    """The server refused a command or a request, which has changed nothing."""

    def __init__(self, why: str, *, again: bool = False) -> None:
        self.again = again
        """Whether the same command or request may succeed later."""
        super().__init__(why)


class StaleCommand(CommandRefused):
    """The server refused a command because the table has changed since the version for which it was chosen."""


class ConnectionEnded(UkaError):
    """The connection of a session to its table has ended for good. The text of the error gives the reason."""
