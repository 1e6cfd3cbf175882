"""The games of tables that are over, as records: made off the loop, and kept while they are asked for.

All but those of short logs are made in a process, which is ended when it takes too long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

import msgspec

from uka.core.seats import Seat
from uka.records import Dealt, InvalidRecord, Log, signature
from uka.records import files as match
from uka.store import Store
from uka.table import TableLine, parse
from uka.table import records as recorded
from uka.table.entries import GameBegan, GameEnded, TableOpened
from uka.table.game_replay import replay
from uka.wire.http_bodies import RecordSummary

from ..base.ids import tournament_of
from ..base.log_reader import read_pages, reading_log
from ..base.problems import HttpRefusal
from .record_checker import WAITING, RecordChecker

MOST = 32
"""Tables whose records are kept at hand."""
SHORT = 200
"""Lines of a log whose records are made in a thread, as long as a process takes to hear of them."""
LONG = 5_000
"""Lines of a log, more than an evening's, of which only a few may wait; the process ends after them."""
IDLE = 60.0
"""Seconds after which a process that has nothing to do is ended."""
LARGE = 8_000_000
"""Bytes of records of one table that are not kept."""
AGAIN = 5.0
"""Seconds until another try is worth it."""
ENDED = b'"entry":{"entry":"ended"'


class FinishedGame(NamedTuple):
    """A game that is over: its line in a list, and its record."""

    line: RecordSummary
    log: Log


class ArchivedGame(NamedTuple):
    """A game that is over: its line in a list, and its record as text, which is quick to hand from a process."""

    line: RecordSummary
    text: bytes

    async def log(self) -> Log:
        """Its record."""
        return (await asyncio.to_thread(match.parse, self.text)).games[0]


class ArchivedTable(NamedTuple):
    """The games of a table that are over, as far as its log was read."""

    games: tuple[ArchivedGame, ...]
    seq: int


class RecordArchive:
    """Makes records of what the store has, and signs them, one table at a time."""

    def __init__(self, store: Store, signing: bytes, seconds: float) -> None:
        self._store, self._signing, self._checker = store, signing, RecordChecker(seconds)
        self._turn = asyncio.Lock()
        self._long = 0
        """Long logs that wait or are being read."""
        self._idle: asyncio.TimerHandle | None = None
        self._kept: OrderedDict[str, ArchivedTable] = OrderedDict()

    @cached_property
    def key(self) -> str:
        """The public key that they are signed with, in hexadecimal."""
        return signature.public_key(self._signing)

    async def games(self, table: str) -> tuple[ArchivedGame, ...]:
        """The games of a table that are over; ``HttpRefusal`` where the log is long, and others are being read."""
        found = await self._known(table)
        if found is None:
            length = (await self._store.seqs([table])).get(table, 0)
            with self._counted(length):
                async with self._turn:
                    found = await self._known(table) or await self._read(table)  # another may have asked meanwhile
        return found.games

    async def _known(self, table: str) -> ArchivedTable | None:
        """The games that are kept at hand, if none has ended since."""
        kept = self._kept.get(table)
        if kept is None or not (seq := await self._none_ended(table, kept.seq)):
            return None
        self._keep(table, kept := kept._replace(seq=seq))
        return kept

    def _keep(self, table: str, found: ArchivedTable) -> None:
        if sum(len(game.text) for game in found.games) < LARGE:
            self._kept[table] = found
            self._kept.move_to_end(table)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    @contextmanager
    def _counted(self, length: int) -> Generator[None]:
        """Count a log that is to be read, if it is long; ``HttpRefusal`` where too many are."""
        if length <= LONG:
            yield
            return
        if self._long >= WAITING:
            raise HttpRefusal(503, "the records of many long tables are being made: try again in a moment", wait=AGAIN)
        self._long += 1
        try:
            yield
        finally:
            self._long -= 1
            if not self._long:
                self._checker.close()  # with all the memory that it took

    async def _none_ended(self, table: str, seq: int) -> int:
        """The number up to which a log has no further end of a game; 0 if there is one."""
        async for page in read_pages(self._store, table, seq):
            if any(ENDED in line for line in page):
                return 0
            seq += len(page)
        return seq

    async def _read(self, table: str) -> ArchivedTable:
        """The games in a table's log, which is parsed only if a game has ended in it."""
        lines, ended = list[bytes](), False
        async for page in read_pages(self._store, table):
            lines += page
            ended = ended or any(ENDED in line for line in page)
        with reading_log(table):
            found = ArchivedTable(await self._filed(table, lines) if ended else (), len(lines))
        self._keep(table, found)
        return found

    async def _filed(self, table: str, lines: list[bytes]) -> tuple[ArchivedGame, ...]:
        if len(lines) <= SHORT:
            return await asyncio.to_thread(archived_games, table, lines, self._signing)
        try:
            return await self._made(table, b"\n".join(lines))
        finally:
            self._end_later()

    def _end_later(self) -> None:
        """End the process when nothing was asked of it for a while."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._checker.close)

    async def _made(self, table: str, log: bytes) -> tuple[ArchivedGame, ...]:
        """The games in a log; ``InvalidRecord`` where the process can't make them."""
        try:
            return await self._checker.do(archived_games_of_log, table, log, self._signing)
        except HttpRefusal as error:
            if error.status_code == 400:  # it is the server's log, and no fault of who asks
                raise InvalidRecord(error.detail) from None
            raise

    def close(self) -> None:
        """End the process, if there is one."""
        if self._idle is not None:
            self._idle.cancel()
        self._checker.close()

    async def replayed(self, log: Log, seat: Seat | None, deal: int | None) -> bytes:
        """A record step by step, as JSON."""
        async with self._turn:
            return await asyncio.to_thread(lambda: msgspec.json.encode(replay(log, seat=seat, deal=deal)))


def finished_games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[FinishedGame, ...]:
    """The games in a table's log that are over, signed if a private key is given."""
    log = parse(lines)
    records = recorded(log, _about(table, log[0]))
    if signing is not None:
        for record in records:
            signature.sign(record, signing)
    found = zip(_times(log), records, strict=True)
    return tuple(FinishedGame(_line(number, times, record), record) for number, (times, record) in enumerate(found))


def archived_games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[ArchivedGame, ...]:
    """The same with their records as text."""
    write = match.FORMS[".uka"]
    return tuple(
        ArchivedGame(game.line, write(match.RecordedMatch((game.log,))).encode())
        for game in finished_games(table, lines, signing)
    )


def archived_games_of_log(table: str, log: bytes, signing: bytes) -> tuple[ArchivedGame, ...]:
    """The same of a log in one piece; this runs in the worker."""
    return archived_games(table, log.split(b"\n"), signing)


def _about(table: str, first: TableLine) -> dict[str, str]:
    """What a record says of its table, and of the tournament that the table belongs to."""
    tournament = tournament_of(first.entry.host) if isinstance(first.entry, TableOpened) else None
    return {"gameId": table} | ({"tournament": tournament} if tournament else {})


def _times(lines: Iterable[TableLine]) -> Iterator[tuple[int, int]]:
    """When each game began and ended."""
    began = 0
    for line in lines:
        if isinstance(line.entry, GameBegan):
            began = line.at
        elif isinstance(line.entry, GameEnded):
            yield began, line.at


def _line(number: int, times: tuple[int, int], record: Log) -> RecordSummary:
    state = record.state
    deals = sum(isinstance(entry, Dealt) for entry in record.entries)
    return RecordSummary(number, record.players, state.score, state.winner, deals, *times)
