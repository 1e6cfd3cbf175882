"""What an action of a game costs in one thread, without a network.

    python -m bench.action_costs [RUNS | profile | whole | cold]

Four people at one table play the same game again and again, through the server's code from a message to the frames of
all four. The log is kept nowhere. Prints the microseconds of CPU time for each action: of each action the least of all
runs, so that other programs disturb little. ``profile`` prints which functions are called how often for an
action, ``whole`` does not time the parts, and ``cold`` prints the median of the actions, first without a pause between
them, then with pauses in which the processor turns to other things, as it does at a server.
"""

from __future__ import annotations

import asyncio
import cProfile
import gc
import pstats
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import uvloop
from websockets.protocol import State

from bench import crowd
from bench.swarm import Swarm, Table
from uka.hosting.audience import Audience
from uka.server.live import table as live_tables
from uka.server.live.driver import TableDriver
from uka.server.live.table import LiveTable
from uka.server.sockets import table as table_sockets
from uka.server.sockets.client import FlushScheduler
from uka.server.sockets.direct import SocketConnection
from uka.server.sockets.hub import SocketHub
from uka.server.sockets.uvicorn_protocols import WebSocketProtocol, text_frame
from uka.table import BATCH

ACTIONS, RUNS = 300, 20
PAUSE = 0.002
"""The seconds between two actions that are measured cold: at 500 actions a second."""
PARTS: dict[str, tuple[Any, str]] = {
    "decide": (live_tables, "execute"),
    "publish": (Audience, "publish"),
    "timer": (TableDriver, "schedule_timer"),
    "flush": (FlushScheduler, "flush"),
}
"""The functions whose time is printed beside that of the whole action, each as its owner and its name there."""
Costs = dict[str, float]
"""Seconds of CPU time of an action and of its parts."""


class Connection(WebSocketProtocol):
    """A connection without a transport. It keeps the frames that the server writes."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Any] = asyncio.Queue()
        self.conn, self.writable = cast(Any, SimpleNamespace(state=State.OPEN)), asyncio.Event()
        self.writable.set()
        self.frames = list[bytes]()
        self.transport = cast(
            Any,
            SimpleNamespace(
                write=self.frames.append, is_closing=lambda: False, get_write_buffer_size=lambda: 0, abort=lambda: None
            ),
        )

    async def receive(self) -> Any:
        return await self.queue.get()

    async def send(self, message: Any) -> None:
        self.frames.append(text_frame(message["text"]))


def texts(frames: bytes) -> list[bytes]:
    """Return the texts of the frames of one write."""
    found, start = list[bytes](), 0
    while start < len(frames):
        size, start = frames[start + 1], start + 2
        if size > 125:
            width = 2 if size == 126 else 8
            size, start = int.from_bytes(frames[start : start + width]), start + width
        found.append(frames[start : start + size])
        start += size
    return found


class Game:
    """A table of four people in this process, and what they know and send."""

    def __init__(self, hall: Any, live: LiveTable) -> None:
        self.swarm, self.table, self.sent = Swarm(), Table(), deque[tuple[int, bytes]]()
        self.connections = [Connection() for _ in crowd.GUESTS]
        hub, rng = SocketHub(hall), Random(1)
        cast(Any, live).packs = SimpleNamespace(batch=lambda table, first=0: rng.randbytes(32 * BATCH))
        cast(Any, live)._store = SimpleNamespace(append=_keep_nothing)
        self._tasks = list[asyncio.Task[None]]()
        for index, (guest, connection) in enumerate(zip(crowd.GUESTS, self.connections, strict=True)):
            socket = SimpleNamespace(
                scope={"client": ("127.0.0.1", 1)},
                receive=connection.receive,
                send=connection.send,
                accept=lambda: asyncio.sleep(0),
            )
            self.table.sockets.append(
                cast(Any, SimpleNamespace(send=lambda text, i=index: self.sent.append((i, text))))
            )
            serving = table_sockets.serve_table_socket(cast(SocketConnection, socket), hub, guest, live.id, None)
            self._tasks.append(asyncio.get_running_loop().create_task(serving))

    async def begin(self) -> None:
        await self.settle()
        self.swarm.begin(self.table)
        await self.settle()

    async def settle(self) -> None:
        """Send and receive until nothing more happens."""
        quiet = 0
        while quiet < 20:
            quiet = 0 if self.hear() or self.sent else quiet + 1
            if self.sent:
                await self.answer(*self.sent.popleft())
            else:
                await asyncio.sleep(0)

    def hear(self) -> bool:
        """Take in what the server has written, and return whether there was anything."""
        heard = False
        for index, connection in enumerate(self.connections):
            frames, connection.frames[:] = tuple(connection.frames), ()
            for text in (text for written in frames for text in texts(written)):
                heard = True
                self.swarm._received(self.table, index, text, 0.0)
        return heard

    async def answer(self, index: int, text: bytes) -> float:
        """Let the server answer a message, and return the seconds of CPU time until all is written."""
        self.connections[index].frames.clear()
        message = {"type": "websocket.receive", "text": text.decode()}
        start = time.thread_time()
        self.connections[index].queue.put_nowait(message)
        while not self.connections[index].frames:
            await asyncio.sleep(0)
        return time.thread_time() - start

    async def act(self, pause: float = 0.0) -> Costs:
        """Let the person who has the turn act after a pause, and return what it cost."""
        assert self.swarm.act(self.table, 0.0), "nobody has the turn"
        time.sleep(pause)
        parts.update(dict.fromkeys(PARTS, 0.0))
        whole = await self.answer(*self.sent.popleft())
        costs = parts | {"action": whole}
        await self.settle()
        return costs

    def end(self) -> None:
        for task in self._tasks:
            task.cancel()


async def _keep_nothing(id: str, first: int, lines: Sequence[bytes]) -> None: ...


parts = Costs()
"""What each of ``PARTS`` has taken since an action began."""


def time_parts() -> None:
    """Let each of ``PARTS`` note its time."""

    def timed(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def measured(*args: Any, **options: Any) -> Any:
            start = time.thread_time()
            try:
                return function(*args, **options)
            finally:
                parts[part] = parts.get(part, 0.0) + time.thread_time() - start

        return measured

    for part, (owner, name) in PARTS.items():
        setattr(owner, name, timed(part, getattr(owner, name)))


async def play(runs: int, profile: cProfile.Profile | None = None, pause: float = 0.0) -> list[list[Costs]]:
    """Play the same game several times, with a pause before each action, and return what each action cost, by run."""
    with tempfile.TemporaryDirectory() as folder:
        hall, ids, costs = await crowd.hall_of(Path(folder), ""), list[str](), list[list[Costs]]()
        for _ in range(runs):
            await crowd.table(hall, ids)
            game = Game(hall, await hall.tables.find(ids[-1]))
            await game.begin()
            gc.collect()
            gc.disable()
            if profile:
                profile.enable()
            costs.append([await game.act(pause) for _ in range(ACTIONS)])
            if profile:
                profile.disable()
            gc.enable()
            game.end()
        await hall.close()
        await hall.store.close()
    return costs


def main(wish: str = str(RUNS)) -> None:
    if wish == "profile":
        profile = cProfile.Profile()
        uvloop.run(play(1, profile))
        pstats.Stats(profile).sort_stats("calls").print_stats(120)
        return
    if wish != "whole":
        time_parts()
    if wish == "cold":
        for pause in (0.0, PAUSE):
            actions = [costs for run in uvloop.run(play(RUNS // 4, pause=pause)) for costs in run]
            print({"pause, ms": 1e3 * pause} | _in_microseconds(statistics.median, actions))
        return
    runs = uvloop.run(play(RUNS if wish == "whole" else int(wish)))
    least = [{part: min(costs[part] for costs in same) for part in same[0]} for same in zip(*runs, strict=True)]
    print(_in_microseconds(statistics.mean, least))


def _in_microseconds(average: Callable[[list[float]], float], costs: Sequence[Costs]) -> Costs:
    """Return the average cost of an action and of its parts in microseconds."""
    return {part: round(1e6 * average([each[part] for each in costs]), 1) for part in ("action", *PARTS)}


if __name__ == "__main__":
    main(*sys.argv[1:])
