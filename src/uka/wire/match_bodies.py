"""The bodies of HTTP requests and responses about duplicate matches.

In a duplicate match two teams play the same deals at two tables, each team once in either pair of seats.
"""

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
    """A request to open a duplicate match."""

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """Changes to fields of the ruleset ``rules``: a dict from field name to value."""
    deals: DealCount = 8
    settings: TableSettings | None = None
    """Settings of both tables. Only ``answer_ms``, ``draw_ms``, ``deal_ms``, ``trick_ms`` and ``rest_ms`` count."""


class MatchSeatRequest(RequestBody, frozen=True):
    """A request for a seat at a table of a match."""

    table: TableNumber
    seat: Seat


class MatchBegin(RequestBody, frozen=True):
    """A request to begin a match."""

    bots: Level | None = None
    """The level of the bots in the free seats; the level "master" if it is absent."""


class MatchChair(ResponseBody, frozen=True):
    """A seat at a table of a match, and the person there."""

    seat: Seat
    team: Literal[0, 1]
    """The team that has the seat. Team 0 has north and south at the first table, and east and west at the second."""
    name: str | None = None
    """The name of the person, or null if nobody has the seat."""


class MatchTable(ResponseBody, frozen=True):
    """A table of a match: who sits where, and how far its game is."""

    chairs: tuple[MatchChair, ...]
    finished: int
    """The number of finished deals."""
    over: bool
    """Whether the game at this table is over."""


class OwnSeat(ResponseBody, frozen=True):
    """The seat of the guest who asks, at a table of a match."""

    number: TableNumber
    seat: Seat
    table: str
    """The id of the table."""
    invitation: str
    """The secret that admits the guest to the table."""


class MatchPage(ResponseBody, frozen=True):
    """A duplicate match, as the guest who asks may see it."""

    match: str
    """The id of the match."""
    title: str
    """The title of the ruleset."""
    deals: int
    """The number of deals at each table."""
    begun: bool
    over: bool
    """Whether the games at both tables are over."""
    host: bool
    """Whether the guest who asks opened the match."""
    away_ms: int
    """The time, in milliseconds, after which a bot plays for a person who is disconnected or does not choose."""
    tables: tuple[MatchTable, ...]
    own: OwnSeat | None = None
    """The seat of the guest who asks, if any."""
    points: tuple[tuple[int, int], ...] = ()
    """For each deal, by how many points team 0 won it at the first and at the second table; empty until the end."""
    replays: tuple[tuple[str, str], ...] = ()
    """Once the match is over, the id and the invitation of each table, whose game can then be replayed."""
    seed: str | None = None
    """Once the match is over, the random seed from which the deals follow."""
