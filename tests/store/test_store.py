"""What every store does, on each database."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uka.core.errors import UkaError
from uka.store import Conflict, NoSuchTable, SqliteStore, Store, StoreUnavailable, every_head

from .conftest import Place
from .support import busy, outcomes, pragma

examples = itertools.count()


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    async with await place.open(pace=0.008) as store:
        yield store


async def test_lines_come_back_as_they_went_in(store: Store) -> None:
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
async def test_any_line(store: Store, line: bytes) -> None:
    await store.append("t", 0, [line, line])
    await store.append("t", 2, [line])
    assert await store.read("t") == [line] * 3


@pytest.mark.parametrize("name", ["", "māra", "'", "t" * 10_000, "1", "🃏"])
async def test_any_name(store: Store, name: str) -> None:
    await store.append(name, 0, [b"a"])
    await store.append(name, 1, [b"b"])
    assert await store.read(name) == [b"a", b"b"]
    assert [head.table for head in await store.heads()] == [name]
    with pytest.raises(NoSuchTable):
        await store.read(name + "x")


async def test_a_long_append_is_one_append(store: Store) -> None:
    lines = [b"%d" % i for i in range(1000)]
    await store.append("t", 0, lines)
    await store.append("t", 1000, lines)
    assert await store.read("t") == lines * 2


async def test_a_table_unknown(store: Store) -> None:
    with pytest.raises(NoSuchTable, match="'nowhere'"):
        await store.read("nowhere")


@pytest.mark.parametrize("seq", [0, 1, 3, 100, -1, 2**62])
async def test_an_append_must_have_the_next_number(store: Store, seq: int) -> None:
    await store.append("t", 0, [b"a", b"b"])
    with pytest.raises(Conflict, match="line") as refused:
        await store.append("t", seq, [b"late"])
    told = refused.value
    assert (told.table, told.expected, told.found, told.closed) == ("t", seq, 2, False)
    assert await store.read("t") == [b"a", b"b"]
    assert isinstance(told, UkaError)


async def test_a_table_begins_at_0(store: Store) -> None:
    with pytest.raises(Conflict, match="has no lines yet") as refused:
        await store.append("t", 1, [b"a"])
    assert refused.value.found == 0
    assert await store.heads() == []


async def test_an_append_without_lines_is_a_mistake(store: Store) -> None:
    with pytest.raises(ValueError, match="at least one line"):
        await store.append("t", 0, [])


async def test_a_closed_table_takes_no_more(store: Store) -> None:
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


async def test_a_name_with_a_nul_is_nobodys(store: Store) -> None:
    """It can come in an address that a browser asks for; Postgres' text can't hold it."""
    with pytest.raises(NoSuchTable):
        await store.read("a\0b")


async def test_heads(store: Store) -> None:
    before = time.time()
    await store.append("t", 0, [b"a", b"b"])
    await asyncio.sleep(0.02)
    between = time.time()
    await store.append("t", 2, [b"c"])
    (head,) = await store.heads()
    assert (head.table, head.next_seq, head.closed) == ("t", 3, False)
    assert before <= head.created <= between <= head.touched <= time.time()


async def test_numbers_asked_for_many_at_once(store: Store) -> None:
    for i in range(5):
        await store.append(f"t{i}", 0, [b"x"] * (i + 1), closed=i == 4)
    assert await store.seqs(["t0", "t3", "t4", "nowhere", "t0"]) == {"t0": 1, "t3": 4, "t4": 5}
    assert await store.seqs([]) == {}


async def test_heads_come_in_pages_newest_first(store: Store) -> None:
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


async def test_every_head_goes_through_all_pages(store: Store) -> None:
    await asyncio.gather(*(store.append(f"t{i}", 0, [b"x"]) for i in range(2500)))
    assert {head.table async for head in every_head(store)} == {f"t{i}" for i in range(2500)}


async def test_facts(store: Store) -> None:
    assert await store.get("key") is None
    assert await store.put("key", b"1\0")
    assert not await store.put("key", b"2")
    assert not await store.put("key", b"2", expected=b"x")
    assert await store.get("key") == b"1\0"
    assert await store.put("key", b"3", expected=b"1\0")
    assert await store.get("key") == b"3"
    assert not await store.put("new", b"1", expected=b"0")
    assert await store.get("new") is None


async def test_of_many_first_values_one_stays(store: Store) -> None:
    done = await asyncio.gather(*(store.put("key", b"%d" % i) for i in range(20)))
    assert done.count(True) == 1
    assert await store.get("key") == b"%d" % done.index(True)


async def test_a_closed_store_says_so(place: Place) -> None:
    store = await place.open()
    waiting = asyncio.create_task(store.append("t", 0, [b"a"]))
    await asyncio.sleep(0)
    await store.close()
    await waiting  # what was asked for before is done
    await store.close()
    asked = (store.append("t", 1, [b"a"]), store.read("t"), store.heads(), store.get("k"), store.put("k", b"v"),
             store.seqs(["t"]), store.beat("me", 1), store.owners(), store.leave("me"), store.lease(["t"], "me"),
             store.release(["t"], "me"), store.orphaned_logs())  # fmt: skip
    for told in await outcomes(*asked):
        assert isinstance(told, StoreUnavailable)
        assert "closed" in str(told)
    async with await place.open() as again:
        assert await again.read("t") == [b"a"]


async def test_a_cancelled_append_does_not_affect_others(store: Store) -> None:
    await store.append("t", 0, [b"a"])
    task = asyncio.create_task(store.append("t", 1, [b"b"]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await store.append("u", 0, [b"x"])  # whatever became of the other, it is known by now
    there = await store.read("t")
    assert there in ([b"a"], [b"a", b"b"])
    await store.append("t", len(there), [b"c"])


async def test_a_conflict_does_not_affect_other_appends_in_the_batch(store: Store) -> None:
    """All of these wait for one commit."""
    await asyncio.gather(*(store.append(f"t{i}", 0, [b"first"]) for i in range(6)))
    asked = [
        store.append("t0", 1, [b"good"]),
        store.append("t0", 1, [b"late"]),  # the same number: told to one of the two
        store.append("t0", 2, [b"good"]),
        store.append("t1", 5, [b"gap"]),
        store.append("t2", 1, ["not bytes"]),  # type: ignore[list-item]
        store.append("t3", 2**80, [b"no number of a database's"]),
        store.append("t4", 1, [b"good"], closed=True),
        store.append("t4", 2, [b"after the end"]),
        store.append("new", 0, [b"good"]),
        store.append("new", 1, [b"good"]),
        store.append("nowhere", 1, [b"gap"]),
        store.lease(["t5"], "me"),
        store.put("key", b"good"),
    ]
    async with busy(store):
        answers = asyncio.gather(*asked, return_exceptions=True)
        await asyncio.sleep(0)
    told = await answers
    kinds = [type(outcome) for outcome in told]
    none = type(None)
    mistakes = kinds.pop(4), kinds.pop(4)
    assert kinds == [none, Conflict, none, Conflict, none, Conflict, none, none, Conflict, dict, bool]
    assert not any(issubclass(kind, UkaError) or kind is none for kind in mistakes)
    found = {table: await store.read(table) for table in ("t0", "t1", "t2", "t3", "t4", "new")}
    first, good = b"first", b"good"
    assert found == {"t0": [first, good, good], "t1": [first], "t2": [first], "t3": [first], "t4": [first, good],
                     "new": [good, good]}  # fmt: skip
    assert await store.get("key") == good


async def test_commits_keep_their_pace_and_the_first_does_not_wait(place: Place) -> None:
    async with await place.open(pace=0.2) as store:
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


async def test_every_commit_reaches_the_disk(path) -> None:
    """Two is FULL: the log is synced at every commit. ``test_kill`` can't show it, since the kernel outlives us."""
    store = await SqliteStore.open(path)
    assert await pragma(store, "synchronous") == (2,)
    assert await pragma(store, "fullfsync") == (1,)
    assert await pragma(store, "journal_mode") == ("wal",)
    assert await pragma(store, "foreign_keys") == (1,)
    await store.close()


@settings(max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=40)), min_size=1, max_size=40))
def test_what_many_tasks_append_is_there_once_and_in_order(place: Place, written: list[tuple[str, bytes]]) -> None:
    """Every task tries at the number it thinks is next, and again at the one it is told."""
    example = next(examples)  # all in one place, at tables of their own

    async def append(store: Store, table: str, line: bytes) -> int:
        seq = 0
        while True:
            try:
                await store.append(f"{table}{example}", seq, [line])
            except Conflict as told:
                seq = told.found
            else:
                return seq

    async def run() -> None:
        async with await place.open() as one, await place.open() as two:
            tasks = [append((one, two)[i % 2], table, line) for i, (table, line) in enumerate(written)]
            took = await asyncio.gather(*tasks)
        async with await place.open() as again:
            for name in {table for table, _ in written}:
                mine = sorted((seq, line) for seq, (table, line) in zip(took, written, strict=True) if table == name)
                assert [seq for seq, _ in mine] == list(range(len(mine)))
                assert [line for _, line in mine] == await again.read(f"{name}{example}")

    asyncio.run(run())
