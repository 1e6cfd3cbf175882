"""The bodies of HTTP requests and responses about quick games, in which people meet who want the same rules."""

from __future__ import annotations

from typing import Any

import msgspec

from uka.rulesets import DEFAULT_RULESET

from .http_bodies import RequestBody, ResponseBody, RulesetName
from .table_commands import Level


class QuickRequest(RequestBody, frozen=True):
    """A request for a quick game: a seat at a table of people who want the same rules now.

    ``changes`` are changes to fields of the ruleset ``rules``. ``bots`` is the level of the bots that fill the table if
    the guest is the first person there.
    """

    rules: RulesetName = DEFAULT_RULESET
    changes: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    bots: Level | None = None


class QuickTicket(ResponseBody, frozen=True):
    """The id of the table of a quick game, in which the guest has a seat now, and the table's invitation.

    The game begins at ``begins``, in milliseconds since 1970, or earlier if every seat has a person. Until a client
    opens the table's WebSocket, the guest counts as disconnected; after some seconds the seat is free again.
    """

    table: str
    invitation: str
    begins: int


class QuickWaiting(ResponseBody, frozen=True):
    """A quick game that waits for people: its rules, the number of people, and when it begins by itself."""

    rules: str
    title: str
    people: int
    begins: int


class QuickStatus(ResponseBody, frozen=True):
    """Who is here: about how many people are online, and the quick games that wait for people."""

    online: int
    waiting: tuple[QuickWaiting, ...]
