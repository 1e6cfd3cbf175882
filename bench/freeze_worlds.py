"""Servers for the bench ``freezes``, and functions that cause faults in these servers.

Such a function causes a fault, waits some seconds, and ends the fault again.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

from tests import postgres
from tests.faked_clock import FakedClock
from tests.served import Served
from tests.server.balancer import Balancer
from tests.server.child import NOTIFICATIONS, Child
from tests.server.process import children
from tests.store.support import locked

HANGS = """
#include <unistd.h>
#include <stdlib.h>
#include <sys/syscall.h>
static void wait_for_disk(void) { while (access(getenv("UKA_HANGS"), F_OK) == 0) usleep(20000); }
int fsync(int file) { wait_for_disk(); return syscall(SYS_fsync, file); }
int fdatasync(int file) { wait_for_disk(); return syscall(SYS_fdatasync, file); }
"""
"""The C source of a library that makes every sync to disk wait while the file named by ``UKA_HANGS`` exists."""
SHIFTS = 60, 600, 3_600, 86_400
"""By how many seconds a clock is wrong."""
Fault = Callable[[float], Awaitable[None]]
"""A function that causes a fault for the given number of seconds."""


class World:
    """One or more servers over one store, and the faults that can be caused in them, by name."""

    def __init__(self, servers: Sequence[Child], random: Random) -> None:
        self.servers, self.random = servers, random
        self.clocks = [FakedClock(server.store.with_name(f"clock-{server.port}")) for server in servers]
        for server, clock in zip(servers, self.clocks, strict=True):
            server.environment |= clock.environment
        self.faults: dict[str, Fault] = {
            "clock ahead": self.clock_ahead,
            "clock back": self.clock_back,
            "clock wrong for a while": self.clock_wrong,
            "workers stopped": self.workers_stopped,
            "workers killed": self.workers_killed,
            "server stopped": self.server_stopped,
            "server killed": self.server_killed,
        }

    async def clock_ahead(self, seconds: float) -> None:
        """Set the clock of a random server ahead by minutes to a day, for good."""
        self.random.choice(self.clocks).shift(self.random.choice(SHIFTS))
        await asyncio.sleep(seconds)

    async def clock_back(self, seconds: float) -> None:
        """Set the clock of a random server back by minutes to a day, for good."""
        self.random.choice(self.clocks).shift(-self.random.choice(SHIFTS))
        await asyncio.sleep(seconds)

    async def clock_wrong(self, seconds: float) -> None:
        """Set the clock of a random server ahead, and right again after some seconds."""
        clock, shift = self.random.choice(self.clocks), self.random.choice(SHIFTS)
        clock.shift(shift)
        await asyncio.sleep(seconds)
        clock.shift(-shift)

    async def workers_stopped(self, seconds: float) -> None:
        """Suspend all worker processes of the servers for some seconds."""
        processes = [process for server in self.servers for process in workers(server)]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)

    async def workers_killed(self, seconds: float) -> None:
        """Kill all worker processes of the servers again and again for some seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for process in [process for server in self.servers for process in workers(server)]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            await asyncio.sleep(0.5)

    async def server_stopped(self, seconds: float) -> None:
        """Suspend the process of a random server for some seconds."""
        server = self.random.choice(self.servers)
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        server.signal(signal.SIGCONT)

    async def server_killed(self, seconds: float) -> None:
        """Kill a random server, and start the server again after at most two seconds."""
        server = self.random.choice(self.servers)
        await server.kill()
        await asyncio.sleep(min(seconds, 2))
        await server.start()
        await server.ready()


def workers(server: Child) -> list[int]:
    """Return the ids of a server's worker processes, for bots and for other work."""
    assert server._process
    processes = list[int]()
    for process in children(server._process.pid):
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                processes.append(process)
    return processes


@asynccontextmanager
async def server_over_sqlite(folder: Path, random: Random) -> AsyncIterator[World]:
    """Run one server over SQLite, on a disk that can hang, within this context."""
    hangs = folder / "hangs"
    (folder / "hangs.c").write_text(HANGS)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "hangs.so", folder / "hangs.c"], check=True)
    server = Child(folder)
    world = World([server], random)
    preloaded = server.environment["LD_PRELOAD"]
    server.environment |= {"UKA_HANGS": str(hangs), "LD_PRELOAD": f"{preloaded}:{folder / 'hangs.so'}"}
    try:
        async with server:

            async def slow(seconds: float) -> None:
                hangs.touch()
                await asyncio.sleep(seconds)
                hangs.unlink()

            async def lock(seconds: float) -> None:
                with locked(server.store):
                    await asyncio.sleep(seconds)

            world.faults |= {"disk hangs": slow, "store locked": lock}
            yield world
    finally:
        hangs.unlink(missing_ok=True)


@asynccontextmanager
async def fleet_over_postgres(folder: Path, random: Random) -> AsyncIterator[World]:
    """Run three servers over Postgres within this context, with a network of its own for notifications."""

    database = postgres.server()
    network = Balancer([database], random)

    async def database_gone(seconds: float) -> None:
        await asyncio.to_thread(database.kill)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(database.start)

    async def notifications_gone(seconds: float) -> None:
        network.down(database)
        await asyncio.sleep(seconds)
        network.up(database)

    def hangs(what: Served | Balancer) -> Fault:
        async def fault(seconds: float) -> None:
            what.pause()
            await asyncio.sleep(seconds)
            what.resume()

        return fault

    with postgres.postgres() as dsn:
        servers = [Child(folder, dsn) for _ in range(3)]
        world = World(servers, random)
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(network)
            for server in servers:
                server.environment[NOTIFICATIONS] = database.dsn_at(network.port, dsn)
                await stack.enter_async_context(server)
            world.faults |= {
                "database gone": database_gone,
                "database hangs": hangs(database),
                "notifications gone": notifications_gone,
                "notifications hang": hangs(network),
            }
            yield world
