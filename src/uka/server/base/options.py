"""The server's options: sizes, times and rates; and limits parsed from text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from uka.core.errors import UkaError

from .rate_limits import Rate


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """Options and limits of a server. Times are in seconds; a rate is a number a second, and how many at once.

    ``origins`` are other origins whose pages may use the server. ``hosts`` are the host names that it answers to
    beside IP addresses; if empty, it answers to all. ``workers`` is the number of bot processes. ``network`` is the
    server's URL in its network, and ``alone`` says that only this machine can reach it.
    """

    network: str | None = None
    alone: bool = False
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    workers: int = max(2, (os.cpu_count() or 1) - 1)
    direct_sockets: bool = True
    """Whether sockets use uvicorn's connections directly (see ``uka.server.sockets.direct``).

    Otherwise sockets are slower, and requests have no time limit. Turn it off if uvicorn's internals have changed.
    """

    drain: float = 0.0
    """Seconds from a stop signal to the shutdown, so that a load balancer can notice that the server is not ready."""
    bots_pace: float = 0.5
    """The least time between two lines of a table where only bots play."""
    thinking_a_guest: Rate = (0.25, 60)
    """CPU seconds for bots and hints at a guest's tables; beyond them bots play at the cheapest level."""
    thinking_an_address: Rate = (2, 600)
    """The same for all tables of one address."""
    bot_deadline: float = 1.0
    """Seconds after a bot's answer is due, when the fallback choice replaces it."""
    absent_after: float = 5.0
    """Seconds after which a game is paused that goes on with nobody at its table."""
    presence_after: float = 5.0
    """Seconds that players have to reconnect after another process is lost, before they count as disconnected."""
    empty_after: float = 2.0
    """Seconds until a table that everyone has left is paused."""
    heir_after: float = 60.0
    """Seconds after a host's connection is lost, when another player becomes the host."""
    forget_after: float = 300.0
    """Seconds until a table that nobody is at leaves the memory; it stays in the store."""
    idle_after: float = 4 * 3_600.0
    """Seconds until a silent socket is closed."""

    messages: float = 20.0
    """Messages a second from one socket; faster ones wait."""
    message_burst: float = 60.0
    """Messages that one socket may send at once."""
    outbox: int = 512
    """Messages queued for a slow client before its connection is closed."""
    outbox_bytes: int = 4_000_000
    """Bytes queued for a slow client before its connection is closed."""
    outbox_bytes_a_guest: int = 16_000_000
    outbox_bytes_an_address: int = 64_000_000
    outbox_bytes_in_all: int = 256_000_000
    remembered: int = 128
    """Lines that a reconnecting client is sent one by one; a client that missed more gets the whole table."""
    sockets_a_guest: int = 20
    sockets_an_address: int = 4_000

    requests_an_address: Rate = (50, 600)
    """HTTP requests. Many players may share an address: that of a hall, or of a proxy that is not trusted."""
    requests_a_guest: Rate = (10, 40)
    guests_an_address: Rate = (2, 500)
    """New guests."""
    tables_a_guest: Rate = (20 / 60, 20)
    """New tables."""
    tables_an_address: Rate = (2, 200)
    """New tables."""
    open_tables_a_guest: int = 50
    """Tables in memory that a guest opened."""
    open_tables_an_address: int = 2_000
    tables_in_memory: int = 10_000
    """With more tables in memory, those that nobody is at are put away."""
    tables_of_tournaments: Rate = (1, 1_000)
    """New tables of the tournaments that one address opened."""
    tournaments_a_guest: Rate = (5 / 60, 10)
    """New tournaments."""
    tournaments_an_address: Rate = (10 / 60, 20)
    """New tournaments."""
    open_tournaments_a_guest: int = 20
    open_tournaments_an_address: int = 50
    tournaments_in_memory: int = 1_000
    """With more tournaments in memory, those that nobody watches are put away."""
    lines_a_guest: Rate = (20, 600)
    """Log lines that a guest writes at tables, or the holder of a link in a tournament."""
    lines_an_address: Rate = (500, 20_000)
    lines_a_table: int = 20_000
    """A longer log takes only what the present game needs; one three times as long takes nothing."""
    lines_a_tournament: int = 100_000
    """The same for a tournament's log."""
    lobby: int = 200
    """Tables in the lobby's list."""
    lobby_a_guest: int = 10
    lobby_an_address: int = 100
    members: int = 200
    """People at a table, players and spectators."""
    teams: int = 1_000
    """Teams of a tournament."""
    checks_an_address: Rate = (10 / 60, 10)
    """Records verified."""
    sheets_an_address: Rate = (20 / 60, 30)
    """Sheets of tournaments printed."""
    sheets_at_once: int = 2
    sheets_waiting: int = 8
    """Sheets that are being printed or wait."""
    sheet_deadline: float = 12.0
    """Seconds for a sheet to be printed."""
    sheet_megabytes: int = 600
    """Megabytes of memory for one part of a sheet."""
    records_an_address: Rate = (5, 120)
    """Records of the server's own games that are sent."""
    record_deadline: float = 25.0
    """Seconds to make the records of a table."""
    check_deadline: float = 10.0
    """Seconds to verify a record."""
    hints_a_guest: Rate = (1, 10)
    reviews_an_address: Rate = (2, 120)
    """Deals reviewed."""
    coach_deadline: float = 5.0
    """Seconds to rate the choices of one turn."""


NOT_LIMITS = frozenset({"network", "alone", "origins", "hosts", "workers", "direct_sockets", "drain"})
"""Options that ``--limit`` can't set."""
PERIODS = {"second": 1, "minute": 60, "hour": 3_600}


class InvalidLimit(UkaError):
    """A limit that does not exist, or a value that it can't have."""


def limit_names() -> list[str]:
    """Return the names of the options that are limits, sorted."""
    return sorted(field.name for field in fields(ServerOptions) if field.name not in NOT_LIMITS)


def read_limits(texts: Iterable[str]) -> dict[str, Any]:
    """Parse limits of the form ``name=value``, where the value is a number or a rate; raise ``InvalidLimit``.

    >>> read_limits(["teams=2000", "tables_a_guest=5/minute:20"])
    {'teams': 2000, 'tables_a_guest': (0.08333333333333333, 20.0)}
    >>> read_limits(["teams=many"])
    Traceback (most recent call last):
    ...
    uka.server.base.options.InvalidLimit: the limit teams is a whole number from 1 on, not 'many'
    """
    return dict(_limit(*text.partition("=")[::2]) for text in texts)


def _limit(name: str, value: str) -> tuple[str, Any]:
    name = name.strip().replace("-", "_")
    if name not in limit_names():
        raise InvalidLimit(f"there is no limit named {name!r}: there are {', '.join(limit_names())}")
    kind, read = KINDS[type(getattr(ServerOptions, name)).__name__]
    try:
        return name, read(value)
    except ValueError:
        raise InvalidLimit(f"the limit {name} is {kind}, not {value!r}") from None


def _whole(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError
    return number


def _number(text: str) -> float:
    if not isfinite(number := float(text)) or number < 0:
        raise ValueError
    return number


def _rate(text: str) -> Rate:
    often, _, burst = text.partition(":")
    number, _, period = often.partition("/")
    rate = float(number) / PERIODS[period.strip()] if period.strip() in PERIODS else -1.0
    if not (isfinite(rate) and rate > 0 and isfinite(float(burst)) and float(burst) >= 1):
        raise ValueError
    return rate, float(burst)


KINDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "int": ("a whole number from 1 on", _whole),
    "float": ("a number from 0 on", _number),
    "tuple": ("a rate and how many at once, such as 5/minute:20", _rate),
}
