"""Lines about faults and attacks: tables continue after faults, and attacks do not delay other people's bots."""

from typing import Any

from bench import attack, freezes
from bench.registry import Figure, line, promise


@line(
    "13 freezes: workers, disk, database, network, servers stopped or killed: 1,000 tables go on within 5 s",
    speed=True,
)
def frozen() -> Figure:
    """Suspend the workers of twelve tables for 8 s, then cause sixty random faults of single servers and clusters."""
    figure = freezes.main()
    return promise(figure["late"] == figure["stuck"] == 0, figure, "a table stood still")


@line(
    "13 attack: hundreds of tables from 1, 10 and 100 addresses: strangers' bots answer within twice the time",
    speed=True,
)
def attacked() -> Figure:
    """Measure the games of 50 ordinary people during attacks, with the default limits and without most limits."""
    figure: dict[str, Any] = attack.main()
    prompt = all(run["attacked"]["p99 ms"] < 2 * run["alone"]["p99 ms"] for run in figure.values())
    opened = all(run["a board opened, s at most"] < 2 for run in figure.values())
    why = "bots answered strangers in more than twice the time, or a stranger waited for a board"
    return promise(prompt and opened, figure, why)
