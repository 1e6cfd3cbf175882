"""Entries about a game in progress and its end.

Game records have entries of their own, which a table's log uses too: ``Dealt``, ``Acted``, ``Scored``, ``RulingGiven``
for an official's ruling, and ``BellRecorded`` for the bell that ends a timed game.
"""

from __future__ import annotations

from uka.core.cards import Card
from uka.core.seats import Seat

from .base import TableEntryBase


class TricksClaimed(TableEntryBase, frozen=True):
    """A seat showed its hand and claimed the rest of the tricks.

    ``cards`` holds the remaining cards of all seats, in playing order.
    """

    seat: Seat
    cards: tuple[Card, ...]


class ActionUndone(TableEntryBase, frozen=True):
    """A seat took back its last choice.

    ``to`` is the number of the log line with that choice. The actions from this line on no longer count.
    """

    seat: Seat
    to: int


class SeatReady(TableEntryBase, frozen=True):
    """A seat is ready for the next deal."""

    seat: Seat


class GameEnded(TableEntryBase, frozen=True):
    """The game is over. Revokes can no longer be claimed."""


class SecretsRevealed(TableEntryBase, frozen=True):
    """The server published the secrets of its shuffles, from pack ``first`` up to but not including pack ``to``."""

    first: int
    to: int
