"""Measures Uka's server and its peers, one after another, several times in one run."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

import uvloop

from bench.lines.load import Crowd, bare
from bench.peers.servers import SERVERS, install, server

ROUNDS, SECONDS = 3, 10.0
HELD, SLOWER = 3.0, 0.75
"""A rate is held if at most this percentage of actions fall due before the table's last one is answered. A server that
does not hold the rate is measured at this part of it, and so on."""

Run = dict[str, float]


def compare(
    tables: int, rate: float, names: Sequence[str] = (), said: Callable[[str, Run], object] = lambda name, run: None
) -> dict[str, Run]:
    """Return the medians of ``ROUNDS`` runs of each server, at the rate or the next lower one that it holds.

    A server whose process ends in every run has no figures: boardgame.io ends if it reads a file that it has half
    written. After each run, ``said`` is called with the server's name and the run.
    """
    install()
    names = names or list(SERVERS)
    runs: dict[str, list[Run]] = {name: [] for name in names}
    for _ in range(ROUNDS):
        for name in names:
            try:
                runs[name].append(uvloop.run(once(name, tables, rate)))
            except ServerEnded:
                said(name, {})
            else:
                said(name, runs[name][-1])
    return {name: medians(found) for name, found in runs.items() if found}


class ServerEnded(Exception):
    """The process of a server ended while it was measured."""


async def once(name: str, tables: int, rate: float) -> Run:
    """Return the figures of one run. Raise ``ServerEnded`` if the server's process ends meanwhile."""
    async with server(name, tables) as found:
        try:
            return await measured(name, found, rate)
        except RuntimeError as error:  # a socket is closed
            if found.process.poll() is None:
                raise
            raise ServerEnded(name) from error


async def measured(name: str, found: Crowd, rate: float) -> Run:
    """Return the figures of a server at the rate or the next lower one that it holds."""
    await found.connect()
    if name == "bare stack":
        return described(found, await bare(found, rate))
    await found.begin()
    while True:
        run = described(found, await found.measure(rate, SECONDS))
        if run["not yet answered when due, %"] <= HELD or rate <= 10:
            return run
        rate = round(rate * SLOWER)


def described(found: Crowd, run: Run) -> Run:
    """Add memory, what a viewer was sent for each action, and the CPU if only calls and cards count as actions.

    Uka's clients also send shares of the packs, which ``CPU us an action`` counts.
    """
    swarm = found.swarm
    sent = 4 * (swarm.actions + swarm.others)
    return run | {
        "CPU us a call or card": round(run["CPU us an action"] * (1 + swarm.others / swarm.actions)),
        "MB": round(found.megabytes),
        "bytes an action and viewer": round(swarm.bytes / sent),
        "messages an action and viewer": round(swarm.frames / sent, 2),
    }


def medians(runs: list[Run]) -> Run:
    """Return the median of each figure.

    >>> medians([{"p50 ms": 1}, {"p50 ms": 5}, {"p50 ms": 2}])
    {'p50 ms': 2}
    """
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}
