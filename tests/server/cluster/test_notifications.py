"""The notification bus over real servers: it delivers the versions of logs, and reconnects by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests import postgres as pg
from tests import valkey as vk
from tests.patience import PATIENCE
from uka.server.cluster.notifications import PREFIX, NotificationBus, backend_of

pytestmark = [pytest.mark.server, pytest.mark.postgres]


@pytest.fixture(params=["postgres", "valkey"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with pg.postgres() if request.param == "postgres" else vk.valkey() as found:
        yield found


@pytest.fixture
def server(url: str) -> Any:
    return pg.server() if url.startswith("postgresql") else vk.server()


class Ear:
    """One process's connection to the bus, and the notifications that it has received."""

    def __init__(self, url: str) -> None:
        self.heard: list[tuple[str, int]] = []
        self.changes: list[bool] = []
        self.bus = NotificationBus(backend_of(url), lambda id, seq: self.heard.append((id, seq)), self._changed)

    def _changed(self) -> None:
        self.changes.append(self.bus.connected)

    async def follows(self, id: str, follows: bool = True) -> None:
        """Wait until a subscription, or its end, has reached the bus."""
        await until(lambda: (PREFIX + id in self.bus._wanted) is follows)
        await asyncio.sleep(0.3)

    async def there(self, there: bool = True) -> None:
        await until(lambda: self.bus.connected is there)


async def until(holds: Any, seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


async def test_a_subscriber_receives_the_version_of_a_log(url: str) -> None:
    here, there = Ear(url), Ear(url)
    there.bus.subscribe("one")
    await here.there()
    await there.there()
    await there.follows("one")
    here.bus.publish("one", 1)
    here.bus.publish("two", 7)
    await until(lambda: there.heard)
    there.bus.subscribe("two")
    await there.follows("two")
    for number in range(2, 9):
        here.bus.publish("one", number)  # at once: only the last must arrive
    here.bus.publish("two", 8)
    await until(lambda: ("two", 8) in there.heard)
    there.bus.unsubscribe("one")
    await there.follows("one", False)
    here.bus.publish("one", 9)
    here.bus.publish("two", 9)
    await until(lambda: ("two", 9) in there.heard)
    assert [seq for id, seq in there.heard if id == "one"] == [1, 8]
    assert here.heard == []
    await here.bus.close()
    await there.bus.close()


@pytest.mark.parametrize("how", ["killed", "stands still"])
async def test_a_lost_bus_is_noticed_and_reconnected(url: str, server: Any, how: str) -> None:
    here, there = Ear(url), Ear(url)
    there.bus.subscribe("one")
    await here.there()
    await there.there()
    if how == "killed":
        server.kill()
    else:
        server.pause()
    try:
        await here.there(False)
        await there.there(False)
        here.bus.publish("one", 1)  # not delivered, and does not block
    finally:
        server.start() if how == "killed" else server.resume()
    await here.there()
    await there.there()
    assert there.changes == [True, False, True], "it says so, so that what was missed is asked for"
    await asyncio.sleep(0.5)
    here.bus.publish("one", 2)
    await until(lambda: ("one", 2) in there.heard)
    await here.bus.close()
    await there.bus.close()


async def test_it_closes_at_once_while_the_bus_is_unreachable() -> None:
    ear = Ear("redis://127.0.0.1:9/0")
    ear.bus.publish("one", 1)
    await asyncio.sleep(0.2)
    async with asyncio.timeout(PATIENCE):
        await ear.bus.close()
    assert not ear.changes
