"""The lobby: a list of the public tables that have connected clients. No host and no address can fill it alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest

from uka.hosting.table_summaries import table_summary
from uka.table import TableStage
from uka.wire.http_bodies import TableSummary

from ..base.options import ServerOptions
from ..cluster.membership import ClusterMembership
from .disclosure import Disclosure
from .table import LiveTable

REUSE_FACTOR = 10
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
        self._summaries: tuple[TableSummary, ...] = ()
        """The list that ``local`` made last."""
        self._reused_until = 0.0
        """The monotonic time until which the list is reused."""

    def everywhere(self) -> tuple[TableSummary, ...]:
        """Return the public tables of all processes of the cluster, without duplicates."""
        return merge_lobbies(
            [self.local(), *(self._cluster.members.lobbies if self._cluster else ())], self._options.lobby
        )

    def local(self) -> tuple[TableSummary, ...]:
        """Return the public tables of this process. Tables that wait for players come first."""
        start = time.monotonic()
        if start >= self._reused_until:
            public = filter(self._disclosure.is_listed, self._tables())
            listed = fair_share([live for live in public if live.audience], self._options)
            self._summaries = tuple([table_summary(live.id, live.table) for live in listed])
            end = time.monotonic()
            self._reused_until = end + REUSE_FACTOR * (end - start)
        return self._summaries


def fair_share(tables: Sequence[LiveTable], options: ServerOptions) -> list[LiveTable]:
    """Choose and sort the tables that the lobby lists; ``tables`` must be sorted by age, the oldest first.

    The list takes one table from every address before it takes a second table from any address. Among the tables of one
    address, it takes one table of every host before a second table of any host. So one person can't fill the list.
    """
    newest_first = list(reversed(tables))
    ordered = sorted(newest_first, key=lambda live: not is_waiting(live))
    order = {live: number for number, live in enumerate(ordered)}
    of_host = _numbered_within(ordered, lambda live: live.table.acting_host)
    listed = [live for live in ordered if of_host[live] < options.lobby_a_guest]
    listed.sort(key=lambda live: of_host[live])
    of_address = _numbered_within(listed, _address)
    listed = [live for live in listed if of_address[live] < options.lobby_an_address]
    listed.sort(key=lambda live: (of_address[live], order[live]))
    return sorted(listed[: options.lobby], key=lambda live: not is_waiting(live))


def _numbered_within(tables: Iterable[LiveTable], group: Callable[[LiveTable], str]) -> dict[LiveTable, int]:
    """Number the tables of each group: 0 for the first table of the group, 1 for its second table, and so on."""
    counts, numbers = Counter[str](), dict[LiveTable, int]()
    for live in tables:
        name = group(live)
        numbers[live] = counts[name]
        counts[name] += 1
    return numbers


def merge_lobbies(lists: Iterable[Sequence[TableSummary]], most: int) -> tuple[TableSummary, ...]:
    """Merge the lists of several processes, one table from each list in turn, without duplicates.

    Return at most ``most`` tables.
    """
    summaries = chain.from_iterable(zip_longest(*lists))
    by_table = {summary.table: summary for summary in summaries if summary is not None}
    return tuple(by_table.values())[:most]


def is_waiting(live: LiveTable) -> bool:
    """Return whether people at a table are waiting for more players, so that the game can begin."""
    people = [chair.player for chair in live.table.chairs]
    return live.table.stage is TableStage.SEATING and None in people and any(people)


def _address(live: LiveTable) -> str:
    """Return the address of a table's owner; if the owner is not connected, return the address of another client."""
    addresses = {client.player: client.address for client in live.audience}
    return addresses.get(live.table.acting_host) or next(iter(addresses.values()), "")
