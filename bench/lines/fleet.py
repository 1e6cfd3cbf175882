"""Lines about several servers over one database: their speed compared with one server over SQLite, and their faults.

The faults are kills, pauses and restarts.
"""

import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
from typing import Any

import uvloop

from bench.lines.checks import pytest
from bench.lines.load import Crowd, crowd
from bench.registry import Figure, line, promise
from tests import postgres

TABLES, RATE, SECONDS = 200, 300, 10.0
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


async def on_sqlite() -> dict[str, float]:
    async with crowd(TABLES) as found:
        return await measured(found)


async def on_postgres(count: int, database: str) -> dict[str, float]:
    async with crowd(TABLES, database) as found:
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
            return await measured(found)


async def measured(found: Crowd) -> dict[str, float]:
    await found.connect()
    await found.begin()
    return await found.measure(RATE, SECONDS)


@line("7.3 fleet: 200 games, servers killed at random: every acknowledged action once, in order, on within 3 s")
def killed() -> Figure:
    return pytest(TESTS, "-k", "killed", UKA_FLEET_GAMES="200")


@line("7.3 fleet: database or only notifications gone for ten seconds; a server that slept; people on different ones")
def gone() -> Figure:
    return pytest(TESTS, "-k", "outage or suspended or different", "--exhaustive", UKA_FLEET_AWAY="10")


@line("7.4 fleet: each server restarted in turn under load: nobody sees an error")
def rolling() -> Figure:
    return pytest(TESTS, "-k", "rolling", UKA_FLEET_GAMES="40")
