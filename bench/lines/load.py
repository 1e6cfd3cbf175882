"""Lines about the server under load: 500 tables with 2,000 sockets, served by one process on one core."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvloop

from bench.registry import Figure, line, promise
from bench.swarm import Swarm

TABLES, RATE, SECONDS = 500, 1_000, 10.0
WAVES, DEAL = 25, 12.0
"""The number of waves in which games begin, and the seconds between the first wave and the last.

The seconds are the length of a deal with an action each half second.
"""
PACE, STEP = 0.5, 500
"""The actions a second at a table of four people, and by how many tables the capacity is searched."""
OPEN_TABLES, FLAT_RATE = (10, 100, 1_000, 3_000), 100
"""The numbers of open tables at which an action should cost the same, at this rate over all of them."""
PINGED = 20
"""The seconds in which the server pings each socket once."""
GAME = 250
"""The number of actions at a table in about one game."""
TICK = os.sysconf("SC_CLK_TCK")


class Crowd:
    """A separate server process on one core, and its clients on the other."""

    def __init__(self, process: subprocess.Popen[str], said: dict[str, Any], swarm: Swarm | None = None) -> None:
        self.process, self.said, self.swarm = process, said, swarm or Swarm()
        self.ports = [said["port"]]
        self.processes = [process]
        """The processes whose CPU time is counted."""
        self.meters = {"CPU us an action": lambda: self.cpu}
        """The costs of an action that are measured: the name of each, and the function that returns the total."""

    @property
    def cpu(self) -> float:
        """The CPU time (user and system) of all threads of the counted processes, in seconds."""
        return sum(map(spent, self.processes))

    @property
    def megabytes(self) -> float:
        """The resident memory of the server process in MB."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    async def connect(self, *, spread: bool = True) -> None:
        """Connect the people of each table, each to the next server, or all to one server unless ``spread``."""
        for number, id in enumerate(self.said["tables"]):
            ports = self.ports if spread else [self.ports[number % len(self.ports)]]
            await self.swarm.join(ports, f"/api/tables/{id}/socket", self.said["cookies"])

    async def begin(self) -> None:
        """Begin a game at every table, and wait until it is some seat's turn at each table.

        Games begin one after another while others go on, so that deals do not all end at the same moment.
        """
        swarm, tables = self.swarm, self.swarm.tables
        each = max(len(tables) // WAVES, 1)
        for first in range(0, len(tables), each):
            for table in tables[first : first + each]:
                swarm.begin(table)
            await swarm.offer(RATE, DEAL / WAVES, tables[: first + each])
        for _ in range(300):
            await asyncio.sleep(0.1)
            if all(table.action for table in self.swarm.tables):
                return

    async def play(self, actions: int) -> None:
        """Let the people of each table act so many times, on average, whatever time that takes."""
        self.swarm.clear()
        tables = self.swarm.tables
        while self.swarm.actions < actions * len(tables):
            await self.swarm.offer(min(RATE, 10 * len(tables)), 5)

    async def measure(self, rate: float, seconds: float) -> dict[str, float]:
        swarm = self.swarm
        await swarm.offer(rate, 2)
        swarm.clear()
        before, start = {name: total() for name, total in self.meters.items()}, time.perf_counter()
        await swarm.offer(rate, seconds)
        spent = {name: total() - before[name] for name, total in self.meters.items()}
        seconds = time.perf_counter() - start - swarm.REST
        cuts = statistics.quantiles(swarm.waits, n=100, method="inclusive")
        return {
            "actions a second": round(swarm.actions / seconds),
            **{name: round(1e6 * cpu / (swarm.actions + swarm.others)) for name, cpu in spent.items()},
            "p50 ms": round(1e3 * cuts[49], 2),
            "p99 ms": round(1e3 * cuts[98], 2),
            "not yet answered when due, %": round(100 * swarm.skipped / (swarm.actions + swarm.skipped), 1),
            "refused": swarm.refused,
        }


def spent(process: subprocess.Popen[str]) -> float:
    """Return the CPU time of a process (user and system) in seconds."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


@asynccontextmanager
async def crowd(tables: int, *words: str) -> AsyncIterator[Crowd]:
    async with started([sys.executable, "-m", "bench.crowd", str(tables), *words]) as (process, said):
        yield Crowd(process, said)


@asynccontextmanager
async def started(command: list[str], **options: Any) -> AsyncIterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Start a server on the first core and move this process to the last; yield the server and what it prints first."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.sched_setaffinity(0, {0}), **options
    )
    assert process.stdout is not None
    cores = os.sched_getaffinity(0)
    try:
        said = json.loads(await asyncio.to_thread(process.stdout.readline))
        os.sched_setaffinity(0, {max(cores)})
        yield process, said
    finally:
        os.sched_setaffinity(0, cores)
        process.kill()
        process.wait()


@line(
    "3.4 server: 500 tables, 2,000 sockets, 1,000 actions a second: under 400 us of CPU each, p99 under 20 ms",
    speed=True,
)
def offered() -> Figure:
    """Measure the run with the median CPU time of three, compared with the bare web stack.

    The bare web stack only forwards messages, without rules or a log.
    """

    async def once(*words: str) -> dict[str, float]:
        async with crowd(TABLES, *words) as found:
            await found.connect()
            if "bare" in words:
                return await bare(found)
            await found.begin()
            return await found.measure(RATE, SECONDS)

    runs = sorted((uvloop.run(once()) for _ in range(3)), key=lambda run: run["CPU us an action"])
    stack = uvloop.run(once("bare"))
    figure: dict[str, Any] = {
        "median": runs[1],
        "all": [(r["CPU us an action"], r["p99 ms"]) for r in runs],
        "bare stack": stack,
    }
    kept = runs[1]["CPU us an action"] <= 400 and runs[1]["p99 ms"] < 20
    return promise(kept, figure, "an action costs more, or is seen later")


async def bare(found: Crowd, rate: float = RATE) -> dict[str, float]:
    """Send messages of the same size at a rate; the server forwards each to the four clients of its table."""
    swarm, text = (
        found.swarm,
        b'{"type":"table_change","scene":{"version":1,"stage":"x","number":0,"seats":[]}' + b" " * 2_600 + b"}",
    )
    for table in swarm.tables:
        table.action = (0, text)

    def act(table: Any, due: float) -> bool:
        table.sent, table.waiting = due, {0, 1, 2, 3}
        table.sockets[0].send(text)
        swarm.actions += 1
        return True

    swarm.act = act  # type: ignore[method-assign]
    return await found.measure(rate, SECONDS / 2)


@line("3.4 server: the highest rate held over 500 tables", speed=True)
def highest() -> Figure:
    """Raise the rate of actions until the server answers less than 97 % of them."""

    async def climb() -> dict[str, Any]:
        figure: dict[str, Any] = {}
        async with crowd(TABLES) as found:
            await found.connect()
            await found.begin()
            for rate in range(1_000, 5_000, 250):
                run = await found.measure(rate, 5)
                figure[f"{rate} offered"] = {
                    key: run[key] for key in ("actions a second", "CPU us an action", "p99 ms")
                }
                if run["not yet answered when due, %"] > 3:
                    break
                figure["held"] = rate
        return figure

    figure = uvloop.run(climb())
    return promise(figure.get("held", 0) >= 1_000, figure, "1,000 a second are not held")


@line("31 server: CPU an action at one total rate over 10, 100, 1,000 and 3,000 tables, flat within 10 %", speed=True)
def flatness() -> Figure:
    """Alternate the numbers of tables, with one rate for all, and compare the least cost of each.

    Open sockets cost something without any action, mostly their pings: that is measured first, and does not count.
    """

    async def once(tables: int) -> tuple[float, float]:
        async with crowd(tables) as found:
            await found.connect()
            await found.begin()
            before = found.cpu
            await asyncio.sleep(PINGED)
            idle = 1e6 * (found.cpu - before) / PINGED
            return (await found.measure(FLAT_RATE, SECONDS))["CPU us an action"] - idle / FLAT_RATE, idle

    runs: dict[int, list[tuple[float, float]]] = {tables: [] for tables in OPEN_TABLES}
    for tables in OPEN_TABLES * 3:
        runs[tables].append(uvloop.run(once(tables)))
    least = {tables: min(cost for cost, _ in found) for tables, found in runs.items()}
    figure: dict[str, Any] = {
        f"{tables} tables": {"CPU us an action": round(least[tables]), "CPU of a core idle, %": round(min(
            idle for _, idle in found) / 1e4, 1)}
        for tables, found in runs.items()
    }  # fmt: skip
    return promise(max(least.values()) <= 1.1 * min(least.values()), figure, "an action costs more at some number")


@line("28 server: the number of tables with four people each at which p99 passes 100 ms", speed=True)
def capacity() -> Figure:
    """Open more and more tables where somebody acts every two seconds, until an action is seen later than 100 ms."""

    async def look(tables: int) -> dict[str, float]:
        async with crowd(tables) as found:
            before = found.megabytes
            await found.connect()
            await found.begin()
            run = await found.measure(tables * PACE, SECONDS)
            return {
                "p99 ms": run["p99 ms"], "actions a second": run["actions a second"],
                "CPU us an action": run["CPU us an action"], "MB": round(found.megabytes, 1),
                "kB a table, games begun": round(1e3 * (found.megabytes - before) / tables, 1),
            }  # fmt: skip

    figure: dict[str, Any] = {"actions a second at a table": PACE}
    for tables in range(STEP, 20 * STEP, STEP):
        run = figure[f"{tables} tables"] = uvloop.run(look(tables))
        if run["p99 ms"] > 100:
            break
        figure["held"] = tables
    return promise("held" in figure, figure, f"{STEP} tables are too many")


@line("3.4 server: memory a table, and 1,000 tables idle", speed=True)
def idle() -> Figure:
    """Measure the memory with few tables and with many, before and after a game; the difference is that of a table."""

    async def look(tables: int) -> dict[str, float]:
        async with crowd(tables) as found:
            seated = found.megabytes
            await found.connect()
            connected = found.megabytes
            await found.begin()
            begun, cpu = found.megabytes, found.cpu
            await asyncio.sleep(10)
            cpu = found.cpu - cpu
            await found.play(GAME)
            return {
                "MB, tables open": round(seated, 1), "MB, sockets too": round(connected, 1),
                "MB, games begun": round(begun, 1), "MB, a game played": round(found.megabytes, 1),
                "CPU of a core idle, %": round(10 * cpu, 2),
            }  # fmt: skip

    few, many = uvloop.run(look(10)), uvloop.run(look(1_000))
    each = {key: round((many[key] - few[key]) / 0.99, 1) for key in list(many)[:4]}
    return {"1,000 tables, 4,000 sockets": many, "kB a table": each}
