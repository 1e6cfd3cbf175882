"""Entries that an official taps at a table: deals, revokes, misdeals, rulings. A game's points follow from them."""

from __future__ import annotations

from typing import TypeAlias

from uka.core.seats import Partnership, Seat

from .base import TournamentEntryBase


class FirstDealerSet(TournamentEntryBase, frozen=True, tag="dealer"):
    """The seat that deals first (seeds/001, rule 7)."""

    table: int
    seat: Seat


class DealPlayed(TournamentEntryBase, frozen=True, tag="played"):
    """A deal was played out. ``tricks`` is the number of tricks that the makers took."""

    table: int
    makers: Partnership
    tricks: int
    alone: bool = False
    defended_alone: bool = False


class RevokeFound(TournamentEntryBase, frozen=True, tag="revoke"):
    """A partnership reneged (seeds/001, rule 5)."""

    table: int
    offenders: Partnership


class DealMisdealt(TournamentEntryBase, frozen=True, tag="misdealt"):
    """The dealer misdealt (seeds/001, rule 10).

    The server sets ``again`` if it was the last deal after the bell: that deal is dealt again. Without ``again``, which
    older logs do not have, such a misdeal ended the game.
    """

    table: int
    again: bool = False


class DealThrownIn(TournamentEntryBase, frozen=True, tag="thrown_in"):
    """Nobody called, and the deal was thrown in, where the rules allow that."""

    table: int


class UpcardAtBell(TournamentEntryBase, frozen=True, tag="turn_up"):
    """Whether a turn-up lay on the pack when the bell rang. If so, that deal is played out (seeds/001, rule 17)."""

    table: int
    lay: bool


class OfficialRulingGiven(TournamentEntryBase, frozen=True, tag="ruled"):
    """The official's final say (seeds/001, rule 1): points for each partnership, or a redeal."""

    table: int
    reason: str
    points: tuple[int, int] = (0, 0)
    redeal: bool = False


class GameForfeited(TournamentEntryBase, frozen=True, tag="forfeited"):
    """A partnership forfeited the game. ``ejected`` says that a red card was the cause (seeds/001, rule 2)."""

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
"""All entries that a game's points follow from."""
OfficialDecision: TypeAlias = RevokeFound | DealMisdealt | OfficialRulingGiven | GameForfeited
"""The taps that a live table applies."""
