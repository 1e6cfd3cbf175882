"""``uka sim``: games between bots, counted."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from uka.arena import Interval, Report, simulate
from uka.bots import bot

from .options import TAINUI, BadOption, RulesOption, Whole, split

ROWS = (
    ("games won", "games_won", "%"),
    ("points a deal", "points_a_deal", ""),
    ("deals made", "made", "%"),
    ("  of them euchred", "euchred", "%"),
    ("  of them marches", "marches", "%"),
    ("  of them alone", "alone", "%"),
    ("    of those marches", "lone_marches", "%"),
)


def sim(
    option: RulesOption = TAINUI,
    *,
    bots: Annotated[str, Parameter(help="Two kinds of bots, parted by a comma.")] = "club,novice",
    games: Annotated[Whole, Parameter(help="How many games.")] = 200,
    seed: Annotated[str, Parameter(help="The same seed gives the same games.")] = "0",
    jobs: Annotated[Whole | None, Parameter(help="Processes; one a core if not said.")] = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """Play games between two kinds of bots and count, each figure with its 95 % interval. No bell rings."""
    rules, (first, second) = option.ruleset, split(bots, (2,), "bots")
    for name in (first, second):
        bot(name)
    if games < 1 or (jobs is not None and jobs < 1):
        raise BadOption("--games and --jobs must be 1 or more")
    found: Report | None = None
    with ProcessPoolExecutor(jobs or os.cpu_count(), mp_context=get_context("spawn")) as pool, bar_of(json) as bar:
        task = bar.add_task(f"{first} against {second}", total=games)
        for so_far in simulate(rules, (first, second), games, seed, pool):
            bar.update(task, completed=so_far.games)
            found = so_far
    if found is not None:
        print(msgspec.json.encode(found).decode()) if json else _print(found)


def bar_of(hidden: bool) -> Progress:
    """How far many games or events have come; on a terminal only."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=hidden or not console.is_terminal)


def _print(found: Report) -> None:
    table = Table(box=None, title=f"{found.games} games of {found.ruleset}, {found.deals} deals", title_justify="left")
    table.add_column(no_wrap=True)
    for report in found.bots:
        table.add_column(report.name, justify="right", no_wrap=True)
    for title, field, unit in ROWS:
        table.add_row(title, *(_told(getattr(report, field), unit) for report in found.bots))
    if found.drawn:
        table.add_row("games drawn", str(found.drawn))
    console = Console(highlight=False)
    console.print(table)
    console.print("In brackets: the 95 % interval.", style="dim")


def _told(interval: Interval, unit: str) -> str:
    if interval.value is None or interval.low is None or interval.high is None:
        return "none"
    if unit:
        return f"{interval.value:.1%} ({interval.low:.1%} – {interval.high:.1%})"
    return f"{interval.value:+.3f} ({interval.low:+.3f} – {interval.high:+.3f})"
