"""Servers with tables at which people and bots play, frozen in many ways.

``python -m bench.freezes [WORLDS] [TABLES] [FAULTS] [SEED]`` measures after each fault how long all tables take to go
on; more than five seconds is a failure. Half of the worlds are one server over SQLite, the others three over Postgres
and a bus.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.players import Turn
from bench.swarm import _Message
from tests import postgres, valkey
from tests.server.child import Child
from tests.server.process import children
from tests.server.progress import still
from tests.store.support import locked

WITHIN, NEVER = 5.0, 30.0
"""Seconds within which tables go on, and after which one that does not is taken to stand still for good."""
BESIDE = {"lost", "back", "paused", "resumed", "sealed"}
"""Lines that come though nobody plays."""
SETTINGS = {"answer_ms": 800, "draw_ms": 200, "deal_ms": 200, "trick_ms": 200, "rest_ms": 0, "bots": "club"}
HANGS = """
#include <unistd.h>
#include <stdlib.h>
#include <sys/syscall.h>
static void wait_for_disk(void) { while (access(getenv("UKA_HANGS"), F_OK) == 0) usleep(20000); }
int fsync(int file) { wait_for_disk(); return syscall(SYS_fsync, file); }
int fdatasync(int file) { wait_for_disk(); return syscall(SYS_fdatasync, file); }
"""
"""A disk that hangs while a file is there."""
Fault = Callable[[float], Awaitable[None]]


class Line(msgspec.Struct):
    """A line of a table's log; hidden, it says nothing."""

    entry: dict[str, Any] | None = None


class Message(_Message):
    """What a table tells."""

    lines: tuple[Line, ...] = ()


read = msgspec.json.Decoder(Message).decode


class Table:
    """A person at a table with bots, who plays the first card that is legal, or only watches bots."""

    def __init__(self, ports: Sequence[int], number: int) -> None:
        self._ports, self._number = list(ports), number
        self._http = httpx.AsyncClient()
        self._id, self._part = "", Turn()
        self.version, self.over, self.moved = 0, False, 0.0
        """Lines heard by which somebody or a clock played on, whether the game is over, and when the last was heard."""

    async def open(self) -> None:
        """Come as a guest, and begin a game."""
        base = f"http://127.0.0.1:{self._ports[self._number % len(self._ports)]}"
        await self._http.put(f"{base}/api/me", json={"name": f"Guest {self._number}"})
        form = {"rules": "uka", "changes": {"target": 99}, "settings": SETTINGS, "begin": True}
        if self._number % 2:
            form["seat"] = "south"
        self._id = (await self._http.post(f"{base}/api/tables", json=form)).raise_for_status().json()["table"]

    async def play(self) -> None:
        """Stay at the table, by whichever server answers."""
        tries = self._number
        while True:
            port, tries = self._ports[tries % len(self._ports)], tries + 1
            headers = {"Cookie": f"uka={self._http.cookies['uka']}"}
            uri = f"ws://127.0.0.1:{port}/api/tables/{self._id}/socket"
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(uri, additional_headers=headers, open_timeout=2, ping_interval=None) as socket:
                    await self._stay(socket)
            await asyncio.sleep(0.2)

    async def _stay(self, socket: Any) -> None:
        at: Message | None = None
        """What was told last of how the table is."""
        while True:
            again = True
            try:
                async with asyncio.timeout(2):
                    message = read(await socket.recv())
            except TimeoutError:
                if time.monotonic() > self.moved + 6:
                    return  # perhaps another server is better
            else:
                if message.scene is not None:
                    self._hear(message)
                    again, at = message.tell != "news", message
                elif message.tell == "farewell":
                    return
                elif message.tell == "refused":
                    await asyncio.sleep(0.3)
                else:
                    continue
            if at and (answer := self._part.answer(at, again=again)):
                await socket.send(answer.decode())

    def _hear(self, message: Message) -> None:
        played = sum(line.entry is None or line.entry.get("entry") not in BESIDE for line in message.lines)
        if played:
            self.version, self.moved = self.version + played, time.monotonic()
        self.over = message.scene is not None and message.scene.stage == "over"


# Worlds


class World:
    """Servers, the tables at them, and what can go wrong with them."""

    def __init__(self, servers: Sequence[Child], random: Random) -> None:
        self.servers, self.random = servers, random
        self.tables = list[Table]()
        self.faults: dict[str, Fault] = {
            "workers stopped": self.workers_stopped,
            "workers killed": self.workers_killed,
            "server stopped": self.server_stopped,
            "server killed": self.server_killed,
        }

    async def workers_stopped(self, seconds: float) -> None:
        """All processes that bots think in stand still."""
        found = [process for server in self.servers for process in workers(server)]
        for process in found:
            os.kill(process, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        for process in found:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)

    async def workers_killed(self, seconds: float) -> None:
        """They are killed, again and again."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for process in [process for server in self.servers for process in workers(server)]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            await asyncio.sleep(0.5)

    async def server_stopped(self, seconds: float) -> None:
        server = self.random.choice(self.servers)
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        server.signal(signal.SIGCONT)

    async def server_killed(self, seconds: float) -> None:
        server = self.random.choice(self.servers)
        await server.kill()
        await asyncio.sleep(min(seconds, 2))
        await server.start()
        await server.ready()


def workers(server: Child) -> list[int]:
    """The processes that a server's bots think in, those of its other work with them."""
    assert server._process
    found = list[int]()
    for process in children(server._process.pid):
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
    return found


@asynccontextmanager
async def one(folder: Path, random: Random) -> AsyncIterator[World]:
    """One server over SQLite, whose disk may hang."""
    hangs = folder / "hangs"
    (folder / "hangs.c").write_text(HANGS)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "hangs.so", folder / "hangs.c"], check=True)
    os.environ.update(UKA_HANGS=str(hangs), LD_PRELOAD=str(folder / "hangs.so"))
    try:
        async with Child(folder) as server:
            world = World([server], random)

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
        del os.environ["LD_PRELOAD"]


@asynccontextmanager
async def three(folder: Path, random: Random) -> AsyncIterator[World]:
    """Three servers over Postgres and a bus."""

    def gone(server: Any) -> Fault:
        async def fault(seconds: float) -> None:
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(server.start)

        return fault

    def hangs(server: Any) -> Fault:
        async def fault(seconds: float) -> None:
            server.pause()
            await asyncio.sleep(seconds)
            server.resume()

        return fault

    with postgres.postgres() as dsn, valkey.valkey() as bus:
        servers = [Child(folder, dsn, bus) for _ in range(3)]
        async with AsyncExitStack() as stack:
            for server in servers:
                await stack.enter_async_context(server)
            world = World(servers, random)
            world.faults |= {
                "database gone": gone(postgres.server()),
                "database hangs": hangs(postgres.server()),
                "bus gone": gone(valkey.server()),
                "bus hangs": hangs(valkey.server()),
            }
            yield world


# What is measured


async def seen_to_go_on(tables: Sequence[Table]) -> list[float]:
    """How long each takes to go on from now, in seconds, the shortest first; ``NEVER`` where it does not."""
    since, before = time.monotonic(), [table.version for table in tables]
    took, waiting = list[float](), len(tables)
    while waiting and (now := time.monotonic() - since) < NEVER:
        left = len(still(tables, before))
        took += [now] * (waiting - left)
        waiting = left
        await asyncio.sleep(0.05)
    return took + [NEVER] * waiting


async def frozen(world: World, count: int, faults: Sequence[tuple[str, float]]) -> list[dict[str, Any]]:
    """What faults did to tables of a world."""
    ports, found = [server.port for server in world.servers], list[dict[str, Any]]()
    world.tables = [Table(ports, number) for number in range(count)]
    await asyncio.gather(*(table.open() for table in world.tables))
    async with asyncio.TaskGroup() as group:
        players = [group.create_task(table.play()) for table in world.tables]
        await seen_to_go_on(world.tables)
        await asyncio.sleep(3)
        for name, seconds in faults:
            await world.faults[name](seconds)
            took = await seen_to_go_on(world.tables)
            found.append({
                "fault": name, "servers": len(world.servers), "s": round(seconds, 1), "tables": count,
                "worst, s": round(took[-1], 2), "late": sum(one > WITHIN for one in took),
                "stuck": sum(one >= NEVER for one in took),
            })  # fmt: skip
            print(json.dumps(found[-1]), flush=True)
            await asyncio.sleep(0.5)
        while any(not player.done() for player in players):
            for player in players:
                player.cancel()  # again and again: a client may swallow it while it closes its socket
            await asyncio.wait(players, timeout=1)
    for table in world.tables:
        await table._http.aclose()
    return found


async def run(worlds: int, tables: int, faults: int, seed: int) -> dict[str, Any]:
    """The freeze of twelve ordinary tables for eight seconds, then random ones."""
    random, found = Random(seed), list[dict[str, Any]]()
    with tempfile.TemporaryDirectory() as name:
        async with one(Path(name), random) as world:
            found += await frozen(world, 12, [("workers stopped", 8.0)])
    for number in range(worlds):
        with tempfile.TemporaryDirectory() as name:
            async with (three if number % 2 else one)(Path(name), random) as world:
                names = random.sample(sorted(world.faults), k=min(faults, len(world.faults)))
                names += random.choices(sorted(world.faults), k=faults - len(names))
                found += await frozen(world, tables, [(name, random.uniform(1, 5)) for name in names])
    return {
        "faults": len(found), "tables": 12 + worlds * tables, "seed": seed,
        "worst, s": max(one["worst, s"] for one in found),
        "late": sum(one["late"] for one in found), "stuck": sum(one["stuck"] for one in found),
    }  # fmt: skip


def main(worlds: int = 5, tables: int = 198, faults: int = 10, seed: int | None = None) -> dict[str, Any]:
    """So many worlds, with so many tables and random faults each."""
    return uvloop.run(run(worlds, tables, faults, seed if seed is not None else Random().randrange(10**6)))


if __name__ == "__main__":
    print(json.dumps(main(*map(int, sys.argv[1:]))))
