"""What every store does; a store on another database must pass these too."""

import asyncio
import sqlite3
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uka.core.errors import UkaError
from uka.store import Conflict, Lease, NoSuchTable, SqliteStore, Store, StoreUnavailable, every_head

from .support import outcomes, pragma, writer_busy


async def test_lines_come_back_as_they_went_in(store: SqliteStore) -> None:
    await store.append("one", 0, [b"a", b"b"])
    await store.append("one", 2, [b"c"])
    await store.append("two", 0, [b"x"])
    assert await store.read("one") == [b"a", b"b", b"c"]
    assert await store.read("one", 1) == [b"b", b"c"]
    assert await store.read("one", 3) == await store.read("one", 99) == []
    assert await store.read("two") == [b"x"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\0",
        b"a\0b",
        "kāheru ♠ 🃏".encode(),
        b"\xff\xfe not text",
        b"it's; DROP TABLE lines --",
        b"\n",
        b"z" * (1 << 20),
    ],
    ids=["empty", "NUL", "NUL within", "unicode", "bytes", "quote", "newline", "1 MB"],
)
async def test_any_line(store: SqliteStore, line: bytes) -> None:
    await store.append("t", 0, [line, line])
    await store.append("t", 2, [line])
    assert await store.read("t") == [line] * 3


@pytest.mark.parametrize("name", ["", "a\0b", "māra", "'", "t" * 10_000, "1", "🃏"])
async def test_any_name(store: SqliteStore, name: str) -> None:
    await store.append(name, 0, [b"a"])
    await store.append(name, 1, [b"b"])
    assert await store.read(name) == [b"a", b"b"]
    assert [head.table for head in await store.heads()] == [name]
    with pytest.raises(NoSuchTable):
        await store.read(name + "x")


async def test_a_long_append_is_one_append(store: SqliteStore) -> None:
    lines = [b"%d" % i for i in range(1000)]
    await store.append("t", 0, lines)
    await store.append("t", 1000, lines)
    assert await store.read("t") == lines * 2


async def test_a_table_unknown(store: SqliteStore) -> None:
    with pytest.raises(NoSuchTable, match="'nowhere'"):
        await store.read("nowhere")


@pytest.mark.parametrize("seq", [0, 1, 3, 100, -1, 2**62])
async def test_only_the_next_number_will_do(store: SqliteStore, seq: int) -> None:
    await store.append("t", 0, [b"a", b"b"])
    with pytest.raises(Conflict, match="line") as refused:
        await store.append("t", seq, [b"late"])
    told = refused.value
    assert (told.table, told.expected, told.found, told.closed) == ("t", seq, 2, False)
    assert await store.read("t") == [b"a", b"b"]
    assert isinstance(told, UkaError)


async def test_a_table_begins_at_0(store: SqliteStore) -> None:
    with pytest.raises(Conflict, match="has no lines yet") as refused:
        await store.append("t", 1, [b"a"])
    assert refused.value.found == 0
    assert await store.heads() == []


async def test_an_append_without_lines_is_a_mistake(store: SqliteStore) -> None:
    with pytest.raises(ValueError, match="at least one line"):
        await store.append("t", 0, [])


async def test_a_closed_table_takes_no_more(store: SqliteStore) -> None:
    await store.append("t", 0, [b"a"])
    await store.append("t", 1, [b"b"], closed=True)
    for closed in (False, True):
        with pytest.raises(Conflict, match="closed") as refused:
            await store.append("t", 2, [b"c"], closed=closed)
        assert refused.value.closed
        assert refused.value.found == 2
    await store.append("u", 0, [b"all at once"], closed=True)
    assert await store.read("t") == [b"a", b"b"]
    assert await store.heads() == []
    assert [head.table for head in await store.heads(open_only=False)] == ["u", "t"]


async def test_heads(path) -> None:
    now = 1000.0
    async with await SqliteStore.open(path, clock=lambda: now) as store:
        await store.append("t", 0, [b"a", b"b"])
        now = 2000.0
        await store.append("t", 2, [b"c"])
        (head,) = await store.heads()
        assert head._replace(number=0) == ("t", 0, 3, 1000.0, 2000.0, False)


async def test_heads_come_in_pages_newest_first(store: SqliteStore) -> None:
    names = [f"t{i}" for i in range(25)]
    for i, name in enumerate(names):
        await store.append(name, 0, [b"x"], closed=i % 5 == 0)
    page = await store.heads(open_only=False, limit=10)
    assert [head.table for head in page] == names[:14:-1]
    more = await store.heads(open_only=False, limit=10, before=page[-1].number)
    assert [head.table for head in more] == names[14:4:-1]
    await store.append("newer", 0, [b"x"])
    assert await store.heads(open_only=False, limit=10, before=page[-1].number) == more
    still_open = [name for i, name in enumerate(names) if i % 5]
    assert [head.table for head in await store.heads()] == ["newer", *still_open[::-1]]


async def test_every_head_goes_through_all_pages(store: SqliteStore) -> None:
    await asyncio.gather(*(store.append(f"t{i}", 0, [b"x"]) for i in range(2500)))
    assert {head.table async for head in every_head(store)} == {f"t{i}" for i in range(2500)}


async def test_a_lease_is_for_one(store: SqliteStore) -> None:
    mine = await store.lease("t", "me", 10, now=100)
    assert mine == Lease("t", "me", mine.epoch if mine else -1, 110)
    assert await store.lease("t", "you", 10, now=109.9) is None
    other = await store.lease("u", "you", 10, now=100)
    assert other
    assert mine
    assert other.epoch > mine.epoch


async def test_a_lease_runs_out_and_its_owner_is_told(store: SqliteStore) -> None:
    mine = await store.lease("t", "me", 10, now=100)
    assert mine
    yours = await store.lease("t", "you", 10, now=110)
    assert yours
    assert yours.epoch > mine.epoch
    assert await store.renew(mine, 10, now=105) is None
    await store.release(mine)  # changes nothing
    assert await store.lease("t", "me", 10, now=115) is None
    assert await store.renew(yours, 10, now=115) == yours._replace(until=125)
    assert await store.lease("t", "me", 10, now=121) is None


async def test_a_lease_given_back_is_free_and_over(store: SqliteStore) -> None:
    mine = await store.lease("t", "me", 10, now=100)
    assert mine
    await store.release(mine)
    assert await store.renew(mine, 10, now=101) is None
    again = await store.lease("t", "me", 10, now=101)
    assert again
    assert again.epoch > mine.epoch


async def test_an_owner_that_takes_its_lease_anew_voids_the_old_one(store: SqliteStore) -> None:
    old = await store.lease("t", "me", 10, now=100)
    new = await store.lease("t", "me", 10, now=101)
    assert old
    assert new
    assert new.epoch > old.epoch
    assert await store.renew(old, 10, now=102) is None
    assert await store.renew(new, 10, now=102)


async def test_a_lease_that_ran_out_can_be_renewed_while_nobody_took_it(store: SqliteStore) -> None:
    mine = await store.lease("t", "me", 10, now=100)
    assert mine
    assert await store.renew(mine, 10, now=200) == mine._replace(until=210)


async def test_of_many_who_want_a_lease_one_has_it(path) -> None:
    stores = [await SqliteStore.open(path) for _ in range(3)]
    wanted = [store.lease("t", f"{i}/{k}", 10, now=0) for i, store in enumerate(stores) for k in range(10)]
    taken = [lease for lease in await asyncio.gather(*wanted) if lease]
    assert len(taken) == 1
    for store in stores:
        await store.close()


async def test_facts(store: SqliteStore) -> None:
    assert await store.get("key") is None
    assert await store.put("key", b"1\0")
    assert not await store.put("key", b"2")
    assert not await store.put("key", b"2", expected=b"x")
    assert await store.get("key") == b"1\0"
    assert await store.put("key", b"3", expected=b"1\0")
    assert await store.get("key") == b"3"
    assert not await store.put("new", b"1", expected=b"0")
    assert await store.get("new") is None


async def test_of_many_first_values_one_stays(store: SqliteStore) -> None:
    done = await asyncio.gather(*(store.put("key", b"%d" % i) for i in range(20)))
    assert done.count(True) == 1
    assert await store.get("key") == b"%d" % done.index(True)


async def test_a_closed_store_says_so(path) -> None:
    store: Store = await SqliteStore.open(path)
    waiting = asyncio.create_task(store.append("t", 0, [b"a"]))
    await asyncio.sleep(0)
    await store.close()
    await waiting  # what was asked for before is done
    await store.close()
    lease = Lease("t", "me", 1, 1.0)
    asked = (store.append("t", 1, [b"a"]), store.read("t"), store.heads(), store.get("k"), store.put("k", b"v"),
             store.lease("t", "me", 1, 1), store.renew(lease, 1, 1), store.release(lease))  # fmt: skip
    for told in await outcomes(*asked):
        assert isinstance(told, StoreUnavailable)
        assert "closed" in str(told)
    async with await SqliteStore.open(path) as again:
        assert await again.read("t") == [b"a"]


async def test_a_task_cancelled_while_it_waits_spoils_nothing(store: SqliteStore) -> None:
    await store.append("t", 0, [b"a"])
    task = asyncio.create_task(store.append("t", 1, [b"b"]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.append("u", 0, [b"x"])  # written after it
    assert await store.read("t") == [b"a", b"b"]


async def test_what_conflicts_does_not_spoil_what_waits_beside_it(store: SqliteStore) -> None:
    """All of these wait for one commit."""
    await asyncio.gather(*(store.append(f"t{i}", 0, [b"first"]) for i in range(6)))
    asked = [
        store.append("t0", 1, [b"good"]),
        store.append("t0", 1, [b"late"]),  # the same number: told to one of the two
        store.append("t0", 2, [b"good"]),
        store.append("t1", 5, [b"gap"]),
        store.append("t2", 1, ["not bytes"]),  # type: ignore[list-item]
        store.append("t3", 2**80, [b"no number of SQLite's"]),
        store.append("t4", 1, [b"good"], closed=True),
        store.append("t4", 2, [b"after the end"]),
        store.append("new", 0, [b"good"]),
        store.append("new", 1, [b"good"]),
        store.append("nowhere", 1, [b"gap"]),
        store.lease("t5", "me", 1, 1),
        store.put("key", b"good"),
    ]
    with writer_busy(store):
        answers = asyncio.gather(*asked, return_exceptions=True)
        await asyncio.sleep(0)
    told = await answers
    kinds = [type(outcome) for outcome in told]
    none = type(None)
    assert kinds == [none, Conflict, none, Conflict, sqlite3.IntegrityError, OverflowError, none, Conflict,
                     none, none, Conflict, Lease, bool]  # fmt: skip
    found = {table: await store.read(table) for table in ("t0", "t1", "t2", "t3", "t4", "new")}
    first, good = b"first", b"good"
    assert found == {"t0": [first, good, good], "t1": [first], "t2": [first], "t3": [first], "t4": [first, good],
                     "new": [good, good]}  # fmt: skip
    assert await store.get("key") == good


async def test_commits_keep_their_pace_and_the_first_does_not_wait(path) -> None:
    async with await SqliteStore.open(path, pace=0.2) as store:
        begun = time.monotonic()
        await store.append("t", 0, [b"a"])
        first = time.monotonic()
        await asyncio.gather(*(store.append(f"u{i}", 0, [b"a"]) for i in range(50)))
        second = time.monotonic()
        await store.append("t", 1, [b"a"])
        third = time.monotonic()
    assert first - begun < 0.2
    assert second - begun >= 0.2
    assert third - second >= 0.1
    assert second - first < 2  # all fifty in a commit or two


async def test_every_commit_reaches_the_disk(store: SqliteStore) -> None:
    """Two is FULL: the log is synced at every commit. ``test_kill`` can't show it, since the kernel outlives us."""
    assert await pragma(store, "synchronous") == (2,)
    assert await pragma(store, "fullfsync") == (1,)
    assert await pragma(store, "journal_mode") == ("wal",)
    assert await pragma(store, "foreign_keys") == (1,)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=40)), min_size=1, max_size=40))
def test_what_many_tasks_append_is_there_once_and_in_order(tmp_path_factory, written: list[tuple[str, bytes]]) -> None:
    """Every task tries at the number it thinks is next, and again at the one it is told."""

    async def append(store: SqliteStore, table: str, line: bytes) -> int:
        seq = 0
        while True:
            try:
                await store.append(table, seq, [line])
            except Conflict as told:
                seq = told.found
            else:
                return seq

    async def run() -> None:
        path = tmp_path_factory.mktemp("store") / "uka.db"
        async with await SqliteStore.open(path, pace=0) as one, await SqliteStore.open(path, pace=0) as two:
            tasks = [append((one, two)[i % 2], table, line) for i, (table, line) in enumerate(written)]
            places = await asyncio.gather(*tasks)
        async with await SqliteStore.open(path) as again:
            for name in {table for table, _ in written}:
                mine = sorted(
                    (place, line) for place, (table, line) in zip(places, written, strict=True) if table == name
                )
                assert [place for place, _ in mine] == list(range(len(mine)))
                assert [line for _, line in mine] == await again.read(name)

    asyncio.run(run())
