"""The options of a server: sizes, times and rates."""

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
    """How much a server bears. Times are in seconds, rates in a second.

    ``origins`` are the pages of other hosts that may use it, ``hosts`` the names it answers to beside addresses
    (none: all); ``workers`` the processes that bots think in. ``network`` is where it is found in its network,
    ``alone`` whether only this machine can reach it.
    """

    network: str | None = None
    alone: bool = False
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    workers: int = max(2, (os.cpu_count() or 1) - 1)
    direct_sockets: bool = True
    """Whether sockets use uvicorn's connections directly (see ``uka.server.sockets.direct``).

    Without it sockets are slower, and requests have no time limit. Turn it off if uvicorn's insides have changed.
    """

    drain: float = 0.0
    """From being told to stop to letting go: whoever sends people here has so long to notice that it is not ready."""
    bots_pace: float = 0.5
    """Where only bots play, so many seconds pass from one line of the log to the next at least."""
    thinking_a_guest: Rate = (0.25, 60)
    """Seconds of a processor that bots and hints may use at tables that a guest opened; then bots are modest."""
    thinking_an_address: Rate = (2, 600)
    bot_deadline: float = 1.0
    """After the time a bot was to answer; then a fallback does."""
    absent_after: float = 5.0
    """A game that goes on while nobody has come to its table is paused."""
    presence_after: float = 5.0
    """After another process is gone, whoever has not come to the one that drives their table is taken for lost."""
    empty_after: float = 2.0
    """A table that everyone left is paused."""
    heir_after: float = 60.0
    """Somebody else at the table becomes its host when the host's connection is lost so long."""
    forget_after: float = 300.0
    """A table that nobody is at is kept on disk only."""
    idle_after: float = 4 * 3_600.0
    """A socket that says nothing is closed."""

    messages: float = 20.0
    """From one socket; what comes faster waits."""
    message_burst: float = 60.0
    outbox: int = 512
    """Messages that wait for a slow client before its connection is ended."""
    outbox_bytes: int = 4_000_000
    """Bytes that wait for a slow client before its connection is ended."""
    outbox_bytes_a_guest: int = 16_000_000
    outbox_bytes_an_address: int = 64_000_000
    outbox_bytes_in_all: int = 256_000_000
    remembered: int = 128
    """Lines of a table that a client which was away is told one by one; after more of them the whole table."""
    sockets_a_guest: int = 20
    sockets_an_address: int = 4_000

    requests_an_address: Rate = (50, 600)
    """Over HTTP. Many players may share an address: of a hall, of a proxy that is not trusted to tell theirs."""
    requests_a_guest: Rate = (10, 40)
    guests_an_address: Rate = (2, 500)
    """New ones."""
    tables_a_guest: Rate = (20 / 60, 20)
    """New ones."""
    tables_an_address: Rate = (2, 200)
    """New ones."""
    open_tables_a_guest: int = 50
    """Tables that a guest opened and that are in memory, as are those that somebody is at."""
    open_tables_an_address: int = 2_000
    tables_in_memory: int = 10_000
    """Of more than these, those that nobody is at are put away."""
    tables_of_tournaments: Rate = (1, 1_000)
    """New ones, of the tournaments that one address opened."""
    tournaments_a_guest: Rate = (5 / 60, 10)
    """New ones."""
    tournaments_an_address: Rate = (10 / 60, 20)
    """New ones."""
    open_tournaments_a_guest: int = 20
    open_tournaments_an_address: int = 50
    tournaments_in_memory: int = 1_000
    """Of more than these, those that nobody looks at are put away."""
    lines_a_guest: Rate = (20, 600)
    """What a guest does at tables, or who holds a link does in a tournament."""
    lines_an_address: Rate = (500, 20_000)
    lines_a_table: int = 20_000
    """After so many a table's log takes only what the game that is played needs, after three times as many nothing."""
    lines_a_tournament: int = 100_000
    """The same of a tournament's log."""
    lobby: int = 200
    """Tables in the lobby's list."""
    lobby_a_guest: int = 10
    lobby_an_address: int = 100
    members: int = 200
    """People at a table, who sit or watch."""
    teams: int = 1_000
    """Of a tournament."""
    checks_an_address: Rate = (10 / 60, 10)
    """Records verified."""
    sheets_an_address: Rate = (20 / 60, 30)
    """Sheets of tournaments printed."""
    sheets_at_once: int = 2
    sheets_waiting: int = 8
    """Sheets that are printed or wait for their turn."""
    sheet_deadline: float = 12.0
    """For a sheet to be set."""
    sheet_megabytes: int = 600
    """Of memory, for a part of a sheet."""
    records_an_address: Rate = (5, 120)
    """Records of the server's own games that are told."""
    record_deadline: float = 25.0
    """For the records of a table with a long log."""
    check_deadline: float = 10.0
    """For a record to be verified."""
    hints_a_guest: Rate = (1, 10)
    reviews_an_address: Rate = (2, 120)
    """Deals reviewed."""
    coach_deadline: float = 5.0
    """For what the choices of one turn are worth."""


NOT_LIMITS = frozenset({"network", "alone", "origins", "hosts", "workers", "direct_sockets", "drain"})
"""Options that are no limits."""
PERIODS = {"second": 1, "minute": 60, "hour": 3_600}


class InvalidLimit(UkaError):
    """A limit that there is none of, or a value that it can't have."""


def limit_names() -> list[str]:
    """The options that are limits."""
    return sorted(field.name for field in fields(ServerOptions) if field.name not in NOT_LIMITS)


def read_limits(texts: Iterable[str]) -> dict[str, Any]:
    """Limits from text, a name and a value each: a number, or a rate with how many may come at once.

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
