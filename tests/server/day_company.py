"""Guests who play the deals of a day on a real server, at a faked time, and ask for what others play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
import pytest
import time_machine
from msgspec.structs import replace

from tests.clock import NOON
from tests.server.disclosed import GRACE, DayRule
from tests.server.match_company import EVERYWHERE, MORE_RESULTS, PACE, RESULTS
from tests.server.party import AT_ONCE, Party, World
from tests.server.visitors import Visitors, meanwhile
from uka import days

DAY = NOON.date()
END = NOON.replace(hour=0) + timedelta(days=1)
OTHER = {"title": "Other rules"}
"""A change of a ruleset that is enough for another board."""


class DayWorld(NamedTuple):
    """The deals of a day by a ruleset, of which there are ``deals``."""

    rules: str
    deals: int = days.DEALS
    games: int = 3

    @contextmanager
    def arranged(self) -> Generator[None]:
        """Set the clock, and let bots choose at once."""
        with time_machine.travel(NOON), pytest.MonkeyPatch.context() as patch:
            patch.setattr(days, "LEVEL", "random")
            patch.setattr(days.day_rules, "__defaults__", (self.deals,))
            yield

    def company(self, visitors: Visitors, seed: int) -> DayCompany:
        """Return the guests of the day."""
        return DayCompany(visitors, self, seed)


DAYS = {
    "a day": DayWorld("uka", 2),
    "a day of eight deals": DayWorld("tainui"),
}


class DayTable(Party):
    """A person at a table with the deals of a day. ``waits`` returns whether their last two deals wait."""

    def __init__(self, visitors: Visitors, rules: str, name: str, waits: Callable[[], bool]) -> None:
        super().__init__(visitors, World(rules, {}, people=1, settings=AT_ONCE))
        self.seated, self.moving, self.waits = (name,), set(), waits

    def holds(self) -> bool:
        """Return whether the last two deals wait. One would not: if the partner goes alone, it ends without them."""
        return self.waits() and self.live.table.number >= self.live.table.rules.deals

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Send what is refused, and lose connections; all others try to follow the game."""
        beside = [self.probe(at, Random(name)) for name, at in self.at.items()] + [self.cut(name) for name in self.at]
        others = [name for name in self.visitors.clients if name not in self.at]
        return beside + [self.visitors.keep_knocking(name, self.table, self.over) for name in others]


class DayCompany:
    """All who have to do with a day.

    Ana plays, then practises. Ben, on the same board, finishes in the hour after the day. Hal plays on another board.
    Flo only asks.
    """

    def __init__(self, visitors: Visitors, world: DayWorld, seed: int = 0) -> None:
        self.visitors, self.world, self.seed, self.waits = visitors, world, seed, True
        page = f"/api/days/{DAY}?rules={world.rules}"
        self.board = DayRule(DAY, page)
        self.other = DayRule(DAY, f"{page}&changes={quote(msgspec.json.encode(OTHER))}")
        self.parties = list[DayTable]()

    async def come(self) -> None:
        self.visitors.heard.rules += [self.board, self.other]
        for name in ("Ana", "Ben", "Hal", "Flo"):
            await self.visitors.come(name)
        anchor = (await self.visitors.send("Flo", "GET", "/api/days")).json()["anchor"]
        self.visitors.heard.public.add(anchor)
        self.ana, self.ben = await self.open("Ana", self.board), await self.open("Ben", self.board)
        self.hal = await self.open("Hal", self.other)
        self.ben.waits = lambda: self.waits

    async def open(self, name: str, board: DayRule) -> DayTable:
        """Open a table for the counted game or, after it, for practice."""
        changes = OTHER if board is self.other else {}
        body = {"rules": self.world.rules, "changes": changes, "settings": PACE}
        ticket = (await self.visitors.send(name, "POST", f"/api/days/{DAY}/games", body)).json()
        table, player = ticket["table"], self.visitors.heard.players[name]
        board.owners[table] = player
        if ticket["counted"]:
            board.counted[player] = table
        party = DayTable(self.visitors, self.world.rules, name, lambda: False)
        party.rng = Random(f"{self.world} {self.seed} {name}")
        party.table, party.live = table, await self.visitors.know(table)
        party.at[name] = await self.visitors.attend(name, table)
        self.parties.append(party)
        return party

    async def play(self) -> None:
        """Play all games, and ask for everything in each part of the day and after it."""
        asking = [self.visitors.ask(name, self.paths, lambda: False) for name in self.visitors.clients]
        async with meanwhile(asking), asyncio.TaskGroup() as group:
            group.create_task(self.ben.play_one())
            group.create_task(self.hal.play_one())
            await self.ana.play_one()
            await self.look_up()
            await self.practise()
            self.travel(END - GRACE / 60)
            await self.look_up()
            self.travel(END + GRACE / 2)
            await self.look_up()
            self.waits = False
        self.travel(END + GRACE)
        await self.look_up()

    async def practise(self) -> None:
        """Let Ana play the deals again, at a table that she makes public."""
        practice = await self.open("Ana", self.board)
        at = practice.at["Ana"]
        await at.change(replace(at.scene.settings, public=True))
        await practice.play_one()

    def travel(self, to: datetime) -> None:
        """Set the clock."""
        self.visitors.stack.enter_context(time_machine.travel(to))

    def paths(self) -> list[str]:
        pages = [self.board.page, self.other.page]
        return pages + [f"/api/tables/{party.table}{more}" for party in self.parties for more in RESULTS]

    async def look_up(self) -> None:
        """Request everything about all tables, and try to come there."""
        for name in self.visitors.clients:
            for path in (*self.paths(), "/api/days", *EVERYWHERE):
                await self.visitors.get(name, path)
            for party in self.parties:
                for more in MORE_RESULTS:
                    await self.visitors.get(name, f"/api/tables/{party.table}{more}")
                if name not in party.at:
                    await self.visitors.knock(name, party.table, self.visitors.invitation(party.table))
