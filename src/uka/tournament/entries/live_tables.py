"""Entries about matches at live tables: tables of the server, where the games of an online tournament are played."""

from __future__ import annotations

from uka.core.seats import Seat

from .base import TournamentEntryBase


class LiveTableAssigned(TournamentEntryBase, frozen=True):
    """The server assigned the live table with the id ``live`` to a match."""

    table: int
    live: str


class LiveScoreChanged(TournamentEntryBase, frozen=True):
    """The points of a game at a live table changed. ``points`` are the new points."""

    table: int
    points: tuple[int, int]


class RulingApplied(TournamentEntryBase, frozen=True):
    """A live table answered the ruling in line ``line`` of the tournament's log.

    ``refused`` is empty if the table applied the ruling. Otherwise it gives the reason why the table could not apply
    it.
    """

    table: int
    line: int
    refused: str = ""


class BotFilledIn(TournamentEntryBase, frozen=True):
    """A bot took a team's seat at a live table."""

    table: int
    seat: Seat
    level: str


class LiveSeatsChanged(TournamentEntryBase, frozen=True):
    """Somebody sat down or left a seat at a live table. ``seats`` are all seats that people now occupy."""

    table: int
    seats: tuple[Seat, ...]


class LiveGameEnded(TournamentEntryBase, frozen=True):
    """A game at a live table ended. ``points`` are its final points."""

    table: int
    points: tuple[int, int]
