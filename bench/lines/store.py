"""Lines about the store: the cost of an append that is on disk before clients receive it, and what survives faults."""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.lines.checks import pytest
from bench.registry import Figure, line, promise
from uka.store import SqliteStore, Store, writer
from uka.store.commit_pace import PACE

LINE = b'{"type":"acted","seat":"north","action":{"action":"play","card":"Jd"}}'
RATE = 1_000  # the appends a second that a server must sustain


@contextmanager
def no_groups() -> Iterator[None]:
    """Within this context, make the store commit each append separately."""
    kept, writer.BATCH = writer.BATCH, 1
    try:
        yield
    finally:
        writer.BATCH = kept


@contextmanager
def bare() -> Iterator[None]:
    """Within this context, replace the database by a file, to which the writer thread writes a page for each commit."""

    def write(self: writer.SqliteWriter, jobs: Sequence[Any]) -> Sequence[Any]:
        os.pwrite(file.fileno(), b"x" * 4096, 0)
        os.fsync(file.fileno())
        return [job(None) if callable(job) else None for job in jobs]

    kept = writer.SqliteWriter._write
    with tempfile.TemporaryFile() as file:
        writer.SqliteWriter._write = write
        try:
            yield
        finally:
            writer.SqliteWriter._write = kept


class Nothing:
    """A store that stores nothing, with which the cost of the bench itself is measured."""

    async def append(self, table: str, seq: int, lines: Sequence[bytes]) -> None:
        pass


class Run:
    """Timed appends to many tables of one store."""

    def __init__(self, store: Store | Nothing, tables: int) -> None:
        self.store, self.next = store, [0] * tables
        self.waits: list[float] = []

    async def append(self, table: int, due: float) -> None:
        seq = self.next[table]
        self.next[table] += 1
        await self.store.append(f"table-{table}", seq, [LINE])
        self.waits.append(time.perf_counter() - due)

    async def as_fast_as_it_goes(self, seconds: float) -> None:
        """Append to each table for some seconds, each time as soon as the table's last append is on disk."""
        end = time.perf_counter() + seconds

        async def play(table: int) -> None:
            while (now := time.perf_counter()) < end:
                await self.append(table, now)

        await asyncio.gather(*(play(table) for table in range(len(self.next))))

    async def at(self, rate: int, seconds: float, busy: float) -> None:
        """Append ``rate`` times a second even if answers are late, with ``busy`` seconds of other work each time."""
        start, tasks = time.perf_counter(), []
        for number in range(int(rate * seconds)):
            due = start + number / rate
            while (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            end = time.thread_time() + busy
            while time.thread_time() < end:
                pass
            tasks.append(asyncio.create_task(self.append(number % len(self.next), due)))
        await asyncio.gather(*tasks)

    async def writers_time(self) -> float:
        if not isinstance(self.store, SqliteStore):
            return 0
        return await self.store._writer.enqueue(lambda _: time.thread_time())

    async def measure(self, work: Callable[["Run"], Any]) -> dict[str, float]:
        await asyncio.gather(*(self.append(table, 0) for table in range(len(self.next))))  # creates the tables
        self.waits.clear()
        here, there, start = time.thread_time(), await self.writers_time(), time.perf_counter()
        await work(self)
        seconds = time.perf_counter() - start
        here, there = time.thread_time() - here, await self.writers_time() - there
        cuts = statistics.quantiles(self.waits, n=100, method="inclusive")
        return {
            "a second": round(len(self.waits) / seconds),
            "p50 ms": round(1000 * cuts[49], 2),
            "p99 ms": round(1000 * cuts[98], 2),
            "CPU us, loop": round(1e6 * here / len(self.waits), 1),
            "CPU us, writer": round(1e6 * there / len(self.waits), 1),
        }


def measured(tables: int, work: Callable[[Run], Any], pace: float = PACE) -> dict[str, float]:
    async def run(folder: str) -> dict[str, float]:
        async with await SqliteStore.open(Path(folder) / "uka.db", pace=pace) as store:
            return await Run(store, tables).measure(work)

    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(folder))


def at_rate(busy: float) -> dict[str, float]:
    """Append at a fixed rate over 500 tables, and return the figures.

    The time that the bench itself takes on the event loop is subtracted. Each figure is the median of three runs, since
    other processes use the disk and the cores too. The worst of the runs without a database shows how much they do.
    """

    def work(run: Run) -> Any:
        return run.at(RATE, 4, busy)

    async def empty() -> dict[str, float]:
        return await Run(Nothing(), 500).measure(work)

    runs: list[dict[str, float]] = []
    spoilt: list[float] = []
    for _ in range(3):
        found = measured(500, work)
        runs.append(found | {"CPU us, loop": found["CPU us, loop"] - asyncio.run(empty())["CPU us, loop"]})
        with bare():
            spoilt.append(measured(500, work)["p99 ms"])
    medians = {name: round(statistics.median(run[name] for run in runs), 2) for name in runs[0]}
    return medians | {"p99 ms without a database, worst of three": max(spoilt)}


def sync_ms() -> float:
    """Return the milliseconds to write a page and sync it to disk; near zero if the disk does not really sync."""
    with tempfile.TemporaryFile() as file:
        times: list[float] = []
        for number in range(200):
            os.pwrite(file.fileno(), b"x" * 4096, 4096 * number)
            start = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
    return round(1000 * statistics.median(times), 3)


@line("3.1 store: appends a second with fsync, group commit", speed=True)
def appends() -> Figure:
    """Append as fast as possible, with many appends in each commit, and with a commit for each append.

    Each append is synced to disk before it counts as done.
    """
    figure: dict[str, Any] = {"a sync, ms": sync_ms()}
    for tables in (1, 10, 100, 500):
        with no_groups():
            alone = measured(tables, lambda run: run.as_fast_as_it_goes(2), pace=0)
        grouped = measured(tables, lambda run: run.as_fast_as_it_goes(2))
        figure[f"{tables} tables"] = {**grouped, "one commit each, a second": alone["a second"],
                                      "one commit each, p99 ms": alone["p99 ms"]}  # fmt: skip
    kept = all(figure[f"{tables} tables"]["a second"] >= RATE for tables in (10, 100, 500))
    return promise(kept, figure, "fewer than 1,000 appends a second")


@line("3.1 store: 1,000 appends a second over 500 tables, p99 under 20 ms, under 100 us of CPU", speed=True)
def offered() -> Figure:
    """Append on an idle event loop, and on one that works 300 microseconds for each append, as a server does."""
    figure: dict[str, Any] = {"a sync, ms": sync_ms(), "alone": at_rate(0)}
    figure["beside 300 us of work"] = at_rate(300e-6)
    alone = figure["alone"]
    cheap = alone["CPU us, writer"] + alone["CPU us, loop"] < 100
    return promise(cheap and alone["p99 ms"] < 20, figure, "an append is slower or costs more than that")


@line("3.1 store: killed 200 times, and 25 power cuts: every acknowledged append once, whole, in order")
def kills() -> Figure:
    os.environ["UKA_KILLS"] = "200"
    try:
        return pytest("tests/store/test_kill.py")
    finally:
        del os.environ["UKA_KILLS"]


@line("3.1 store: a state machine over two stores on one file; disk full, locked, moved, damaged; backups")
def faults() -> Figure:
    return pytest("tests/store", "--ignore=tests/store/test_kill.py")
