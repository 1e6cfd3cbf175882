"""A line about abuse: memory and disk space stay bounded in an hour of attacks from 1, 10 and 100 addresses.

The server's time runs faster, so that the hour takes about a minute.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bench.players import Http
from bench.registry import Figure, line, promise
from bench.swarm import Socket
from uka import rulesets
from uka.server.base.data_folder import STORE
from uka.store import SqliteStore
from uka.table import TableLine, default_settings
from uka.table.commands import people
from uka.table.entries import SettingsChanged

ADDRESSES = (1, 10, 100)
SECONDS = float(os.environ.get("UKA_ABUSE", "60"))
"""The seconds of a siege (a set of attacks); the server's time runs so fast that an hour passes in these seconds."""
LONG, LENGTH = "gathered", 60_000
"""The id and the number of lines of a table with the longest log that is allowed."""
MOST_MEMORY = 1_500
"""The maximum memory of the server and its worker processes under any attack, in MB."""
MOST_DISK = 360
"""The maximum disk space that one address can use in an hour, in MB."""
TABLE = {"public": True, "rules": "uka"}
TEAMS = 300
"""The number of teams in each list that an attacker enters."""


class Siege:
    """Attackers at a number of addresses."""

    def __init__(self, port: int, addresses: int) -> None:
        self.port, self.addresses = port, [f"127.9.{n // 250}.{n % 250 + 1}" for n in range(addresses)]
        self.did, self.refused = Counter[str](), Counter[str]()

    async def run(self, seconds: float) -> None:
        """Run all attacks at the same time for some seconds."""
        tasks = [asyncio.create_task(work) for work in self._attacks()]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=10)

    def _attacks(self) -> list[Coroutine[Any, Any, None]]:
        kinds = (self._tables, self._lines, self._silent, self._sheets, self._records)
        few = len(self.addresses) == 1
        return [
            self._again(kind, address) for address in self.addresses for kind in kinds for _ in range(3 if few else 1)
        ]

    async def _again(self, attack: Any, address: str) -> None:
        """Repeat an attack until cancelled, with a new guest whenever the present guest cannot continue."""
        while True:
            http = Http(self.port, address)
            try:
                if await self._done("guests", http.ask("PUT", "/api/me", {})):
                    await attack(http)
            except (OSError, TimeoutError):
                self.refused["connections"] += 1
            finally:
                http.close()
            await asyncio.sleep(0.1)

    async def _done(self, what: str, asked: Awaitable[tuple[int, Any]]) -> Any:
        """Await a request and count it as ``what``; return the body, or None if the request is refused."""
        status, told = await asyncio.wait_for(asked, 60)
        done = status in (200, 201)
        (self.did if done else self.refused)[what if done else f"{what}, {status}"] += 1
        return (told or True) if done else None

    # Attacks

    async def _tables(self, http: Http) -> None:
        """Open tables without end, and stay connected to them so that the lobby lists the tables."""
        sockets = list[Socket]()
        while found := await self._done("tables", http.ask("POST", "/api/tables", TABLE)):
            with suppress(OSError):
                sockets.append(await http.socket(found["table"]))
        for socket in sockets:
            socket.close()

    async def _lines(self, http: Http) -> None:
        """Write log lines without end through many sockets."""
        if found := await self._done("tables", http.ask("POST", "/api/tables", {"rules": "uka"})):
            await asyncio.gather(*(self._flood(http, found["table"]) for _ in range(5)))

    async def _flood(self, http: Http, table: str) -> None:
        answers = asyncio.Queue[bytes]()

        def heard(_: Socket, body: bytes, now: float) -> None:
            if body.startswith((b'{"type":"ack"', b'{"type":"rejection"')):
                answers.put_nowait(body)

        socket = await http.socket(table, heard)
        for number in range(2_000):
            if socket.lost:
                return
            socket.send(b'{"type":"change_settings","id":"c%d","settings":{"answer_ms":%d}}' % (number, number % 50))
            done = b'"ack"' in (await asyncio.wait_for(answers.get(), 60))[:20]
            (self.did if done else self.refused)["lines"] += 1
        socket.close()

    async def _silent(self, http: Http) -> None:
        """Request a snapshot of a table again and again on sockets, and never read from the sockets."""
        if not (found := await self._done("tables", http.ask("POST", "/api/tables", {"rules": "uka"}))):
            return
        sockets = [await http.socket(found["table"]) for _ in range(10)]
        for socket in sockets:
            socket.transport.pause_reading()
        for _ in range(300):
            for socket in sockets:
                if socket.transport.is_closing():
                    return
                socket.transport.write(frames(b'{"type":"sync_table","id":"s"}', 20))
            self.did["syncs"] += 200
            await asyncio.sleep(0.05)
        for socket in sockets:
            socket.close()

    async def _sheets(self, http: Http) -> None:
        """Request printed sheets with as many teams as allowed."""
        if not (found := await self._done("tournaments", http.ask("POST", "/api/tournaments", {"name": "A day"}))):
            return
        at, link = f"/api/tournaments/{found['tournament']}", f"X-Uka-Link: {found['link']}\r\n"
        for part in range(6):
            text = "\n".join(f"Team {part}-{n}" for n in range(TEAMS))
            await self._done("lists of teams", http.ask("POST", f"{at}/teams", {"text": text}, link))
        while await self._done("sheets", http.ask("GET", f"{at}/paper/cards", None, link)):
            pass

    async def _records(self, http: Http) -> None:
        """Request a table with a long log, and its records, again and again."""
        await self._done("looks at the long log", http.ask("GET", f"/api/tables/{LONG}"))
        while await self._done("records", http.ask("GET", f"/api/tables/{LONG}/records")):
            await asyncio.sleep(0.2)


class Stranger:
    """An ordinary person who only wants to play, in a separate process."""

    def __init__(self, port: int) -> None:
        self._http = Http(port, "127.8.0.1")
        self.pings, self.unready, self.unlisted = list[float](), list[str](), 0

    async def run(self, seconds: float) -> None:
        """Check repeatedly that the lobby lists this person's table and the server is ready; measure response times."""
        end, http, pong = time.monotonic() + seconds, self._http, asyncio.Event()
        await http.ask("PUT", "/api/me", {"name": "Stranger"})
        _, opened = await http.ask("POST", "/api/tables", TABLE)
        socket = await http.socket(opened["table"], lambda _, body, now: pong.set() if b'"pong"' in body[:20] else None)
        while time.monotonic() < end:
            start = time.perf_counter()
            pong.clear()
            socket.send(b'{"type":"ping_table","id":"p"}')
            await asyncio.wait_for(pong.wait(), 30)
            self.pings.append(time.perf_counter() - start)
            status, told = await http.ask("GET", "/api/health/ready")
            self.unready += [] if status == 200 else [json.dumps(told)]
            _, lines = await http.ask("GET", "/api/lobby")
            self.unlisted += opened["table"] not in [each["table"] for each in lines]
            await asyncio.sleep(0.1)


def stranger(port: int, seconds: float) -> None:
    """Run an ordinary person's client and print its figures; this is the main function of a separate process."""
    found = Stranger(port)
    asyncio.run(found.run(seconds))
    cuts = statistics.quantiles(found.pings, n=100, method="inclusive")
    figures = {
        "looks": len(found.pings), "p50 ms": round(1e3 * cuts[49], 1), "p99 ms": round(1e3 * cuts[98], 1),
        "not ready": found.unready, "not in the lobby": found.unlisted,
    }  # fmt: skip
    print(json.dumps(figures))


def frames(text: bytes, times: int) -> bytes:
    """Return ``times`` WebSocket text frames that hold ``text``, with a mask of zeros."""
    return (bytes((0x81, 0x80 | len(text))) + bytes(4) + text) * times


async def fill(folder: Path) -> None:
    """Create a store in a folder, with a table whose log is very long."""
    rules = rulesets.find("uka")
    _, lines = people.open_table(rules, "ana", "Ana", at=1, settings=replace(default_settings(rules), public=True))
    texts, before, entry = (
        [lines[0].text],
        lines[0].hash,
        SettingsChanged(replace(default_settings(rules), public=True)),
    )
    for number in range(1, LENGTH):
        made = TableLine.after(before, number, number, "ana", entry)
        before = made.hash
        texts.append(made.text)
    async with await SqliteStore.open(folder / STORE) as store:
        await store.append(LONG, 0, texts)


def memory(process: int) -> float:
    """Return the memory of a process and its children in MB; ``process`` is the process id."""
    found = 0.0
    with suppress(OSError, ValueError):
        found += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        for task in Path(f"/proc/{process}/task").iterdir():
            found += sum(memory(int(child)) for child in (task / "children").read_text().split())
    return found


def disk(folder: Path) -> float:
    """Return the total size of the files in a folder in MB."""
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
    """Run all attacks at once (tables, lines, silent sockets, sheets, a long log), while an ordinary person plays."""
    figure: dict[str, Any] = {"seconds each, for an hour": SECONDS}
    kept = True
    for addresses in ADDRESSES:
        found = figure[f"{addresses} addresses"] = asyncio.run(siege(addresses))
        kept &= found["MB at most"] <= MOST_MEMORY and found["MB on disk"] <= MOST_DISK * addresses
        kept &= not found["stranger"]["not in the lobby"] and not found["stranger"]["not ready"]
        kept &= found["stranger"]["looks"] > 0 and sum(found["done"].values()) > 0
    why = "memory or disk passed its limit, or a stranger was shut out, or met a server that was not ready"
    return promise(kept, figure, why)
