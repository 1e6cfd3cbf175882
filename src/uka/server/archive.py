"""The games of tables that are over, as records: made off the loop, and kept while they are asked for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import msgspec

from uka.core.seats import Seat
from uka.records import Dealt, Log, signature
from uka.store import Store
from uka.table import Line, parse
from uka.table import records as recorded
from uka.table.entries import Began, Ended, Opened
from uka.table.replay import replay
from uka.wire.forms import RecordLine

from .kept import reading
from .online import tournament_of

MOST = 32
"""Tables whose records are kept at hand."""
ENDED = b'"entry":{"entry":"ended"'


class Game(NamedTuple):
    """A game that is over: its line in a list, and its record."""

    line: RecordLine
    log: Log


class Archive:
    """Makes records of what the store has, and signs them, in a thread, one table at a time."""

    def __init__(self, store: Store, signing: bytes) -> None:
        self._store, self._signing = store, signing
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int], tuple[Game, ...]] = OrderedDict()

    @cached_property
    def key(self) -> str:
        """The public key that they are signed with, in hexadecimal."""
        return signature.public_key(self._signing)

    async def games(self, table: str) -> tuple[Game, ...]:
        """The games of a table that are over."""
        lines = await self._store.read(table)
        key = table, sum(ENDED in line for line in lines)
        async with self._turn:
            if key not in self._kept:
                with reading(table):
                    self._kept[key] = await asyncio.to_thread(games, table, lines, self._signing)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
            return self._kept[key]

    async def replayed(self, log: Log, seat: Seat | None, deal: int | None) -> bytes:
        """A record step by step, as JSON."""
        async with self._turn:
            return await asyncio.to_thread(lambda: msgspec.json.encode(replay(log, seat=seat, deal=deal)))


def games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[Game, ...]:
    """The games in a table's log that are over, signed if a private key is given."""
    log = parse(lines)
    records = recorded(log, _about(table, log[0]))
    if signing is not None:
        for record in records:
            signature.sign(record, signing)
    found = zip(_times(log), records, strict=True)
    return tuple(Game(_line(number, times, record), record) for number, (times, record) in enumerate(found))


def _about(table: str, first: Line) -> dict[str, str]:
    """What a record says of its table, and of the tournament that the table belongs to."""
    tournament = tournament_of(first.entry.host) if isinstance(first.entry, Opened) else None
    return {"gameId": table} | ({"tournament": tournament} if tournament else {})


def _times(lines: Iterable[Line]) -> Iterator[tuple[int, int]]:
    """When each game began and ended."""
    began = 0
    for line in lines:
        if isinstance(line.entry, Began):
            began = line.at
        elif isinstance(line.entry, Ended):
            yield began, line.at


def _line(number: int, times: tuple[int, int], record: Log) -> RecordLine:
    state = record.state
    deals = sum(isinstance(entry, Dealt) for entry in record.entries)
    return RecordLine(number, record.players, state.score, state.winner, deals, *times)
