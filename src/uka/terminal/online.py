"""A game through a server. Opens or joins a table, shows it until the person leaves, and then leaves the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import date
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from uka.client import Client as Guest
from uka.client import ServerUnreachable, TableSession
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table import default_settings
from uka.text.printable import printable
from uka.wire.day_bodies import DayPage
from uka.wire.http_bodies import TableTicket

from .app import TerminalApp
from .games.remote import RemoteGame
from .screen.options import TerminalOptions

PAR_TRIES, PAR_DELAY = 20, 0.5
"""How often the client asks for par after a day's game, and the seconds between two requests."""
LEAVING = 2.0
"""The maximum time to wait for the server when the person leaves the table, in seconds."""


class OnlineOptions(Struct, frozen=True, kw_only=True):
    """The server, the person's name, and the options of the table.

    ``table`` is the id of an existing table. If it is None, the client opens a new table with the ruleset ``rules``. If
    ``waits`` is true, a new table waits for other people. Otherwise the game begins at once against bots. If ``day`` is
    given, the person plays the deals of that day; it is a date such as 2026-11-24, or "today".
    """

    server: str
    name: str | None = None
    table: str | None = None
    invitation: str | None = None
    rules: Ruleset
    changes: dict[str, Any] = {}
    bots: str = "club"
    seat: Seat | None = None
    public: bool = False
    by_hand: bool = False
    clock: bool = True
    revokes: bool = False
    waits: bool = False
    day: str | None = None


def play_online(party: OnlineOptions, options: TerminalOptions) -> None:
    """Play through a server. Raise ``UkaError`` if the server refuses, or if the connection ends permanently."""
    asyncio.run(_play(party, options))


async def _play(party: OnlineOptions, options: TerminalOptions) -> None:
    async with Guest(party.server, party.name) as guest:
        ticket = await _ticket(guest, party)
        async with guest.attend(ticket.table) as at:
            await _sit(at, party)
            remote = RemoteGame(at, party.server.rstrip("/"), await guest.shared_address())
            if party.table is None and not party.waits and party.day is None:
                remote.begin()  # begun only now, so that the person sees the draw for first dealer
            screen = TerminalApp(remote, options)
            await screen.run_async()
            if screen.fault is None or isinstance(screen.fault, ServerUnreachable):
                # Printed first: without a connection, leaving the table takes time.
                print(printable(remote.farewell), flush=True)
            if screen.fault:
                raise screen.fault
            if party.day:
                print(printable(await _day_result(guest, party)), flush=True)
            with suppress(UkaError, TimeoutError):
                async with asyncio.timeout(LEAVING):
                    await at.leave()


async def _ticket(guest: Guest, party: OnlineOptions) -> TableTicket:
    if party.table is not None:
        return await guest.join(party.table, party.invitation)
    if party.day is not None:
        day = await _day(guest, party.day)
        found = await guest.play_day(day, party.rules.name, **party.changes)
        return TableTicket(found.table, found.invitation)
    settings = replace(
        default_settings(party.rules),
        public=party.public,
        by_hand=party.by_hand,
        bots=party.bots,
        clock=party.clock,
        revokes=party.revokes,
    )
    return await guest.open(
        party.rules.name,
        changes=party.changes,
        settings=settings,
        seat=party.seat or Seat.SOUTH,
    )


async def _day(guest: Guest, text: str) -> date:
    if text == "today":
        return (await guest.days()).today
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UkaError(f"a day is a date such as 2026-11-24, or today, not {text!r}") from None


async def _day_result(guest: Guest, party: OnlineOptions) -> str:
    """Return the person's result of a day in words. It is empty if the game is not finished."""
    page = await _day_with_par(guest, party)
    own = page.own
    if own is None or not own.points:
        return ""
    place = "" if own.rank is None else f", place {own.rank} of {page.players}"
    if not page.par:
        return f"{page.day}: {sum(own.points):+} points{place}; the server is still working out par"
    deals = "\n".join(
        f"  deal {number}: {points:+} (par {par:+})"
        for number, (points, par) in enumerate(zip(own.points, page.par, strict=True), 1)
    )
    return f"{page.day}: {sum(own.points):+} points, par {sum(page.par):+}{place}\n{deals}"


async def _day_with_par(guest: Guest, party: OnlineOptions) -> DayPage:
    """Return the board of the day. If the game is finished, wait a while until the server has worked out par."""
    day = await _day(guest, party.day or "today")
    for _ in range(PAR_TRIES):
        page = await guest.day(day, party.rules.name, **party.changes)
        if page.own is None or not page.own.points or page.par:
            return page
        await asyncio.sleep(PAR_DELAY)
    return await guest.day(day, party.rules.name, **party.changes)


async def _sit(at: TableSession, party: OnlineOptions) -> None:
    """Take the chosen seat at an existing table. If that seat is taken, the person only watches."""
    if party.table is not None and party.seat is not None:
        with suppress(UkaError):
            await at.sit(party.seat)
