"""Faults around a tournament: a killed server, a full disk, a locked store.

Each acknowledged tap is in the log once and in order, and the bell rings once.

``UKA_KILLED_TAPS`` sets a higher number of taps.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE
from tests.server.child import Child
from tests.server.progress import goes_on
from tests.server.test_faults import filled
from tests.server.test_tournaments import LIST, Attending
from tests.store.support import locked
from tests.store.test_faults import small_disk
from uka.store import SqliteStore
from uka.tournament import Role, TournamentLine, replayed
from uka.tournament import entries as en
from uka.wire import socket_updates, tournament_commands

pytestmark = pytest.mark.server

TAPS = int(os.environ.get("UKA_KILLED_TAPS", "40"))
"""The least number of taps of each official."""
TABLES = 4
KILLS = 3
"""The least number of kills in a test."""
AWAY = (OSError, WebSocketException, TimeoutError, AssertionError)
"""Errors that a client sees while the server is down or shutting down."""


class Phone:
    """An official's phone: it sends each command again with the same id until it is done."""

    def __init__(self, address: str, link: str) -> None:
        self._address, self._link = address, link
        self._stack, self._at = AsyncExitStack(), None
        self.ordered, self.done = dict[str, Any](), dict[str, int]()

    async def order(self, kind: type[Any], **more: Any) -> socket_updates.Ack:
        """Send a command until it is done; return the acknowledgement."""
        id = f"phone-{len(self.ordered)}"
        self.ordered[id] = more
        while True:
            try:
                told = await (await self._there()).ask(kind, id=id, **more)
            except AWAY:
                await self.close()
                await asyncio.sleep(0.05)
                continue
            if isinstance(told, socket_updates.Ack):
                self.done[id] = told.version
                return told
            assert told.again, told

    async def _there(self) -> Attending:
        if self._at is None:
            self._at = Attending(await self._stack.enter_async_context(connect(self._address, close_timeout=1)))
            await self._at.hello(self._link)
        return self._at

    async def close(self) -> None:
        await self._stack.aclose()
        self._at = None


class Opened:
    """A running round: its director, and a phone for the official of each table."""

    def __init__(self, id: str, director: Phone, officials: dict[int, Phone]) -> None:
        self.id, self.director, self.officials = id, director, officials

    async def log(self, path: Path) -> list[TournamentLine]:
        async with await SqliteStore.open(path) as store:
            return [TournamentLine.parse(text) for text in await store.read(self.id)]

    async def checked(self, path: Path) -> Counter[str]:
        """Check that each acknowledged command is in the log once and in order; return the counts."""
        lines = await self.log(path)
        assert replayed(lines).seq == len(lines) - 1
        named = Counter((line.by, line.id) for line in lines if line.id)
        found = Counter(acknowledged=0, lost=0, twice=sum(named.values()) - len(named))
        for phone in self.officials.values():
            versions = list(phone.done.values())
            assert versions == sorted(set(versions))
            found["acknowledged"] += len(versions)
            for id, seq in phone.done.items():
                line = lines[seq] if seq < len(lines) else None
                found["lost"] += line is None or (line.id, line.entry) != (id, phone.ordered[id]["tap"])
        assert found["lost"] == found["twice"] == 0, found
        return found


@asynccontextmanager
async def opened(server: Child) -> AsyncGenerator[Opened]:
    """Start a round of eight teams at four tables, whose bell is due in two seconds."""
    async with AsyncExitStack() as stack, httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        ticket = (await http.post("/api/tournaments", json={"name": "A day of Uka"})).json()
        id, link = ticket["tournament"], ticket["link"]
        text = LIST + "".join(f"\nTeam {number}" for number in range(4))
        answer = await http.post(f"/api/tournaments/{id}/teams", json={"text": text}, headers={"X-Uka-Link": link})
        assert answer.json() == {"entered": 8, "unused": []}
        address = f"{server.url.replace('http', 'ws')}/api/tournaments/{id}/socket"

        def phone(link: str) -> Phone:
            made = Phone(address, link)
            stack.push_async_callback(made.close)
            return made

        director = phone(link)
        await director.order(tournament_commands.SetTables, numbers=tuple(range(1, TABLES + 1)))
        await director.order(tournament_commands.GrantLinks, role="official")
        await director.order(tournament_commands.SeatRound)
        await director.order(tournament_commands.StartRound)
        await director.order(tournament_commands.ExtendRound, ms=-12 * 60_000 + 2_000)
        grants = (await director._there()).board["grants"]
        officials = {grant.table: phone(grant.link) for grant in grants if grant.role is Role.OFFICIAL}
        yield Opened(id, director, officials)


async def tap(phone: Phone, table: int, number: int) -> None:
    """Send a tap with a unique content: a ruling without points."""
    await phone.order(
        tournament_commands.EnterTap, tap=en.OfficialRulingGiven(table, f"the {number}th of table {table}")
    )


class Taps(NamedTuple):
    """The progress of an official's taps."""

    phone: Phone
    tapping: asyncio.Future[Any]

    @property
    def version(self) -> int:
        return len(self.phone.done)

    @property
    def over(self) -> bool:
        return len(self.phone.done) >= TAPS or self.tapping.done()


@pytest.mark.exhaustive
async def test_a_server_killed_while_officials_tap(tmp_path: Path) -> None:
    random = Random()
    async with asyncio.timeout(60 + TAPS), Child(tmp_path) as server, opened(server) as day:

        async def taps(table: int, phone: Phone) -> None:
            number = 0
            while number < TAPS or server.kills < KILLS:
                number += 1
                await tap(phone, table, number)
                await asyncio.sleep(random.uniform(0, 0.05))

        tapping = asyncio.gather(*(taps(*official) for official in day.officials.items()))
        await server.kill_until(
            tapping.done, random, lambda: goes_on(*(Taps(phone, tapping) for phone in day.officials.values()))
        )
        await tapping
        await day.director.order(tournament_commands.CallForHelp, table=1)
    assert server.complaints == ""
    found = await day.checked(server.store)
    lines = await day.log(server.store)
    start = next(line.at for line in lines if isinstance(line.entry, en.RoundStarted))
    assert [line.at - start for line in lines if isinstance(line.entry, en.RoundBellRang)] == [2_000]
    print(f"\nkilled: {dict(found, kills=server.kills)}")


async def test_a_locked_database(tmp_path: Path) -> None:
    async with asyncio.timeout(PATIENCE), Child(tmp_path) as server:
        await troubled(server, lambda: locked(server.store), "another program has the store locked")


async def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "16m") as disk:
        async with asyncio.timeout(PATIENCE), Child(disk) as server:
            await troubled(server, lambda: filled(disk), "the store's disk is full")


async def troubled(server: Child, trouble: Any, why: str) -> None:
    """Check that during trouble a tap is refused with a sentence and reading works; afterwards the tap is done once."""
    async with opened(server) as day:
        phone = day.officials[1]
        await tap(phone, 1, 0)
        at, context = await phone._there(), trouble()
        assert isinstance(context, AbstractContextManager)
        with context:
            told, count = await at.ask(tournament_commands.EnterTap, tap=en.OfficialRulingGiven(1, "so it is")), 0
            while isinstance(told, socket_updates.Ack):  # a few lines may still fit on the disk
                count += 1
                told = await at.ask(
                    tournament_commands.EnterTap,
                    tap=en.OfficialRulingGiven(1, "so it is " + "x" * 60),
                    id=f"more-{count}",
                )
            assert told.again
            assert why in told.why
            assert "/" not in told.why
            async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
                assert (await http.get(f"/api/tournaments/{day.id}")).status_code == 200
            waiting = asyncio.gather(*(tap(phone, table, 1) for table, phone in day.officials.items()))
            await asyncio.sleep(2.2)  # the bell becomes due
        await asyncio.wait_for(waiting, PATIENCE)
        await day.checked(server.store)
        async with asyncio.timeout(PATIENCE):
            while not any(isinstance(line.entry, en.RoundBellRang) for line in await day.log(server.store)):
                await asyncio.sleep(0.1)
    assert server.complaints == ""


@pytest.mark.daily(1)
@pytest.mark.parametrize("fault", ["lost", "twice"])
async def test_the_checks_find_a_fault(tmp_path: Path, fault: str) -> None:
    async with asyncio.timeout(PATIENCE), Child(tmp_path) as server, opened(server) as day:
        await tap(day.officials[1], 1, 0)
        if fault == "lost":
            day.officials[1].done["phone-0"] -= 1
        else:
            again = day.officials[2]
            again.done, again.ordered = (
                day.officials[1].done,
                {"phone-0": {"tap": en.OfficialRulingGiven(2, "another")}},
            )
        with pytest.raises(AssertionError):
            await day.checked(server.store)
