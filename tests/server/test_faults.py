"""Faults around a server: kills, a bad network, a full disk. No acknowledged action is lost or done twice.

``UKA_KILLED_GAMES`` and ``UKA_SPOILT_GAMES`` set higher numbers of games.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from tests.patience import PATIENCE
from tests.store.support import locked
from tests.store.test_faults import small_disk
from uka.bots import bot
from uka.client import Client, CommandRefused, ServerUnreachable, TableSession
from uka.client.table_mirror import AppliedUpdate
from uka.core.seats import SEATS
from uka.records import Acted
from uka.records.fair import verify
from uka.store import SqliteStore
from uka.table import (
    Table,
    TableLine,
    TableLineView,
    TableSettings,
    TableStage,
    TableTransition,
    evolve,
    line_view,
    parse,
    records,
    replayed,
)
from uka.table.entries import BOT, ShareCommitted, ShareOpened
from uka.wire import table_commands, table_updates
from uka.wire.socket_updates import Ack

from .balancer import Balancer
from .child import Child
from .progress import goes_on
from .proxy import Proxy

pytestmark = pytest.mark.server

AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0)
NAMES = ("Ana", "Hemi", "Moana", "Rua")
RULES = ("bicycle", "cardgames", "knock", "uka")
KILLED, SPOILT = (int(os.environ.get(name, "4")) for name in ("UKA_KILLED_GAMES", "UKA_SPOILT_GAMES"))
KILLS = 3
"""The least number of kills in a test."""
LONGEST = 120 + 5 * max(KILLED, SPOILT)
"""Seconds after which a game that has not ended is a failure."""
T = TypeVar("T")


# People at a table


class Ear:
    """Records what a client has sent and what the server has acknowledged."""

    def __init__(self) -> None:
        self.asked: dict[str, table_commands.TableCommand] = {}
        self.acked: dict[str, int] = {}

    def __call__(self, way: str, text: str) -> None:
        if way == "out":
            command = table_commands.read(text)
            if not isinstance(command, table_commands.SyncTable | table_commands.PingTable):
                assert self.asked.setdefault(command.id, command) == command
        elif text.startswith('{"type":"ack"'):
            ack = table_updates.read(text)
            assert isinstance(ack, Ack)
            if ack.id in self.asked:
                assert self.acked.setdefault(ack.id, ack.version) == ack.version


class Guest(Client):
    """A client whose sockets connect to another port, ``door``, if it is set."""

    door: int | None = None

    def socket_address(self, table: str, since: int | None) -> tuple[str, dict[str, str]]:
        uri, headers = super().socket_address(table, since)
        here = f":{self._http.base_url.port}/"
        return uri.replace(here, f":{self.door}/") if self.door else uri, headers


class Company(NamedTuple):
    """People at a table, each at a seat; bots have the other seats."""

    table: str
    clients: list[Guest]
    there: list[TableSession]
    ears: list[Ear]

    @property
    def version(self) -> int:
        """The highest version that any of them has received."""
        return max(at.version for at in self.there)

    @property
    def over(self) -> bool:
        """Whether all of them have received the end of the game."""
        return all(at.scene.stage is TableStage.OVER for at in self.there)

    async def play(self) -> None:
        """Play a game from beginning to end."""
        await self.there[0].begin()
        async with asyncio.TaskGroup() as group:
            for at in self.there:
                group.create_task(at.play(bot("random"), Random(at.player)))


async def surely(command: Callable[[], Awaitable[T]]) -> T:
    """Repeat a request until the server answers."""
    while True:
        try:
            return await command()
        except ServerUnreachable:
            await asyncio.sleep(0.1)


@asynccontextmanager
async def company(
    server: Child | Balancer,
    rules: str,
    door: int | None = None,
    *,
    people: int = 4,
    settings: TableSettings = AT_ONCE,
    **changes: object,
) -> AsyncIterator[Company]:
    """Open a new table for some people."""
    clients = [Guest(server.url, name, timeout=60) for name in NAMES[:people]]
    ears = [Ear() for _ in clients]
    try:
        for client in clients:
            client.door = door
            await surely(partial(client.rename, client.name))
        ticket = await surely(partial(clients[0].open, rules, changes=changes, settings=settings))
        for client in clients[1:]:
            await surely(partial(client.join, ticket.table, ticket.invitation, watch=True))
        async with AsyncExitStack() as stack:
            seats = [client.attend(ticket.table, tap=ear) for client, ear in zip(clients, ears, strict=True)]
            there = [await stack.enter_async_context(at) for at in seats]
            for at, seat in zip(there, SEATS, strict=False):
                await at.sit(seat)
            yield Company(ticket.table, clients, there, ears)
    finally:
        for client in clients:
            await client.__aexit__()


# The table's log


def checked(lines: Sequence[TableLine], company: Company) -> Counter[str]:
    """Check that the game is complete and fair; count the acknowledged actions, and those missing in the log."""
    table = replayed(lines)
    assert table.stage is TableStage.OVER
    for log in records(lines):
        assert all(verdict.fair for verdict in verify(log))
    named = Counter((line.by, line.id) for line in lines if line.id)
    bots = sum(line.by == BOT for line in lines)
    found = Counter(games=1, acknowledged=0, bots=bots, lost=0, twice=sum(named.values()) - len(named))
    for at, ear in zip(company.there, company.ears, strict=True):
        versions = list(ear.acked.values())
        assert versions == sorted(set(versions))
        found["acknowledged"] += len(versions)
        found["lost"] += sum(not kept(lines, at.player, ear.asked[id], seq) for id, seq in ear.acked.items())
    return found


def kept(lines: Sequence[TableLine], player: str, command: table_commands.TableCommand, seq: int) -> bool:
    """Return whether the line with a number holds what a command asked for."""
    line = lines[seq] if seq < len(lines) else None
    if line is None or (line.by, line.id) != (player, command.id):
        return False
    match command:
        case table_commands.SubmitAction():
            return isinstance(line.entry, Acted) and line.entry.action == command.action
        case table_commands.CommitShares():
            return isinstance(line.entry, ShareCommitted) and line.entry.commitment == command.commitment
        case table_commands.OpenShare():
            return isinstance(line.entry, ShareOpened) and (line.entry.number, line.entry.share) == (
                command.number,
                command.share,
            )
        case _:
            return True


async def all_checked(store: Path, companies: Sequence[Company]) -> Counter[str]:
    found = Counter[str]()
    async with await SqliteStore.open(store) as opened:
        for table in companies:
            found.update(checked(parse(await opened.read(table.table)), table))
    assert found["lost"] == found["twice"] == 0
    return found


def as_shown(lines: Sequence[TableLine], player: str) -> Iterator[TableLineView]:
    """Yield the lines of a log as one person sees them."""
    table: Table | None = None
    for line in lines:
        table, events = evolve(table, line)
        yield line_view(TableTransition(line, events, table), table.seat_of(player))


# Faults


@pytest.mark.exhaustive
async def test_a_server_killed_at_random_moments(tmp_path: Path) -> None:
    random, companies, long = Random(), list[Company](), KILLED > 4

    async def games() -> None:
        while len(companies) < KILLED or server.kills < KILLS:
            async with company(server, random.choice(RULES)) as table:
                companies.append(table)
                await table.play()

    async with asyncio.timeout(LONGEST), Child(tmp_path) as server:
        tables = asyncio.gather(*(games() for _ in range(16 if long else 4)))
        done = lambda: tables.done() or (server.kills == KILLS and not long)  # noqa: E731
        await server.kill_until(done, random, lambda: goes_on(*companies))
        await tables
    assert server.complaints == ""
    found = await all_checked(server.store, companies)
    print(f"\nkilled: {dict(found, kills=server.kills)}")


async def test_a_network_that_delays_repeats_and_breaks(tmp_path: Path) -> None:
    random, did, companies = Random(), Counter[str](), list[Company]()
    async with asyncio.timeout(LONGEST), Child(tmp_path) as server, await SqliteStore.open(server.store) as store:
        while len(companies) < SPOILT:
            async with Proxy(server.port, random) as proxy, AsyncExitStack() as stack:
                tables = [
                    await stack.enter_async_context(company(server, random.choice(RULES), proxy.port))
                    for _ in range(min(4, SPOILT - len(companies)))
                ]
                witnesses = [Witness(at) for table in tables for at in table.there]
                async with asyncio.TaskGroup() as group:
                    for table in tables:
                        group.create_task(table.play())
                proxy.calm = True
                for witness in witnesses:
                    await witness.compare(store)
                did.update(proxy.did)
                companies += tables
    assert server.complaints == ""
    assert {harm.split()[0] for harm in did} >= {"delayed", "doubled", "repeated"}
    found = await all_checked(server.store, companies)
    print(f"\nspoilt: {dict(found, **did)}")


class Witness:
    """Records all updates that a client receives from now on."""

    def __init__(self, at: TableSession) -> None:
        self._at, self._heard = at, list[AppliedUpdate]()
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for heard in self._at:
            self._heard.append(heard)

    async def compare(self, store: SqliteStore) -> None:
        """Check that the client's state equals a new snapshot, and that it received each line of the log once."""
        at, client = self._at, self._at.client
        assert isinstance(client, Guest)
        client.door = None
        async with client.attend(at.table) as fresh, asyncio.timeout(PATIENCE):
            while not fresh.version == at.version == self._heard[-1].version:
                await asyncio.sleep(0.01)
            assert whole(at) == whole(fresh)
            (first, *rest), version = self._heard, at.version  # later lines, of people who leave, do not matter
        told = [line for update in rest for line in update.lines]
        lines = as_shown(parse(await store.read(at.table)), at.player)
        log = [line for line in lines if first.version < line.seq <= version]
        assert msgspec.json.encode(told) == msgspec.json.encode(log)


def whole(at: TableSession) -> tuple[object, ...]:
    """Return a client's whole state of a table."""
    return at.scene, at.deal, at.people, at.rules, at.commitments, at.secrets, at.invitation


async def test_a_locked_database(tmp_path: Path) -> None:
    async with (
        asyncio.timeout(LONGEST),
        Child(tmp_path) as server,
        company(server, "uka") as table,
        asyncio.TaskGroup() as group,
    ):
        group.create_task(table.play())
        await table.there[0].until(lambda: table.there[0].scene.stage is TableStage.PLAYING)
        assert await refused(server, table, locked(server.store), "another program has the store locked") > 0
        await goes_on(table)
    assert server.complaints == ""
    print(await all_checked(server.store, [table]))


async def test_a_full_disk(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "16m") as disk:
        async with (
            asyncio.timeout(LONGEST),
            Child(disk) as server,
            company(server, "uka") as table,
            asyncio.TaskGroup() as group,
        ):
            group.create_task(table.play())
            await table.there[0].until(lambda: table.there[0].scene.stage is TableStage.PLAYING)
            await refused(server, table, filled(disk), "the store's disk is full")
            await goes_on(table)
        assert server.complaints == ""
        print(await all_checked(server.store, [table]))


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Fill a disk completely for a while."""
    rest = disk / "rest"
    with suppress(OSError), rest.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    yield
    rest.unlink()


async def refused(server: Child, table: Company, trouble: AbstractContextManager[None], why: str) -> int:
    """Check that a change is refused with a sentence during trouble, and done once after it.

    Returns how many other requests were answered before the refusal.
    """
    host, command, beside = table.there[0], table_commands.ChangeSettings(settings=AT_ONCE, id="again"), 0
    async with Guest(server.url, "Wiremu", timeout=60) as other:
        await other.join(table.table, host.invitation, watch=True)
        async with other.attend(table.table) as watching:
            with trouble:
                asked = asyncio.create_task(until_refused(host, command))
                while not asked.done():
                    await watching.do(table_commands.PingTable(id=watching.next_id()))  # type: ignore[arg-type]
                    assert (await other.me()).name == "Wiremu"
                    assert (await other.table(table.table)).table == table.table
                    beside += not asked.done()
                no = asked.result()
                assert no.again
                assert why in str(no)
                assert "/" not in str(no)
                with pytest.raises(CommandRefused, match="can't reach its store right now") as opening:
                    await other.open("uka")
                assert opening.value.again
            version = await until_done(host, command)
            assert version == await host.do(command)
            await watching.until(lambda: watching.version > version)
    return beside


async def until_refused(at: TableSession, command: table_commands.LoggedTableCommand) -> CommandRefused:
    """Send a command with new ids until it is refused; return the refusal."""
    while True:
        try:
            await at.do(replace(command, id=at.next_id()))
        except CommandRefused as no:
            return no


async def until_done(at: TableSession, command: table_commands.LoggedTableCommand) -> int:
    """Send a command with the same id until it is done; return the version."""
    while True:
        try:
            return await at.do(command)
        except CommandRefused as no:
            if not no.again:
                raise
            await asyncio.sleep(0.1)
