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
    """A match."""

    match: str
    title: str
    deals: int
    begun: bool
    over: bool
    host: bool
    """Whether the guest who asks opened the match."""
    away_ms: int
    """How long until a bot plays for a person who is not connected or does not choose, in milliseconds."""
    tables: tuple[MatchTable, ...]
    own: OwnSeat | None = None
    points: tuple[tuple[int, int], ...] = ()
    """For each deal, the points of team 0 at both tables, less those of the other team; empty until the end."""
    replays: tuple[tuple[str, str], ...] = ()
    """After both games, the ids of both tables with their invitations."""
    seed: str | None = None
    """After both games, the seed of the deals."""
