"""Entries that an official taps on a device to score a game: deals, revokes, misdeals, rulings."""

from __future__ import annotations

from typing import TypeAlias

from uka.core.seats import Partnership, Seat

from .base import TournamentEntryBase


class FirstDealerSet(TournamentEntryBase, frozen=True):
    """The official entered which seat deals first (Tainui Games, rule 7)."""

    table: int
    seat: Seat


class DealPlayed(TournamentEntryBase, frozen=True):
    """A deal was played out. ``tricks`` is the number of tricks that the makers won.

    ``alone`` is true if a maker played alone. ``defended_alone`` is true if a defender played alone.
    """

    table: int
    makers: Partnership
    tricks: int
    alone: bool = False
    defended_alone: bool = False


class RevokeFound(TournamentEntryBase, frozen=True):
    """A partnership revoked (Tainui Games, rule 5)."""

    table: int
    offenders: Partnership


class DealMisdealt(TournamentEntryBase, frozen=True):
    """The dealer misdealt, so the cards are dealt again (Tainui Games, rule 10)."""

    table: int


class DealThrownIn(TournamentEntryBase, frozen=True):
    """All seats passed, and the deal was thrown in. Not all rules allow that."""

    table: int


class UpcardAtBell(TournamentEntryBase, frozen=True):
    """The official entered whether an upcard lay on the pack when the bell rang.

    If ``lay`` is true, the current deal is played out (Tainui Games, rule 17).
    """

    table: int
    lay: bool


class OfficialRulingGiven(TournamentEntryBase, frozen=True):
    """The official made a ruling (Tainui Games, rule 1): points for each partnership, or a new deal."""

    table: int
    reason: str
    points: tuple[int, int] = (0, 0)
    redeal: bool = False


class GameForfeited(TournamentEntryBase, frozen=True):
    """A partnership forfeited the game.

    ``ejected`` is true if the reason is a red card for misconduct (Tainui Games, rule 2).
    """

    table: int
    side: Partnership
    reason: str
    ejected: bool = False


Tap: TypeAlias = (
    FirstDealerSet
    | DealPlayed
    | RevokeFound
    | DealMisdealt
    | DealThrownIn
    | UpcardAtBell
    | OfficialRulingGiven
    | GameForfeited
)
"""All entries that determine the points of a game that an official scores."""
OfficialDecision: TypeAlias = RevokeFound | DealMisdealt | OfficialRulingGiven | GameForfeited
"""The entries of an official that a live table can apply as rulings."""
