"""``uka tournament simulate``: whole tournaments that bots play."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from uka.bots import bot
from uka.tournament import (
    TournamentSettings,
)
from uka.tournament.settings import MINUTE
from uka.tournament.simulation import SimulatedEvent, SimulationReport, event_report

from ..measure import bar_of
from ..options import TAINUI, RulesOptions, UsageError, WholeNumber


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """The tournaments that are simulated."""

    teams: Annotated[WholeNumber, Parameter(help="How many.")] = 64
    rounds: Annotated[WholeNumber, Parameter(help="How many.")] = 12
    minutes: Annotated[WholeNumber, Parameter(help="Of a round; 0: no bell.")] = 12
    bot_name: Annotated[str, Parameter(name="--bot", help="What all teams play as.")] = "club"
    worst: Annotated[float, Parameter(help="The share of choices that the last team makes by chance.")] = 0.5
    events: Annotated[WholeNumber, Parameter(help="How many whole events.")] = 1
    round_robin: Annotated[bool, Parameter(negative="", help="Everyone meets everyone once.")] = False
    seed: Annotated[str, Parameter(help="The same seed gives the same events.")] = "0"

    def check(self) -> None:
        """Refuse numbers that are out of range. ``UsageError`` says which are allowed."""
        sizes = 2 <= self.teams <= 2_000 and 1 <= self.rounds <= 100 and 1 <= self.events <= 10_000
        if not (sizes and 0 <= self.worst <= 1):
            raise UsageError("--teams is 2 to 2000, --rounds 1 to 100, --events 1 to 10000 and --worst 0 to 1")


DEFAULTS = SimulationOptions()


def simulate(
    option: RulesOptions = TAINUI,
    simulation: SimulationOptions = DEFAULTS,
    *,
    jobs: Annotated[WholeNumber | None, Parameter(help="Processes; one a core if not said.")] = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """Play whole events with bots: team 1 is the best, the last slips most. A deal takes 25 s, a call 3, a card 3.5."""
    rules = option.ruleset
    bot(simulation.bot_name)
    simulation.check()
    event = SimulatedEvent(simulation.teams, simulation.rounds, simulation.bot_name, simulation.worst)
    settings = TournamentSettings(
        clock_ms=simulation.minutes * MINUTE, movement="round_robin" if simulation.round_robin else "tainui"
    )
    one = partial(event_report, event, rules, settings)
    seeds, found = [f"{simulation.seed}/{number}" for number in range(simulation.events)], list[SimulationReport]()
    workers = min(jobs or os.cpu_count() or 1, simulation.events)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool, bar_of(json) as bar:
        task = bar.add_task("events", total=simulation.events)
        for report in pool.map(one, seeds):
            found.append(report)
            bar.update(task, completed=len(found))
    print(msgspec.json.encode(found).decode()) if json else _tell(event, found)


def _tell(event: SimulatedEvent, found: list[SimulationReport]) -> None:
    finished_games = sum(report.games for report in found)
    rows = {
        "events": len(found),
        "games": finished_games,
        "decided by the bell": f"{sum(report.belled for report in found) / finished_games:.1%}",
        "drawn": f"{sum(report.drawn for report in found) / finished_games:.1%}",
        "the best team won": f"{sum(report.best == 1 for report in found) / len(found):.1%}",
        "the best team's place, on average": f"{sum(report.best for report in found) / len(found):.1f}",
        "pairs that met again, an event": f"{sum(report.rematches for report in found) / len(found):.1f}",
        "byes, fewest and most": f"{min(r.byes[0] for r in found)} and {max(r.byes[1] for r in found)}",
    }
    table = Table(
        box=None, show_header=False, title=f"{event.teams} teams, {event.rounds} rounds", title_justify="left"
    )
    for name, value in rows.items():
        table.add_row(name, str(value))
    Console(highlight=False).print(table)
