"""A line about opening a table again: how long it takes after 1, 10 and 100 games."""

import asyncio
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.registry import Figure, line, promise
from tests.table.driver import Driver
from uka import rulesets
from uka.server.live.context import ServerContext
from uka.server.live.table_snapshots import due_snapshot, store_snapshot
from uka.store import SqliteStore
from uka.table import TableStage

GAMES = 1, 10, 100
TIMES = 9
MAX_MS = 150
"""The promised maximum of CPU time, in milliseconds."""


def play(driver: Driver, games: int) -> None:
    """Play games of four people, who act at random."""
    for _ in range(games):
        driver.begin()
        while driver.table.stage is not TableStage.OVER:
            assert driver.person() or driver.shares() or driver.next()


async def open_again(folder: str) -> dict[str, Any]:
    figure: dict[str, Any] = {}
    driver, snapshot = Driver(rulesets.find("uka")), 0
    driver.seat("ana", "ben", "caro", "dan")
    async with await SqliteStore.open(Path(folder) / "uka.db") as store:
        hall = await ServerContext.start(store)
        await store.append("table", 0, [line.text for line in driver.lines])
        for before, games in pairwise((0, *GAMES)):
            first = len(driver.lines)
            driver.steps.clear()
            play(driver, games - before)
            await store.append("table", first, [line.text for line in driver.lines[first:]])
            for step in driver.steps:
                if began := due_snapshot([step], snapshot):
                    snapshot = began.seq
                    await store_snapshot(store, "table", began)
            times: list[float] = []
            for _ in range(TIMES):
                start = time.process_time()
                assert (await hall.tables._rebuild("table")).table == driver.table
                times.append(1e3 * (time.process_time() - start))
            figure[f"{games} games"] = {"lines": len(driver.lines), "CPU ms": round(statistics.median(times), 1)}
        await hall.close()
    return figure


@line("31 server: a table opened again after 1, 10 and 100 games", speed=True)
def opened_again() -> Figure:
    """Read a table with four people from the store again, as a server does when the first of them comes back."""
    with tempfile.TemporaryDirectory() as folder:
        figure = asyncio.run(open_again(folder))
    worst = max(each["CPU ms"] for each in figure.values())
    return promise(worst < MAX_MS, figure, f"it took {MAX_MS} ms of CPU or more")
