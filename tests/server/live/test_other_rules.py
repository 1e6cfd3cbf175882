"""The host changes the rules of a table that waits: everybody there gets a snapshot with the new rules."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from tests.server.web import listening, served
from uka.client import Client, CommandRefused
from uka.core.seats import Seat

pytestmark = pytest.mark.server


async def test_everybody_gets_the_new_rules() -> None:
    async with served() as web, listening(web) as url, AsyncExitStack() as stack:
        ana, ben = [await stack.enter_async_context(Client(url, name=name, timeout=60)) for name in ("Ana", "Ben")]
        ticket = await ana.open("uka", seat=Seat.SOUTH, public=True)
        host = await stack.enter_async_context(ana.attend(ticket.table))
        await ben.join(ticket.table)
        guest = await stack.enter_async_context(ben.attend(ticket.table))
        version = await host.change_rules("bicycle", {"target": 7})
        await guest.until(lambda: guest.version >= version)
        assert guest.rules == host.rules
        assert (guest.rules.name, guest.rules.target) == ("bicycle", 7)
        await guest.sit(Seat.WEST)  # updates go on
        assert host.rules == guest.rules

        for name, changes in (("no_such_rules", {}), ("uka", {"target": -1}), ("uka", {"title": "x" * 999})):
            with pytest.raises(CommandRefused):
                await host.change_rules(name, changes)
        with pytest.raises(CommandRefused, match="only the host"):
            await guest.change_rules("uka")


async def test_who_missed_the_change_gets_a_snapshot() -> None:
    async with served() as web, listening(web) as url, AsyncExitStack() as stack:
        ana = await stack.enter_async_context(Client(url, name="Ana", timeout=60))
        ticket = await ana.open("uka", seat=Seat.SOUTH)
        host = await stack.enter_async_context(ana.attend(ticket.table))
        live = await web.context.tables.find(ticket.table)
        before = live.table.seq
        player = live.table.host
        assert live.audience.missed_update(live.table, player, before, "") is not None
        await host.change_rules("knock")
        await host.stand()
        assert live.audience.missed_update(live.table, player, before, "") is None
        assert live.audience.missed_update(live.table, player, live.table.seq - 1, "") is not None
