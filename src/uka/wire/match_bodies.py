"""The bodies of HTTP requests and responses about duplicate matches."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from uka.core.seats import Seat
from uka.rulesets import DEFAULT_RULESET
from uka.table import TableSettings

from .http_bodies import RequestBody, ResponseBody, RulesetName
from .table_commands import Level

DealCount = Annotated[int, Meta(ge=1, le=32, description="the number of deals of a match")]
TableNumber = Annotated[Literal[0, 1], Meta(description="a table of a match: the first, 0, or the second, 1")]


class NewMatch(RequestBody, frozen=True):
    """A request to open a duplicate match. ``changes`` are changes to fields of the ruleset ``rules``.

    Of the settings only the paces count: ``answer_ms``, ``draw_ms``, ``deal_ms``, ``trick_ms`` and ``rest_ms``.
    """

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    deals: DealCount = 8
    settings: TableSettings | None = None


class MatchSeatRequest(RequestBody, frozen=True):
    """A request for a seat at a table of a match."""

    table: TableNumber
    seat: Seat


class MatchBegin(RequestBody, frozen=True):
    """A request to begin a match. ``bots`` is the level of the bots in the free seats; without it, master."""

    bots: Level | None = None


class MatchChair(ResponseBody, frozen=True):
    """A seat of a match, and the name of the person there. ``team`` is 0 for north-south at the first table."""

    seat: Seat
    team: Literal[0, 1]
    name: str | None = None


class MatchTable(ResponseBody, frozen=True):
    """A table of a match: who sits where, and how many deals are finished."""

    chairs: tuple[MatchChair, ...]
    finished: int
    over: bool


class OwnSeat(ResponseBody, frozen=True):
    """The guest's place in a match: the number of the table, the seat, and what admits the guest to the table."""

    number: TableNumber
    seat: Seat
    table: str
    invitation: str


class MatchPage(ResponseBody, frozen=True):
    """A match. ``host`` is true for the guest who opened it.

    ``points`` holds, for each deal, the points of team 0 at the first table and at the second, less those of the other
    team. It is empty until both games are over; then ``replays`` are the ids of both tables with their invitations, and
    ``seed`` is the seed of the deals. After ``away_ms`` a bot plays for a person who is not connected, or makes the
    choice of one who does not.
    """

    match: str
    title: str
    deals: int
    begun: bool
    over: bool
    host: bool
    away_ms: int
    tables: tuple[MatchTable, ...]
    own: OwnSeat | None = None
    points: tuple[tuple[int, int], ...] = ()
    replays: tuple[tuple[str, str], ...] = ()
    seed: str | None = None
