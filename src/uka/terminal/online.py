"""Plays a game through a server: opens or joins a table, shows it until the person leaves, and leaves the table."""

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

PAR_REQUESTS = 20
"""How often the client asks for par, the points of a bot with the same cards, after the deals of a day."""
PAR_DELAY = 0.5
"""The seconds between two of these requests."""
LEAVE_SECONDS = 2.0
"""How long the client waits for the server when the person leaves the table."""


class OnlineOptions(Struct, frozen=True, kw_only=True):
    """The server, the person's name, and the table to join or to open."""

    server: str
    """The URL of the server."""
    name: str | None = None
    """The person's name. If it is None, the server chooses one."""
    table: str | None = None
    """The id of the table to join. If it is None, the client opens a new table."""
    invitation: str | None = None
    """The invitation to ``table``, if one is needed."""
    rules: Ruleset
    """The ruleset of a new table, with ``changes`` applied."""
    changes: dict[str, Any] = {}
    """The changed fields of the ruleset, as a dict from field name to value."""
    bots: str = "club"
    """The bot that plays in the seats without a person at a new table."""
    seat: Seat | None = None
    """The seat that the person wants. If it is None, the person gets the south seat of a new table."""
    public: bool = False
    """Whether anyone may join the new table."""
    by_hand: bool = False
    """Whether people draw, cut and deal by hand at the new table."""
    clock: bool = True
    """Whether the bell of the rules ends the game."""
    revokes: bool = False
    """Whether revokes are allowed, which others may claim."""
    waits: bool = False
    """Whether the new table waits for other people. Otherwise the game begins at once against bots."""
    day: str | None = None
    """The date, such as 2026-11-24, or "today", whose deals the person plays. They are the same for everyone."""


def play_online(options: OnlineOptions, screen: TerminalOptions) -> None:
    """Play through a server until the person leaves. ``screen`` holds the options of the screen.

    Raise ``UkaError`` if the server refuses, or if the connection ends permanently.
    """
    asyncio.run(_play(options, screen))


async def _play(options: OnlineOptions, screen: TerminalOptions) -> None:
    async with Guest(options.server, options.name) as guest:
        ticket = await _ticket(guest, options)
        async with guest.attend(ticket.table) as session:
            await _sit(session, options)
            remote = RemoteGame(session, options.server.rstrip("/"), await guest.shared_address())
            if options.table is None and not options.waits and options.day is None:
                remote.begin()  # only now, so that the person sees the draw for first dealer
            app = TerminalApp(remote, screen)
            await app.run_async()
            if app.fault is None or isinstance(app.fault, ServerUnreachable):
                # Printed first: without a connection, leaving the table takes time.
                print(printable(remote.farewell), flush=True)
            if app.fault:
                raise app.fault
            if options.day:
                print(printable(await _day_result(guest, options)), flush=True)
            with suppress(UkaError, TimeoutError):
                async with asyncio.timeout(LEAVE_SECONDS):
                    await session.leave()


async def _ticket(guest: Guest, options: OnlineOptions) -> TableTicket:
    """Join the chosen table, or open a table if none is chosen. Return the table's id with an invitation to it.

    If a day is chosen, the new table is for the deals of that day.
    """
    if options.table is not None:
        return await guest.join(options.table, options.invitation)
    if options.day is not None:
        day = await _day(guest, options.day)
        found = await guest.play_day(day, options.rules.name, **options.changes)
        return TableTicket(found.table, found.invitation)
    settings = replace(
        default_settings(options.rules),
        public=options.public,
        by_hand=options.by_hand,
        bots=options.bots,
        clock=options.clock,
        revokes=options.revokes,
    )
    return await guest.open(
        options.rules.name,
        changes=options.changes,
        settings=settings,
        seat=options.seat or Seat.SOUTH,
    )


async def _day(guest: Guest, text: str) -> date:
    """Return the date that ``text`` names. "today" is the server's date. Raise ``UkaError`` if ``text`` is no date."""
    if text == "today":
        return (await guest.days()).today
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UkaError(f"a day is a date such as 2026-11-24, or today, not {text!r}") from None


async def _day_result(guest: Guest, options: OnlineOptions) -> str:
    """Return a text with the person's points in the deals of a day, and par: a bot's points with the same cards.

    Return an empty text if the person has not finished these deals.
    """
    page = await _day_with_par(guest, options)
    own = page.own
    if own is None or not own.points:
        return ""
    rank = "" if own.rank is None else f", place {own.rank} of {page.players}"
    if not page.par:
        return f"{page.day}: {sum(own.points):+} points{rank}; the server is still working out par"
    deals = "\n".join(
        f"  deal {number}: {points:+} (par {par:+})"
        for number, (points, par) in enumerate(zip(own.points, page.par, strict=True), 1)
    )
    return f"{page.day}: {sum(own.points):+} points, par {sum(page.par):+}{rank}\n{deals}"


async def _day_with_par(guest: Guest, options: OnlineOptions) -> DayPage:
    """Return the results in the deals of a day, as the server shows them to the person.

    If the person has finished the deals, ask again for some seconds until the results include par, a bot's points with
    the same cards.
    """
    day = await _day(guest, options.day or "today")
    for _ in range(PAR_REQUESTS):
        page = await guest.day(day, options.rules.name, **options.changes)
        if page.own is None or not page.own.points or page.par:
            return page
        await asyncio.sleep(PAR_DELAY)
    return await guest.day(day, options.rules.name, **options.changes)


async def _sit(session: TableSession, options: OnlineOptions) -> None:
    """Take the chosen seat at a table that was joined. If that seat is taken, keep the seat that joining gave."""
    if options.table is not None and options.seat is not None:
        with suppress(UkaError):
            await session.sit(options.seat)
