"""The people of a duplicate match on a real server: they play at both tables, watch, move, leave, and ask for more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.server.disclosed import MatchRule
from tests.server.party import AT_ONCE, Party, World
from tests.server.visitors import LONGEST, SOON, Visitors, meanwhile
from uka.core.seats import Seat
from uka.server.live import matches

PACE = dict.fromkeys(("answer_ms", "draw_ms", "deal_ms", "trick_ms", "rest_ms"), 0)
"""The pace of games in which nothing waits."""
RESULTS = ("", "/records", "/records/0", "/records/0/replay")
MORE_RESULTS = (
    "/hint", "/why?deal=0&call=0", "/records/0?form=egn", "/records/0/chances",
    "/records/0/review?seat=south&deal=0", "/records/0/why?deal=0&step=1",
)  # fmt: skip
"""What can be requested of a table."""
EVERYWHERE = ("/api/lobby", "/api/me", "/metrics")
"""What can be requested of a server."""
FOUR = ({"Ana": Seat.SOUTH, "Ben": Seat.NORTH}, {"Caro": Seat.WEST, "Dan": Seat.NORTH})
EIGHT = (
    {**FOUR[0], "Hal": Seat.WEST, "Ida": Seat.EAST},
    {**FOUR[1], "Jo": Seat.EAST},
)
"""Who plays where, by table. Dan first has a seat at the first table."""


class MatchWorld(NamedTuple):
    """A match of some deals between four or eight people; bots have the other seats."""

    rules: str
    deals: int
    seats: tuple[Mapping[str, Seat], Mapping[str, Seat]] = FOUR
    games: int = 2

    @contextmanager
    def arranged(self) -> Generator[None]:
        """Let no bot play for who waits."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(matches, "AWAY_MS", 1_000 * LONGEST)
            yield

    def company(self, visitors: Visitors, seed: int) -> MatchCompany:
        """Return the people of the match."""
        return MatchCompany(visitors, self, seed)


MATCHES = {
    "a match": MatchWorld("uka", 2),
    "a match of eight": MatchWorld("tainui", 4, EIGHT),
    "a match, going under": MatchWorld("cardgames", 4),
}


class MatchTable(Party):
    """The people at a table of a match. ``seats`` are those of the players; ``waits`` returns whether they wait."""

    def __init__(self, visitors: Visitors, world: World, seats: Mapping[str, Seat], waits: Callable[[], bool]) -> None:
        super().__init__(visitors, world)
        self.seated, self.moving, self.waits = (*seats,), set(), waits

    def holds(self) -> bool:
        """Return whether the last deal waits."""
        return self.waits() and self.live.table.number > self.live.table.rules.deals

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Send what is refused and lose connections; Gil leaves."""
        beside = [self.probe(at, Random(name)) for name, at in self.at.items() if name != "Gil"]
        beside += [self.cut(name) for name in self.at if name in ("Ben", "Dan", "Eve")]
        return beside + [self.leave(name) for name in self.at if name == "Gil"]


class MatchCompany:
    """All who have to do with a match.

    Ana opens it. Eve gives up her seat and watches the first table. Dan moves to the second table, which Gil leaves in
    the first deal. Flo is at no table. The second table does not end before the first has, and everybody has asked for
    everything.
    """

    def __init__(self, visitors: Visitors, world: MatchWorld, seed: int = 0) -> None:
        self.visitors, self.world, self.waits = visitors, world, True
        table = World(world.rules, {"deals": world.deals}, settings=AT_ONCE)
        one, two = [MatchTable(visitors, table, seats, lambda: False) for seats in world.seats]
        two.waits = lambda: self.waits
        self.tables = (one, two)
        for party in self.tables:
            party.rng = Random(f"{world} {seed}")

    async def come(self) -> None:
        for name in (*self.world.seats[0], *self.world.seats[1], "Eve", "Gil", "Flo"):
            await self.visitors.come(name)
        body = {"rules": self.world.rules, "deals": self.world.deals, "settings": PACE}
        match = (await self.visitors.send("Ana", "POST", "/api/matches", body)).json()["match"]
        self.page = f"/api/matches/{match}"
        for party, live in zip(self.tables, (await self.visitors.context.matches.find(match)).tables, strict=True):
            party.table, party.live = live.id, await self.visitors.know(live.id)
        one, two = [party.table for party in self.tables]
        people = {one: set[str](), two: set[str]()}
        self.visitors.heard.rules.append(MatchRule(match, (one, two), people))
        await self.sit("Dan", 0, Seat.EAST, people)
        await self.sit("Dan", 1, self.world.seats[1]["Dan"], people)
        await self.sit("Eve", 0, Seat.EAST, people)
        await self.tables[0].at["Eve"].stand()
        await self.sit("Gil", 1, Seat.SOUTH, people)
        for number, seats in enumerate(self.world.seats):
            for name, seat in seats.items():
                if name != "Dan":
                    await self.sit(name, number, seat, people)

    async def sit(self, name: str, number: int, seat: Seat, people: Mapping[str, set[str]]) -> None:
        """Take a seat, and open the table's socket. Whoever moves loses the connection to the other table."""
        party, other = self.tables[number], self.tables[1 - number]
        people[party.table].add(self.visitors.heard.players[name])
        sat = await self.visitors.send(name, "POST", f"{self.page}/seat", {"table": number, "seat": seat.value})
        assert sat.is_success, sat.text
        other.at.pop(name, None)
        party.at[name] = await self.visitors.attend(name, party.table)

    async def play(self) -> None:
        """Play at both tables, and ask for everything before and after the end of each."""
        await self.look_up()
        begun = await self.visitors.send("Ana", "POST", f"{self.page}/begin", {"bots": "random"})
        assert begun.is_success, begun.text
        async with meanwhile(self.beside()), asyncio.TaskGroup() as group:
            group.create_task(self.tables[1].play_one())
            await self.tables[0].play_one()
            await self.look_up()
            self.waits = False
        while not all(party.live.table.secrets_opened == party.live.table.number for party in self.tables):
            await asyncio.sleep(SOON)
        await self.look_up()

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Ask for everything, and try to follow the other table."""
        beside = [self.visitors.ask(name, self.paths, self.over) for name in self.visitors.clients]
        for party in self.tables:
            others = [name for name in self.visitors.clients if name not in party.at or name == "Gil"]
            beside += [self.visitors.keep_knocking(name, party.table, self.over) for name in others]
        return beside

    def over(self) -> bool:
        return all(party.over() for party in self.tables)

    def paths(self) -> list[str]:
        return [self.page, *(f"/api/tables/{party.table}{more}" for party in self.tables for more in RESULTS)]

    async def look_up(self) -> None:
        """Request everything about both tables, and try to come there."""
        for name in self.visitors.clients:
            for path in (*self.paths(), *EVERYWHERE):
                await self.visitors.get(name, path)
        for party, other in zip(self.tables, ("Caro", "Ana"), strict=True):
            for name in ("Ana", "Flo"):
                for more in MORE_RESULTS:
                    await self.visitors.get(name, f"/api/tables/{party.table}{more}")
            for name in (other, "Flo"):
                await self.visitors.knock(name, party.table, self.visitors.invitation(party.table))
