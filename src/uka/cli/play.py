"""``uka play``: a game against three bots, in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from uka.bots import bot
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

from .options import TAINUI, BadOption, RulesOption, new_file, split


def play(
    option: RulesOption = TAINUI,
    *,
    bots: Annotated[str, Parameter(help="One name, or three clockwise from your left, parted by commas.")] = "club",
    seat: Annotated[Literal["north", "east", "south", "west"], Parameter(help="Where you sit.")] = "south",
    seed: Annotated[str | None, Parameter(help="The same seed deals the same cards.")] = None,
    record: Annotated[str | None, Parameter(help="Keep the game in this new file.")] = None,
    resume: Annotated[str | None, Parameter(help="Go on with the game kept in this file.")] = None,
    clock: Annotated[bool, Parameter(help="Whether the bell of a timed ruleset rings.")] = True,
    revokes: Annotated[bool, Parameter(negative="", help="Let revokes happen, to be claimed.")] = False,
    delay: Annotated[float, Parameter(help="Seconds a bot takes.")] = 0.7,
    four_colours: Annotated[bool, Parameter(negative="", help="A colour for each suit.")] = False,
) -> None:
    """Play against three bots. Quitting keeps the game, and --resume goes on with it."""
    names = split(bots, (3,), "bots")
    for name in names:
        bot(name)
    if delay < 0:
        raise BadOption("--delay must be 0 or more")
    if resume and record:
        raise BadOption("--resume goes on in its own file: leave --record out")
    rules = option.ruleset
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadOption("uka play needs a terminal; uka watch prints a game of bots anywhere")
    from uka.terminal import Options, Session
    from uka.terminal import play as show

    session = Session.resume(resume) if resume else _new(rules, names, Seat(seat), seed, record, clock, revokes)
    show(session, Options(bot_delay=delay, four_colours=four_colours))


def _new(
    rules: Ruleset, bots: tuple[str, ...], seat: Seat, seed: str | None, record: str | None, clock: bool, revokes: bool
):
    from uka.terminal import Session, new_record

    with new_file(record):
        return Session.start(
            rules, seat=seat, bots=bots, seed=seed, record=record or new_record(), clock=clock, revokes=revokes
        )
