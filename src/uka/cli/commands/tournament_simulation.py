"""``uka tournament simulate``: simulates whole tournaments with bots."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace
from rich.table import Table

from uka.bots import bot
from uka.tournament import TournamentSettings
from uka.tournament.settings import ENTRANTS, MINUTE, Movement, opening_settings
from uka.tournament.simulation import SimulatedEvent, SimulationReport, event_report

from ..measure import progress_bar
from ..options import TOURNAMENT_RULES, TournamentRulesOptions, UsageError, WholeNumber, check_jobs
from ..printing import printable_console, say_json


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SimulationOptions:
    """The options that set the size, the number and the teams of the simulated tournaments."""

    teams: Annotated[WholeNumber, Parameter(help="Number of teams.")] = 64
    rounds: Annotated[WholeNumber, Parameter(help="Number of rounds.")] = 12
    minutes: Annotated[WholeNumber, Parameter(help="Length of a round; 0 means no bell.")] = 12
    pause: Annotated[WholeNumber, Parameter(help="Minutes between two rounds, for results and seats.")] = 3
    bot_name: Annotated[str, Parameter(name="--bot", help="The bot that plays for all teams.")] = "club"
    worst: Annotated[float, Parameter(help="The share of random choices of the weakest team.")] = 0.5
    events: Annotated[WholeNumber, Parameter(help="Number of tournaments.")] = 20
    movement: Annotated[Movement, Parameter(help="Who sits where in each round; only movements of teams.")] = "tainui"
    seed: Annotated[str, Parameter(help="The same seed gives the same tournaments.")] = "0"

    def check(self) -> None:
        """Raise ``UsageError`` if a number is out of range."""
        sizes = 2 <= self.teams <= 2_000 and 1 <= self.rounds <= 100 and 1 <= self.events <= 10_000
        if not (sizes and 0 <= self.worst <= 1):
            raise UsageError("--teams must be 2 to 2000, --rounds 1 to 100, --events 1 to 10000 and --worst 0 to 1")
        if not 0 <= self.pause <= 600:
            raise UsageError(f"--pause must be 0 to 600, not {self.pause}")
        if ENTRANTS[self.movement] == ("players",):
            raise UsageError(f"teams of bots are simulated, but the movement {self.movement} is for players")


DEFAULTS = SimulationOptions()
"""The options if the user gives none."""


def new_tournament_settings(minutes: int, movement: Movement, *, players: bool = False) -> TournamentSettings:
    """Return the settings of a new or simulated tournament.

    ``minutes`` is the length of a round. If ``players`` is true, players enter instead of teams. Raise ``UsageError``
    if ``minutes`` is not 0 to 600.
    """
    if not 0 <= minutes <= 600:
        raise UsageError(f"--minutes must be 0 to 600, not {minutes}")
    return replace(opening_settings(movement, players=players), clock_ms=minutes * MINUTE)


def simulate(
    option: TournamentRulesOptions = TOURNAMENT_RULES,
    simulation: SimulationOptions = DEFAULTS,
    *,
    jobs: Annotated[WholeNumber | None, Parameter(help="Number of processes; without it, one for each core.")] = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """Simulate tournaments with bots. Team 1 is the strongest team, and the last team makes the most random choices.

    On the clock of a round, a deal takes 25 seconds, a call 3 seconds and a card 3.5 seconds.
    """
    rules = option.ruleset
    bot(simulation.bot_name)
    simulation.check()
    check_jobs(jobs)
    event = SimulatedEvent(simulation.teams, simulation.rounds, simulation.bot_name, simulation.worst)
    settings = new_tournament_settings(simulation.minutes, simulation.movement)
    simulate_event = partial(event_report, event, rules, settings)
    seeds = [f"{simulation.seed}/{number}" for number in range(simulation.events)]
    found = list[SimulationReport]()
    workers = min(jobs or os.cpu_count() or 1, simulation.events)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool, progress_bar(hidden=json) as bar:
        task = bar.add_task("events", total=simulation.events)
        for report in pool.map(simulate_event, seeds):
            found.append(report)
            bar.update(task, completed=len(found))
    if json:
        say_json(found)
    else:
        _print_averages(event, found, simulation.pause)


def _print_averages(event: SimulatedEvent, found: list[SimulationReport], pause: int) -> None:
    """Print what happened in the simulated tournaments, on average. ``pause`` is the minutes between two rounds."""
    finished_games = sum(report.games for report in found)
    rounds = [seconds / 60 for report in found for seconds in report.round_seconds]
    days = [sum(report.round_seconds) / 60 + pause * (event.rounds - 1) for report in found]
    rows = {
        "events": len(found),
        "games": finished_games,
        "a round, until its last table is done": f"{_mean(rounds):.1f} minutes, at most {max(rounds):.1f}",
        f"the day, with {pause} minutes between rounds": f"{_hours(_mean(days))}, at most {_hours(max(days))}",
        "decided by the bell": f"{sum(report.belled for report in found) / finished_games:.1%}",
        "drawn": f"{sum(report.drawn for report in found) / finished_games:.1%}",
        "the best team won": f"{sum(report.best == 1 for report in found) / len(found):.1%}",
        "the best team's place, on average": f"{sum(report.best for report in found) / len(found):.1f}",
        "rematches in a tournament": f"{sum(report.rematches for report in found) / len(found):.1f}",
        "byes, fewest and most": f"{min(r.byes[0] for r in found)} and {max(r.byes[1] for r in found)}",
    }
    table = Table(
        box=None, show_header=False, title=f"{event.teams} teams, {event.rounds} rounds", title_justify="left"
    )
    for name, value in rows.items():
        table.add_row(name, str(value))
    printable_console().print(table)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _hours(minutes: float) -> str:
    """Return a number of minutes as text, in hours and minutes.

    >>> _hours(127.4), _hours(45)
    ('2 h 07 min', '45 min')
    """
    hours, left = divmod(round(minutes), 60)
    return f"{hours} h {left:02} min" if hours else f"{left} min"
