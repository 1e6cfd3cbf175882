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
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.lines.house import ENVIRONMENT, wall
from bench.registry import Figure, line, promise
from tests.archive import made_tables
from uka.server.base.data_folder import STORE
from uka.store import SqliteStore

TABLES = 1_000, 10_000, 100_000
STARTS = 10
MAX_SECONDS = 2.0  # the promised maximum of each time, in seconds


async def fill(folder: Path, first: int, end: int) -> None:
    """Add the tables with the numbers from ``first`` to below ``end`` to a store in a folder, a short game at each."""
    lines = [line.text for line in made_tables.alone().lines]
    async with await SqliteStore.open(folder / STORE) as store:
        for start in range(first, end, 500):
            numbers = range(start, min(start + 500, end))
            await asyncio.gather(*(store.append(f"table{number:011}", 0, lines) for number in numbers))


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
    """Start real processes on a growing store, up to 100,000 tables, and measure until the first "ready" answer."""
    figure: dict[str, Any] = {"starts": STARTS, "an empty process, s": round(wall(""), 3)}
    with tempfile.TemporaryDirectory() as name:
        for before, tables in pairwise((0, *TABLES)):
            asyncio.run(fill(Path(name), before, tables))
            start_and_stop(Path(name))  # the first start may compile Python modules
            starts, stops = zip(*(start_and_stop(Path(name)) for _ in range(STARTS)), strict=True)
            figure[f"{tables:,} tables"] = {
                "MB": round((Path(name) / STORE).stat().st_size / 1e6),
                "median, s": round(statistics.median(starts), 2),
                "worst, s": round(max(starts), 2),
                "stop, median, s": round(statistics.median(stops), 2),
            }
    worst = max(figure[f"{tables:,} tables"]["worst, s"] for tables in TABLES)
    return promise(worst < MAX_SECONDS, figure, f"a start took {MAX_SECONDS:g} s or more")
