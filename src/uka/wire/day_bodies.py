"""The bodies of HTTP requests and responses about the day's deals."""

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
    """The days that have deals, from ``first`` to ``today``. A day begins and ends at midnight in UTC.

    ``anchor`` is the hash that the seeds of all days lead to, in hexadecimal (``docs/fairness.md``). ``deals`` is the
    number of deals of a day.
    """

    first: date
    today: date
    anchor: Hex
    deals: int


class DayGame(RequestBody, frozen=True):
    """A request to play the deals of a day. ``changes`` are changes to fields of the ruleset ``rules``.

    Of the settings only the paces count: ``answer_ms``, ``draw_ms``, ``deal_ms``, ``trick_ms`` and ``rest_ms``.
    """

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    settings: TableSettings | None = None


class DayTicket(ResponseBody, frozen=True):
    """The table at which the guest plays the deals of a day, and its invitation.

    ``counted`` is true for the guest's first game with these deals, whether it is new or goes on. It is false for
    practice.
    """

    table: str
    invitation: str
    counted: bool


class DayStanding(ResponseBody, frozen=True):
    """A result of a day. ``rank`` counts from 1, and equal points share a rank; it is null for a late result.

    ``points`` are the points of all deals together: those of the player's side less the opponents'.
    """

    rank: int | None
    name: str
    points: int


class OwnDay(ResponseBody, frozen=True):
    """The guest's counted game of a day. ``points`` holds the points of each deal, and is empty before the end.

    ``table`` is the id of its table. A late result has no rank.
    """

    table: str
    points: tuple[int, ...] = ()
    rank: int | None = None


class DayPage(ResponseBody, frozen=True):
    """The board of a day under a ruleset, which ``title`` names.

    ``results`` are the best results. ``players`` is the number of all results. ``par`` and ``averages`` tell of each
    deal what masters and what all players made; they are empty until the guest has finished, or the day is over. Par
    may be computed a few seconds later. ``seed`` is published some time after the end of the day.
    """

    day: date
    title: str
    players: int
    results: tuple[DayStanding, ...]
    own: OwnDay | None = None
    par: tuple[int, ...] = ()
    averages: tuple[float, ...] = ()
    seed: Hex | None = None
