"""``uka sim``: plays games between two bots and counts the results."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from uka.arena import Contest

from ..measure import ContestFiles, run_and_print
from ..options import ALL_CORES, RULES, Rows, RulesOptions, UsageError, WholeNumber, WorkerOptions, split_names


def sim(
    option: RulesOptions = RULES,
    *,
    bots: Annotated[str, Parameter(help="Two bots or Python classes (py:MODULE:CLASS), with a comma.")] = "club,novice",
    games: Annotated[WholeNumber, Parameter(help="Number of games.")] = 200,
    seed: Annotated[str, Parameter(help="The same seed gives the same games.")] = "0",
    work: WorkerOptions = ALL_CORES,
    rows: Rows = None,
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """Play whole games between two bots, and print the results as uka arena does. Games have no time limit."""
    if games < 1:
        raise UsageError("--games must be 1 or more")
    work.check()
    contest = Contest(rules=option.ruleset, players=split_names(bots, (2,), "--bots"), unit="games", seed=seed)
    run_and_print(contest, games, work=work, files=ContestFiles(rows=rows), json=json)
