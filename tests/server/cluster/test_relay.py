"""A client whose table another process runs is relayed to it, and notices nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests import postgres as pg
from tests.patience import PATIENCE
from tests.server.cluster.test_replicated_log import ANA, HEMI, server_context, table, until
from uka.server.cluster import membership
from uka.server.cluster.relay_tickets import RelayTicket, RelayTickets
from uka.server.http.guest_cookies import GuestCookies
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.server.run import GameServer, StopSignal
from uka.server.sockets import relay as relay_module
from uka.server.sockets.frame_boundary import FrameBoundary
from uka.server.sockets.uvicorn_protocols import WRITE_BUFFER_LIMIT, close_frame, text_frame
from uka.table.commands import people
from uka.wire.http_bodies import Guest

fleet = [pytest.mark.server, pytest.mark.postgres]


class Served(NamedTuple):
    """A server of the cluster, and its port."""

    context: ServerContext
    server: GameServer
    port: int
    stop: StopSignal

    def connect(self, id: str, guest: Guest, **more: Any) -> connect:
        """Connect a guest to a table through this server."""
        cookie = GuestCookies(self.context.keys.secret, self.context.clock).write(guest, https=False).value
        headers = {"Cookie": f"uka={cookie}", **more.pop("headers", {})}
        return connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{id}/socket", additional_headers=headers, compression=None, **more
        )


@asynccontextmanager
async def served(dsn: str, **options: Any) -> AsyncIterator[Served]:
    async with server_context(dsn, **options) as context:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            stop = StopSignal()
            server = GameServer(context, (), lambda _: None, stop)
            task = asyncio.create_task(server.serve([listener]))
            try:
                await until(lambda: context.cluster and context.cluster.address)
                yield Served(context, server, listener.getsockname()[1], stop)
            finally:
                stop(15, None)
                await task


@asynccontextmanager
async def two(dsn: str) -> AsyncIterator[tuple[Served, Served, LiveTable]]:
    """Two servers, and a table of Ana and Hemi that the first one runs because Ana is connected to it."""
    async with served(dsn) as here, served(dsn) as there:
        live = await table(here.context)
        await live.do(lambda t: people.join(t, HEMI.player, HEMI.name), HEMI.player)
        async with here.connect(live.id, ANA) as ana:
            await told(ana, "table_snapshot")
            await until(lambda: live.driving)
            await knows(there, here)
            yield here, there, live


async def knows(one: Served, other: Served) -> None:
    """Wait until one server knows the other's address."""
    assert one.context.cluster
    assert other.context.cluster
    members, owner = one.context.cluster.members, other.context.cluster.owner
    await until(lambda: members.address(owner))


@pytest.fixture
def dsn() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give servers the time that a busy machine needs: none seems dead or out of reach because it is slow."""
    monkeypatch.setattr(membership, "ALIVE", PATIENCE)
    monkeypatch.setattr(relay_module, "CONNECT_TIMEOUT", PATIENCE)


async def told(client: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of a kind."""
    async with asyncio.timeout(PATIENCE):
        while (message := json.loads(await client.recv()))["type"] != kind:
            pass
    return message


def relayed(served: Served) -> float:
    """Return the number of connections that a server relays now."""
    return served.context.metrics.relayed._value.get()


class TestRelay:
    pytestmark = fleet

    async def test_only_the_process_that_runs_a_table_keeps_it(self, dsn: str) -> None:
        async with two(dsn) as (here, there, live), there.connect(live.id, HEMI) as hemi:
            await told(hemi, "table_snapshot")
            assert (relayed(there), relayed(here)) == (1, 0)
            assert there.context.tables.get(live.id) is None
            (client,) = (client for client in live.audience if client.player == HEMI.player)
            assert client.address == "127.0.0.1"
            await hemi.send('{"type":"ping_table","id":"1"}')
            assert (await told(hemi, "pong"))["id"] == "1"
        await until(lambda: relayed(there) == 0)
        await until(lambda: not live.audience)

    async def test_a_large_message_arrives_whole(self, dsn: str) -> None:
        async with two(dsn) as (_, there, live), there.connect(live.id, HEMI, max_size=None) as hemi:
            await told(hemi, "table_snapshot")
            (client,) = (client for client in live.audience if client.player == HEMI.player)
            for size in (0, 125, 126, 65_535, 65_536, 1_000_000):
                client.push(json.dumps({"type": "sized", "text": "é" * (size // 2)}, ensure_ascii=False))
                assert len((await told(hemi, "sized"))["text"].encode()) == size // 2 * 2

    async def test_people_are_moved_when_the_process_stops_that_runs_the_table(self, dsn: str) -> None:
        async with two(dsn) as (here, there, live), there.connect(live.id, HEMI) as hemi:
            await told(hemi, "table_snapshot")
            here.stop(15, None)
            assert (await told(hemi, "farewell"))["again"]
            with pytest.raises(ConnectionClosed) as closed:
                await hemi.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            async with there.connect(live.id, HEMI) as again:
                await told(again, "table_snapshot")
                assert there.context.tables.get(live.id) is not None

    async def test_people_are_moved_when_the_process_stops_that_relays_them(self, dsn: str) -> None:
        async with two(dsn) as (_, there, live), there.connect(live.id, HEMI) as hemi:
            await told(hemi, "table_snapshot")
            there.stop(15, None)
            assert (await told(hemi, "farewell"))["again"]
            await until(lambda: all(client.player != HEMI.player for client in live.audience))

    async def test_a_process_that_dies_without_a_word_is_left_on_both_sides(self, dsn: str) -> None:
        async with two(dsn) as (here, there, live), there.connect(live.id, HEMI) as hemi:
            await told(hemi, "table_snapshot")
            assert here.context.cluster
            there.server.hub.relays.end_relays_of({here.context.cluster.owner})
            assert (await told(hemi, "farewell"))["again"]
            async with there.connect(live.id, HEMI) as again:
                await told(again, "table_snapshot")
                assert there.context.cluster
                here.server.hub.relays.end_relays_of({there.context.cluster.owner})
                with suppress(ConnectionClosed):
                    assert (await told(again, "farewell"))["again"]

    async def test_a_process_that_cannot_be_reached_is_replaced(
        self, dsn: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(relay_module, "CONNECT_TIMEOUT", 0.2)
        async with two(dsn) as (here, there, live):
            with socket.create_server(("127.0.0.1", 0)) as silent:
                for address in ("127.0.0.1:1", "nowhere", f"127.0.0.1:{silent.getsockname()[1]}"):
                    there.server.hub.relays._avoided.clear()
                    assert here.context.cluster
                    assert there.context.cluster
                    here.context.cluster.address = address
                    members, owner = there.context.cluster.members, here.context.cluster.owner
                    await until(lambda a=address, m=members, o=owner: m.address(o) == a)  # type: ignore[misc]
                    async with there.connect(live.id, HEMI) as hemi:
                        await told(hemi, "table_snapshot")
                    assert relayed(there) == 0

    async def test_a_slow_client_fills_no_memory_on_the_way(self, dsn: str) -> None:
        async with two(dsn) as (_, there, live), there.connect(live.id, HEMI) as hemi:
            await told(hemi, "table_snapshot")
            hemi.transport.pause_reading()
            (client,) = (client for client in live.audience if client.player == HEMI.player)
            for _ in range(600):
                client.push(json.dumps({"type": "table_change", "text": "x" * 60_000}))
                await asyncio.sleep(0)
            await until(lambda: getattr(client, "gone", False))
            (relay,) = (relay for relays in there.server.hub.relays._sent.values() for relay in relays)
            assert relay.client.get_write_buffer_size() < 20 * WRITE_BUFFER_LIMIT
            hemi.transport.abort()

    async def test_only_a_ticket_for_this_process_is_accepted(self, dsn: str) -> None:
        async with two(dsn) as (here, there, live):
            assert here.context.cluster
            assert there.context.cluster
            me, you = here.context.cluster.owner, there.context.cluster.owner
            good = RelayTickets(here.context.keys.secret, here.context.clock)
            tickets = (
                b"nonsense",
                RelayTickets(b"other", here.context.clock).write(RelayTicket(you, me, "192.0.2.7", 1, "ws")),
                good.write(RelayTicket(me, you, "192.0.2.7", 1, "ws")),
            )
            for ticket in tickets:
                with pytest.raises(InvalidStatus) as refused:
                    async with here.connect(live.id, HEMI, headers={"X-Uka-Relay": ticket.decode()}):
                        pass
                assert refused.value.response.status_code == 403
            ticket = good.write(RelayTicket(you, me, "192.0.2.7", 1, "ws"))
            async with here.connect(live.id, HEMI, headers={"X-Uka-Relay": ticket.decode()}) as hemi:
                await told(hemi, "table_snapshot")
                assert {client.address for client in live.audience} == {"127.0.0.1", "192.0.2.7"}

    async def test_a_stranger_cannot_choose_another_address(self, dsn: str) -> None:
        async with two(dsn) as (here, there, live):
            async with there.connect(live.id, HEMI, headers={"X-Forwarded-For": "192.0.2.7"}) as hemi:
                await told(hemi, "table_snapshot")
                assert {client.address for client in live.audience} == {"127.0.0.1"}
            assert here.context.cluster
            with pytest.raises(InvalidStatus):
                async with there.connect(live.id, HEMI, headers={"X-Uka-Relay": "x"}):
                    pass


FRAMES = st.lists(st.sampled_from([0, 1, 125, 126, 127, 300, 65_535, 65_536, 70_000]), max_size=6)


@given(FRAMES, st.booleans(), st.lists(st.integers(1, 70_000), max_size=12))
def test_a_boundary_is_where_whole_frames_end(sizes: list[int], closes: bool, cuts: list[int]) -> None:
    frames = [text_frame("x" * size) for size in sizes] + [close_frame(1012, "the end")] * closes
    data, ends, at = b"".join(frames), {0}, 0
    for frame in frames[: len(sizes)]:
        at += len(frame)
        ends.add(at)
    boundary, at = FrameBoundary(), 0
    for cut in [*cuts, len(data)]:
        boundary.feed(data[at : at + cut])
        at = min(at + cut, len(data))
        assert boundary.reached == (at in ends and not (closes and at == len(data)))
    assert boundary.closed is closes


@given(st.lists(st.integers(0, 300), max_size=4))
def test_a_boundary_is_found_byte_by_byte(sizes: list[int]) -> None:
    boundary = FrameBoundary()
    for size in sizes:
        frame = text_frame("x" * size)
        for at in range(len(frame) - 1):
            boundary.feed(frame[at : at + 1])
            assert not boundary.reached
        boundary.feed(frame[-1:])
        assert boundary.reached
