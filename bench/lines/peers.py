"""Lines about Uka's server beside boardgame.io and Colyseus, over the same number of tables and sockets."""

from typing import Any

from bench.lines.load import RATE, TABLES
from bench.peers.compare import compare
from bench.registry import Figure, line, promise


@line(
    "17.5 peers: at most half the CPU an action of boardgame.io, and of Colyseus with each action on disk", speed=True
)
def peers() -> Figure:
    """Measure all servers in one run, at 1,000 actions a second or the next lower rate that a server holds."""
    found = compare(TABLES, RATE)
    cost = {name: run["CPU us an action"] for name, run in found.items()}
    kept = 2 * cost["Uka"] <= min(cost["boardgame.io, memory"], cost["Colyseus, synced file"])
    figure: dict[str, Any] = {**found}
    return promise(kept, figure, "an action costs more than half of a peer's")
