"""``uka arena``: contests between bots and bot programs, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from uka.arena import Contest
from uka.arena.program import SECONDS

from ..measure import ContestFiles, check_programs, run_and_print
from ..options import ALL_CORES, RULES, Rows, RulesOptions, UsageError, WholeNumber, WorkerOptions

DEALS = 1_000
"""The number of deals of a contest if the user gives neither --deals nor --games."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ContestOptions:
    """The options of a contest: single deals or whole games, how many, each played once or twice, and the seed."""

    deals: Annotated[
        WholeNumber | None, Parameter(help="Number of deals, each from a score of 0; default 1000.", show_default=False)
    ] = None
    games: Annotated[
        WholeNumber | None, Parameter(help="Number of whole games, instead of deals.", show_default=False)
    ] = None
    duplicate: Annotated[
        bool, Parameter(negative="", help="Play each twice: the same packs and dealer, with the sides exchanged.")
    ] = False
    seed: Annotated[str, Parameter(help="The same seed gives the same results.")] = "0"

    @property
    def count(self) -> int:
        """The number of deals, or of games if the user gives --games.

        Raises ``UsageError`` if that number is less than 1, or if the user gives both --deals and --games.
        """
        if self.deals is not None and self.games is not None:
            raise UsageError("give --deals or --games, not both")
        chosen = self.deals if self.games is None else self.games
        count = DEALS if chosen is None else chosen
        if count < 1:
            raise UsageError("--deals and --games must be 1 or more")
        return count


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ContestRunOptions:
    """The options for running a contest: its files, the time limit of programs, and the form of the output."""

    resume: Annotated[
        str | None, Parameter(help="Save results in this file, and continue from it.", show_default=False)
    ] = None
    rows: Rows = None
    seconds: Annotated[float, Parameter(help="Time limit of a program for one choice.")] = SECONDS
    stderr: Annotated[bool, Parameter(negative="", help="Show the error output of programs.")] = False
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False


CONTEST, RUN = ContestOptions(), ContestRunOptions()


def arena(
    *players: Annotated[
        str,
        Parameter(
            help='Bots, Python classes, as py:MODULE:CLASS, or programs: "cmd:python examples/bot.py". With more than '
            "two, each pair meets."
        ),
    ],
    option: RulesOptions = RULES,
    size: ContestOptions = CONTEST,
    work: WorkerOptions = ALL_CORES,
    run: ContestRunOptions = RUN,
) -> None:
    """Play contests between bots and programs. Print points, calls and times with 95% confidence intervals.

    Ctrl-C stops the contest and prints the results so far. Games have no time limit.
    """
    count = size.count
    if not run.seconds > 0:
        raise UsageError("--seconds must be more than 0")
    work.check()
    contest = Contest(
        rules=option.ruleset,
        players=players,
        unit="deals" if size.games is None else "games",
        duplicate=size.duplicate,
        seed=size.seed,
        seconds=run.seconds,
    )
    if work.cluster is None:
        check_programs(contest)
    files = ContestFiles(run.resume, run.rows)
    run_and_print(contest, count, work=work, files=files, json=run.json, stderr=run.stderr)
