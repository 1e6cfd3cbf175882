"""A line about abuse: an hour of it in fast motion, from 1, 10 and 100 addresses; memory and disk stay bounded."""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
from msgspec.structs import replace
from websockets.asyncio.client import connect

from bench.registry import Figure, line, promise
from uka import rulesets
from uka.server.place import STORE
from uka.store import SqliteStore
from uka.table import Line, people, usual
from uka.table.entries import Changed

ADDRESSES = (1, 10, 100)
SECONDS = float(os.environ.get("UKA_ABUSE", "60"))
"""Of each siege; the server's time is so many times as fast that an hour passes."""
LONG, LENGTH = "gathered", 60_000
"""A table whose log is as long as one may be."""
MOST_MEMORY = 1_500
"""Megabytes of the server and all its processes, whoever attacks it."""
MOST_DISK = 360
"""Megabytes in an hour, of one address."""
TABLE = {"public": True, "rules": "uka"}
TEAMS = 300
"""That each list of teams enters."""


class Siege:
    """Attackers at some addresses."""

    def __init__(self, port: int, addresses: int) -> None:
        self.port, self.addresses = port, [f"127.9.{n // 250}.{n % 250 + 1}" for n in range(addresses)]
        self.did, self.refused = Counter[str](), Counter[str]()

    async def run(self, seconds: float) -> None:
        """All at once, for so long."""
        tasks = [asyncio.create_task(work) for work in self._attacks()]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _attacks(self) -> list[Coroutine[Any, Any, None]]:
        kinds = (self._tables, self._lines, self._silent, self._sheets, self._records)
        few = len(self.addresses) == 1
        return [
            self._again(kind, address) for address in self.addresses for kind in kinds for _ in range(3 if few else 1)
        ]

    async def _again(self, attack: Any, address: str) -> None:
        """The same attack for ever, by another guest each time that one can't go on."""
        while True:
            with suppress(httpx.HTTPError, OSError, TimeoutError, Exception):
                async with self.client(address) as client:
                    if (await client.put("/api/me", json={})).status_code == 200:
                        await attack(client, address)
                    else:
                        self.refused["guests"] += 1
            await asyncio.sleep(0.1)

    def client(self, address: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=address)
        return httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{self.port}", timeout=30)

    def count(self, what: str, answer: httpx.Response) -> bool:
        done = answer.status_code in (200, 201)
        (self.did if done else self.refused)[what if done else f"{what}, {answer.status_code}"] += 1
        return done

    # Attacks

    async def _tables(self, client: httpx.AsyncClient, address: str) -> None:
        """Tables without end, most of them in the lobby as somebody is at them."""
        async with AsyncExitStack() as stack:
            while self.count("tables", answer := await client.post("/api/tables", json=TABLE)):
                with suppress(Exception):
                    await stack.enter_async_context(self.socket(client, answer.json()["table"], address))

    async def _lines(self, client: httpx.AsyncClient, address: str) -> None:
        """Lines without end on many sockets."""
        answer = await client.post("/api/tables", json={"rules": "uka"})
        if self.count("tables", answer):
            await asyncio.gather(*(self._flood(client, answer.json()["table"], address) for _ in range(5)))

    async def _flood(self, client: httpx.AsyncClient, table: str, address: str) -> None:
        async with self.socket(client, table, address) as at:
            for number in range(2_000):
                await at.send(json.dumps({"ask": "change", "id": f"c{number}", "settings": {"answer_ms": number % 50}}))
                async for told in at:
                    if '"ack"' in str(told)[:20] or '"refused"' in str(told)[:20]:
                        (self.did if '"ack"' in str(told)[:20] else self.refused)["lines"] += 1
                        break

    async def _silent(self, client: httpx.AsyncClient, address: str) -> None:
        """Sockets that ask for the whole table again and again and never read."""
        answer = await client.post("/api/tables", json={"rules": "uka"})
        if not self.count("tables", answer):
            return
        async with AsyncExitStack() as stack:
            all_ = [
                await stack.enter_async_context(self.socket(client, answer.json()["table"], address, max_queue=1))
                for _ in range(10)
            ]
            for at in all_:
                at.transport.pause_reading()
            for _ in range(300):
                for at in all_:
                    if at.transport.is_closing():
                        return
                    at.transport.write(frames(b'{"ask":"sync","id":"s"}', 20))
                self.did["syncs"] += 200
                await asyncio.sleep(0.05)
            for at in all_:
                at.transport.abort()

    async def _sheets(self, client: httpx.AsyncClient, address: str) -> None:
        """As many teams as may be on every sheet."""
        answer = await client.post("/api/tournaments", json={"name": "A day of Uka"})
        if not self.count("tournaments", answer):
            return
        held = answer.json()
        at, link = f"/api/tournaments/{held['tournament']}", {"X-Uka-Link": held["link"]}
        for part in range(6):
            text = "\n".join(f"Team {part}-{n}" for n in range(TEAMS))
            self.count("lists of teams", await client.post(f"{at}/teams", json={"text": text}, headers=link))
        while self.count("sheets", await client.get(f"{at}/paper/cards", headers=link)):
            pass

    async def _records(self, client: httpx.AsyncClient, address: str) -> None:
        """A long log, loaded and told again and again."""
        await client.get(f"/api/tables/{LONG}")
        while self.count("records", await client.get(f"/api/tables/{LONG}/records")):
            await asyncio.sleep(0.2)

    def socket(self, client: httpx.AsyncClient, table: str, address: str, **more: Any) -> connect:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        uri = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        headers = {"Cookie": cookie}
        return connect(
            uri,
            additional_headers=headers,
            compression=None,
            close_timeout=0.5,
            local_addr=(address, 0),
            open_timeout=30,
            **more,
        )


class Stranger:
    """Somebody who only wants to play, in a process of their own."""

    def __init__(self, port: int) -> None:
        self._siege = Siege(port, 0)
        self.pings, self.unready, self.unlisted = list[float](), list[str](), 0

    async def run(self, seconds: float) -> None:
        """Look whether their table is listed and the server ready, and how long an answer takes."""
        end = time.monotonic() + seconds
        async with self._siege.client("127.8.0.1") as own:
            assert (await own.put("/api/me", json={"name": "Stranger"})).status_code == 200
            table = (await own.post("/api/tables", json=TABLE)).json()["table"]
            async with self._siege.socket(own, table, "127.8.0.1") as at:
                while time.monotonic() < end:
                    start = time.perf_counter()
                    await at.send('{"ask":"ping","id":"p"}')
                    async for told in at:
                        if '"pong"' in str(told)[:20]:
                            break
                    self.pings.append(time.perf_counter() - start)
                    health = await own.get("/api/health/ready")
                    self.unready += [] if health.status_code == 200 else [health.text]
                    lines = (await own.get("/api/lobby")).json()
                    self.unlisted += table not in [each["table"] for each in lines]
                    await asyncio.sleep(0.1)


def stranger(port: int, seconds: float) -> None:
    """Print what a stranger met; this runs in a process of its own."""
    found = Stranger(port)
    asyncio.run(found.run(seconds))
    cuts = statistics.quantiles(found.pings, n=100, method="inclusive")
    figures = {
        "looks": len(found.pings), "p50 ms": round(1e3 * cuts[49], 1), "p99 ms": round(1e3 * cuts[98], 1),
        "not ready": found.unready, "not in the lobby": found.unlisted,
    }  # fmt: skip
    print(json.dumps(figures))


def frames(text: bytes, times: int) -> bytes:
    """Masked frames of a socket, the mask nothing."""
    return (bytes((0x81, 0x80 | len(text))) + bytes(4) + text) * times


async def fill(folder: Path) -> None:
    """A store with a table whose log is very long."""
    rules = rulesets.find("uka")
    _, lines = people.opened(rules, "ana", "Ana", at=1, settings=replace(usual(rules), public=True))
    texts, before, entry = [lines[0].text], lines[0].hash, Changed(replace(usual(rules), public=True))
    for number in range(1, LENGTH):
        made = Line.after(before, number, number, "ana", entry)
        before = made.hash
        texts.append(made.text)
    async with await SqliteStore.open(folder / STORE) as store:
        await store.append(LONG, 0, texts)


def memory(process: int) -> float:
    """Megabytes of a process and of those that it started."""
    found = 0.0
    with suppress(OSError, ValueError):
        found += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        for task in Path(f"/proc/{process}/task").iterdir():
            found += sum(memory(int(child)) for child in (task / "children").read_text().split())
    return found


def disk(folder: Path) -> float:
    """Megabytes of its files."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file()) / 1e6


async def siege(addresses: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await fill(folder)
        before = disk(folder)
        command = [sys.executable, "-m", "bench.besieged", name, str(3_600 / SECONDS)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                found = Siege(int(await asyncio.to_thread(process.stdout.readline)), addresses)
                peak, idle = 0.0, memory(process.pid)
                code = f"from bench.lines.siege import stranger; stranger({found.port}, {SECONDS - 5})"
                beside = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=subprocess.PIPE)
                await asyncio.sleep(2)
                running = asyncio.create_task(found.run(SECONDS))
                while not running.done():
                    peak = max(peak, memory(process.pid))
                    await asyncio.sleep(0.2)
                await running
                told, _ = await asyncio.wait_for(beside.communicate(), 60)
                grown = disk(folder) - before
                await asyncio.sleep(10)
                after = memory(process.pid)
            finally:
                process.terminate()
                process.wait(20)
    return {
        "MB at most": round(peak), "MB before": round(idle), "MB 10 s after": round(after), "MB on disk": round(grown),
        "done": dict(found.did), "refused": dict(found.refused),
        "stranger": json.loads(told),
    }  # fmt: skip


@line("13.2 an hour's worth of abuse in fast motion from 1, 10 and 100 addresses: memory and disk within stated limits")
def abuse() -> Figure:
    """Tables, lines, sockets that never read, the lobby, sheets, a long log, all at once; beside them a stranger."""
    figure: dict[str, Any] = {"seconds each, for an hour": SECONDS}
    kept = True
    for addresses in ADDRESSES:
        found = figure[f"{addresses} addresses"] = asyncio.run(siege(addresses))
        kept &= found["MB at most"] <= MOST_MEMORY and found["MB on disk"] <= MOST_DISK * addresses
        kept &= not found["stranger"]["not in the lobby"] and found["stranger"]["looks"] > 0
    return promise(kept, figure, "memory or disk passed its limit, or a stranger was shut out")
