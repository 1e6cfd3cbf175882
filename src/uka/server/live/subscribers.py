"""The interfaces of the clients that tables and tournaments send updates to."""

from __future__ import annotations

from typing import Protocol

from uka.hosting.audience import Subscriber
from uka.hosting.tournament_audience import TournamentClient


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


class TournamentSubscriber(TournamentClient, Protocol):
    """A client that is connected to a tournament."""

    player: str
    """The id of the guest; empty if the client has no guest cookie."""
    heard: float
    """The time of the client's last message: the seconds that ``base.clock.awake`` returned."""
