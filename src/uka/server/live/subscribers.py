"""The interfaces of the clients that tables and tournaments send updates to."""

from __future__ import annotations

from typing import Protocol

from uka.hosting.audience import Subscriber


class TableSubscriber(Subscriber, Protocol):
    """A client that is connected to a table."""

    address: str
    """The client's network address."""
    heard: float
    """The time of the client's last message: the seconds that ``base.clock.awake`` returned."""

    @property
    def gone(self) -> bool:
        """Whether the connection has ended or is ending."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the reason ``why`` as the last message, then close the connection with WebSocket close code ``code``.

        If ``again`` is true, the message asks the client to reconnect.
        """
        ...


class TournamentSubscriber(Protocol):
    """A client that is connected to a tournament."""

    grant: str
    """The id of the grant that the client's link belongs to; empty for a member of the public."""
    heard: float
    """The time of the client's last message: the seconds that ``base.clock.awake`` returned."""

    def push(self, text: str) -> None:
        """Queue the message ``text`` (JSON) for sending to the client."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the reason ``why`` as the last message, then close the connection with WebSocket close code ``code``.

        If ``again`` is true, the message asks the client to reconnect.
        """
        ...
