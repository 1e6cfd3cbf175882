"""Lines about a tournament: many officials who send commands at once, and the rounds of a large tournament."""

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import uvloop

from bench.lines.checks import pytest
from bench.registry import Figure, line, promise
from bench.swarm import Socket
from tests.server.process import serving

WAVES = 20
PAUSE = 3.0
"""The seconds between two waves of commands, which keep the commands under the rate limits."""


class Phone:
    """A client of a tournament that costs little CPU time. It notes when its own commands are answered."""

    def __init__(self) -> None:
        self.socket: Socket | None = None
        self.count, self.waits = 0, list[float]()
        self.snapshot: dict[str, Any] = {}
        self.changes = list[tuple[float, bytes]]()
        self.refused = list[bytes]()
        self._sent = dict[bytes, float]()
        self._idle = asyncio.Event()
        self._greeted = asyncio.Event()

    async def come(self, host: str, port: int, id: str, link: str) -> dict[str, Any]:
        """Connect to the tournament ``id``, present a link, and return the first update."""
        made = lambda: Socket(f"/api/tournaments/{id}/socket", {"Host": f"{host}:{port}"}, self._heard)  # noqa: E731
        _, socket = await asyncio.get_running_loop().create_connection(made, host, port)
        await socket.open
        self.socket = socket
        socket.send(json.dumps({"type": "present_link", "id": "greeting", "link": link}).encode())
        async with asyncio.timeout(10):
            await self._greeted.wait()
        return self.snapshot

    def _heard(self, text: bytes, now: float) -> None:
        if text.startswith(b'{"type":"tournament_change"'):
            self.changes.append((now, text))
        elif text.startswith(b'{"type":"tournament_snapshot"'):
            self.snapshot = json.loads(text)
            self._greeted.set()
        else:
            told = json.loads(text)
            sent = self._sent.pop(told.get("id", "").encode(), None)
            if sent is not None:
                self.waits.append(now - sent)
            if told["type"] == "rejection":
                self.refused.append(text)
            if not self._sent:
                self._idle.set()

    def send(self, kind: str, **more: Any) -> None:
        """Send a command, and do not wait for the answer; ``settle`` waits for all answers."""
        assert self.socket is not None
        self.count += 1
        id = f"{hash(self):x}-{self.count}"
        self._idle.clear()
        self._sent[id.encode()] = time.perf_counter()
        self.socket.send(json.dumps({"type": kind, "id": id, **more}).encode())

    async def settle(self) -> None:
        """Wait until the server has answered every command."""
        async with asyncio.timeout(60):
            await self._idle.wait()

    async def do(self, kind: str, **more: Any) -> None:
        self.send(kind, **more)
        await self.settle()
        assert not self.refused, self.refused


class Day:
    """A tournament on a server, with its director, hall screens, an official at every table, and captains."""

    async def open(self, at: str, teams: int, tables: int, screens: int, *, captains: bool = False) -> None:
        host, _, port = at.removeprefix("http://").rpartition(":")
        self.host, self.port = host, int(port)
        async with httpx.AsyncClient(base_url=at, timeout=60) as http:
            form = {"name": "A large day", "settings": {"clock_ms": 0}}
            ticket = (await http.post("/api/tournaments", json=form)).json()
            self.id, link = ticket["tournament"], ticket["link"]
            text = "\n".join(f"Team {number},Marae {number % 20},Captain {number}" for number in range(teams))
            path = f"/api/tournaments/{self.id}/teams"
            assert (await http.post(path, json={"text": text}, headers={"X-Uka-Link": link})).status_code == 201
            self.director = await self.phone(link)
            await self.director.do("set_tables", numbers=list(range(1, tables + 1)))
            await self.director.do("grant_links", role="official")
            if captains:
                await self.director.do("grant_links", role="captain")
            await self.director.do("seat_round")
            await self.director.do("start_round")
            self.director = await self.phone(link)
        grants = self.director.snapshot["board"]["grants"]
        links = {grant["table"]: grant["link"] for grant in grants if grant["role"] == "official"}
        self.matches = {match["table"]: match for match in self.director.snapshot["board"]["matches"]}
        self.officials = {table: await self.phone(links[table]) for table in self.matches}
        self.screens = [await self.phone("") for _ in range(screens)]
        self.captains = [await self.phone(grant["link"]) for grant in grants if grant["role"] == "captain"]

    async def phone(self, link: str) -> Phone:
        await asyncio.sleep(0.01)  # the server's limit is 100 a second from one address
        phone = Phone()
        await phone.come(self.host, self.port, self.id, link)
        return phone

    async def all_tap(self, **tap: Any) -> None:
        """Send the same command of every official at the same moment."""
        for table, official in self.officials.items():
            official.send("enter_tap", tap={"table": table, **tap})
        for official in self.officials.values():
            await official.settle()
        refused = [text for official in self.officials.values() for text in official.refused]
        assert not refused, refused[:3]


async def _taps(at: str) -> Figure:
    day = Day()
    await day.open(at, teams=400, tables=200, screens=3)
    await day.all_tap(type="first_dealer_set", seat="south")
    for official in day.officials.values():
        official.waits.clear()
    for _ in range(WAVES):
        await asyncio.sleep(PAUSE)
        await day.all_tap(type="deal_misdealt")
    waits = [wait for official in day.officials.values() for wait in official.waits]
    cuts = statistics.quantiles(waits, n=100, method="inclusive")
    figure = {
        "taps": len(waits),
        "p50 ms": round(1e3 * cuts[49], 1),
        "p99 ms": round(1e3 * cuts[98], 1),
        "worst ms": round(1e3 * max(waits), 1),
    }
    return promise(cuts[98] < 0.1, figure, "200 officials who tap at once are answered within 100 ms, 99 in 100")


async def _round(at: str) -> Figure:
    day = Day()
    await day.open(at, teams=500, tables=250, screens=2, captains=True)
    await day.all_tap(type="first_dealer_set", seat="south")
    for _ in range(2):
        await day.all_tap(type="deal_played", makers="north-south", tricks=5, alone=True)
    for place in range(2):
        for table, official in day.officials.items():
            official.send("sign_for_captain", table=table, team=day.matches[table]["teams"][place])
        for official in day.officials.values():
            await official.settle()
    screen = day.screens[0]
    start = time.perf_counter()
    await day.director.do("close_round")
    closed = time.perf_counter()
    await day.director.do("seat_round")
    seated = time.perf_counter()
    async with asyncio.timeout(20):
        while not (shown := [now for now, text in screen.changes if b'"round":{"number":2' in text]):
            await asyncio.sleep(0.01)
    await asyncio.sleep(1)
    told = shown[0]
    phones = [*day.officials.values(), *day.captains]
    last = max(now for phone in phones for now, text in phone.changes if b'"number":2' in text)
    figure = {
        "closed after ms": round(1e3 * (closed - start)),
        "seated after ms": round(1e3 * (seated - start)),
        "on the hall screen after ms": round(1e3 * (told - start)),
        "on all pages of 250 officials and 500 captains after ms": round(1e3 * (last - start)),
    }
    return promise(
        max(told, last) - start < 1, figure, "a round of 500 teams is closed and the next seated in a second"
    )


def _served(work: Any) -> Figure:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        return uvloop.run(work(server.at))


@line("5.3 tournament: 200 officials tap at once, p99 under 100 ms on loopback", speed=True)
def taps() -> Figure:
    return _served(_taps)


@line("5.3 tournament: 500 teams, a round closed and the next one seated in under a second", speed=True)
def large_round() -> Figure:
    return _served(_round)


@line("5.1 tournament: a whole event of 24 teams over 8 rounds in browsers, a server killed in mid-round")
def event() -> Figure:
    return pytest("tests/web/test_event.py")


@line("5.2 tournament: whole days by Hypothesis: seats, byes, clicks and points, undo, replay")
def days() -> Figure:
    return pytest("tests/tournament", thorough=True)


@line("5.4 tournament: the director's, official's and captain's pages and the hall's screen; axe, keys, letters")
def pages() -> Figure:
    return pytest("tests/web/test_director.py", "tests/web/test_officials.py", "tests/web/test_hall.py")


@line("5.5 tournament: what each link lets do, over real sockets; games at tables of the server")
def links() -> Figure:
    tables = "tests/server/live/test_tournament_tables.py"
    return pytest("tests/server/test_tournaments.py", tables, "tests/web/test_online.py")
