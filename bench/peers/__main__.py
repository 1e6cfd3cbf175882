"""Compare Uka's server with its peers: ``python -m bench.peers [TABLES] [RATE] [--server NAME]``."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console

from bench.peers.compare import compare
from bench.peers.servers import SERVERS
from bench.prove import say

app = App(name="python -m bench.peers", version_flags=[])


@app.default
def peers(
    tables: int = 500, rate: float = 1_000, *, server: Annotated[tuple[str, ...], Parameter(negative="")] = ()
) -> None:
    """Measure the servers at a rate of actions a second, and print the medians.

    Args:
        tables: the number of tables, of four clients each.
        rate: the actions a second over all tables; a server that does not hold it gets the next lower one.
        server: a server to measure; without any, all are measured.
    """
    console = Console(highlight=False, soft_wrap=True)
    found = compare(tables, rate, server or tuple(SERVERS), lambda name, run: console.print(f"{name}: {say(run)}"))
    console.print("\nMedians:", *(f"{name}: {say(run)}" for name, run in found.items()), sep="\n")


if __name__ == "__main__":
    app()
