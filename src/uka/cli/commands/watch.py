"""``uka watch``: prints a game between four bots with open hands."""

from __future__ import annotations

import sys
from random import Random
from typing import Annotated

from cyclopts import Parameter

from uka.bots import Bot, bot
from uka.core.draw import Draw
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import Log, drawn

from ..options import RULES, RulesOptions, UsageError, WholeNumber, check_delay, split_names, usage_error_if_unwritable
from ..printing import printable_console
from ..transcript import Transcript, seat_labels

PACE = 1.5
"""The default of --delay in a terminal: how many seconds the reader has for each trick."""


def watch(
    option: RulesOptions = RULES,
    *,
    bots: Annotated[
        str, Parameter(help="One bot, two (north-south, east-west) or four, separated by commas.")
    ] = "club",
    seed: Annotated[str, Parameter(help="The same seed gives the same game.")] = "0",
    deals: Annotated[WholeNumber | None, Parameter(help="Stop after this number of deals.")] = None,
    delay: Annotated[
        float | None,
        Parameter(help=f"Seconds to read each trick; without it, {PACE} in a terminal.", show_default=False),
    ] = None,
    record: Annotated[str | None, Parameter(help="Record the game in this new file.")] = None,
) -> None:
    """Watch four bots play a game with open hands. Games have no time limit."""
    rules = option.ruleset
    names = split_names(bots, (2, 4), "--bots")
    check_delay(delay)
    if deals is not None and deals < 1:
        raise UsageError("--deals must be 1 or more")
    names = names * 2 if len(names) == 2 else names
    for name in names:
        bot(name)
    log = _new_log(rules, names, seed, record)
    players = tuple(bot(name) for name in log.players)
    labels = seat_labels(rules, log.players)
    usual = PACE if sys.stdout.isatty() else 0.0
    transcript = Transcript(printable_console(), labels, usual if delay is None else delay)
    transcript.say(f"{rules.title}. {labels[log.state.dealer.index]} deals first.")
    rngs = [Random(f"{seed}/{seat}") for seat in rules.seats]
    dealt = 0
    while not log.state.over and (deals is None or dealt < deals):
        transcript.print_events(None, log.deal(shuffled(rules, f"{seed}/deal {dealt}")))
        dealt += 1
        while (seat := log.state.turn) is not None:
            _act(log, seat, players[seat.index], rngs[seat.index], transcript)
    if record:
        transcript.say(f"Recorded in {record}")


def _act(log: Log, seat: Seat, player: Bot, rng: Random, transcript: Transcript) -> None:
    """Let ``player`` make the choice of ``seat``, add it to the log and print what follows from it."""
    before = log.state.deal
    choice = player.choose(log.state.observe(seat), rng)
    transcript.print_events(before, log.act(choice, seat), log.state.score)


def _new_log(rules: Ruleset, players: tuple[str, ...], seed: str, record: str | None) -> Log:
    """Start the log of a game, in the file ``record`` if it is given, with a draw for first dealer.

    Raise ``UsageError`` if the file exists or cannot be written.
    """
    with usage_error_if_unwritable(record):
        log = Log.start(rules, players=players, about={"seed": seed}, path=record)
    log.append(drawn(Draw.start(rules, shuffled(rules, f"{seed}/draw")).finish()))
    return log
