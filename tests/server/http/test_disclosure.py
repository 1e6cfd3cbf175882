"""What of a match and of a day is told: every route and socket, to every kind of viewer, at every stage."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import httpx
import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.clock import NOON, Clock
from tests.patience import PATIENCE
from tests.server import sabotage
from tests.server.http.test_days import first_legal, hurried
from tests.server.http.test_days import play_out as play_day
from tests.server.http.test_matches import MATCH, play_out, sit
from tests.server.web import ONE_WORKER, Web, listening, served
from uka.core.seats import Seat
from uka.server.http.openapi import openapi_document
from uka.server.live import day_boards
from uka.server.live.table import LiveTable
from uka.table import GivenDeals
from uka.table.commands import people

pytestmark = pytest.mark.server
__all__ = ["hurried"]

DAY = NOON.date()
PLACES = {
    "day": "2000-01-01", "match": "abcdefgh", "rules": "uka", "name": "uka", "number": "0", "tournament": "abcdefghjk",
    "sheet": "x", "player": "somebody", "event": "abcdefghjkmn",
}  # fmt: skip
QUERY = {"seat": "south", "deal": "0", "step": "1"}
CHANGING = {("post", "/api/matches/{match}/seat"), ("post", "/api/matches/{match}/begin")}
MEMBERS = {("post", "/api/tables/{table}/join"), ("get", "/api/tables/{table}/invitation")}
"""The routes that answer the people at a table while the match goes on."""
TOLD = ("", "/records", "/records/0", "/records/0?form=emn", "/records/0/replay")


class Viewer(NamedTuple):
    """Somebody who asks, and the numbers of the tables at which they are."""

    kind: str
    client: httpx.AsyncClient
    at: tuple[int, ...] = ()


class Walk:
    """Asks every route and socket as every viewer. ``early`` are sentences about what is told too early."""

    def __init__(self, web: Web, url: str, places: Mapping[str, str]) -> None:
        self.web, self.url, self.places = web, url, {**PLACES, **places}
        self.tables, self.viewers = list[LiveTable](), list[Viewer]()
        self.asked, self.early = Counter[str](), list[str]()

    def hidden(self, viewer: Viewer) -> set[str]:
        """Return the secrets of shuffles and seeds that a viewer may not know."""
        raise NotImplementedError

    def answers(self, method: str, path: str) -> bool:
        """Return whether a route may answer the people at a table."""
        raise NotImplementedError

    async def page(self, viewer: Viewer) -> bool:
        """Return whether the page of the match or the day tells a viewer no more than it may."""
        raise NotImplementedError

    async def check(self, *, without: Collection[tuple[str, str]] = ()) -> None:
        """Ask all routes and sockets except those of ``without``, which would change the stage."""
        for viewer in self.viewers:
            for method, path in operations():
                if (method, path) not in without:
                    await self.ask(viewer, method, path)
            for number, live in enumerate(self.tables):
                heard = await self.listen(viewer, live)
                assert heard or number not in viewer.at, (viewer.kind, number)
                self.judge(viewer, f"the socket of table {number}", heard, may=not heard or number in viewer.at)
            self.judge(viewer, "the page", "", may=await self.page(viewer))

    async def ask(self, viewer: Viewer, method: str, path: str) -> None:
        for number, live in enumerate(self.tables) if "{table}" in path else ((-1, None),):
            for invitation in (None, *map(self.invitation, self.tables)) if live else (None,):
                answer = await self.send(viewer, method, path, live.id if live else "", invitation)
                told = live is not None and answer.is_success
                may = not told or (number in viewer.at and self.answers(method, path))
                self.judge(viewer, f"{method} {path} of table {number}", answer.text, may=may)

    def judge(self, viewer: Viewer, what: str, text: str, *, may: bool) -> None:
        """Note a text that a viewer may not read, or that holds what is hidden from the viewer."""
        others = {self.invitation(live) for number, live in enumerate(self.tables) if number not in viewer.at}
        found = [secret for secret in self.hidden(viewer) | others if secret in text]
        if not may or found:
            self.early.append(f"{viewer.kind}, {what}: {found} {text[:200]}")

    def invitation(self, live: LiveTable) -> str:
        return self.web.context.invitations.of(live)

    async def send(self, viewer: Viewer, method: str, path: str, table: str, invitation: str | None) -> httpx.Response:
        headers = {} if invitation is None else {"x-uka-invitation": invitation}
        body: dict[str, Any] = {"invitation": invitation} if path.endswith("/join") else {}
        if path.endswith("/seat"):
            body = {"table": 0, "seat": "north"}
        self.asked["requests"] += 1
        async with self.web.client(cookies=dict(viewer.client.cookies)) as client:  # a route may change the cookie
            url = path.format(**self.places, table=table)
            sent = None if method == "get" else body
            return await client.request(method, url, headers=headers, params=QUERY, json=sent)

    async def listen(self, viewer: Viewer, live: LiveTable) -> str:
        """Return the snapshot that a viewer gets over the socket of a table; return an empty text if there is none."""
        self.asked["sockets"] += 1
        cookies = "; ".join(f"{name}={value}" for name, value in viewer.client.cookies.items())
        url = f"{self.url.replace('http', 'ws', 1)}/api/tables/{live.id}/socket"
        with suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE), connect(url, additional_headers={"cookie": cookies}) as socket:
                text = str(await socket.recv())
                return text if json.loads(text)["type"] == "table_snapshot" else ""
        return ""

    def finish(self) -> None:
        """Print how much was asked, which ``make prove`` adds up, and raise if anything was told too early."""
        print(f"walked: {dict(self.asked) | {'told too early': len(self.early)}}")
        assert not self.early, self.early[:5]


def operations() -> Iterator[tuple[str, str]]:
    """Yield the method and path of each route of the OpenAPI document."""
    for path, item in json.loads(openapi_document())["paths"].items():
        for method in item:
            yield method, path


# A match


class MatchWalk(Walk):
    """A walk over a match whose two tables are not both done."""

    def hidden(self, viewer: Viewer) -> set[str]:
        seed = self.web.context.packs.seed(GivenDeals("match", self.places["match"]), self.tables[0].table.rules).hex()
        return {seed, *(secret for live in self.tables for secret in live.table.secrets)}

    def answers(self, method: str, path: str) -> bool:
        return (method, path) in MEMBERS

    async def page(self, viewer: Viewer) -> bool:
        page = (await viewer.client.get(f"/api/matches/{self.places['match']}")).json()
        hidden = (page["over"], page["points"], page["replays"], page["seed"]) == (False, [], [], None)
        return hidden and (page["own"] or {}).get("number", -1) == (viewer.at or (-1,))[0]


@asynccontextmanager
async def match_walk() -> AsyncIterator[MatchWalk]:
    async with served(**ONE_WORKER) as web, listening(web) as url:
        names = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo")
        ana, ben, cy, di, eve, flo = [await web.guest(name) for name in names]
        match = (await ana.post("/api/matches", json=MATCH)).json()["match"]
        await sit(ben, match, 0, "south")
        await sit(cy, match, 1, "west")
        await sit(di, match, 0, "north")
        await sit(di, match, 1, "north")  # Di moves, and has the invitation to the table that she has left
        await sit(eve, match, 0, "east")
        walk = MatchWalk(web, url, {"match": match})
        walk.tables += (await web.context.matches.find(match)).tables
        her = walk.tables[0].table.chair(Seat.EAST).player
        assert her
        await walk.tables[0].do(lambda table: people.leave(table, her), her)
        walk.viewers += (
            Viewer("nobody", web.client()), Viewer("the host", ana), Viewer("at table 0", ben, (0,)),
            Viewer("at table 1", cy, (1,)), Viewer("moved to table 1", di, (1,)), Viewer("has left table 0", eve),
            Viewer("another guest", flo),
        )  # fmt: skip
        yield walk


async def test_nothing_of_a_match_is_told_before_both_tables_are_done() -> None:
    async with match_walk() as walk:
        one, two = walk.tables
        page = f"/api/matches/{walk.places['match']}"
        await walk.check(without=CHANGING)
        ana = walk.viewers[1].client
        assert (await ana.post(f"{page}/begin", json={"bots": "novice"})).is_success
        await walk.check()
        await play_out(one, Seat.SOUTH)
        await walk.check()
        # even where the server made a table public
        public = replace(one.table.settings, public=True)
        await one.do(lambda table: people.change_settings(table, table.host, public), one.table.host)
        await walk.check()
        assert one.id not in (await ana.get("/api/lobby")).text
        private = replace(one.table.settings, public=False)
        await one.do(lambda table: people.change_settings(table, table.host, private), one.table.host)
        walk.finish()

        await asyncio.gather(play_out(two, Seat.WEST), play_out(two, Seat.NORTH))
        for viewer in walk.viewers:
            assert (await viewer.client.get(page)).json()["over"]
            for number, live in enumerate(walk.tables):
                for path in TOLD:
                    at, invited = f"/api/tables/{live.id}{path}", {"x-uka-invitation": walk.invitation(live)}
                    assert (await viewer.client.get(at, headers=invited)).is_success
                    assert (await viewer.client.get(at)).is_success is (number in viewer.at)
        for live in walk.tables:  # the secrets are public, so that the shuffles can be checked
            invited = {"x-uka-invitation": walk.invitation(live)}
            record = (await walk.viewers[0].client.get(f"/api/tables/{live.id}/records/0", headers=invited)).text
            assert all(secret in record for secret in live.table.secrets[1 : live.table.number])
            verdicts = (await ana.post("/api/verify", content=record, headers={"content-type": "text/plain"})).json()
            assert all(pack["fair"] for game in verdicts for pack in game["verdicts"]), verdicts


# A day


class DayWalk(Walk):
    """A walk over a board of a day that is not over. Who has finished a counted game knows its secrets."""

    def hidden(self, viewer: Viewer) -> set[str]:
        packs, rules = self.web.context.packs, self.tables[0].table.rules
        seeds = {packs.days.seed(DAY).hex(), packs.seed(GivenDeals("day", str(DAY)), rules).hex()}
        known = {secret for number in viewer.at for secret in self.opened(self.tables[number])}
        return seeds | {secret for live in self.tables for secret in live.table.secrets} - known

    def opened(self, live: LiveTable) -> tuple[str, ...]:
        """Return the secrets that a table may show to its own player."""
        return () if live.table.playing else live.table.secrets[: live.table.number]

    def answers(self, method: str, path: str) -> bool:
        return True

    async def page(self, viewer: Viewer) -> bool:
        page = (await viewer.client.get(f"/api/days/{DAY}?rules=uka")).json()
        finished = any(self.opened(self.tables[number]) for number in viewer.at)
        return page["seed"] is None and (finished or not (page["par"] or page["averages"]))

    async def open(self, client: httpx.AsyncClient) -> LiveTable:
        """Open a guest's counted game or, after it, a table for practice."""
        ticket = (await client.post(f"/api/days/{DAY}/games", json={"rules": "uka"})).json()
        self.tables.append(live := await self.web.context.tables.find(ticket["table"]))
        return live


@asynccontextmanager
async def day_walk() -> AsyncIterator[DayWalk]:
    async with served(**ONE_WORKER, empty_after=1e6) as web, listening(web) as url:
        ana, ben, flo = [await web.guest(name) for name in ("Ana", "Ben", "Flo")]
        walk = DayWalk(web, url, {"day": str(DAY)})
        for client in (ana, ben):
            await walk.open(client)
        walk.viewers += (
            Viewer("has begun", ana, (0,)), Viewer("plays the same board", ben, (1,)), Viewer("nobody", web.client()),
            Viewer("another guest", flo),
        )  # fmt: skip
        yield walk


@pytest.mark.usefixtures("hurried")
async def test_nothing_of_a_game_of_a_day_is_told_to_others_before_the_day_is_over(clock: Clock) -> None:
    async with day_walk() as walk:
        await walk.check()
        hers, ana = walk.tables[0], walk.viewers[0].client
        player = hers.table.chair(Seat.SOUTH).player
        assert player
        await play_day(hers, player, first_legal)
        practice = await walk.open(ana)
        public = replace(practice.table.settings, public=True)
        await practice.do(lambda table: people.change_settings(table, table.host, public), practice.table.host)
        walk.viewers[0] = Viewer("has finished and practises", ana, (0, 2))
        await walk.check()
        clock.set((day_boards.end_of(DAY) + day_boards.GRACE / 2) / 1_000)
        await walk.check()
        walk.finish()

        clock.set((day_boards.end_of(DAY) + day_boards.GRACE) / 1_000)
        for viewer in walk.viewers:
            assert (await viewer.client.get(f"/api/days/{DAY}?rules=uka")).json()["seed"]
            for path in TOLD:
                at, invited = f"/api/tables/{hers.id}{path}", {"x-uka-invitation": walk.invitation(hers)}
                assert (await viewer.client.get(at, headers=invited)).is_success
                assert (await viewer.client.get(at)).is_success is (0 in viewer.at)


# The walks find leaks


@pytest.mark.daily(1)
@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("fault", ["match_before_its_end", "day_before_its_end", "everybody_may_follow"])
async def test_the_walks_find_what_is_told_too_early(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    getattr(sabotage, fault)(monkeypatch)
    async with day_walk() if fault == "day_before_its_end" else match_walk() as walk:
        walk.viewers = walk.viewers[-1:]
        await walk.check(without=CHANGING)
        with pytest.raises(AssertionError, match="another guest"):
            walk.finish()
