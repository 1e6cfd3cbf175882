"""The bodies of HTTP requests and responses about the day's deals: each day has deals that everybody can play."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uka.rulesets import DEFAULT_RULESET
from uka.table import TableSettings

from .http_bodies import RequestBody, ResponseBody, RulesetName

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class DaysStatus(ResponseBody, frozen=True):
    """Which days have deals that everybody can play. A day begins and ends at midnight in UTC."""

    first: date
    """The first day that has deals."""
    today: date
    anchor: Hex
    """The published hash from which anybody can check the seed of each day, in hexadecimal (``docs/fairness.md``)."""
    deals: int
    """The number of deals of each day."""


class PublishedSeed(ResponseBody, frozen=True):
    """The last seed of the day's deals that a server has published. Those of all days before follow from it."""

    day: date
    seed: Hex


class DayGame(RequestBody, frozen=True):
    """A request to play the deals of a day."""

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """Changes to fields of the ruleset ``rules``: a dict from field name to value."""
    settings: TableSettings | None = None
    """Settings of the table. Only ``answer_ms``, ``draw_ms``, ``deal_ms``, ``trick_ms`` and ``rest_ms`` count."""


class DayTicket(ResponseBody, frozen=True):
    """The table at which the guest plays the deals of a day, which are the same for everybody."""

    table: str
    """The id of the table."""
    invitation: str
    """The secret that admits people to the table."""
    counted: bool
    """Whether this is the guest's first game with these deals, whose result counts. Later games are practice."""


class DayStanding(ResponseBody, frozen=True):
    """The result of one player in the deals of a day."""

    rank: int | None
    """The rank, from 1. Players with equal points have the same rank. It is null for a late result."""
    name: str
    points: int
    """The points of the player's side in all deals together, less the points of the other side."""


class OwnDay(ResponseBody, frozen=True):
    """The guest's first game with the deals of a day. The results of later games with these deals do not count."""

    table: str
    """The id of the table of the game."""
    points: tuple[int, ...] = ()
    """For each deal, the points of the guest's side less those of the other side; empty before the end of the game."""
    rank: int | None = None
    """The rank of the result; null before the end of the game, and for a late result."""


class DayPage(ResponseBody, frozen=True):
    """The results of all players in the deals of one day, which are the same for everybody, under one ruleset."""

    day: date
    title: str
    """The title of the ruleset."""
    players: int
    """The number of all results."""
    results: tuple[DayStanding, ...]
    """The best results, the best first."""
    own: OwnDay | None = None
    """The game of the guest who asks, if any."""
    par: tuple[int, ...] = ()
    """For each deal, the points that a bot of the level "master" made in the guest's seat, less the other side's.

    It is empty until the guest has finished or the seed is published, and for some seconds more while it is computed.
    """
    averages: tuple[float, ...] = ()
    """For each deal, the average points of all players; empty until the guest has finished or the seed is published."""
    seed: Hex | None = None
    """The seed from which the deals follow, in hexadecimal. It is published some time after the end of the day."""
