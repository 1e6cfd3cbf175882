"""A game through a server. Opens or joins a table, shows it until the person leaves, and then leaves the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from uka.client import Client as Guest
from uka.client import ServerUnreachable, TableSession
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.table import default_settings
from uka.wire.http_bodies import TableTicket

from .app import TerminalApp
from .games.remote import RemoteGame
from .screen.options import TerminalOptions

LEAVING = 2.0
"""The maximum time to wait for the server when the person leaves the table, in seconds."""


class OnlineOptions(Struct, frozen=True, kw_only=True):
    """The server, the person's name, and the options of the table.

    ``table`` is the id of an existing table. If it is None, the client opens a new table with the ruleset ``rules``. If
    ``waits`` is true, a new table waits for other people. Otherwise the game begins at once against bots.
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


def play_online(party: OnlineOptions, options: TerminalOptions) -> None:
    """Play through a server. Raise ``UkaError`` if the server refuses, or if the connection ends permanently."""
    asyncio.run(_play(party, options))


async def _play(party: OnlineOptions, options: TerminalOptions) -> None:
    async with Guest(party.server, party.name) as guest:
        ticket = await _ticket(guest, party)
        async with guest.attend(ticket.table) as at:
            await _sit(at, party)
            remote = RemoteGame(at, party.server.rstrip("/"), await guest.shared_address())
            if party.table is None and not party.waits:
                remote.begin()  # begun only now, so that the person sees the draw for first dealer
            screen = TerminalApp(remote, options)
            await screen.run_async()
            if screen.fault is None or isinstance(screen.fault, ServerUnreachable):
                print(remote.farewell, flush=True)  # print first: without a connection, leaving the table takes time
            if screen.fault:
                raise screen.fault
            with suppress(UkaError, TimeoutError):
                async with asyncio.timeout(LEAVING):
                    await at.leave()


async def _ticket(guest: Guest, party: OnlineOptions) -> TableTicket:
    if party.table is not None:
        return await guest.join(party.table, party.invitation)
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


async def _sit(at: TableSession, party: OnlineOptions) -> None:
    """Take the chosen seat at an existing table. If that seat is taken, the person only watches."""
    if party.table is not None and party.seat is not None:
        with suppress(UkaError):
            await at.sit(party.seat)
