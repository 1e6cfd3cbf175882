"""Makes, signs and caches the records of finished games, outside the event loop.

Short logs are processed in a thread. All other logs are processed in a worker process, which is killed if it takes too
long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Generator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
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

MAX_CACHED = 32
"""The maximum number of tables whose records are cached."""
SHORT = 200
"""A log with at most this many lines is processed in a thread, because a worker process would not be faster."""
LONG = 5_000
"""A log with more lines than this is long. Only ``WAITING`` long logs are processed, or wait, at a time.

When the last long log is finished, the worker process is ended to free its memory.
"""
IDLE = 60.0
"""Seconds after which an idle process is ended."""
LARGE = 8_000_000
"""The total size, in bytes, from which the records of a table are not cached."""
RETRY_AFTER = 5.0
"""The number of seconds after which a refused client should try again."""
ENDED = b'"entry":{"type":"game_ended"'
"""A part of the JSON of each log line that ends a game. No other line contains this text."""


class FinishedGame(NamedTuple):
    """The summary and the record of a finished game."""

    line: RecordSummary
    log: Log


class ArchivedGame(NamedTuple):
    """The summary of a finished game, and its record as text, which passes quickly between processes."""

    line: RecordSummary
    text: bytes

    async def log(self) -> Log:
        """Parse the text of the record, and return the record."""
        return (await asyncio.to_thread(match.parse, self.text)).games[0]


class ArchivedTable(NamedTuple):
    """The finished games in a table's log before line ``seq``; this line is excluded."""

    games: tuple[ArchivedGame, ...]
    seq: int


class RecordArchive:
    """Makes and signs the game records of tables in the store, one table at a time, and caches the records."""

    def __init__(self, store: Store, signing: bytes, seconds: float) -> None:
        self._store, self._signing, self._checker = store, signing, RecordChecker(seconds)
        self._turn = asyncio.Lock()
        self._long = 0
        """The number of long logs that wait to be processed or are being processed."""
        self._match, self._matches = asyncio.Lock(), 0
        """The lock of who makes the records of many tables, and the number of those who make them or wait."""
        self._idle: asyncio.TimerHandle | None = None
        self._cache: OrderedDict[str, ArchivedTable] = OrderedDict()

    @cached_property
    def key(self) -> str:
        """The public key that verifies the signatures of the records, in hexadecimal."""
        return signature.public_key(self._signing)

    async def games(self, table: str) -> tuple[ArchivedGame, ...]:
        """Return the finished games of a table; raise ``HttpRefusal`` if too many long logs wait."""
        archived = await self._cached(table)
        if archived is None:
            length = (await self._store.seqs([table])).get(table, 0)
            with self._counted(length):
                async with self._turn:  # while this request waited, another request may have cached the games
                    archived = await self._cached(table) or await self._read(table)
        return archived.games

    @asynccontextmanager
    async def one_match(self) -> AsyncGenerator[None]:
        """Wait until nobody else makes the records of many tables. They may take much memory.

        Raise ``HttpRefusal`` if too many wait.
        """
        if self._matches > WAITING:
            raise HttpRefusal(
                503, "the games of many tournaments are being written: try again in a moment", wait=RETRY_AFTER
            )
        self._matches += 1
        try:
            async with self._match:
                yield
        finally:
            self._matches -= 1

    async def _cached(self, table: str) -> ArchivedTable | None:
        """Return the cached games of a table. Return None if nothing is cached, or if another game has ended since."""
        cached = self._cache.get(table)
        if cached is None or not (seq := await self._none_ended(table, cached.seq)):
            return None
        self._keep(table, cached := cached._replace(seq=seq))
        return cached

    def _keep(self, table: str, archived: ArchivedTable) -> None:
        if sum(len(game.text) for game in archived.games) < LARGE:
            self._cache[table] = archived
            self._cache.move_to_end(table)
        while len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)

    @contextmanager
    def _counted(self, length: int) -> Generator[None]:
        """Count a log within this context if it is long; raise ``HttpRefusal`` if there are too many long logs.

        ``length`` is the number of lines in the log.
        """
        if length <= LONG:
            yield
            return
        if self._long >= WAITING:
            raise HttpRefusal(
                503, "the records of many long tables are being made: try again in a moment", wait=RETRY_AFTER
            )
        self._long += 1
        try:
            yield
        finally:
            self._long -= 1
            if not self._long:
                self._checker.close()  # ends the worker process, to free its memory

    async def _none_ended(self, table: str, seq: int) -> int:
        """Return the number of lines of a log if no game has ended from line ``seq`` on; otherwise return 0."""
        async for page in read_pages(self._store, table, seq):
            if any(ENDED in line for line in page):
                return 0
            seq += len(page)
        return seq

    async def _read(self, table: str) -> ArchivedTable:
        """Read a table's log, make the records of its finished games, cache the records, and return them."""
        lines, ended = list[bytes](), False
        async for page in read_pages(self._store, table):
            lines += page
            ended = ended or any(ENDED in line for line in page)
        with reading_log(table):
            archived = ArchivedTable(await self._make(table, lines) if ended else (), len(lines))
        self._keep(table, archived)
        return archived

    async def _make(self, table: str, lines: list[bytes]) -> tuple[ArchivedGame, ...]:
        if len(lines) <= SHORT:
            return await asyncio.to_thread(archived_games, table, lines, self._signing)
        try:
            return await self._make_in_process(table, b"\n".join(lines))
        finally:
            self._end_later()

    def _end_later(self) -> None:
        """Schedule the end of the process after ``IDLE`` seconds without work."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._checker.close)

    async def _make_in_process(self, table: str, log: bytes) -> tuple[ArchivedGame, ...]:
        """Return the games of a log, made in the worker process; raise ``InvalidRecord`` if the log can't be read."""
        try:
            return await self._checker.do(archived_games_of_log, table, log, self._signing)
        except HttpRefusal as error:
            if error.status_code == 400:  # the log in the store is damaged, which is not the client's fault
                raise InvalidRecord(error.detail) from None
            raise

    def close(self) -> None:
        """End the worker process if it is running."""
        if self._idle is not None:
            self._idle.cancel()
        self._checker.close()

    async def replayed(self, log: Log, seat: Seat | None, deal: int | None) -> bytes:
        """Return the replay of a game record as JSON.

        If ``deal`` is None, the replay covers all deals. If ``seat`` is None, the replay shows all hands.
        """
        async with self._turn:
            return await asyncio.to_thread(lambda: msgspec.json.encode(replay(log, seat=seat, deal=deal)))


def finished_games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[FinishedGame, ...]:
    """Return the finished games in a table's log. If a private key is given, sign the records."""
    log = parse(lines)
    records = recorded(log, _about(table, log[0]))
    if signing is not None:
        for record in records:
            signature.sign(record, signing)
    timed = zip(_times(log), records, strict=True)
    return tuple(FinishedGame(_summary(number, times, record), record) for number, (times, record) in enumerate(timed))


def archived_games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[ArchivedGame, ...]:
    """Return the finished games in a table's log, with the record of each game as text."""
    write = match.TEXT_FORMATS[".uka"]
    return tuple(
        ArchivedGame(game.line, write(match.RecordedMatch((game.log,))).encode())
        for game in finished_games(table, lines, signing)
    )


def archived_games_of_log(table: str, log: bytes, signing: bytes) -> tuple[ArchivedGame, ...]:
    """Return the finished games in a table's log. This function runs in the worker process.

    The lines of the log are joined, since a single text is passed to a process faster than many.
    """
    return archived_games(table, log.split(b"\n"), signing)


def _about(table: str, first: TableLine) -> dict[str, str]:
    """Return header fields of a game record: the table's id and, at a tournament's table, the tournament's id."""
    tournament = tournament_of(first.entry.host) if isinstance(first.entry, TableOpened) else None
    return {"gameId": table} | ({"tournament": tournament} if tournament else {})


def _times(lines: Iterable[TableLine]) -> Iterator[tuple[int, int]]:
    """Yield the times at which each finished game began and ended, in milliseconds since 1970."""
    began = 0
    for line in lines:
        if isinstance(line.entry, GameBegan):
            began = line.at
        elif isinstance(line.entry, GameEnded):
            yield began, line.at


def _summary(number: int, times: tuple[int, int], record: Log) -> RecordSummary:
    state = record.state
    deals = sum(isinstance(entry, Dealt) for entry in record.entries)
    return RecordSummary(number, record.players, state.score, state.winner, deals, *times)
