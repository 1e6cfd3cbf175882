"""Entries about conduct: conduct cards, fair-play points, substitutions and requests for help."""

from __future__ import annotations

from enum import Enum

from .base import TournamentEntryBase


class Colour(Enum):
    """The colours of conduct cards, in the order in which officials show the cards (Tainui Games, rule 2)."""

    ORANGE = "orange"
    GREEN = "green"
    RED = "red"

    def __str__(self) -> str:
        return self.value


class ConductCardShown(TournamentEntryBase, frozen=True):
    """An official showed a conduct card to a player, or to a whole team (Tainui Games, rule 2).

    ``player`` is empty if the card is for the team. If ``cheating`` is true, the card is red at once (rule 3).
    """

    team: int
    colour: Colour
    reason: str
    player: str = ""
    cheating: bool = False


class FairPlayGiven(TournamentEntryBase, frozen=True):
    """A team received fair-play points (Tainui Games, rule 4)."""

    team: int
    points: int
    reason: str = ""


class PlayerSubstituted(TournamentEntryBase, frozen=True):
    """A substitute began to play in place of a player.

    ``minutes`` is the length of a break (wharepaku; Tainui Games, rule 19). If it is 0, the substitute plays for the
    rest of the tournament (rule 20).
    """

    team: int
    player: str
    fill_in: str
    minutes: int = 0


class HelpCalled(TournamentEntryBase, frozen=True):
    """Somebody at a table asked for the director, or the director asked for the official of a table."""

    table: int
    reason: str = ""


class CallAnswered(TournamentEntryBase, frozen=True):
    """A request for help at a table was answered."""

    table: int
