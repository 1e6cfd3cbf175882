"""The interfaces of the clients that tables and tournaments send updates to."""

from __future__ import annotations

from typing import Protocol


class TableSubscriber(Protocol):
    """A client that is connected to a table.

    ``heard`` is the monotonic time, in seconds, of the client's last message.
    """

    player: str
    address: str
    heard: float

    @property
    def gone(self) -> bool:
        """Whether the connection has ended or is ending."""
        ...

    def push(self, text: str) -> None:
        """Queue a message for sending."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the reason ``why`` as the last message, then close the connection with WebSocket close code ``code``.

        If ``again`` is true, the message asks the client to reconnect.
        """
        ...


class TournamentSubscriber(Protocol):
    """A client that is connected to a tournament.

    ``grant`` is the id of the client's link; it is empty for a member of the public. ``heard`` is the monotonic time,
    in seconds, of the client's last message.
    """

    grant: str
    heard: float

    def push(self, text: str) -> None:
        """Queue a message for sending."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the reason ``why`` as the last message, then close the connection with WebSocket close code ``code``.

        If ``again`` is true, the message asks the client to reconnect.
        """
        ...
