"""The log of a tournament in a file: ``uka tournament log`` and ``undo``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from uka.tournament import DIRECTOR, Tournament, evolve
from uka.tournament.commands import undo as undo_commands

from ..options import UsageError, WholeNumber
from ..printing import say
from ..tournament_file import TournamentFile, read_lines
from ..tournament_options import File, Json, Reason
from ..tournament_words import line_text, save_and_say, say_lines


def log(
    file: File,
    *,
    last: Annotated[WholeNumber | None, Parameter(help="Only so many lines, the latest.", show_default=False)] = None,
    json: Json = False,
) -> None:
    """Print the log: what was entered, each with the number of its line."""
    if last is not None and last < 1:
        raise UsageError(f"--last must be 1 or more, not {last}")
    event = TournamentFile.read(file)
    lines = read_lines(file)
    shown = lines if last is None else lines[-last:]
    if json:
        say_lines(event.tournament, shown, json=True)
        return
    tournament: Tournament | None = None
    for line in lines:
        tournament = evolve(tournament, line)
        if line.seq >= shown[0].seq:
            say(line_text(tournament, line))


def undo(
    file: File,
    line: Annotated[WholeNumber, Parameter(help="The number of the line, as the log prints it.")],
    *,
    reason: Reason = "",
    json: Json = False,
) -> None:
    """Undo what was entered wrongly. The log keeps the line, and gets another one for the undo.

    You can undo results and cuts, what was entered deal by deal in the present round, cards, fair-play points,
    fill-ins, and the end of the tournament.
    """
    event = TournamentFile.read(file)
    event.apply_as_director(lambda t: undo_commands.undo(t, DIRECTOR, line, reason))
    save_and_say(event, json=json)
