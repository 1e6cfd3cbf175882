"""Entries about a game in progress and its end.

Deals, actions, the bell, rulings and results are entries of the records: ``Dealt``, ``Acted``, ``BellRecorded``,
``RulingGiven`` and ``Scored``.
"""

from __future__ import annotations

from uka.core.cards import Card
from uka.core.seats import Seat

from .base import TableEntryBase


class TricksClaimed(TableEntryBase, frozen=True, tag="claimed"):
    """A seat showed its hand and claimed the rest of the tricks. ``cards`` are all cards then played, in order."""

    seat: Seat
    cards: tuple[Card, ...]


class ActionUndone(TableEntryBase, frozen=True, tag="undone"):
    """A seat took back its last choice: the actions from line ``to`` on no longer count."""

    seat: Seat
    to: int


class SeatReady(TableEntryBase, frozen=True, tag="ready"):
    """A seat is ready for the next deal."""

    seat: Seat


class GameEnded(TableEntryBase, frozen=True, tag="ended"):
    """The game is over; revokes can no longer be claimed."""


class SecretsRevealed(TableEntryBase, frozen=True, tag="revealed"):
    """The secrets of the packs from ``first`` up to, but not including, ``to`` were published."""

    first: int
    to: int
