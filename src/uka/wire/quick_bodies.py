"""The bodies of HTTP requests and responses about quick games, in which strangers meet who want the same rules."""

from __future__ import annotations

from typing import Any

import msgspec

from uka.rulesets import DEFAULT_RULESET

from .http_bodies import RequestBody, ResponseBody, RulesetName
from .table_commands import Level


class QuickRequest(RequestBody, frozen=True):
    """A request for a seat in a quick game, with people who want the same rules now."""

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    """Changes to fields of the ruleset ``rules``: a dict from field name to value."""
    bots: Level | None = None
    """The level of the bots in the free seats. It counts only if the guest is the first person at the table."""


class QuickTicket(ResponseBody, frozen=True):
    """The table of a quick game, in which the guest has a seat now.

    The guest counts as disconnected until its client opens the table's WebSocket. If no client opens it within some
    seconds, the guest loses the seat.
    """

    table: str
    """The id of the table."""
    invitation: str
    """The secret that admits people to the table."""
    begins: int
    """When the game begins, in milliseconds since 1970; it begins earlier if every seat has a person."""


class QuickWaiting(ResponseBody, frozen=True):
    """A quick game that waits for more people."""

    rules: str
    """The name of its ruleset."""
    title: str
    """The title of its ruleset."""
    people: int
    """The number of people who have seats."""
    begins: int
    """When the game begins by itself, in milliseconds since 1970."""


class QuickStatus(ResponseBody, frozen=True):
    """How many people are at the server, and which quick games (games of strangers) a guest can join now."""

    online: int
    """About how many people are at the server now."""
    waiting: tuple[QuickWaiting, ...]
    """The quick games that wait for more people."""
