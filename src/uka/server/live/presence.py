"""Counts the people who are online: connected to a table, or seen within the last minute."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

from ..cluster.membership import ClusterMembership
from .table import LiveTable

RECENT = 60.0
"""Seconds after a person's last request during which the person counts as online."""
COUNT_LIFETIME = 2.0
"""Seconds during which the number of people online is reused before it is counted again."""
MAX_REMEMBERED = 20_000
"""The maximum number of people whose last requests are remembered."""


class Presence:
    """Counts the people who are online. Only their number is told to others, never who they are."""

    def __init__(self, tables: Callable[[], Iterable[LiveTable]], cluster: ClusterMembership | None = None) -> None:
        self._tables, self._cluster = tables, cluster
        self._seen: OrderedDict[str, float] = OrderedDict()
        """The monotonic time of each person's last request, by the person's id, the oldest first."""
        self._count, self._until = 0, 0.0
        """The number of people counted last, and the monotonic time until which it is reused."""

    def note_request(self, player: str) -> None:
        """Note that the person with the id ``player`` has just sent a request."""
        self._seen[player] = time.monotonic()
        self._seen.move_to_end(player)
        if len(self._seen) > MAX_REMEMBERED:
            self._seen.popitem(last=False)

    def count_here(self) -> int:
        """Return the number of people who are online at this process. The number may be some seconds old."""
        now = time.monotonic()
        if now >= self._until:
            while self._seen and next(iter(self._seen.values())) < now - RECENT:
                self._seen.popitem(last=False)
            connected = {client.player for live in self._tables() for client in live.audience}
            self._count, self._until = len(connected | self._seen.keys()), now + COUNT_LIFETIME
        return self._count

    def count_everywhere(self) -> int:
        """Return about how many people are online at all processes of the cluster together."""
        return self.count_here() + (self._cluster.members.people_online if self._cluster else 0)
