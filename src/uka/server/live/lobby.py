"""The lobby's list: public tables that somebody is at, a fair share of its places for each guest and each address."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, zip_longest

from uka.table import Stage
from uka.wire.forms import TableLine

from ..base.options import Options
from .table import Live
from .table_summaries import line_of

REST = 10
"""The list is made anew after so many times as long as it took to make it."""


class Lobby:
    """This process's list, which is kept for a moment where it takes long to make."""

    def __init__(self, tables: Callable[[], Iterable[Live]], options: Options) -> None:
        self._tables, self._options = tables, options
        self._lines: tuple[TableLine, ...] = ()
        self._until = 0.0

    def lines(self) -> tuple[TableLine, ...]:
        """Tables as lines: those where people wait come first, then the newest."""
        start = time.monotonic()
        if start >= self._until:
            found = fair(
                [live for live in self._tables() if live.table.settings.public and live.audience], self._options
            )
            self._lines = tuple([line_of(live) for live in found])
            end = time.monotonic()
            self._until = end + REST * (end - start)
        return self._lines


def fair(tables: Sequence[Live], options: Options) -> list[Live]:
    """Which of some tables, the oldest first, are listed, and in which order.

    Each address has its first table listed before any has its second, and so each host within an address: many tables
    of one push nobody else's out.
    """
    newest = list(reversed(tables))
    newest.sort(key=lambda live: not waiting(live))
    mine, shares = Counter[str](), defaultdict[str, list[tuple[int, int, Live]]](list)
    for order, live in enumerate(newest):
        host = live.table.host
        if mine[host] < options.lobby_a_guest:
            shares[_address(live)].append((mine[host], order, live))
            mine[host] += 1
    listed = list[tuple[int, int, Live]]()
    for share in shares.values():
        fairly = sorted(share, key=lambda each: each[:2])[: options.lobby_an_address]
        listed += [(place, order, live) for place, (_, order, live) in enumerate(fairly)]
    listed.sort(key=lambda each: each[:2])
    return sorted((live for _, _, live in listed[: options.lobby]), key=lambda live: not waiting(live))


def together(lists: Iterable[Sequence[TableLine]], most: int) -> tuple[TableLine, ...]:
    """The lists of several processes as one, each table once, with as many of each list as there is room for."""
    lines = {line.table: line for line in chain.from_iterable(zip_longest(*lists)) if line is not None}
    return tuple(lines.values())[:most]


def waiting(live: Live) -> bool:
    """Whether people at a table wait for others before a game."""
    people = [chair.player for chair in live.table.chairs]
    return live.table.stage is Stage.SEATING and None in people and any(people)


def _address(live: Live) -> str:
    """Where a table's host is, or else somebody at it."""
    addresses = {attendant.player: attendant.address for attendant in live.audience}
    return addresses.get(live.table.host) or next(iter(addresses.values()), "")
