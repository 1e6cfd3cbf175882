"""The test whether a program starts: whether it answers the first message in time, while its input is open."""

from __future__ import annotations

from time import monotonic

from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

from .error_output import ErrorOutput
from .player_faults import PlayerFault
from .program import SECONDS, START, ProgramPlayer

QUICK = 2.0
"""The time in seconds after which the test looks for the reason why a program has not answered."""
UNFLUSHED = "it answers hello only when its input has ended: it must flush each line of output"


def check_start(
    command: str, rules: Ruleset, seat: Seat, seconds: float = SECONDS, *, stderr: bool | ErrorOutput = False
) -> None:
    """Check, before any game, that the program of ``command`` starts and answers. End it after its first answer.

    ``seconds`` is the time for each choice, which the first message names. ``stderr`` is where the program writes its
    error output: true for this process's standard error, false for nowhere, or a file. Raise ``PlayerFault`` if
    the program does not answer the first message in ``START`` seconds. The fault says so if the reason is that the
    program does not flush its output.
    """
    player = ProgramPlayer(command, rules, seat, seconds, stderr=stderr)
    try:
        player.start(QUICK)
    except PlayerFault as fault:
        if fault.kind != "late":
            raise
        _start_again(player)
    finally:
        player.close()


def _start_again(player: ProgramPlayer) -> None:
    """Start a program again, with more time, after it has not answered in ``QUICK`` seconds.

    Raise ``PlayerFault`` if it still does not answer. If the program does not flush its output, the fault says so.
    """
    start = monotonic()
    if not player.answers_at_end_of_input(START):
        player.start(START)
        return
    taken = monotonic() - start
    try:
        player.start(min(START, 2 * taken + QUICK))
    except PlayerFault as fault:
        raise (PlayerFault("late", UNFLUSHED) if fault.kind == "late" else fault) from None
