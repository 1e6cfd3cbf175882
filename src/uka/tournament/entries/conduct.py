"""Entries about conduct: cards, fair-play points, fill-ins, and calls for help."""

from __future__ import annotations

from enum import Enum

from .base import TournamentEntryBase


class Colour(Enum):
    """The colours of conduct cards, in the order in which they are shown (seeds/001, rule 2)."""

    ORANGE = "orange"
    GREEN = "green"
    RED = "red"

    def __str__(self) -> str:
        return self.value


class ConductCardShown(TournamentEntryBase, frozen=True, tag="carded"):
    """An official showed a conduct card to a player, or to a whole team (seeds/001, rule 2).

    A card for ``cheating`` is red at once (rule 3).
    """

    team: int
    colour: Colour
    reason: str
    player: str = ""
    cheating: bool = False


class FairPlayGiven(TournamentEntryBase, frozen=True, tag="fair_play"):
    """A team got fair-play points (seeds/001, rule 4)."""

    team: int
    points: int
    reason: str = ""


class PlayerSubstituted(TournamentEntryBase, frozen=True, tag="filled_in"):
    """Somebody filled in for a player.

    ``minutes`` is the length of a wharepaku break (seeds/001, rule 19); 0 is a substitution for good (rule 20).
    """

    team: int
    player: str
    fill_in: str
    minutes: int = 0


class HelpCalled(TournamentEntryBase, frozen=True, tag="called"):
    """A table called the director, or the director called a table's official to the desk."""

    table: int
    reason: str = ""


class CallAnswered(TournamentEntryBase, frozen=True, tag="answered"):
    """A table's call was answered."""

    table: int
