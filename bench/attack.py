"""Measures the response times of bots in ordinary games while attackers load the server.

``python -m bench.attack`` runs ``uka serve`` with its default limits, and then without limits on requests and tables.
In the second case only the fair queue and the bots' budgets of CPU time protect the server. *Strangers* are ordinary
people who play against bots without pauses. A response time runs from the action before a bot's turn to the bot's
action, both as a stranger receives them.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import count, cycle
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
import uvloop

from bench import swarm
from bench.players import Http, Turn
from tests.server.process import Serving, command

STRANGERS = 50
THOUGHT = 4.0, 8.0
"""The minimum and maximum seconds that a stranger (an ordinary person) takes for a choice."""
AT_ONCE = {"answer_ms": 0, "draw_ms": 0, "deal_ms": 0, "trick_ms": 0, "rest_ms": 0, "bots": "master"}
BOARDS = "uka", "tainui", "bicycle", "north_american", "british"
"""The rulesets whose boards strangers open."""
DEAL = 40.0
"""The seconds in which strangers play a deal. Their games begin spread over this time.

A bot computes three times as long for a call as for a card, so games that began together would make that phase which
is measured look like the cause of a difference.
"""
SETTLED, SPELL, ROUNDS = 8.0, 20.0, 2
"""The seconds before each measurement, the seconds of each measurement, and how often each is made.

A measurement is made as often with an attack as without one.
"""
LIMITS = [
    f"--limit={name}=1000000/second:1000000"
    for name in ("requests_an_address", "requests_a_guest", "guests_an_address", "tables_a_guest", "tables_an_address",
                 "lines_a_guest", "lines_an_address", "boards_a_guest", "boards_an_address")
] + ["--limit=open_tables_a_guest=1000000", "--limit=messages=1000", "--limit=message_burst=1000"]  # fmt: skip


class Raid(NamedTuple):
    """An attack: the number of addresses, of guests at each address, and of tables of each guest."""

    addresses: int
    guests: int
    tables: int
    how: str = "play"
    """What the attackers do. With ``leave`` they leave their tables, where only bots play on.

    With ``play`` they play too, without a pause. With ``flood`` they also send expensive requests without end.
    With ``boards`` their tables are games of the day's deals, each under rules of its own, and they ask for par.
    """


RAIDS = {
    "200 tables left alone, 1 address": Raid(1, 10, 20, "leave"),
    "200 tables left alone, 10 addresses": Raid(10, 2, 10, "leave"),
    "200 tables left alone, 100 addresses": Raid(100, 1, 2, "leave"),
    "200 tables, 1 address": Raid(1, 10, 20),
    "200 tables, 10 addresses": Raid(10, 2, 10),
    "200 tables, 100 addresses": Raid(100, 1, 2),
    "400 tables, 100 addresses": Raid(100, 2, 2),
    "200 tables and requests without end, 1 address": Raid(1, 10, 20, "flood"),
    "200 tables and requests without end, 10 addresses": Raid(10, 2, 10, "flood"),
    "200 tables and requests without end, 100 addresses": Raid(100, 1, 2, "flood"),
    "400 tables and requests without end, 100 addresses": Raid(100, 2, 2, "flood"),
    "600 boards of the day, 1 address": Raid(1, 6, 100, "boards"),
    "600 boards of the day, 10 addresses": Raid(10, 6, 10, "boards"),
    "600 boards of the day, 100 addresses": Raid(100, 6, 1, "boards"),
}


class Line(msgspec.Struct):
    """The part of a table's log line that this bench reads: the author of the line."""

    by: str


class Message(swarm._Message):
    """The part of a table's update that this bench reads."""

    lines: tuple[Line, ...] = ()


read = msgspec.json.Decoder(Message).decode


# Strangers


class Stranger:
    """A person at a separate address who plays with three bots and measures the bots' response times."""

    def __init__(self, port: int, number: int) -> None:
        self._http = Http(port, f"127.1.{number // 250}.{number % 250 + 1}")
        self._turn, self._number, self._random = Turn(), number, Random(number)
        self._state = swarm._State()
        self._due: float | None = None
        """When the present turn of a bot began, if an action at the table began the turn; else None."""
        self.waits = list[float]()

    async def play(self) -> None:
        """Begin a long game after a random delay, and play until cancelled."""
        await asyncio.sleep(self._random.uniform(0, DEAL))
        await self._http.ask("PUT", "/api/me", {"name": f"Stranger {self._number}"})
        form = {"rules": "uka", "changes": {"target": 99}, "settings": AT_ONCE, "seat": "south", "begin": True}
        _, created = await self._http.ask("POST", "/api/tables", form)
        self.socket = await self._http.socket(created["table"], self._received)

    def _received(self, socket: swarm.Socket, body: bytes, now: float) -> None:
        message = read(body)
        by = [line.by for line in message.lines]
        if by and by[0] == "bot" and self._due is not None:
            self.waits.append(now - self._due)
        if message.scene is not None:
            self._state.receive(message)
            scene, state = self._state.scene, self._state
            action = by and by[-1] != "table" and scene.stage == "playing"
            self._due = now if action and state.deal.turn not in (None, state.own.seat) else None
            if answer := self._turn.answer(self._state):
                acts = b'"submit_action"' in answer
                thought = self._random.uniform(*THOUGHT) if acts else 0
                asyncio.get_running_loop().call_later(thought, socket.send, answer)


async def today(http: Http) -> str:
    """Return the day whose deals a server gives now."""
    _, days = await http.ask("GET", "/api/days")
    return days["today"]


async def open_boards(port: int, waits: list[float]) -> None:
    """Open the board of the day as another stranger each second until cancelled; add the seconds that each took."""
    for number in count():
        http = Http(port, f"127.3.{number // 250}.{number % 250 + 1}")
        await http.ask("PUT", "/api/me", {"name": f"Opener {number}"})
        begun = time.monotonic()
        status, _ = await http.ask(
            "POST", f"/api/days/{await today(http)}/games", {"rules": BOARDS[number % len(BOARDS)]}
        )
        waits.append(time.monotonic() - begun if status == 200 else inf)
        http.close()
        await asyncio.sleep(1)


def summary(waits: Sequence[float]) -> dict[str, float]:
    """Return the number, the median and the 99th percentile of response times; ``waits`` are in seconds."""
    percentiles = statistics.quantiles(waits, n=100, method="inclusive")
    return {"answers": len(waits), "p50 ms": round(1e3 * percentiles[49], 1), "p99 ms": round(1e3 * percentiles[98], 1)}


async def measured(strangers: Sequence[Stranger], seconds: float) -> list[float]:
    """Wait some seconds; return the bots' response times to all strangers in that period, in seconds."""
    for stranger in strangers:
        stranger.waits.clear()
    await asyncio.sleep(seconds)
    return [wait for stranger in strangers for wait in stranger.waits]


# Attackers, in a separate process


class Attackers:
    """Guests from many addresses who open tables, play as fast as they can, and send more requests."""

    def __init__(self, port: int, raid: Raid) -> None:
        self._port, self._raid = port, raid
        self.count = Counter[str]()

    async def run(self) -> None:
        """Attack until cancelled, and print the counts of tables, actions and requests every second."""
        jobs = [asyncio.create_task(self._attack(n, guest)) for n in range(self._raid.addresses)
                for guest in range(self._raid.guests)]  # fmt: skip
        while True:
            await asyncio.sleep(1)
            print(json.dumps(self.count | {"opening": sum(not job.done() for job in jobs)}), flush=True)

    async def _attack(self, address: int, guest: int) -> None:
        http = Http(self._port, f"127.2.{address // 250}.{address % 250 + 1}")
        await self._ask(http, "PUT", "/api/me", {"name": f"Attacker {guest}"})
        open_table = self._open_board if self._raid.how == "boards" else self._open_table
        opened = list[str]()
        for number in range(self._raid.tables):
            if created := await open_table(http, f"{address}, {guest}, {number}"):
                opened.append(created["table"])
                self.count["tables"] += 1
                await self._join(http, opened[-1])
        if self._raid.how == "flood":
            await self._flood(http, opened)

    async def _open_table(self, http: Http, name: str) -> Any:
        form: dict[str, Any] = {"rules": "uka", "changes": {"target": 99}, "settings": AT_ONCE, "begin": True}
        if self._raid.how != "leave":
            form["seat"] = "south"
        return await self._ask(http, "POST", "/api/tables", form)

    async def _open_board(self, http: Http, name: str) -> Any:
        """Look at a board of the day under rules that nobody else has, and begin its game."""
        changes, path = {"words.alone": name}, f"/api/days/{await today(http)}"
        await self._ask(http, "GET", f"{path}?changes={quote(json.dumps(changes))}")
        form = {"rules": "uka", "changes": changes, "settings": {"answer_ms": 0, "draw_ms": 0, "rest_ms": 0}}
        return await self._ask(http, "POST", f"{path}/games", form)

    async def _join(self, http: Http, table: str) -> None:
        turn, state = Turn(), swarm._State()

        def received(socket: swarm.Socket, body: bytes, now: float) -> None:
            self.count["frames"] += 1
            message = read(body)
            if message.scene is None:
                return
            state.receive(message)
            if answer := turn.answer(state):
                self.count["messages"] += 1
                socket.send(answer)

        if self._raid.how != "leave":
            try:
                await http.socket(table, received)
            except OSError:
                self.count["sockets refused"] += 1

    async def _flood(self, http: Http, opened: Sequence[str]) -> None:
        """Request the lobby, the OpenAPI document, records and new tables as fast as the server answers."""
        form = {"rules": "uka", "public": True}
        paths = ["/api/lobby", "/api/openapi.json", *(f"/api/tables/{table}/records" for table in opened)]
        for path in cycle([*paths, ""]):
            if path:
                await self._ask(http, "GET", path)
            else:
                await self._ask(http, "POST", "/api/tables", form)

    async def _ask(self, http: Http, method: str, path: str, body: Any = None) -> Any:
        """Send a request; return the body of the response, or None if the request is refused."""
        try:
            status, response = await http.ask(method, path, body)
        except OSError:
            self.count["cut off"] += 1
            await asyncio.sleep(0.1)
            return None
        self.count["requests"] += 1
        if status >= 300:
            self.count[f"refused, {status}"] += 1
            return None
        return response


@contextmanager
def raided(port: int, raid: Raid) -> Generator[dict[str, Any]]:
    """Run attackers in a process of the lowest priority within this context, and yield their counts.

    So the attackers do not take the processors from the server.
    """
    command = [sys.executable, "-m", "bench.attack", "raid", str(port), *map(str, raid)]
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(["nice", "-n", "19", *command], stdout=out, stderr=subprocess.STDOUT)
        counts: dict[str, Any] = {}
        try:
            yield counts
        finally:
            process.kill()
            process.wait()
            out.seek(0)
            lines = out.read().splitlines()
            counts.update(json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {"said": lines[-1:]})


# Measurements


@contextmanager
def serving(folder: Path, *words: str) -> Generator[Serving]:
    """Run ``uka serve`` with options within this context.

    The server's log goes to a file in ``folder``, since a full pipe would block the server.
    """
    with (folder / "said").open("w") as said:
        options = command("--data", str(folder), "--port", "0", *words)
        with subprocess.Popen(options, stdout=subprocess.PIPE, stderr=said, text=True) as process:
            try:
                yield Serving(process)
            finally:
                process.kill()


async def attacked(raid: Raid, *words: str) -> dict[str, Any]:
    """Return the bots' response times to strangers without and with an attack; ``words`` are options of the server."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), *words) as server:
        port = server.address[1]
        strangers = [Stranger(port, number) for number in range(STRANGERS)]
        await asyncio.gather(*(stranger.play() for stranger in strangers))
        alone, during, boards = list[float](), list[float](), list[float]()
        for _ in range(ROUNDS):
            await asyncio.sleep(SETTLED)
            alone += await measured(strangers, SPELL)
            with raided(port, raid) as counts:
                opener = asyncio.create_task(open_boards(port, boards))
                during += await measured(strangers, SPELL)
                opener.cancel()
        _, metrics = await Http(port).ask("GET", "/metrics")
        complaints = len((Path(folder) / "said").read_text().splitlines())
    before, after = summary(alone), summary(during)
    return {
        "alone": before, "attacked": after, "p99, times": round(after["p99 ms"] / before["p99 ms"], 2),
        "a board opened, s at most": round(max(boards), 2), "boards": len(boards),
        "attackers": counts, "server": _counts(metrics.decode()) | {"complaints": complaints},
    }  # fmt: skip


def _counts(metrics: str) -> dict[str, float]:
    """Return the figures about bots, and where time went, from the text of a server's Prometheus metrics."""
    wanted = ("uka_bot_answers_total", "uka_overdue_total", "uka_bot_seconds", "process_cpu_seconds_total")
    pairs = dict(line.rsplit(" ", 1) for line in metrics.splitlines() if not line.startswith("#"))
    figures = {name.removeprefix("uka_"): float(value) for name, value in pairs.items() if name.startswith(wanted)}
    for name in ("append", "loop_lag"):
        total, count = (float(pairs[f"uka_{name}_seconds_{part}"]) for part in ("sum", "count"))
        figures[f"{name}, ms on average"] = round(1e3 * total / count, 2)
    return figures


def main(*wanted: str) -> dict[str, Any]:
    """Run attacks with the default limits and without limits: all, or those whose names contain one of ``wanted``."""
    figure: dict[str, Any] = {}
    for kind, words in {"as delivered": [], "without limits on requests and tables": LIMITS}.items():
        for name, raid in RAIDS.items():
            if not wanted or any(word in f"{kind}: {name}" for word in wanted):
                figure[f"{kind}: {name}"] = uvloop.run(attacked(raid, *words))
                print(json.dumps({f"{kind}: {name}": figure[f"{kind}: {name}"]}), flush=True)
    return figure


if __name__ == "__main__":
    if sys.argv[1:2] == ["raid"]:
        port, addresses, guests, tables = map(int, sys.argv[2:6])
        uvloop.run(Attackers(port, Raid(addresses, guests, tables, sys.argv[6])).run())
    else:
        main(*sys.argv[1:])
