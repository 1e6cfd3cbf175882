"""The players who have left a process while the other processes of the cluster might consider the process dead."""

from __future__ import annotations

from .audience import Audience
from .subscribers import TableSubscriber


class UncertainDepartures:
    """Departures from a table after which the player may be connected to another process.

    The process was suspended, for example, and the client has connected to another process meanwhile.
    """

    def __init__(self) -> None:
        self._players: set[str] = set()
        self._clients: set[TableSubscriber] = set()
        """Clients whose connections ended while this process was away, but have not been handled yet."""

    def discard_ended(self, audience: Audience) -> None:
        """Remove the clients whose connections have ended, when this process begins to count as alive again."""
        self._clients = {client for client in audience if client.gone}
        for client in self._clients:
            audience.discard(client)
            self._players.add(client.player)

    def note(self, client: TableSubscriber, *, asleep: bool) -> bool:
        """Record the departure of a client, and return whether its player may be connected to another process.

        ``asleep`` is whether the other processes may consider this process dead now.
        """
        uncertain = asleep or client in self._clients
        self._clients.discard(client)
        if uncertain:
            self._players.add(client.player)
        return uncertain

    def take(self) -> tuple[str, ...]:
        """Return the players of the recorded departures, and forget them."""
        players, self._players = tuple(self._players), set()
        return players
