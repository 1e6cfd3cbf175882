"""Lines about several servers over one database: their speed compared with one server over SQLite, and their faults.

The faults are kills, pauses and restarts.
"""

import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import psutil
import uvloop

from bench.lines.checks import pytest
from bench.lines.load import Crowd, crowd
from bench.registry import Figure, line, promise
from tests import postgres

TABLES, RATE, SECONDS = 200, 300, 10.0
HOST_RATE = 150
"""The actions a second at which the costs of a host are measured: few, so that no core is ever full."""
TESTS = "tests/server/cluster/test_membership.py"


ROUNDS = 3


@line("7.2 fleet: people of one table on four servers: at most 1.4 times one server's CPU, p99 under 30 ms", speed=True)
def one_and_four() -> Figure:
    """Alternate one server and four, over Postgres, at 300 actions a second; compare the medians."""
    runs: dict[int, list[dict[str, float]]] = {1: [], 4: []}
    for _ in range(ROUNDS):
        for count, found in runs.items():
            with postgres.postgres() as database:
                found.append(uvloop.run(on_postgres(count, database)))
    cpu = {count: statistics.median(run["CPU us an action"] for run in found) for count, found in runs.items()}
    p99 = statistics.median(run["p99 ms"] for run in runs[4])
    figure: Figure = {
        "CPU us an action, 1 server": cpu[1], "4 servers": cpu[4], "ratio": round(cpu[4] / cpu[1], 2),
        "p99 ms, 4 servers": p99, "refused": sum(run["refused"] for found in runs.values() for run in found),
    }  # fmt: skip
    return promise(cpu[4] <= 1.4 * cpu[1] and p99 < 30 and not figure["refused"], figure, "it costs more, or is late")


@line("7.2 fleet: 200 tables over SQLite, and over Postgres with 1, 2 and 4 servers, people of one on all", speed=True)
def side_by_side() -> Figure:
    """Play 300 actions a second in each setup; servers, database and clients share the cores of this machine."""
    figure: dict[str, Any] = {"SQLite, 1 server": uvloop.run(on_sqlite())}
    for count in (1, 2, 4):
        with postgres.postgres() as database:
            figure[f"Postgres, {count}"] = uvloop.run(on_postgres(count, database))
    return promise(all(run["refused"] == 0 for run in figure.values()), figure, "something was refused")


@line("31 fleet: CPU of servers and of Postgres an action, each table's people on one server or on all", speed=True)
def costs_of_a_host() -> Figure:
    """Alternate the setups that a host may run, with a Postgres that waits for its disk.

    From the costs of an action follows how many actions a second a host with more cores holds: see docs/many.md.
    """
    database = postgres.Postgres(fsync="on")
    setups = {"Postgres, 1 server": (1, False), "2, a table's on one": (2, False), "2, a table's on both": (2, True)}
    runs: dict[str, list[dict[str, float]]] = {"SQLite, 1 server": []} | {name: [] for name in setups}
    for number in range(ROUNDS):
        runs["SQLite, 1 server"].append(uvloop.run(on_sqlite(HOST_RATE)))
        for index, (name, (count, spread)) in enumerate(setups.items()):
            database.sql(f"CREATE DATABASE host_{number}_{index}")
            dsn = database.dsn(f"host_{number}_{index}")
            total = partial(database_seconds, database)
            runs[name].append(uvloop.run(on_postgres(count, dsn, HOST_RATE, spread=spread, database_total=total)))
    keys = "CPU us an action", "Postgres us an action", "p50 ms", "p99 ms", "refused"
    figure: dict[str, Any] = {
        name: {key: statistics.median(run[key] for run in found) for key in keys if key in found[0]}
        for name, found in runs.items()
    }
    return promise(all(setup["refused"] == 0 for setup in figure.values()), figure, "something was refused")


def database_seconds(database: postgres.Postgres) -> float:
    """Return the CPU time of all processes of a Postgres, in seconds, with those that have ended."""
    main = psutil.Process(database.pid)
    ended, living = main.cpu_times(), [child.cpu_times() for child in main.children()]
    return sum(ended[:4]) + sum(sum(times[:2]) for times in living)


async def on_sqlite(rate: float = RATE) -> dict[str, float]:
    async with crowd(TABLES) as found:
        return await measured(found, rate)


async def on_postgres(
    count: int,
    database: str,
    rate: float = RATE,
    *,
    spread: bool = True,
    database_total: Callable[[], float] | None = None,
) -> dict[str, float]:
    """Measure ``count`` servers over a database; ``spread`` puts the people of a table on different servers.

    ``database_total`` returns the CPU time of the database, in seconds. Without it, that is not measured.
    """
    async with crowd(TABLES, database) as found:
        if database_total:
            found.meters["Postgres us an action"] = database_total
        with contextlib.ExitStack() as stack:
            for _ in range(count - 1):
                process = subprocess.Popen(
                    [sys.executable, "-m", "bench.crowd", "0", database], stdout=subprocess.PIPE, text=True
                )
                stack.callback(process.wait)
                stack.callback(process.kill)
                assert process.stdout is not None
                found.ports.append(json.loads(await asyncio.to_thread(process.stdout.readline))["port"])
                found.processes.append(process)
            return await measured(found, rate, spread=spread)


async def measured(found: Crowd, rate: float, *, spread: bool = True) -> dict[str, float]:
    await found.connect(spread=spread)
    await found.begin()
    return await found.measure(rate, SECONDS)


@line("7.3 fleet: 200 games, servers killed at random: every acknowledged action once, in order, on within 3 s")
def killed() -> Figure:
    return pytest(TESTS, "-k", "killed", UKA_FLEET_GAMES="200")


@line("7.3 fleet: database or only notifications gone for ten seconds; a server that slept; people on different ones")
def gone() -> Figure:
    return pytest(TESTS, "-k", "outage or suspended or different", UKA_FLEET_AWAY="10")


@line("7.4 fleet: each server restarted in turn under load: nobody sees an error")
def rolling() -> Figure:
    return pytest(TESTS, "-k", "rolling", UKA_FLEET_GAMES="40")
