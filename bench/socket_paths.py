"""What a message of a socket costs between the wire and the server's work: ``python -m bench.socket_paths [FORM …]``.

For each form of ``bench.socket_forms``, prints thousands of instructions and of cycles (in the program and in the
kernel) for each message, as ``perf stat`` counts them, and what the event loop did for each message. The form
``action`` is a whole action of a game at the server of ``bench.crowd``, with rules, log and messages. ``deflate`` is
what permessage-deflate would save and cost for each message of such a game. ``picows`` needs the package of that name.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import uvloop

from bench.lines.load import crowd, started
from bench.swarm import Socket, Swarm

MESSAGE = b'{"type":"submit_action","id":"12345","version":1234,"action":{"type":"play","card":"JD"}}'.ljust(100)
TABLES, RATE, MESSAGES, ROUNDS = 125, 1_000, 4_000, 3
EVENTS = {"instructions:u": "instructions", "cycles:u": "cycles", "cycles:k": "kernel's cycles"}
WINDOWS = {"12 bits, as uvicorn": (12, 5), "15 bits, as most others": (15, 8)}
"""The window of a compressor (in bits), and its memory level."""
Counts = dict[str, float]


@asynccontextmanager
async def counted(pid: int, counts: Counts) -> AsyncIterator[None]:
    """Count what a process does within this context, in thousands of each event."""
    command = ["perf", "stat", "-x,", "-e", ",".join(EVENTS), "-p", str(pid)]
    perf = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    await asyncio.sleep(0.3)  # until perf counts
    yield
    perf.send_signal(signal.SIGINT)
    for row in perf.communicate()[1].splitlines():
        count, _, event, *_ = [*row.split(","), "", ""]
        if event in EVENTS:
            counts[EVENTS[event]] = float(count) / 1_000


class Path:
    """The clients of a server of one form. They send messages at a steady rate, one client after another."""

    def __init__(self) -> None:
        self._sockets: list[Socket] = []
        self._answers = 0

    async def connect(self, port: int) -> None:
        for number in range(4 * TABLES):
            make = partial(Socket, f"/{number % TABLES}", {"Host": "127.0.0.1"}, self._received)
            _, client = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", port)
            await client.open
            self._sockets.append(client)

    def _received(self, body: bytes, now: float) -> None:
        self._answers += 1

    async def offer(self, count: int) -> None:
        """Send ``count`` messages, and wait until all are answered."""
        start, self._answers = time.perf_counter(), 0
        for number in range(count):
            while (early := start + number / RATE - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            self._sockets[number % len(self._sockets)].send(MESSAGE)
        while self._answers < 4 * count:
            await asyncio.sleep(0.01)


async def path(form: str) -> Counts:
    """Return the thousands of instructions and cycles for each message."""
    counts: Counts = {}
    async with started([sys.executable, "-m", "bench.socket_forms", form]) as (process, said):
        clients = Path()
        await clients.connect(said["port"])
        await clients.offer(RATE)
        async with counted(process.pid, counts):
            await clients.offer(MESSAGES)
    return {name: count / MESSAGES for name, count in counts.items()}


async def turns(form: str) -> Counts:
    """Return what the event loop does for each message."""
    async with started([sys.executable, "-m", "bench.socket_forms", form, "count"]) as (process, said):
        clients = Path()
        await clients.connect(said["port"])
        before = await _loop_counts(process)
        await clients.offer(RATE)
        after = await _loop_counts(process)
    return {name: (after[name] - before[name]) / RATE for name in after}


async def _loop_counts(process: subprocess.Popen[str]) -> Counts:
    assert process.stdout is not None
    process.send_signal(signal.SIGUSR1)
    return json.loads(await asyncio.to_thread(process.stdout.readline))


async def action(form: str) -> Counts:
    """Return the thousands of instructions and cycles for each action of a game."""
    counts: Counts = {}
    async with crowd(500) as found:
        await found.connect()
        await found.begin()
        found.swarm.clear()
        async with counted(found.process.pid, counts):
            await found.swarm.offer(RATE / 2, 2 * MESSAGES / RATE)
        actions = found.swarm.actions + found.swarm.others
    return {name: count / actions for name, count in counts.items()}


class Listener(Swarm):
    """Clients that keep each message of each of their sockets."""

    def __init__(self) -> None:
        super().__init__()
        self.streams: dict[tuple[int, int], list[bytes]] = {}

    def _received(self, table: Any, index: int, body: bytes, now: float) -> None:
        self.streams.setdefault((id(table), index), []).append(body)
        super()._received(table, index, body, now)


async def deflate() -> dict[str, Counts]:
    """Return what it costs to compress a message, on average of 20 tables, and its bytes before and after."""
    async with crowd(20) as found:
        listener = found.swarm = Listener()
        await found.connect()
        await found.begin()
        await listener.offer(100, 40)
    streams = list(listener.streams.values())
    messages, size = sum(map(len, streams)), sum(len(text) for stream in streams for text in stream)
    figure: dict[str, Counts] = {}
    for name, (bits, memory) in WINDOWS.items():
        counts: Counts = {}
        async with counted(os.getpid(), counts):
            left = sum(_compressed(stream, bits, memory) for stream in streams)
        figure[name] = {event: count / messages for event, count in counts.items()}
        figure[name] |= {"bytes before": size / messages, "bytes after": left / messages}
    return figure


def _compressed(stream: list[bytes], bits: int, memory: int) -> int:
    """Return the bytes that the messages of one socket take, compressed one after another (RFC 7692)."""
    compressor = zlib.compressobj(wbits=-bits, memLevel=memory)
    return sum(len(compressor.compress(text)) + len(compressor.flush(zlib.Z_SYNC_FLUSH)) - 4 for text in stream)


def medians(runs: list[Counts]) -> Counts:
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def show(name: str, counts: Counts) -> None:
    print(f"{name:32}", {key: round(count, 2 if count < 10 else 1) for key, count in counts.items()}, flush=True)


def main(*wanted: str) -> None:
    forms = wanted or ("product", "callback", "raw", "action", "deflate")
    measures: dict[str, Callable[[str], Awaitable[Counts]]] = {
        form: action if form == "action" else path for form in forms if form != "deflate"
    }
    runs: dict[str, list[Counts]] = {form: [] for form in measures}
    for _ in range(ROUNDS):  # alternately, since other programs disturb
        for form, measure in measures.items():
            runs[form].append(uvloop.run(measure(form)))  # type: ignore[arg-type]
    for form in measures:
        show(form, medians(runs[form]))
        if form != "action":
            show("  the event loop", uvloop.run(turns(form)))
    if "deflate" in forms:
        for name, counts in uvloop.run(deflate()).items():
            show(f"deflate, {name}", counts)


if __name__ == "__main__":
    main(*sys.argv[1:])
