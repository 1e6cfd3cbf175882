"""Notifications over a real Postgres: the numbers of logs' lines are delivered, and the connection restores itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from random import Random
from typing import Any

import pytest

from tests import postgres as pg
from tests.patience import PATIENCE
from tests.server.balancer import Balancer
from uka.server.cluster.notifications import PREFIX, Notifications

pytestmark = [pytest.mark.server, pytest.mark.postgres]


@pytest.fixture
def url() -> Iterator[str]:
    with pg.postgres() as found:
        yield found


@pytest.fixture
async def network(url: str) -> AsyncIterator[Balancer]:
    """A network between the processes and the database."""
    async with Balancer([pg.server()], Random()) as found:
        yield found


class Ear:
    """The notifications that one process has received."""

    def __init__(self, url: str) -> None:
        self.heard: list[tuple[str, int]] = []
        self.changes: list[bool | None] = []
        self.notifications = Notifications(url, lambda id, seq: self.heard.append((id, seq)), self._changed)

    def _changed(self) -> None:
        self.changes.append(self.notifications.connected)

    async def follows(self, id: str, follows: bool = True) -> None:
        """Wait until a subscription, or its end, has reached the database."""
        await until(lambda: (PREFIX + id in self.notifications._listened) is follows)

    async def there(self, there: bool = True) -> None:
        await until(lambda: self.notifications.connected is there)


async def until(holds: Any, seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


async def test_a_subscriber_receives_the_version_of_a_log(url: str) -> None:
    here, there = Ear(url), Ear(url)
    there.notifications.subscribe("one")
    await here.there()
    await there.there()
    await there.follows("one")
    here.notifications.publish("one", 1)
    here.notifications.publish("two", 7)
    await until(lambda: there.heard)
    there.notifications.subscribe("two")
    await there.follows("two")
    for number in range(2, 9):
        here.notifications.publish("one", number)  # at once: only the last must arrive
    here.notifications.publish("two", 8)
    await until(lambda: ("two", 8) in there.heard)
    there.notifications.unsubscribe("one")
    await there.follows("one", False)
    here.notifications.publish("one", 9)
    here.notifications.publish("two", 9)
    await until(lambda: ("two", 9) in there.heard)
    assert [seq for id, seq in there.heard if id == "one"] == [1, 8]
    assert here.heard == []
    await here.notifications.close()
    await there.notifications.close()


FAULTS: dict[str, tuple[Callable[[Balancer], object], Callable[[Balancer], object]]] = {
    "database killed": (lambda _: pg.server().kill(), lambda _: pg.server().start()),
    "database hangs": (lambda _: pg.server().pause(), lambda _: pg.server().resume()),
    "network cut": (lambda network: network.down(pg.server()), lambda network: network.up(pg.server())),
    "network hangs": (Balancer.pause, Balancer.resume),
}


@pytest.mark.daily(2)
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_lost_connection_is_noticed_and_restored(url: str, network: Balancer, fault: str) -> None:
    begin, end = FAULTS[fault]
    through = pg.server().dsn_at(network.port, url)
    here, there = Ear(through), Ear(through)
    there.notifications.subscribe("one")
    await here.there()
    await there.there()
    begin(network)
    try:
        await here.there(False)
        await there.there(False)
        here.notifications.publish("one", 1)  # not delivered, and does not block
    finally:
        end(network)
    await here.there()
    await there.there()
    assert there.changes == [True, False, True], "it says so, so that what was missed is asked for"
    await there.follows("one")
    here.notifications.publish("one", 2)
    await until(lambda: ("one", 2) in there.heard)
    await here.notifications.close()
    await there.notifications.close()


async def test_a_connection_that_the_database_ends_is_restored(url: str) -> None:
    ear = Ear(url)
    await ear.there()
    pg.server().sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'uka notifications'"
    )
    await until(lambda: ear.changes == [True, False, True])
    await ear.notifications.close()


async def test_it_closes_at_once_while_the_database_is_unreachable() -> None:
    ear = Ear("postgresql://uka@127.0.0.1:9/uka")
    ear.notifications.publish("one", 1)
    await ear.there(False)
    async with asyncio.timeout(PATIENCE):
        await ear.notifications.close()
    assert ear.changes == [False]
