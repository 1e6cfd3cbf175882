"""Lines about `uka serve` as a program: the time until the server answers, and the time until it has ended."""

import asyncio
import http.client
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uka
from bench.lines.house import ENVIRONMENT, wall
from bench.registry import Figure, line, promise
from uka.server.base.data_folder import STORE
from uka.server.live.context import ServerContext
from uka.store import SqliteStore
from uka.wire.http_bodies import Guest

TABLES = 1_000
STARTS = 10
MAX_SECONDS = 2.0  # the promised maximum of each time, in seconds


async def fill(folder: Path) -> None:
    """Create a store with many tables in a folder."""
    async with await SqliteStore.open(folder / STORE) as store:
        hall = await ServerContext.start(store)
        await asyncio.gather(*(hall.tables.open(uka.ruleset("tainui"), Guest("ana", "Ana")) for _ in range(TABLES)))
        await hall.close()


def ready(port: int) -> bool:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        asked.request("GET", "/api/health/ready")
        return asked.getresponse().status == 200
    except OSError:
        return False
    finally:
        asked.close()


def start_and_stop(folder: Path) -> tuple[float, float]:
    """Run a server; return the seconds from its start to the first answer, and from SIGTERM to its end."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uka.cli", "serve", "--no-browser", "--data", str(folder), "--port", str(port)]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT) as process:
        while not ready(port):
            assert process.poll() is None, "it did not start"
            time.sleep(0.002)
        answered = time.perf_counter()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        return answered - start, time.perf_counter() - answered


@line("3.9 uka serve: later starts within 2 s", speed=True)
def later_starts() -> Figure:
    """Start real processes on a store of 1,000 tables, and measure until the first "ready" answer."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(fill(Path(name)))
        first, _ = start_and_stop(Path(name))  # the first start may compile Python modules
        found = [start_and_stop(Path(name)) for _ in range(STARTS)]
        empty = statistics.median(wall("") for _ in range(STARTS))
    starts, stops = zip(*found, strict=True)
    figure: Figure = {
        "tables": TABLES,
        "starts": STARTS,
        "median, s": round(statistics.median(starts), 2),
        "worst, s": round(max(starts), 2),
        "the first, s": round(first, 2),
        "an empty process, s": round(empty, 3),
        "stop, median, s": round(statistics.median(stops), 2),
    }
    return promise(max(starts) < MAX_SECONDS, figure, f"a start took {MAX_SECONDS:g} s or more")
