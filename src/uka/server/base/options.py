"""The server's options (sizes, times and rates), and a parser for limits given as text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from uka.core.errors import UkaError

from .club import ClubSettings
from .rate_limits import Rate


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """Options and limits of a server. Times are in seconds.

    A ``Rate`` is a pair: the number of actions per second in the long run, and the number of actions in one burst.
    """

    club: ClubSettings | None = None
    """The club that the server belongs to; None if there is none."""
    network: str | None = None
    """The server's URL on the local network; None if there is none."""
    alone: bool = False
    """Whether only programs on this machine can reach the server."""
    origins: tuple[str, ...] = ()
    """The web origins, besides the server's own, whose pages may use the server."""
    hosts: tuple[str, ...] = ()
    """The host names that a request's Host header may contain. IP addresses are always allowed.

    If this option is empty, every host name is allowed.
    """
    workers: int = max(2, (os.cpu_count() or 1) - 1)
    """The number of processes in which bots choose their actions."""
    direct_sockets: bool = True
    """Whether sockets use uvicorn's connections directly (see ``uka.server.sockets.direct``).

    If this option is false, sockets are slower and requests have no time limit. Set it to false if a new version of
    uvicorn has changed its internals.
    """

    advertise: str = ""
    """The host and port at which the other servers of a cluster reach this server. If empty, the server finds it out.

    The other servers relay to this address the connections of clients whose tables this server runs.
    """
    drain: float = 0.0
    """Seconds from a stop signal to the shutdown. Meanwhile, load balancers notice that the server is not ready."""
    bots_pace: float = 0.5
    """The minimum number of seconds between two entries in the log of a table where only bots play."""
    thinking_a_guest: Rate = (0.25, 60)
    """The budget for bots and hints at one guest's tables: CPU seconds per second, and CPU seconds in one burst.

    While the budget is used up, the bots play at the cheapest level.
    """
    thinking_an_address: Rate = (2, 600)
    """The budget for bots and hints at all tables of one network address, in the same units as ``thinking_a_guest``."""
    bot_deadline: float = 1.0
    """Seconds that the server waits for a late bot before it chooses a fallback action instead."""
    absent_after: float = 5.0
    """If no client has been connected to a table for this many seconds, its game pauses at the next due event.

    A due event is the end of a timer, or a bot's turn. Usually the game pauses earlier, after ``empty_after``. This
    limit is for games that did not, such as a game whose server process died before it could pause the game.
    """
    presence_after: float = 5.0
    """Seconds until players without a connection count as disconnected.

    The time runs from the death of the server process that they were connected to, or from the moment at which they
    joined a table and got a seat.
    """
    empty_after: float = 2.0
    """Seconds after the last client has disconnected from a table until the server pauses the table's game."""
    heir_after: float = 60.0
    """Seconds after a table's host has disconnected until another player becomes the host."""
    forget_after: float = 300.0
    """Seconds until an unused table or tournament is dropped from memory; it stays in the store."""
    idle_after: float = 4 * 3_600.0
    """Seconds without a message from a client after which the server closes the client's socket."""

    messages: float = 20.0
    """The number of messages per second that are read from one socket in the long run; further messages wait."""
    message_burst: float = 60.0
    """The number of messages that are read from one socket at once before the rate limit applies."""
    outbox: int = 512
    """The number of messages that may be queued for a slow client before its connection is closed."""
    outbox_bytes: int = 4_000_000
    """The number of bytes that may be queued for a slow client before its connection is closed."""
    outbox_bytes_a_guest: int = 16_000_000
    """The number of bytes that may be queued for all sockets of one guest."""
    outbox_bytes_an_address: int = 64_000_000
    """The number of bytes that may be queued for all sockets of one address."""
    outbox_bytes_in_all: int = 256_000_000
    """The number of bytes that may be queued for all sockets, and for responses that clients do not read.

    A request of more than 16384 bytes counts too until it is answered. It counts for the address of its connection,
    which behind a proxy is the proxy's address.

    If this limit, ``outbox_bytes_a_guest`` or ``outbox_bytes_an_address`` is exceeded, the server closes connections
    and tells their clients the reason. It begins with the address that has the most bytes queued, then with this
    address's guest that has the most.
    """
    remembered: int = 128
    """The maximum number of missed log lines that a reconnecting client receives.

    A client that has missed more lines of the table's log, or more than a whole deal, receives a snapshot of the table
    instead.
    """
    sockets_a_guest: int = 20
    """The maximum number of open sockets of one guest."""
    sockets_an_address: int = 4_000
    """The maximum number of open sockets of one address."""

    requests_an_address: Rate = (50, 600)
    """The rate of HTTP requests from one address. All players in a hall or behind a proxy may have one address."""
    requests_a_guest: Rate = (10, 40)
    """The rate of HTTP requests of one guest."""
    guests_an_address: Rate = (2, 500)
    """The rate at which new guests may come from one address."""
    claims_an_address: Rate = (1 / 60, 60)
    """The rate at which clients at one address may become the guest of another device, by a token that works once.

    The servers remember a limited number of used tokens. So without this rate, one address could use so many tokens
    that nobody else could move to another device.
    """
    codes_an_address: Rate = (10 / 60, 100)
    """The rate at which clients at one address may try to come into a club with its code."""
    tables_a_guest: Rate = (20 / 60, 20)
    """The rate at which one guest may open tables."""
    tables_an_address: Rate = (2, 200)
    """The rate at which one address may open tables."""
    open_tables_a_guest: int = 50
    """The maximum number of tables that one guest has opened and that are in memory."""
    open_tables_an_address: int = 2_000
    """The maximum number of tables that one address has opened and that are in memory."""
    boards_a_guest: Rate = (1 / 300, 5)
    """The rate at which one guest may open boards of a day's deals under rules that Uka does not ship with."""
    boards_an_address: Rate = (1 / 60, 20)
    """The rate at which one address may open boards of a day's deals under rules that Uka does not ship with."""
    quick_games_a_guest: Rate = (20 / 60, 10)
    """The rate at which one guest may ask for a seat in a quick game."""
    tables_in_memory: int = 10_000
    """The number of tables in memory above which tables without connections are dropped; they stay in the store."""
    tables_of_tournaments: Rate = (1, 1_000)
    """The rate at which tournaments may open tables.

    All tournaments that were opened from one address share this rate.
    """
    tournaments_a_guest: Rate = (5 / 60, 10)
    """The rate at which one guest may open tournaments."""
    tournaments_an_address: Rate = (10 / 60, 20)
    """The rate at which one address may open tournaments."""
    open_tournaments_a_guest: int = 20
    """The maximum number of tournaments that one guest has opened and that are in memory."""
    open_tournaments_an_address: int = 50
    """The maximum number of tournaments that one address has opened and that are in memory."""
    tournaments_in_memory: int = 1_000
    """The number of tournaments in memory above which tournaments without connections are dropped from memory."""
    lines_a_guest: Rate = (20, 600)
    """The rate at which one guest may add lines to the logs of tables.

    It is also the rate at which the holder of one tournament link may add lines to that tournament's log.
    """
    chat_a_guest: Rate = (0.25, 6)
    """The rate at which one guest may write and report lines of the chats of tables."""
    lines_an_address: Rate = (500, 20_000)
    """The rate at which one address may add lines to the logs of tables and tournaments."""
    lines_a_table: int = 20_000
    """The number of lines in a table's log above which the table accepts only commands that the present game needs.

    From three times this number on, people can only leave the table.
    """
    lines_a_tournament: int = 100_000
    """The number of log lines above which a tournament accepts only commands that the present round needs."""
    lobby: int = 200
    """The maximum number of tables that the lobby lists."""
    lobby_a_guest: int = 10
    """The maximum number of tables in the lobby that one guest has opened."""
    lobby_an_address: int = 100
    """The maximum number of tables in the lobby that one address has opened."""
    members: int = 200
    """The maximum number of people at a table, including spectators."""
    teams: int = 1_000
    """The maximum number of teams in a tournament."""
    checks_an_address: Rate = (10 / 60, 10)
    """The rate at which clients at one address may ask the server to verify game records."""
    sheets_an_address: Rate = (20 / 60, 30)
    """The rate at which clients at one address may ask the server to print tournament sheets (as PDF)."""
    sheets_at_once: int = 2
    """The maximum number of sheets that are printed at the same time."""
    sheets_waiting: int = 8
    """The maximum number of sheets that are being printed or wait to be printed."""
    sheet_deadline: float = 12.0
    """Seconds after which the server stops printing a sheet."""
    sheet_megabytes: int = 600
    """The memory limit, in megabytes, of a process that prints one part of a sheet."""
    records_an_address: Rate = (5, 120)
    """The rate at which one address may request records of this server's games."""
    record_deadline: float = 25.0
    """Seconds after which the server stops making the game records of one table."""
    check_deadline: float = 10.0
    """Seconds after which the server stops verifying a game record."""
    hints_a_guest: Rate = (1, 10)
    """The rate at which one guest may ask for hints."""
    reviews_an_address: Rate = (2, 120)
    """The rate at which clients at one address may ask the coach to review deals."""
    coach_deadline: float = 5.0
    """Seconds after which the coach stops rating the choices of one turn."""


NOT_LIMITS = frozenset(
    {"club", "network", "alone", "origins", "hosts", "workers", "direct_sockets", "advertise", "drain"}
)
"""Options that ``--limit`` can't set."""
PERIODS = {"second": 1, "minute": 60, "hour": 3_600}
"""The number of seconds in each period that a rate may name, the shortest period first."""


class InvalidLimit(UkaError):
    """Raised for an unknown limit, or for an invalid value of a limit."""


def limit_names() -> list[str]:
    """Return the sorted names of the options that ``--limit`` can set."""
    return sorted(field.name for field in fields(ServerOptions) if field.name not in NOT_LIMITS)


def limit_lines() -> list[str]:
    """Return a text ``name=value`` for each limit, with its default value, as ``--limit`` accepts it.

    >>> [line for line in limit_lines() if line.startswith("te")]
    ['teams=1000']
    """
    return [f"{name}={_limit_text(getattr(ServerOptions, name))}" for name in limit_names()]


def read_limits(texts: Iterable[str]) -> dict[str, Any]:
    """Parse ``texts`` of the form ``name=value``; return a dict from name to value, which is a number or a rate.

    Raise ``InvalidLimit`` if a limit is unknown or its value is invalid.

    >>> read_limits(["teams=2000", "tables_a_guest=5/minute:20"])
    {'teams': 2000, 'tables_a_guest': (0.08333333333333333, 20.0)}
    >>> read_limits(["teams=many"])
    Traceback (most recent call last):
    ...
    uka.server.base.options.InvalidLimit: the limit teams is a whole number from 1 on, not 'many'
    """
    return dict(map(_parse_limit, texts))


def _parse_limit(text: str) -> tuple[str, Any]:
    """Return the name and the value of one limit; raise ``InvalidLimit`` if ``text`` is not a limit."""
    given_name, _, value = text.partition("=")
    name = given_name.strip().replace("-", "_")
    if name not in limit_names():
        raise InvalidLimit(f"there is no limit named {name!r}: there are {', '.join(limit_names())}")
    allowed, parse = PARSERS[type(getattr(ServerOptions, name))]
    try:
        return name, parse(value)
    except ValueError:
        raise InvalidLimit(f"the limit {name} is {allowed}, not {value!r}") from None


def _limit_text(value: float | Rate) -> str:
    """Return the value of a limit as ``--limit`` accepts it.

    A rate is given per second, minute or hour: the shortest of these in which at least one action is allowed.
    """
    if not isinstance(value, tuple):
        return f"{value:g}" if isinstance(value, float) else str(value)
    rate, burst = value
    period = next((name for name, seconds in PERIODS.items() if rate * seconds > 0.999), "hour")  # 20/60 is rounded
    return f"{rate * PERIODS[period]:g}/{period}:{burst:g}"


def _parse_whole(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def _parse_number(text: str) -> float:
    if not isfinite(number := float(text)) or number < 0:
        raise ValueError
    return number


def _parse_rate(text: str) -> Rate:
    frequency, _, burst_text = text.partition(":")
    count, _, period = frequency.partition("/")
    if period.strip() not in PERIODS:
        raise ValueError
    rate, burst = float(count) / PERIODS[period.strip()], float(burst_text)
    if not (isfinite(rate) and rate > 0 and isfinite(burst) and burst >= 1):
        raise ValueError
    return rate, burst


PARSERS: dict[type[Any], tuple[str, Callable[[str], Any]]] = {
    int: ("a whole number from 1 on", _parse_whole),
    float: ("a number from 0 on", _parse_number),
    tuple: ("a rate and how many at once, such as 5/minute:20", _parse_rate),
}
"""By the type of a limit's default value: which values are allowed, and a function that parses a value."""
