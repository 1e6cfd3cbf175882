"""Count what the event loop does for one action: python -m bench.hops

A server with one table of four people runs in a process of its own, on an event loop of the standard library that
counts its tasks, futures, callbacks and timers. The figures are per message from a client, most of which are actions.
"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

import uvloop

from bench import crowd
from bench.lines.load import Crowd, started

RATE, SECONDS = 20, 15
LEAST = 0.2
"""The least number a message that is printed. What the server does by the clock stays below it."""


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that counts what is scheduled on it, by kind and by name."""

    def __init__(self) -> None:
        super().__init__()
        self.counts = Counter[str]()

    def report(self) -> None:
        """Print the counts since the last report as JSON."""
        print(json.dumps(self.counts), flush=True)
        self.counts.clear()

    def call_soon(self, callback: Callable[..., Any], *args: Any, **options: Any) -> asyncio.Handle:
        task = getattr(callback, "__self__", None)
        wakes = f" of {_name(task.get_coro())}" if isinstance(task, asyncio.Task) else ""
        self.counts[f"callback: {_name(callback)}{wakes}"] += 1
        return super().call_soon(callback, *args, **options)

    def call_soon_threadsafe(self, callback: Callable[..., Any], *args: Any, **options: Any) -> asyncio.Handle:
        self.counts[f"callback from another thread: {_name(callback)}"] += 1
        return super().call_soon_threadsafe(callback, *args, **options)

    def call_at(self, when: float, callback: Callable[..., Any], *args: Any, **options: Any) -> asyncio.TimerHandle:
        self.counts[f"timer: {_name(callback)}"] += 1
        return super().call_at(when, callback, *args, **options)

    def create_future(self) -> asyncio.Future[Any]:
        self.counts[f"future: {sys._getframe(1).f_code.co_qualname}"] += 1
        return super().create_future()

    def create_task(self, coro: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        self.counts[f"task: {coro.__qualname__}"] += 1
        return super().create_task(coro, **options)


def _name(callback: object) -> str:
    return getattr(callback, "__qualname__", type(callback).__name__)


async def _serve(loop: CountingLoop) -> None:
    loop.add_signal_handler(signal.SIGUSR1, loop.report)
    await crowd.main(1)


async def measure() -> None:
    """Let four people act at a low rate, and print what the loop of their server did for each message."""
    async with started([sys.executable, "-m", "bench.hops", "serve"]) as (process, said):
        table = Crowd(process, said)
        await table.connect()
        await table.begin()
        await _counts(process)
        table.swarm.clear()
        await table.swarm.offer(RATE, SECONDS)
        messages = table.swarm.actions + table.swarm.others
        for name, count in Counter(await _counts(process)).most_common():
            if count >= LEAST * messages:
                print(f"{count / messages:5.2f}  {name}")


async def _counts(process: subprocess.Popen[str]) -> dict[str, int]:
    """Return what the server has counted since it was last asked."""
    assert process.stdout is not None
    process.send_signal(signal.SIGUSR1)
    return json.loads(await asyncio.to_thread(process.stdout.readline))


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        counting = CountingLoop()
        with asyncio.Runner(loop_factory=lambda: counting) as runner:
            runner.run(_serve(counting))
    else:
        uvloop.run(measure())
