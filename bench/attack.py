"""Games of strangers at a server that others attack, and how long bots take to answer meanwhile.

``python -m bench.attack`` runs ``uka serve`` as it is delivered, and without its limits on requests and tables, so that
only the fair queue is left. The attackers, a process of their own, open tables with the strongest bots at no delay.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import connect

from bench.swarm import ACT, ADD, Socket, read
from tests.server.process import started

STRANGERS = 50
USUAL = {"answer_ms": 600, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "rest_ms": 0, "bots": "club"}
AT_ONCE = {"answer_ms": 0, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "rest_ms": 0, "bots": "master"}
RAIDS = {
    "200 tables left alone, 1 address": (1, 10, 20, "left"),
    "200 tables, 1 address": (1, 10, 20, "there"),
    "200 tables, 10 addresses": (10, 2, 10, "there"),
    "400 tables, 100 addresses": (100, 2, 2, "there"),
}
"""Addresses, guests of each, tables of each guest, and whether they come to their tables."""
LIMITS = [
    f"--limit={name}=1000000/second:1000000"
    for name in ("requests_an_address", "requests_a_guest", "guests_an_address", "tables_a_guest", "tables_an_address",
                 "lines_a_guest", "lines_an_address")
] + ["--limit=open_tables_a_guest=1000000", "--limit=messages=1000", "--limit=message_burst=1000"]  # fmt: skip
SETTLED, BEFORE, DURING = 4.0, 10.0, 12.0


# Strangers


class Stranger:
    """A person who plays with three bots, each from an address of their own, and times the bots' answers."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._number = port, number
        self._local = f"127.1.{number // 250}.{number % 250 + 1}"
        self.waits = list[float]()

    async def play(self) -> None:
        """A game without end."""
        base = f"http://127.0.0.1:{self._port}"
        async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=self._local)) as http:
            await http.put(f"{base}/api/me", json={"name": f"Stranger {self._number}"})
            form = {"rules": "uka", "changes": {"target": 99}, "settings": USUAL, "seat": "south", "begin": True}
            table = (await http.post(f"{base}/api/tables", json=form)).raise_for_status().json()["table"]
            cookie = {"Cookie": f"uka={http.cookies['uka']}"}
        uri = f"ws://127.0.0.1:{self._port}/api/tables/{table}/socket"
        async with connect(uri, additional_headers=cookie, local_addr=(self._local, 0), max_queue=None) as socket:
            before = time.perf_counter()
            async for text in socket:
                now, told = time.perf_counter(), json.loads(text)
                if told["tell"] == "news":
                    last = told["lines"][0]
                    if last.get("by") == "bot":
                        self.waits.append(now - before)
                    before = now
                if answer := reply(read(text)):
                    await socket.send((answer % time.monotonic_ns()).decode())


def reply(message: Any) -> bytes | None:
    """What somebody at a table does next: they add to the pack, and play the first card that is legal."""
    deal, scene = message.deal, message.scene
    if scene is None or scene.stage == "over":
        return None
    own = next((seat for seat in scene.seats if seat.player), None)
    if scene.stage == "shuffling" and own is not None and own.added is None:
        return ADD % scene.number
    if deal and deal.turn and deal.turn == deal.seat and deal.legal_actions:
        return ACT % (scene.version, bytes(deal.legal_actions[0]))
    return None


def cuts(waits: Sequence[float]) -> dict[str, float]:
    """What is told of the bots' answers."""
    found = statistics.quantiles(waits, n=100, method="inclusive")
    return {"answers": len(waits), "p50 ms": round(1e3 * found[49]), "p99 ms": round(1e3 * found[98])}


async def measured(strangers: Sequence[Stranger], seconds: float) -> dict[str, float]:
    for stranger in strangers:
        stranger.waits.clear()
    await asyncio.sleep(seconds)
    return cuts([wait for stranger in strangers for wait in stranger.waits])


# Attackers, in a process of their own


async def raid(port: int, addresses: int, guests: int, tables: int, mode: str) -> None:
    """Open tables from many addresses, play at them as fast as it goes, and tell once a second how far it came."""
    count = {"opened": 0, "refused": 0, "frames": 0}
    sockets = list[Socket]()

    async def attacker(address: int, guest: int) -> None:
        local = f"127.2.{address // 250}.{address % 250 + 1}"
        base = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address=local), timeout=30) as http:
            await http.put(f"{base}/api/me", json={"name": f"Attacker {guest}"})
            form: dict[str, Any] = {"rules": "uka", "changes": {"target": 99}, "settings": AT_ONCE, "begin": True}
            if mode == "there":
                form["seat"] = "south"
            for _ in range(tables):
                answer = await http.post(f"{base}/api/tables", json=form)
                if answer.status_code != 201:
                    count["refused"] += 1
                    continue
                count["opened"] += 1
                if mode == "there":
                    await come(answer.json()["table"], local, http.cookies["uka"])

    async def come(table: str, local: str, cookie: str) -> None:
        holder = list[Socket]()
        head = {"Host": f"127.0.0.1:{port}", "Cookie": f"uka={cookie}"}
        make = partial(Socket, f"/api/tables/{table}/socket", head, partial(heard, holder))
        with suppress(OSError):
            _, socket = await asyncio.get_running_loop().create_connection(
                make, "127.0.0.1", port, local_addr=(local, 0)
            )
            holder.append(socket)
            sockets.append(socket)
            await socket.open

    def heard(holder: list[Socket], body: bytes, now: float) -> None:
        count["frames"] += 1
        if holder and (answer := reply(read(body))):
            holder[0].send(answer % count["frames"])

    jobs = [asyncio.create_task(attacker(address, guest)) for address in range(addresses) for guest in range(guests)]
    while True:
        await asyncio.sleep(1)
        print(json.dumps({**count, "opening": sum(not job.done() for job in jobs)}), flush=True)


@contextmanager
def raided(port: int, *words: object) -> Any:
    """Attackers, of whom the server has the processors first: they are the measure's, not what is measured."""
    command = [sys.executable, "-m", "bench.attack", "raid", str(port), *map(str, words)]
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(["nice", *command], stdout=out, stderr=subprocess.STDOUT)
        found: dict[str, Any] = {}
        try:
            yield found
        finally:
            process.kill()
            process.wait()
            out.seek(0)
            lines = out.read().splitlines()
            found.update(json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {"said": lines[-1:]})


# What is measured


async def attacked(*words: str) -> dict[str, Any]:
    """The bots' answers to strangers before each attack and during it, by a server with some options."""
    figure: dict[str, Any] = {}
    for name, parts in RAIDS.items():
        with tempfile.TemporaryDirectory() as folder, started("--data", folder, "--port", "0", *words) as server:
            port = server.address[1]
            strangers = [Stranger(port, number) for number in range(STRANGERS)]
            async with asyncio.TaskGroup() as group:
                games = [group.create_task(stranger.play()) for stranger in strangers]
                await asyncio.sleep(SETTLED)
                before = await measured(strangers, BEFORE)
                with raided(port, *parts) as raid:
                    during = await measured(strangers, DURING)
                for game in games:
                    game.cancel()
            async with httpx.AsyncClient() as http:
                told = (await http.get(f"{server.at}/metrics")).text
            figure[name] = {"before": before, "during": during, "attackers": raid, "server": _counts(told)}
            print(json.dumps({name: figure[name]}), flush=True)
    return figure


def _counts(told: str) -> dict[str, float]:
    wanted = ("uka_bot_answers_total", "uka_overdue_total", "uka_bot_seconds")
    pairs = (line.rsplit(" ", 1) for line in told.splitlines() if line.startswith(wanted))
    return {name.removeprefix("uka_"): float(value) for name, value in pairs}


def main() -> dict[str, Any]:
    """As it is delivered, and with nothing but the fair queue and the budgets."""
    return {
        "as delivered": uvloop.run(attacked()),
        "without limits on requests and tables": uvloop.run(attacked(*LIMITS)),
    }


if __name__ == "__main__":
    if sys.argv[1:2] == ["raid"]:
        port, addresses, guests, tables = map(int, sys.argv[2:6])
        uvloop.run(raid(port, addresses, guests, tables, sys.argv[6]))
    else:
        print(json.dumps(main()))
