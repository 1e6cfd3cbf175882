"""Entries about teams and the tables in the hall."""

from __future__ import annotations

import msgspec

from .base import TournamentEntryBase


class Roster(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The names of a team, its marae (community), its captain (kaihautū), its players and their substitutes."""

    name: str
    marae: str = ""
    captain: str = ""
    players: tuple[str, ...] = ()
    fill_ins: tuple[str, ...] = ()


class TeamEntered(TournamentEntryBase, frozen=True):
    """A team entered the tournament and got the number ``team``."""

    team: int
    roster: Roster


class TeamAmended(TournamentEntryBase, frozen=True):
    """The director changed the names on a team's roster."""

    team: int
    roster: Roster


class TeamWithdrew(TournamentEntryBase, frozen=True):
    """A team withdrew. Its earlier results stay valid."""

    team: int
    reason: str = ""


class TeamRejoined(TournamentEntryBase, frozen=True):
    """A team that had withdrawn returned to the tournament."""

    team: int


class TablesSet(TournamentEntryBase, frozen=True):
    """The director set the tables in use. ``numbers`` are their numbers, in the order in which winners move."""

    numbers: tuple[int, ...]
