"""Entries about the tournament itself: its opening, its settings, its end, and the links that the director grants."""

from __future__ import annotations

from enum import Enum

from uka.core.ruleset import Ruleset

from ..settings import TournamentSettings
from .base import TournamentEntryBase


class Role(Enum):
    """A role, which decides what a link permits. People without a link see only what everybody may see."""

    DIRECTOR = "director"
    OFFICIAL = "official"
    CAPTAIN = "captain"
    PLAYER = "player"

    def __str__(self) -> str:
        return self.value


class TournamentOpened(TournamentEntryBase, frozen=True):
    """The director opened the tournament. ``rules`` is the complete ruleset of its games.

    ``format`` is the version of the log's format.
    """

    format: int
    name: str
    rules: Ruleset
    settings: TournamentSettings


class TournamentSettingsChanged(TournamentEntryBase, frozen=True):
    """The director changed the settings."""

    settings: TournamentSettings


class TournamentEnded(TournamentEntryBase, frozen=True):
    """The director ended the tournament."""


class LinkGranted(TournamentEntryBase, frozen=True):
    """The director granted a link for a role: to an official for one table, to a captain or player for one team."""

    grant: str
    role: Role
    name: str
    table: int | None = None
    team: int | None = None


class LinkRevoked(TournamentEntryBase, frozen=True):
    """The director revoked a link."""

    grant: str
