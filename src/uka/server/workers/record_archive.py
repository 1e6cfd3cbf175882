"""Makes, signs and caches the records of finished games, outside the event loop.

The records of a short log are made in a thread. Those of a longer log are made in a worker process, which is killed if
it takes too long.
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
from uka.records import files as record_files
from uka.store import Store
from uka.table import TableLine, parse
from uka.table import records as records_of_log
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
"""A log with more lines than this is long. At most ``WAITING`` long logs are processed, or wait, at a time.

When none is left, the worker process is ended to free its memory.
"""
IDLE = 60.0
"""Seconds without work after which the worker process is ended."""
LARGE = 8_000_000
"""If the records of a table have at least this number of bytes in all, they are not cached."""
RETRY_AFTER = 5.0
"""The number of seconds after which a refused client should try again."""
ENDED = b'"entry":{"type":"game_ended"'
"""A part of the JSON of each log line that ends a game. No other line contains this text."""


class FinishedGame(NamedTuple):
    """The summary and the record of a finished game."""

    summary: RecordSummary
    log: Log


class ArchivedGame(NamedTuple):
    """The summary of a finished game, and its record as text, which is faster to send to another process."""

    summary: RecordSummary
    text: bytes

    async def log(self) -> Log:
        """Parse the text of the record, and return the record."""
        return (await asyncio.to_thread(record_files.parse, self.text)).games[0]


class ArchivedTable(NamedTuple):
    """The finished games of a table."""

    games: tuple[ArchivedGame, ...]
    seq: int
    """The number of lines of the table's log that were read to find ``games``."""


class RecordArchive:
    """Makes and signs the game records of tables in the store, one table at a time, and caches the records."""

    def __init__(self, store: Store, signing: bytes, seconds: float) -> None:
        self._store, self._signing, self._checker = store, signing, RecordChecker(seconds)
        self._turn = asyncio.Lock()
        self._long_logs = 0
        """The number of long logs that wait to be processed or are being processed."""
        self._many_lock = asyncio.Lock()
        """Held by the request that makes the records of many tables."""
        self._many_requests = 0
        """The number of requests that hold ``_many_lock`` or wait for it."""
        self._idle_timer: asyncio.TimerHandle | None = None
        self._cache: OrderedDict[str, ArchivedTable] = OrderedDict()

    @cached_property
    def key(self) -> str:
        """The public key that verifies the signatures of the records, in hexadecimal."""
        return signature.public_key(self._signing)

    async def games(self, table: str) -> tuple[ArchivedGame, ...]:
        """Return the finished games of the table with the id ``table``, from the cache or from its log.

        Raise ``HttpRefusal`` if too many long logs wait.
        """
        archived = await self._cached(table)
        if archived is None:
            length = (await self._store.next_seqs([table])).get(table, 0)
            with self._long_log_limit(length):
                async with self._turn:  # while this request waited, another request may have cached the games
                    archived = await self._cached(table) or await self._read(table)
        return archived.games

    @asynccontextmanager
    async def turn_for_many_tables(self) -> AsyncGenerator[None]:
        """Let one request at a time make the records of many tables, since these may take much memory.

        Wait for earlier requests. Raise ``HttpRefusal`` if too many wait.
        """
        if self._many_requests > WAITING:
            raise HttpRefusal(
                503, "the games of many tournaments are being written: try again in a moment", wait=RETRY_AFTER
            )
        self._many_requests += 1
        try:
            async with self._many_lock:
                yield
        finally:
            self._many_requests -= 1

    async def _cached(self, table: str) -> ArchivedTable | None:
        """Return the cached games of a table. Return None if nothing is cached, or if another game has ended since."""
        cached = self._cache.get(table)
        if cached is None:
            return None
        length = await self._length_unless_ended(table, cached.seq)
        if length is None:
            return None
        current = cached._replace(seq=length)
        self._add_to_cache(table, current)
        return current

    def _add_to_cache(self, table: str, archived: ArchivedTable) -> None:
        """Cache the games of a table unless they are large, and drop the least recently used tables from the cache."""
        if sum(len(game.text) for game in archived.games) < LARGE:
            self._cache[table] = archived
            self._cache.move_to_end(table)
        while len(self._cache) > MAX_CACHED:
            self._cache.popitem(last=False)

    @contextmanager
    def _long_log_limit(self, length: int) -> Generator[None]:
        """Count a log of ``length`` lines while this context lasts, if it is long.

        Raise ``HttpRefusal`` if too many long logs are counted already.
        """
        if length <= LONG:
            yield
            return
        if self._long_logs >= WAITING:
            raise HttpRefusal(
                503, "the records of many long tables are being made: try again in a moment", wait=RETRY_AFTER
            )
        self._long_logs += 1
        try:
            yield
        finally:
            self._long_logs -= 1
            if not self._long_logs:
                self._checker.close()  # ends the worker process, to free its memory

    async def _length_unless_ended(self, table: str, seq: int) -> int | None:
        """Return the number of lines of a table's log; return None if a game has ended in line ``seq`` or later."""
        length = seq
        async for page in read_pages(self._store, table, seq):
            if any(ENDED in line for line in page):
                return None
            length += len(page)
        return length

    async def _read(self, table: str) -> ArchivedTable:
        """Read a table's log, make the records of its finished games, cache the records, and return them."""
        lines = list[bytes]()
        has_ended_game = False
        async for page in read_pages(self._store, table):
            lines += page
            has_ended_game = has_ended_game or any(ENDED in line for line in page)
        with reading_log(table):
            games = await self._make_games(table, lines) if has_ended_game else ()
        archived = ArchivedTable(games, len(lines))
        self._add_to_cache(table, archived)
        return archived

    async def _make_games(self, table: str, lines: list[bytes]) -> tuple[ArchivedGame, ...]:
        if len(lines) <= SHORT:
            return await asyncio.to_thread(archived_games, table, lines, self._signing)
        try:
            return await self._make_games_in_process(table, b"\n".join(lines))
        finally:
            self._end_later()

    def _end_later(self) -> None:
        """End the worker process in ``IDLE`` seconds, unless this is called again before."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._idle_timer = asyncio.get_running_loop().call_later(IDLE, self._checker.close)

    async def _make_games_in_process(self, table: str, log: bytes) -> tuple[ArchivedGame, ...]:
        """Return the games of a log, made in the worker process; raise ``InvalidRecord`` if the log can't be read."""
        try:
            return await self._checker.do(archived_games_of_log, table, log, self._signing)
        except HttpRefusal as error:
            if error.status_code == 400:  # the log in the store is damaged, which is not the client's fault
                raise InvalidRecord(error.detail) from None
            raise

    def close(self) -> None:
        """End the worker process if it is running."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._checker.close()

    async def replayed(self, log: Log, seat: Seat | None, deal: int | None) -> bytes:
        """Return the replay of a game record, step by step, as JSON.

        ``deal`` is the index of the deal to show; if it is None, the replay covers all deals. The replay shows what
        ``seat`` saw; if ``seat`` is None, it shows all hands.
        """
        async with self._turn:
            return await asyncio.to_thread(lambda: msgspec.json.encode(replay(log, seat=seat, deal=deal)))


def finished_games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[FinishedGame, ...]:
    """Return the finished games in the log of a table. If the private key ``signing`` is given, sign their records."""
    log = parse(lines)
    records = records_of_log(log, _header_fields(table, log[0]))
    if signing is not None:
        for record in records:
            signature.sign(record, signing)
    return tuple(
        FinishedGame(_summary(number, times, record), record)
        for number, (times, record) in enumerate(zip(_game_times(log), records, strict=True))
    )


def archived_games(table: str, lines: Iterable[bytes], signing: bytes | None = None) -> tuple[ArchivedGame, ...]:
    """Return the finished games in the log of a table, with the record of each game as text.

    If the private key ``signing`` is given, sign the records.
    """
    write = record_files.TEXT_FORMATS[".uka"]
    return tuple(
        ArchivedGame(game.summary, write(record_files.RecordedMatch((game.log,))).encode())
        for game in finished_games(table, lines, signing)
    )


def archived_games_of_log(table: str, log: bytes, signing: bytes) -> tuple[ArchivedGame, ...]:
    """Return the finished and signed games in a table's log, as ``archived_games`` does, in the worker process.

    ``log`` holds the lines of the log, joined by line feeds, since one text passes to a process faster than many.
    """
    return archived_games(table, log.split(b"\n"), signing)


def _header_fields(table: str, first: TableLine) -> dict[str, str]:
    """Return header fields of a game record: the table's id and, at a tournament's table, the tournament's id."""
    tournament = tournament_of(first.entry.host) if isinstance(first.entry, TableOpened) else None
    return {"gameId": table} | ({"tournament": tournament} if tournament else {})


def _game_times(lines: Iterable[TableLine]) -> Iterator[tuple[int, int]]:
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
