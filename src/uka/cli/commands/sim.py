"""``uka sim``: plays games between two bots and counts the results."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from uka.arena import Contest

from ..measure import measure
from ..options import HERE, TAINUI, RulesOptions, UsageError, WholeNumber, WorkerOptions, split


def sim(
    option: RulesOptions = TAINUI,
    *,
    bots: Annotated[str, Parameter(help="Two bots, separated by a comma.")] = "club,novice",
    games: Annotated[WholeNumber, Parameter(help="Number of games.")] = 200,
    seed: Annotated[str, Parameter(help="The same seed gives the same games.")] = "0",
    work: WorkerOptions = HERE,
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """Play whole games between two bots, and print the results as uka arena does. Games have no time limit."""
    if games < 1:
        raise UsageError("--games must be 1 or more")
    work.check()
    contest = Contest(rules=option.ruleset, players=split(bots, (2,), "bots"), unit="games", seed=seed)
    measure(contest, games, work=work, json=json)
