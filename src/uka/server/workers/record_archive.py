"""Makes, signs and caches the records of finished games, outside the event loop.

The records of a short log are made in a thread. Those of a longer log are made in a worker process, which is killed if
it takes too long.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager
from functools import cached_property, partial
from typing import NamedTuple, TypeAlias, TypeVar

from uka.core.seats import Seat
from uka.hosting.finished_games import finished_games
from uka.hosting.record_pages import replay_of_log
from uka.records import InvalidRecord, Log, signature
from uka.records import files as record_files
from uka.store import Store
from uka.table import parse
from uka.table.game_record import record_so_far
from uka.wire.http_bodies import RecordSummary

from ..base.log_reader import read_pages, reading_log
from ..base.problems import HttpRefusal
from .record_checker import WAITING, RecordChecker

T = TypeVar("T")
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


class ArchivedGame(NamedTuple):
    """The summary of a finished game, and its record as text, which is faster to send to another process."""

    summary: RecordSummary
    text: bytes

    async def log(self) -> Log:
        """Parse the text of the record, and return the record."""
        return await _parsed(self.text)


async def _parsed(text: bytes) -> Log:
    """Return the record of one game from its text."""
    return (await asyncio.to_thread(record_files.parse, text)).games[0]


GameStamp: TypeAlias = tuple[int, int, bool]
"""What tells whether other deals are finished: the numbers of the game and of packs, and whether a deal goes on."""


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
        self._so_far: OrderedDict[str, tuple[GameStamp, bytes | None]] = OrderedDict()
        """For recently asked tables, the record of the game that goes on, and the stamp for which it was made."""

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

    async def game_so_far(self, table: str, stamp: GameStamp) -> Log | None:
        """Return the record of the game that goes on at a table, up to the end of its last finished deal.

        ``stamp`` differs if other deals are finished. Return None if no game goes on, or if none of its deals is
        finished. Raise ``HttpRefusal`` if too many long logs wait.
        """
        async with self._turn:
            cached = self._so_far.get(table)
            if cached is None or cached[0] != stamp:
                cached = stamp, await self._read_so_far(table)
            self._so_far[table] = cached
            self._so_far.move_to_end(table)
            while len(self._so_far) > MAX_CACHED:
                self._so_far.popitem(last=False)
        return None if cached[1] is None else await _parsed(cached[1])

    async def _read_so_far(self, table: str) -> bytes | None:
        """Read the log of a table, and return the record of the game that goes on as text, or None."""
        length = (await self._store.next_seqs([table])).get(table, 0)
        with self._long_log_limit(length), reading_log(table):
            lines = [line async for page in read_pages(self._store, table) for line in page]
            return await self._read_log(game_so_far_of_log, lines)

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
            work = partial(archived_games_of_log, table, signing=self._signing)
            games = await self._read_log(work, lines) if has_ended_game else ()
        archived = ArchivedTable(games, len(lines))
        self._add_to_cache(table, archived)
        return archived

    async def _read_log(self, work: Callable[[bytes], T], lines: list[bytes]) -> T:
        """Return the result of ``work`` for the lines of a log, joined by line feeds.

        A long log is read in the worker process. Raise ``InvalidRecord`` if the log can't be read.
        """
        log = b"\n".join(lines)  # one text passes to a process faster than many
        if len(lines) <= SHORT:
            return await asyncio.to_thread(work, log)
        try:
            return await self._checker.do(work, log)
        except HttpRefusal as error:
            if error.status_code == 400:  # the log in the store is damaged, which is not the client's fault
                raise InvalidRecord(error.detail) from None
            raise
        finally:
            self._end_later()

    def _end_later(self) -> None:
        """End the worker process in ``IDLE`` seconds, unless this is called again before."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._idle_timer = asyncio.get_running_loop().call_later(IDLE, self._checker.close)

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
            return await asyncio.to_thread(replay_of_log, log, seat, deal)


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
    """Return the finished and signed games in a table's log, as ``archived_games`` does.

    ``log`` holds the lines of the log, joined by line feeds.
    """
    return archived_games(table, log.split(b"\n"), signing)


def game_so_far_of_log(log: bytes) -> bytes | None:
    """Return the record of the game that goes on in a table's log, up to its last finished deal, as text.

    ``log`` holds the lines of the log, joined by line feeds. Return None if there is no such game or deal.
    """
    record = record_so_far(parse(log.split(b"\n")))
    return None if record is None else record.text.encode()
