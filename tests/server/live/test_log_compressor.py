"""Logs that are compressed in the background: games go on, records stay the same, one process of a cluster does it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.web import played, served
from uka import rulesets
from uka.server.base.metrics import ServerMetrics
from uka.server.cluster.members import ClusterMembers, MemberState
from uka.server.cluster.membership import ClusterMembership
from uka.server.live import log_compressor
from uka.server.live.log_compressor import LogCompressor
from uka.store import CompressionStep, StoreUnavailable
from uka.table.commands import people

pytestmark = pytest.mark.server


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_compressor, "MIN_PAUSE", 0.001)
    monkeypatch.setattr(log_compressor, "INTERVAL", 0.01)
    monkeypatch.setattr(log_compressor, "MAX_DELAY", 10.0)
    monkeypatch.setattr(log_compressor, "MAX_LOAD", 1.0)


async def compressed(metrics: ServerMetrics, lines: int) -> None:
    """Wait until a server has compressed this number of lines."""
    while metrics.registry.get_sample_value("uka_compressed_lines_total") != lines:
        await asyncio.sleep(0.01)


async def test_a_finished_game_is_compressed_and_its_record_stays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_compressor, "QUIET", 1e9)
    async with served() as web:
        await played(web.context, "tab23456", rulesets.find("uka"), public=True)
        dan = await web.guest("Dan")
        before = await dan.get("/api/tables/tab23456/records/0")
        lines = await web.context.store.read("tab23456")
        monkeypatch.setattr(log_compressor, "QUIET", -1.0)
        await compressed(web.context.metrics, len(lines))
        assert await web.context.store.read("tab23456") == lines
        after = await dan.get("/api/tables/tab23456/records/0")
        assert (after.status_code, after.text) == (before.status_code, before.text)
        live = await web.context.tables.find("tab23456")
        await live.do(lambda table: people.join(table, "dan", "Dan"), "dan")
        assert (await web.context.store.read("tab23456"))[: len(lines)] == lines
        assert live.value.member("dan")


class Steps:
    """A store in which each log takes one step. The second call of a pass fails at first."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.fails = True

    async def compress(self, quiet: float, start: int = 0) -> CompressionStep | None:
        self.starts.append(start)
        if start == 8 and self.fails:
            self.fails = False
            raise StoreUnavailable("the disk is full")
        return CompressionStep(start + 7, 10, 100, 20) if start < 20 else None


async def passes(store: Any, cluster: Any = None, steps: int = 8) -> list[int]:
    """Let a compressor run for some steps; return the numbers from which they began."""
    metrics = ServerMetrics()
    running = asyncio.create_task(LogCompressor(store, metrics, cluster).run())
    for _ in range(1_000):
        await asyncio.sleep(0.005)
        if len(store.starts) >= steps:
            break
    running.cancel()
    return store.starts[:steps]


async def test_passes_follow_each_other_even_after_a_fault() -> None:
    assert await passes(Steps()) == [0, 8, 0, 8, 16, 24, 0, 8]


async def test_nothing_is_compressed_while_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_compressor, "MAX_DELAY", -1.0)
    assert await asyncio.wait_for(passes(Steps(), steps=1), 20) == []


def member(owner: str, others: dict[str, MemberState]) -> ClusterMembership:
    """Return a member of a cluster that knows the states of others."""
    made = ClusterMembership.__new__(ClusterMembership)
    made.owner, made.members, made._beat_at = owner, ClusterMembers(), float("inf")
    made.members._states = others
    return made


def test_one_process_of_a_cluster_compresses() -> None:
    assert member("b", {}).compresses
    assert member("b", {"c": MemberState()}).compresses
    assert not member("b", {"a": MemberState()}).compresses
    silent = member("b", {})
    silent._beat_at = -1e9
    assert not silent.compresses
