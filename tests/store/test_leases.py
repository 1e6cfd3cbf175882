"""Heartbeats of processes, and leases of tables, on each database; times are by the store's own clock."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from uka.store import Store

from .conftest import Place
from .support import outcomes

LONG, SHORT = 60.0, 0.15


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    async with await place.open() as store:
        yield store


async def die(store: Store, owner: str) -> None:
    """Let a process send its last heartbeat, and wait until the process counts as dead."""
    await store.beat(owner, SHORT)
    await asyncio.sleep(SHORT + 0.05)


async def test_a_heartbeat_returns_whether_the_process_was_alive(store: Store) -> None:
    assert not await store.beat("me", LONG)
    assert await store.beat("me", SHORT)
    assert await store.beat("me", SHORT, b"two tables")
    assert not await store.beat("you", LONG, b"\0")
    assert await store.heartbeats() == {"me": b"two tables", "you": b"\0"}
    await asyncio.sleep(SHORT + 0.05)
    assert await store.heartbeats() == {"you": b"\0"}
    assert not await store.beat("me", LONG)
    assert await store.heartbeats() == {"me": b"", "you": b"\0"}


async def test_only_one_process_has_a_lease(store: Store) -> None:
    await store.beat("me", LONG)
    await store.beat("you", LONG)
    mine = await store.lease(["a", "b", "a"], "me")
    assert mine.keys() == {"a", "b"}
    assert (await store.lease(["b", "c"], "you")).keys() == {"c"}
    assert await store.lease(["a", "b", "c"], "me") == mine  # the epochs stay the same
    assert await store.lease([], "me") == {}
    assert await store.orphaned_logs() == []
    assert await store.lease_owners(["a", "b", "c", "nobody's"]) == {"a": "me", "b": "me", "c": "you"}
    assert await store.lease_owners([]) == {}


async def test_leases_of_dead_processes_are_listed_and_free_to_take(store: Store) -> None:
    await store.beat("you", LONG)
    await store.beat("me", LONG)
    mine = await store.lease(["a", "b"], "me")
    theirs = await store.lease(["c"], "you")
    await die(store, "me")
    assert sorted(await store.orphaned_logs()) == ["a", "b"]
    assert len(await store.orphaned_logs(1)) == 1
    assert await store.lease_owners(["a", "b", "c"]) == {"c": "you"}
    yours = await store.lease(["a"], "you")
    assert yours["a"] > mine["a"]
    assert not await store.beat("me", LONG)  # the process learns that it counted as dead
    again = await store.lease(["a", "b", "c"], "me")
    assert again == {"b": mine["b"]}
    assert await store.lease(["a", "b", "c"], "you") == yours | theirs


async def test_an_epoch_rises_with_each_new_owner_of_a_lease(store: Store) -> None:
    epochs = []
    for number in range(6):
        owner = f"owner {number % 3}"
        await store.beat(owner, LONG)
        (epoch,) = (await store.lease(["t"], owner)).values()
        epochs.append(epoch)
        if number % 2:
            await store.release(["t", "no lease"], owner)
        else:
            await store.leave(owner)
    assert epochs == sorted(set(epochs))


async def test_a_process_can_release_only_its_own_leases(store: Store) -> None:
    await store.beat("me", LONG)
    mine = await store.lease(["a"], "me")
    await store.release(["a"], "you")
    await store.leave("you")
    assert await store.lease(["a"], "you") == {}
    assert await store.lease(["a"], "me") == mine


async def test_a_process_that_leaves_loses_all_leases(store: Store) -> None:
    await store.beat("me", LONG)
    await store.lease(["a", "b"], "me")
    await store.leave("me")
    assert await store.heartbeats() == {}
    assert await store.orphaned_logs() == []  # nobody leases the logs, so none is orphaned
    assert not await store.beat("me", LONG)
    await store.beat("you", LONG)
    assert len(await store.lease(["a", "b"], "you")) == 2


async def test_each_lease_of_a_dead_process_goes_to_exactly_one_of_many(place: Place) -> None:
    """There is no deadlock, although several stores take leases in any order while others release theirs."""
    names = [f"t{i}" for i in range(60)]
    stores = [await place.open() for _ in range(3)]
    await stores[0].lease(names, "dead")
    owners = [f"{i}/{k}" for i in range(3) for k in range(4)]
    await asyncio.gather(*(stores[int(owner[0])].beat(owner, LONG) for owner in owners))

    async def take(owner: str) -> dict[str, int]:
        store, turned = stores[int(owner[0])], names[:: 1 if owner[-1] in "02" else -1]
        await store.lease(turned[:20], owner)
        await store.release(turned[:20], owner)
        return await store.lease(turned, owner)

    taken = await outcomes(*map(take, owners))
    assert sorted(name for mine in taken for name in mine) == sorted(names)
    assert await stores[0].orphaned_logs() == []
    for store in stores:
        await store.close()
