"""What a server counts, for Prometheus. No label ever says which table, who, or what card.

>>> metrics = ServerMetrics()
>>> metrics.actions.inc()
>>> metrics.refusals.labels("stale").inc()
>>> b'uka_actions_total 1.0' in metrics.text()
True
"""

from __future__ import annotations

import asyncio

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""The bounds of histograms, in seconds."""
BEAT = 0.5
"""How often the loop's lag is measured, in seconds."""


class ServerMetrics:
    """A server's counters; each server has its own registry."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.requests = Counter(
            "uka_requests", "HTTP requests answered", ("method", "route", "status"), registry=registry
        )
        self.sockets = Gauge("uka_sockets", "Sockets that are open", registry=registry)
        self.tables = Gauge("uka_tables", "Tables in memory", registry=registry)
        self.processes = Gauge("uka_processes", "Processes that serve the store and are alive", registry=registry)
        self.driven = Gauge("uka_driven", "Tables and tournaments that this process drives", registry=registry)
        self.bus = Gauge("uka_bus", "Whether the bus is there", registry=registry)
        self.heard = Counter("uka_heard", "Messages heard on the bus", registry=registry)
        self.behind = Histogram(
            "uka_behind_seconds",
            "From a line's time to its coming here from elsewhere",
            buckets=FAST,
            registry=registry,
        )
        self.bots_waiting = Gauge("uka_bots_waiting", "Choices of bots that are waited for", registry=registry)
        self.outbox_bytes = Gauge("uka_outbox_bytes", "Bytes that wait for slow clients", registry=registry)
        self.bot_seconds = Gauge(
            "uka_bot_seconds", "Seconds of a processor that bots and hints have used", registry=registry
        )
        self.messages = Counter("uka_messages", "Messages read from sockets", registry=registry)
        self.actions = Counter("uka_actions", "Commands done, by people, bots and clocks", registry=registry)
        self.refusals = Counter("uka_refusals", "What was refused, by kind", ("kind",), registry=registry)
        self.welcomes = Counter("uka_welcomes", "Whole tables told", registry=registry)
        self.refills = Counter("uka_refills", "Gaps filled from what is remembered", registry=registry)
        self.conflicts = Counter("uka_conflicts", "Appends that another process was before", registry=registry)
        self.append_seconds = Histogram(
            "uka_append_seconds", "From an append asked for to its lines on disk", buckets=FAST, registry=registry
        )
        self.overdue = Counter(
            "uka_overdue", "Turns and timers found overdue by the watchdog, and started again", registry=registry
        )
        self.bot_answers = Counter("uka_bot_answers", "Answers of bots, by kind", ("kind",), registry=registry)
        self.loop_lag = Histogram(
            "uka_loop_lag_seconds", "How late the event loop woke up", buckets=FAST, registry=registry
        )

    def text(self) -> bytes:
        """All of it in Prometheus's text format, ``CONTENT_TYPE``."""
        return generate_latest(self.registry)

    async def watch_loop(self) -> None:
        """Measure the event loop's lag until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            self.loop_lag.observe(max(loop.time() - due, 0))
