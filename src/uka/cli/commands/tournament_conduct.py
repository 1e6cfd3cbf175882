"""The conduct of players in a tournament: ``uka tournament fair-play``, ``card`` and ``fill-in``."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from uka.tournament import DIRECTOR
from uka.tournament.commands import official
from uka.tournament.entries import ConductCardColour, ConductCardShown

from ..options import WholeNumber
from ..tournament_file import TournamentFile
from ..tournament_options import File, Json, Reason, TeamName
from ..tournament_words import save_and_say


def fair_play(
    file: File,
    team: TeamName,
    points: Annotated[WholeNumber, Parameter(help="How many points.")],
    *,
    reason: Reason = "",
    json: Json = False,
) -> None:
    """Give a team fair-play points. They count for its marae."""
    event = TournamentFile.read(file)
    number = event.team(team).number
    event.apply_as_director(lambda t: official.give_fair_play(t, DIRECTOR, number, points, reason))
    save_and_say(event, json=json)


def card(
    file: File,
    team: TeamName,
    colour: Annotated[Literal["orange", "green", "red"], Parameter(help="The colour: orange, then green, then red.")],
    reason: Reason,
    *,
    player: Annotated[
        str, Parameter(help="The player; without it, the card is for the team.", show_default=False)
    ] = "",
    fill_in: Annotated[
        str, Parameter(help="With a red card for a player: who plays instead.", show_default=False)
    ] = "",
    cheating: Annotated[bool, Parameter(negative="", help="For cheating: red at once.")] = False,
    json: Json = False,
) -> None:
    """Show a card to a player or a team.

    A red card sends off: the team forfeits its game, unless somebody fills in for the player.
    """
    event = TournamentFile.read(file)
    shown = ConductCardShown(event.team(team).number, ConductCardColour(colour), reason, player, cheating)
    event.apply_as_director(lambda t: official.show_card(t, DIRECTOR, shown, fill_in=fill_in))
    event.close_round_if_complete()
    save_and_say(event, json=json)


def fill_in(
    file: File,
    team: TeamName,
    player: Annotated[str, Parameter(help="Who goes.")],
    comes: Annotated[str, Parameter(name="FILL-IN", help="Who comes.")],
    *,
    minutes: Annotated[
        WholeNumber, Parameter(help="Length of a wharepaku break; 0 means for the rest of the day.")
    ] = 0,
    json: Json = False,
) -> None:
    """Let somebody fill in for a player."""
    event = TournamentFile.read(file)
    number = event.team(team).number
    event.apply_as_director(lambda t: official.substitute(t, DIRECTOR, number, player, comes, minutes))
    save_and_say(event, json=json)
