"""Measures how long tables need to continue after faults of servers, workers, disks, databases and networks.

``python -m bench.freezes [WORLDS] [TABLES] [FAULTS] [SEED]`` measures after each fault how long all tables take to
continue; more than five seconds is a failure. A *world* is a set of servers, from ``bench.freeze_worlds``. Half of the
worlds are one server over SQLite; the others are three servers over Postgres.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.freeze_worlds import World, fleet_over_postgres, server_over_sqlite
from bench.players import Turn
from bench.swarm import _Message, _State
from tests.server.progress import still

WITHIN, NEVER = 5.0, 30.0
"""The seconds within which tables must continue, and the seconds after which a table counts as stuck."""
BESIDE = {"connection_lost", "player_came_back", "table_paused", "table_resumed", "secrets_committed"}
"""The kinds of log entries that may be written even though the game does not go on."""
SETTINGS = {"answer_ms": 800, "draw_ms": 200, "deal_ms": 200, "trick_ms": 200, "rest_ms": 0, "bots": "club"}


class Line(msgspec.Struct):
    """A line of a table's log; a line that the client may not see has no entry."""

    entry: dict[str, Any] | None = None


class Message(_Message):
    """The part of a table's update that this bench reads."""

    lines: tuple[Line, ...] = ()


read = msgspec.json.Decoder(Message).decode


class Table:
    """A person at a table with bots, who plays the first legal card or only watches."""

    def __init__(self, ports: Sequence[int], number: int) -> None:
        self._ports, self._number = list(ports), number
        self._http = httpx.AsyncClient(timeout=60, verify=False)  # the server spreads many openings over some seconds
        self._id, self._turn = "", Turn()
        self.version, self.over, self.moved = 0, False, 0.0
        """The number of lines by which the game went on; whether the game is over; the time of the last such line."""

    async def open(self) -> None:
        """Sign in as a guest, open a table, and begin a game."""
        base = f"http://127.0.0.1:{self._ports[self._number % len(self._ports)]}"
        await self._http.put(f"{base}/api/me", json={"name": f"Guest {self._number}"})
        form = {"rules": "uka", "changes": {"target": 99}, "settings": SETTINGS, "begin": True}
        if self._number % 2:
            form["seat"] = "south"
        self._id = (await self._http.post(f"{base}/api/tables", json=form)).raise_for_status().json()["table"]

    async def play(self) -> None:
        """Play at the table, and reconnect to another server when a connection ends."""
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
        state = _State()
        while True:
            again = True
            try:
                async with asyncio.timeout(2):
                    message = read(await socket.recv())
            except TimeoutError:
                if time.monotonic() > self.moved + 6:
                    return  # the caller tries again, and another server may answer
            else:
                if message.scene is not None:
                    state.receive(message)
                    self._receive(message, state)
                    again = message.type == "table_snapshot"
                elif message.type == "farewell":
                    return
                elif message.type == "rejection":
                    await asyncio.sleep(0.3)
                else:
                    continue
            if answer := self._turn.answer(state, again=again):
                await socket.send(answer.decode())

    def _receive(self, message: Message, state: _State) -> None:
        played = sum(line.entry is None or line.entry.get("type") not in BESIDE for line in message.lines)
        if played:
            self.version, self.moved = self.version + played, time.monotonic()
        self.over = state.scene.stage == "over"


async def times_to_continue(tables: Sequence[Table]) -> list[float]:
    """Return the seconds that each table takes to continue, sorted; ``NEVER`` for a table that does not continue."""
    since, before = time.monotonic(), [table.version for table in tables]
    took, waiting = list[float](), len(tables)
    while waiting and (now := time.monotonic() - since) < NEVER:
        left = len(still(tables, before))
        took += [now] * (waiting - left)
        waiting = left
        await asyncio.sleep(0.05)
    return took + [NEVER] * waiting


async def frozen(world: World, count: int, faults: Sequence[tuple[str, float]]) -> list[dict[str, Any]]:
    """Play at ``count`` tables of a world, cause faults, and return a row of figures for each fault."""
    ports, results = [server.port for server in world.servers], list[dict[str, Any]]()
    tables = [Table(ports, number) for number in range(count)]
    await asyncio.gather(*(table.open() for table in tables))
    async with asyncio.TaskGroup() as group:
        players = [group.create_task(table.play()) for table in tables]
        await times_to_continue(tables)
        await asyncio.sleep(3)
        for name, seconds in faults:
            await world.faults[name](seconds)
            took = await times_to_continue(tables)
            results.append({
                "fault": name, "servers": len(world.servers), "s": round(seconds, 1), "tables": count,
                "worst, s": round(took[-1], 2), "late": sum(one > WITHIN for one in took),
                "stuck": sum(one >= NEVER for one in took),
            })  # fmt: skip
            print(json.dumps(results[-1]), flush=True)
            await asyncio.sleep(0.5)
        while any(not player.done() for player in players):
            for player in players:
                player.cancel()  # repeated, since a client may swallow a cancellation while it closes its socket
            await asyncio.wait(players, timeout=1)
    for table in tables:
        await table._http.aclose()
    return results


async def run(worlds: int, tables: int, faults: int, seed: int) -> dict[str, Any]:
    """Suspend the workers of twelve tables for eight seconds, then cause random faults in several sets of servers.

    ``worlds`` is the number of sets, ``tables`` and ``faults`` are the numbers in each set.
    """
    random, results = Random(seed), list[dict[str, Any]]()
    with tempfile.TemporaryDirectory() as name:
        async with server_over_sqlite(Path(name), random) as world:
            results += await frozen(world, 12, [("workers stopped", 8.0)])
    for number in range(worlds):
        with tempfile.TemporaryDirectory() as name:
            async with (fleet_over_postgres if number % 2 else server_over_sqlite)(Path(name), random) as world:
                names = random.sample(sorted(world.faults), k=min(faults, len(world.faults)))
                names += random.choices(sorted(world.faults), k=faults - len(names))
                results += await frozen(world, tables, [(name, random.uniform(1, 5)) for name in names])
    return {
        "faults": len(results), "tables": 12 + worlds * tables, "seed": seed,
        "worst, s": max(row["worst, s"] for row in results),
        "late": sum(row["late"] for row in results), "stuck": sum(row["stuck"] for row in results),
    }  # fmt: skip


def main(worlds: int = 6, tables: int = 165, faults: int = 10, seed: int | None = None) -> dict[str, Any]:
    """Run the bench with ``worlds`` sets of servers, with tables and random faults in each; return the totals."""
    return uvloop.run(run(worlds, tables, faults, seed if seed is not None else Random().randrange(10**6)))


if __name__ == "__main__":
    print(json.dumps(main(*map(int, sys.argv[1:]))))
