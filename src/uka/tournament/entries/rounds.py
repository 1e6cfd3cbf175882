"""Entries about rounds: their seating, their clock and their end."""

from __future__ import annotations

import msgspec

from .base import TournamentEntryBase


class Pairing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Two teams that play a match at a table. The first team sits north-south.

    The first team was at this table before, or was drawn first.
    """

    table: int
    teams: tuple[int, int]


class RoundSeated(TournamentEntryBase, frozen=True):
    """A round was seated. ``pairings`` are its matches, and ``byes`` are the teams that do not play.

    ``secret`` determined the random choices.
    """

    round: int
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    secret: str = ""


class RoundStarted(TournamentEntryBase, frozen=True):
    """The round started at all tables."""


class RoundPaused(TournamentEntryBase, frozen=True):
    """The director stopped the round's clock."""


class RoundResumed(TournamentEntryBase, frozen=True):
    """The director started the round's clock again."""


class RoundExtended(TournamentEntryBase, frozen=True):
    """The director made the round longer by ``ms`` milliseconds, or shorter if ``ms`` is negative."""

    ms: int
    reason: str = ""


class RoundBellRang(TournamentEntryBase, frozen=True):
    """The bell that ends the round rang."""


class RoundClosed(TournamentEntryBase, frozen=True):
    """The director closed the round, so its results now count."""
