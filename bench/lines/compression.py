"""A line about finished games in the store: what they take on disk, and what it costs to compress them under load."""

import asyncio
import os
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from bench.lines.store import Run
from bench.log_dictionary import game
from bench.registry import Figure, line, promise
from uka.server.base.metrics import ServerMetrics
from uka.server.live import log_compressor
from uka.store import SqliteStore
from uka.store.migrations import migrate

GAMES = int(os.environ.get("UKA_GAMES", "10000"))
RATE = 200  # appends a second while the games are compressed
WIDE = 100  # the number of games that are played at the same time
FASTER = 4  # how many times faster than a server the bench compresses
SECONDS = 5.0  # the length of a stretch with or without compression; they alternate


def games() -> list[list[bytes]]:
    """Return the logs of games of four bots."""
    return [game(rules, f"bench {number}") for number in range(30) for rules in ("uka", "tainui")]


def fill(path: Path, logs: list[list[bytes]]) -> None:
    """Write finished games to a store, line by line as they are played."""
    with closing(sqlite3.connect(path)) as db:
        migrate(db)
        for first in range(1, GAMES + 1, WIDE):
            numbers = range(first, min(first + WIDE, GAMES + 1))
            db.executemany("INSERT INTO tables VALUES (?, ?, 0, 0)", [(number, f"game-{number}") for number in numbers])
            rounds = enumerate(zip_longest(*(logs[number % len(logs)] for number in numbers)))
            rows = ((n, seq, 0.0, text) for seq, each in rounds for n, text in zip(numbers, each, strict=True) if text)
            db.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)
            db.commit()


def bytes_in_use(path: Path) -> int:
    """Return the bytes of the pages of a file that are in use."""
    with closing(sqlite3.connect(path)) as db:
        pages, free, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in
                             ("page_count", "freelist_count", "page_size"))  # fmt: skip
    return (pages - free) * size


def memory() -> float:
    """Return the memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def compress(store: SqliteStore) -> dict[str, object]:
    """Compress all games while lines are appended; return the waiting times with and without compression."""
    compressor = log_compressor.LogCompressor(store, ServerMetrics(), None)
    run = Run(store, 500)
    await asyncio.gather(*(run.append(table, 0) for table in range(500)))
    waits: dict[bool, list[float]] = {True: [], False: []}
    before, most, start, spent = memory(), 0.0, 0, 0.0
    position: int | None = start

    async def some(end: float) -> None:
        nonlocal position
        while position is not None and time.perf_counter() < end:
            if await compressor._is_calm_after_pause():
                position = await compressor._compress_some(position)

    while position is not None:
        for on in (False, True):
            run.waits = []
            since = time.perf_counter()
            work = [run.at(RATE, SECONDS, 300e-6)]
            await asyncio.gather(*work, *([some(since + SECONDS)] if on else []))
            waits[on] += run.waits
            spent += (time.perf_counter() - since) * on
        most = max(most, memory() - before)
    figure: dict[str, object] = {"games a second": round(GAMES / spent, 1), "memory, MB more": round(most, 1)}
    for on, name in ((False, "without"), (True, "with")):
        cuts = statistics.quantiles(waits[on], n=100)
        late = sum(wait > 0.1 for wait in waits[on])
        figure[name] = {
            "p50 ms": round(1e3 * cuts[49], 2),
            "p99 ms": round(1e3 * cuts[98], 2),
            "most ms": round(1e3 * max(waits[on]), 1),
            "over 100 ms": late,
            "appends": len(waits[on]),
        }
    return figure


async def compressed(path: Path, logs: list[list[bytes]]) -> dict[str, object]:
    """Compress all games and read them back; return the figures."""
    async with await SqliteStore.open(path) as store:
        figure = await compress(store)
        same = [await store.read(f"game-{n}") == logs[n % len(logs)] for n in range(1, GAMES + 1)]
    return figure | {"read back equal": sum(same), "games": GAMES}


@line("17.3 store: a finished game takes at most 8 kB; games are compressed under load, and none is late", speed=True)
def finished_games() -> Figure:
    """Compress finished games of bots beside 200 appends a second, four times as fast as a server does."""
    kept = log_compressor.MIN_PAUSE, log_compressor.MAX_LOAD
    log_compressor.MIN_PAUSE, log_compressor.MAX_LOAD = kept[0] / FASTER, kept[1] * FASTER
    try:
        with tempfile.TemporaryDirectory() as folder:
            path, logs = Path(folder) / "uka.db", games()
            fill(path, logs)
            before = bytes_in_use(path)
            figure = asyncio.run(compressed(path, logs))
            with closing(sqlite3.connect(path)) as db, db:  # what was appended meanwhile is no part of the games
                db.execute("DELETE FROM lines WHERE number > ?", (GAMES,))
                db.execute("DELETE FROM tables WHERE number > ?", (GAMES,))
            after = bytes_in_use(path)
    finally:
        log_compressor.MIN_PAUSE, log_compressor.MAX_LOAD = kept
    figure |= {"bytes a game": {"before": before // GAMES, "after": after // GAMES}}
    good = after <= 8_000 * GAMES and figure["read back equal"] == GAMES
    waits = [figure[name]["p99 ms"] for name in ("without", "with")]  # type: ignore[index]
    calm = waits[1] < max(20, 1.5 * waits[0])
    return promise(good and calm, figure, "a game takes more, or lines wait longer than that")
