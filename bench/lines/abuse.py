"""Lines about faults and attacks: every table goes on, and nobody's bots wait for another's."""

from typing import Any

from bench import attack, freezes
from bench.registry import Figure, line, promise


@line(
    "13 freezes: workers, disk, database, bus and servers stopped or killed: 1,000 tables go on within 5 s", speed=True
)
def frozen() -> Figure:
    """Twelve ordinary tables whose bots stand still for 8 s, then fifty random faults of one server and of three."""
    figure = freezes.main()
    return promise(figure["late"] == figure["stuck"] == 0, figure, "a table stood still")


@line(
    "13 attack: hundreds of tables from 1, 10 and 100 addresses: strangers' bots answer within twice the time",
    speed=True,
)
def attacked() -> Figure:
    """50 strangers' games at a server as it is delivered, and at one without its limits on requests and tables."""
    figure: dict[str, Any] = attack.main()
    kept = all(run["attacked"]["p99 ms"] < 2 * run["alone"]["p99 ms"] for run in figure.values())
    return promise(kept, figure, "bots answered strangers in more than twice the time")
