"""``uka arena``: players against each other, measured."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from uka.arena import Contest, ProgramPlayer
from uka.arena.contest import COMMAND
from uka.arena.player_faults import PlayerFault
from uka.arena.program import SECONDS
from uka.core.seats import SEATS

from ..measure import measure
from ..options import HERE, TAINUI, RulesOptions, UsageError, WholeNumber, WorkerOptions

DEALS = 1_000


def arena(
    *players: Annotated[
        str, Parameter(help='Bots, or programs: "cmd:python examples/bot.py". More than two all meet.')
    ],
    option: RulesOptions = TAINUI,
    deals: Annotated[
        WholeNumber | None, Parameter(help="Deals, each at no points; 1000 if nothing is said.", show_default=False)
    ] = None,
    games: Annotated[WholeNumber | None, Parameter(help="Whole games instead.", show_default=False)] = None,
    duplicate: Annotated[
        bool, Parameter(negative="", help="Play each both ways round: the same packs and dealer, sides exchanged.")
    ] = False,
    seed: Annotated[str, Parameter(help="The same seed gives the same figures.")] = "0",
    work: WorkerOptions = HERE,
    resume: Annotated[
        str | None, Parameter(help="Keep what is found in this file, and go on from it.", show_default=False)
    ] = None,
    seconds: Annotated[float, Parameter(help="What a program has for a choice.")] = SECONDS,
    stderr: Annotated[bool, Parameter(negative="", help="Let through what programs write there.")] = False,
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """Play bots and programs against each other: points, calls, time, each figure with its 95 % interval.

    Ctrl-C stops it and prints what was found so far. No bell rings.
    """
    if deals is not None and games is not None:
        raise UsageError("say --deals or --games, not both")
    pieces = games if games is not None else DEALS if deals is None else deals
    if pieces < 1 or seconds <= 0:
        raise UsageError("--deals and --games must be 1 or more, and --seconds more than 0")
    work.check()
    contest = Contest(
        rules=option.ruleset,
        players=players,
        unit="deals" if games is None else "games",
        duplicate=duplicate,
        seed=seed,
        seconds=seconds,
    )
    if work.cluster is None:
        for name in dict.fromkeys(players):
            _started(name, contest)
    measure(contest, pieces, work=work, state=resume, json=json, stderr=stderr)


def _started(name: str, contest: Contest) -> None:
    """Whether a program can be started at all: once it plays, a failure only counts as its fault."""
    if not name.startswith(COMMAND):
        return
    with ProgramPlayer(name.removeprefix(COMMAND), contest.rules, SEATS[0], contest.seconds) as program:
        try:
            program.start()
        except PlayerFault as fault:
            raise UsageError(f"{name} does not begin: {fault}") from None
