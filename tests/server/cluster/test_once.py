"""What can be used once can be used once: at two servers, at the same moment, and after a kill."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests import postgres as pg
from tests.patience import PATIENCE
from tests.server.child import DIES_AT, Child
from tests.server.cluster.test_membership import Processes, processes
from uka.server.base.clock import ServerClock
from uka.server.base.keys import ServerKeys
from uka.server.cluster.relay_tickets import RelayTicket, RelayTickets
from uka.store.postgres import PostgresStore

pytestmark = [pytest.mark.server, pytest.mark.postgres]


@pytest.fixture
def dsn() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


@asynccontextmanager
async def two(tmp_path: Path, dsn: str) -> AsyncIterator[Processes]:
    async with asyncio.timeout(PATIENCE), processes(2, tmp_path, dsn, Random()) as fleet:
        yield fleet


async def link_at(server: Child) -> str:
    """Return the token of a link for a second device, from a new guest at a server."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        (await http.put("/api/me", json={"name": "Ana"})).raise_for_status()
        return (await http.get("/api/me/transfer")).raise_for_status().json()["token"]


async def use(server: Child, token: str) -> int:
    """Use a link at a server as a new device; return the status of the answer."""
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        answer = await http.post("/api/me/claim", json={"token": token})
        assert answer.is_success or "already been used" in answer.text
        assert answer.is_success == bool(http.cookies)
        return answer.status_code


@pytest.mark.daily(1)
@pytest.mark.parametrize("killed", ["first", "second", "both"])
async def test_a_link_used_before_a_kill_is_used_at_every_server(tmp_path: Path, dsn: str, killed: str) -> None:
    async with two(tmp_path, dsn) as fleet:
        first, second = fleet.servers
        tokens = [await link_at(first), await link_at(second)]
        assert [await use(first, token) for token in tokens] == [200, 200]
        for server, name in ((first, "first"), (second, "second")):
            if killed in (name, "both"):
                await server.kill()
        if killed == "first":
            assert [await use(second, token) for token in tokens] == [403, 403]
        for server in fleet.servers:
            if not server.runs:
                await server.start()
                await server.ready()
        assert [await use(server, token) for server in fleet.servers for token in tokens] == [403] * 4


async def test_of_uses_at_the_same_moment_at_two_servers_one_succeeds(tmp_path: Path, dsn: str) -> None:
    async with two(tmp_path, dsn) as fleet:
        for _ in range(5):
            token = await link_at(fleet.servers[0])
            found = await asyncio.gather(*(use(server, token) for server in [*fleet.servers] * 4))
            assert sorted(found) == [200] + [403] * 7
            fleet.servers.reverse()  # type: ignore[attr-defined]


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("place", "statuses"),
    [
        ("uka.server.base.shared_value.SharedValue.change", [200, 403]),  # before the use is in the store
        ("uka.server.http.guest_cookies.GuestCookies.write", [403, 403]),  # after that, but before the answer
    ],
)
async def test_a_link_whose_use_is_cut_by_a_kill_is_used_once_at_most(
    tmp_path: Path, dsn: str, place: str, statuses: list[int]
) -> None:
    """If no answer came, the person may have to make another link, but nobody else becomes the guest by it."""
    async with two(tmp_path, dsn) as fleet:
        first, second = fleet.servers
        token = await link_at(second)
        first.signal(signal.SIGTERM)
        await first.ended()
        first.environment[DIES_AT] = f"{place} 1"
        await first.start()
        await first.ready()
        with pytest.raises(httpx.TransportError):
            await use(first, token)
        assert await first.ended() == -signal.SIGKILL
        assert [await use(second, token) for _ in range(2)] == statuses
        del first.environment[DIES_AT]
        await first.start()
        await first.ready()
        assert await use(first, token) == 403


async def test_a_ticket_of_a_relay_is_used_once_and_not_after_a_kill(tmp_path: Path, dsn: str) -> None:
    async with two(tmp_path, dsn) as fleet, await PostgresStore.open(dsn) as store:
        first, second = fleet.servers
        tickets = RelayTickets((await ServerKeys.load_or_create(store)).secret, ServerClock())
        async with httpx.AsyncClient(base_url=second.url) as http:
            await http.put("/api/me", json={"name": "Ana"})
            cookie = f"uka={http.cookies['uka']}"
            table = (await http.post("/api/tables", json={"rules": "uka"})).raise_for_status().json()["table"]

        async def opens(server: Child, ticket: bytes) -> bool:
            """Return whether a server accepts a connection that another one relays with a ticket."""
            uri = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
            headers = {"Cookie": cookie, "X-Uka-Relay": ticket.decode()}
            try:
                async with connect(uri, additional_headers=headers, open_timeout=PATIENCE) as socket:
                    await socket.recv()
            except InvalidStatus as error:
                return error.response.status_code != 403
            return True

        written = {
            owner: [tickets.write(RelayTicket("elsewhere", owner, "192.0.2.7", 1, "ws")) for _ in range(2)]
            for owner in await store.heartbeats()
        }
        accepted = [owner for owner, (ticket, _) in written.items() if await opens(second, ticket)]
        assert len(accepted) == 1
        used, fresh = written[accepted[0]]
        assert not await opens(second, used)
        assert not any([await opens(first, ticket) for ticket in (used, fresh)])
        await second.kill()
        assert not any([await opens(first, ticket) for ticket in (used, fresh)])
        await second.start()
        await second.ready()
        assert not any([await opens(server, ticket) for server in fleet.servers for ticket in (used, fresh)])
