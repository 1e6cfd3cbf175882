"""Prometheus metrics of a server. No label of a metric names a table, a person or a card.

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
LATENCY_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
"""The upper bounds of the histograms' buckets, in seconds."""
LAG_INTERVAL = 0.5
"""Seconds between two measurements of the event loop's lag."""


class ServerMetrics:
    """The Prometheus metrics of one server process, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.requests = Counter(
            "uka_requests", "HTTP requests answered", ("method", "route", "status"), registry=registry
        )
        self.sockets = Gauge("uka_sockets", "Sockets that are open", registry=registry)
        self.relayed = Gauge("uka_relayed_sockets", "Sockets relayed to another process", registry=registry)
        self.tables = Gauge("uka_tables", "Tables in memory", registry=registry)
        self.processes = Gauge("uka_processes", "Processes that serve the store and are alive", registry=registry)
        self.driven = Gauge("uka_driven", "Tables and tournaments that this process drives", registry=registry)
        self.notifications = Counter(
            "uka_notifications", "Notifications received from other processes", registry=registry
        )
        self.notifications_connected = Gauge(
            "uka_notifications_connected", "Whether notifications arrive", registry=registry
        )
        self.behind = Histogram(
            "uka_behind_seconds",
            "From the time of another process's line to its arrival in this process",
            buckets=LATENCY_BUCKETS,
            registry=registry,
        )
        self.bots_waiting = Gauge("uka_bots_waiting", "Bot choices requested and not made yet", registry=registry)
        self.outbox_bytes = Gauge("uka_outbox_bytes", "Bytes queued for slow clients", registry=registry)
        self.bot_seconds = Gauge("uka_bot_seconds", "CPU seconds used by bots and hints", registry=registry)
        self.messages = Counter("uka_messages", "Messages read from sockets", registry=registry)
        self.actions = Counter("uka_actions", "Commands carried out, of people, bots and clocks", registry=registry)
        self.refusals = Counter("uka_refusals", "Refusals, by kind", ("kind",), registry=registry)
        self.welcomes = Counter("uka_welcomes", "Table snapshots sent", registry=registry)
        self.refills = Counter("uka_refills", "Reconnections served from remembered lines", registry=registry)
        self.conflicts = Counter(
            "uka_conflicts", "Appends rejected because another process appended first", registry=registry
        )
        self.append_seconds = Histogram(
            "uka_append_seconds", "From an append to its lines on disk", buckets=LATENCY_BUCKETS, registry=registry
        )
        self.compressed_lines = Counter("uka_compressed_lines", "Log lines compressed in the store", registry=registry)
        self.compression_saved = Counter(
            "uka_compression_saved_bytes", "Bytes of log lines saved by compression", registry=registry
        )
        self.overdue = Counter("uka_overdue", "Overdue turns and timers that the watchdog restarted", registry=registry)
        self.bot_answers = Counter("uka_bot_answers", "Answers of bots, by kind", ("kind",), registry=registry)
        self.loop_lag = Histogram(
            "uka_loop_lag_seconds", "How late the event loop woke up", buckets=LATENCY_BUCKETS, registry=registry
        )

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format, whose media type is ``CONTENT_TYPE``."""
        return generate_latest(self.registry)

    async def measure_loop_lag(self) -> None:
        """Every ``LAG_INTERVAL`` seconds, measure how late the event loop wakes up. Run until the task is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self.loop_lag.observe(max(loop.time() - due, 0))
