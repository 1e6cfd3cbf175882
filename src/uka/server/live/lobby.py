"""The lobby: a list of public tables with connected clients, shared fairly between hosts and between addresses."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest

from uka.table import TableStage
from uka.wire.http_bodies import TableSummary

from ..base.options import ServerOptions
from ..cluster.membership import ClusterMembership
from .disclosure import Disclosure
from .table import LiveTable
from .table_summaries import table_summary

REST = 10
"""How long a list is reused, as a multiple of the time that it took to make the list."""


class Lobby:
    """Makes the list of public tables. A list that took long to make is reused for a longer time."""

    def __init__(
        self,
        tables: Callable[[], Iterable[LiveTable]],
        disclosure: Disclosure,
        options: ServerOptions,
        cluster: ClusterMembership | None = None,
    ) -> None:
        self._tables, self._disclosure = tables, disclosure
        self._options, self._cluster = options, cluster
        self._lines: tuple[TableSummary, ...] = ()
        self._until = 0.0

    def everywhere(self) -> tuple[TableSummary, ...]:
        """Return the public tables of all processes of the cluster, without duplicates."""
        return merge_lobbies(
            [self.local(), *(self._cluster.members.lobbies if self._cluster else ())], self._options.lobby
        )

    def local(self) -> tuple[TableSummary, ...]:
        """Return the public tables of this process. Tables that wait for players come first."""
        start = time.monotonic()
        if start >= self._until:
            public = filter(self._disclosure.is_listed, self._tables())
            listed = fair_share([live for live in public if live.audience], self._options)
            self._lines = tuple([table_summary(live) for live in listed])
            end = time.monotonic()
            self._until = end + REST * (end - start)
        return self._lines


def fair_share(tables: Sequence[LiveTable], options: ServerOptions) -> list[LiveTable]:
    """Choose and sort the tables that the lobby lists; ``tables`` must be sorted by age, the oldest first.

    The list takes one table from every address before it takes a second table from any address. Among the tables of one
    address, it takes one table of every host before a second table of any host. So one person can't fill the list.
    """
    newest = list(reversed(tables))
    newest.sort(key=lambda live: not is_waiting(live))
    mine, shares = Counter[str](), defaultdict[str, list[tuple[int, int, LiveTable]]](list)
    for order, live in enumerate(newest):
        owner = live.table.owner
        if mine[owner] < options.lobby_a_guest:
            shares[_address(live)].append((mine[owner], order, live))
            mine[owner] += 1
    listed = list[tuple[int, int, LiveTable]]()
    for share in shares.values():
        fairly = sorted(share, key=lambda each: each[:2])[: options.lobby_an_address]
        listed += [(place, order, live) for place, (_, order, live) in enumerate(fairly)]
    listed.sort(key=lambda each: each[:2])
    return sorted((live for _, _, live in listed[: options.lobby]), key=lambda live: not is_waiting(live))


def merge_lobbies(lists: Iterable[Sequence[TableSummary]], most: int) -> tuple[TableSummary, ...]:
    """Merge the lists of several processes, one table from each list in turn; return at most ``most`` tables."""
    lines = {line.table: line for line in chain.from_iterable(zip_longest(*lists)) if line is not None}
    return tuple(lines.values())[:most]


def is_waiting(live: LiveTable) -> bool:
    """Return whether people at a table are waiting for more players, so that the game can begin."""
    people = [chair.player for chair in live.table.chairs]
    return live.table.stage is TableStage.SEATING and None in people and any(people)


def _address(live: LiveTable) -> str:
    """Return the address of a table's owner; if the owner is not connected, return the address of another client."""
    addresses = {attendant.player: attendant.address for attendant in live.audience}
    return addresses.get(live.table.owner) or next(iter(addresses.values()), "")
