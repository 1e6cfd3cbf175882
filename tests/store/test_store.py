"""The behaviour that all stores share, tested on each database."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uka.core.errors import UkaError
from uka.store import Conflict, NoSuchTable, SqliteStore, Store, StoreUnavailable, every_head
from uka.store.commit_pace import BUSY

from .conftest import Place
from .support import busy, outcomes, pragma

examples = itertools.count()


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    async with await place.open(pace=0.008) as store:
        yield store


async def test_lines_are_read_as_they_were_appended(store: Store) -> None:
    await store.append("one", 0, [b"a", b"b"])
    await store.append("one", 2, [b"c"])
    await store.append("two", 0, [b"x"])
    assert await store.read("one") == [b"a", b"b", b"c"]
    assert await store.read("one", 1) == [b"b", b"c"]
    assert await store.read("one", 3) == await store.read("one", 99) == []
    assert await store.read("two") == [b"x"]


@pytest.mark.daily(4)
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
async def test_any_bytes_can_be_a_line(store: Store, line: bytes) -> None:
    await store.append("t", 0, [line, line])
    await store.append("t", 2, [line])
    assert await store.read("t") == [line] * 3


@pytest.mark.daily(3)
@pytest.mark.parametrize("name", ["", "māra", "'", "t" * 10_000, "1", "🃏"])
async def test_any_text_can_be_a_table_name(store: Store, name: str) -> None:
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


async def test_an_unknown_table_cannot_be_read(store: Store) -> None:
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


async def test_a_closed_table_takes_no_more_lines(store: Store) -> None:
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


async def test_no_table_has_a_name_with_a_nul_character(store: Store) -> None:
    """A browser can request a URL with a NUL, which Postgres can't store in text."""
    with pytest.raises(NoSuchTable):
        await store.read("a\0b")


async def test_heads_describe_tables(store: Store) -> None:
    before = time.time()
    await store.append("t", 0, [b"a", b"b"])
    await asyncio.sleep(0.02)
    between = time.time()
    await store.append("t", 2, [b"c"])
    (head,) = await store.heads()
    assert (head.table, head.next_seq, head.closed) == ("t", 3, False)
    assert before <= head.created <= between <= head.touched <= time.time()


async def test_the_next_numbers_of_many_tables(store: Store) -> None:
    for i in range(5):
        await store.append(f"t{i}", 0, [b"x"] * (i + 1), closed=i == 4)
    assert await store.next_seqs(["t0", "t3", "t4", "nowhere", "t0"]) == {"t0": 1, "t3": 4, "t4": 5}
    assert await store.next_seqs([]) == {}


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


async def test_values_are_set_and_read_by_key(store: Store) -> None:
    assert await store.get("key") is None
    assert await store.put("key", b"1\0")
    assert not await store.put("key", b"2")
    assert not await store.put("key", b"2", expected=b"x")
    assert await store.get("key") == b"1\0"
    assert await store.put("key", b"3", expected=b"1\0")
    assert await store.get("key") == b"3"
    assert not await store.put("new", b"1", expected=b"0")
    assert await store.get("new") is None


async def test_one_of_many_concurrent_first_values_is_set(store: Store) -> None:
    done = await asyncio.gather(*(store.put("key", b"%d" % i) for i in range(20)))
    assert done.count(True) == 1
    assert await store.get("key") == b"%d" % done.index(True)


async def test_calls_of_a_closed_store_are_refused(place: Place) -> None:
    store = await place.open()
    waiting = asyncio.create_task(store.append("t", 0, [b"a"]))
    await asyncio.sleep(0)
    await store.close()
    await waiting  # an append from before the close is written
    await store.close()
    asked = (store.append("t", 1, [b"a"]), store.read("t"), store.heads(), store.get("k"), store.put("k", b"v"),
             store.next_seqs(["t"]), store.beat("me", 1), store.heartbeats(), store.leave("me"),
             store.lease(["t"], "me"), store.release(["t"], "me"), store.orphaned_logs())  # fmt: skip
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
    await store.append("u", 0, [b"x"])  # after this the cancelled append is written or dropped
    there = await store.read("t")
    assert there in ([b"a"], [b"a", b"b"])
    await store.append("t", len(there), [b"c"])


async def test_a_conflict_does_not_affect_other_appends_in_the_batch(store: Store) -> None:
    """All appends of this test wait for the same commit."""
    await asyncio.gather(*(store.append(f"t{i}", 0, [b"first"]) for i in range(6)))
    asked = [
        store.append("t0", 1, [b"good"]),
        store.append("t0", 1, [b"late"]),  # has the same number, so one of the two gets a Conflict
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


async def test_appends_that_wait_at_the_same_time_share_commits(place: Place) -> None:
    async with await place.open(pace=1) as store:
        writer, batches = store._writer, list[int]()
        write = writer._write
        writer._write = lambda jobs: (batches.append(len(jobs)), write(jobs))[1]
        await asyncio.gather(*(store.append(f"u{i}", 0, [b"a"]) for i in range(50)))
    assert sum(batches) == 50
    assert len(batches) < 10


async def test_a_store_with_little_to_do_commits_at_once(place: Place) -> None:
    async with await place.open(pace=3_600) as store, asyncio.timeout(60):
        for seq in range(3):
            await store.append("t", seq, [b"a"])


async def test_a_busy_store_waits_before_its_next_commit(place: Place) -> None:
    async with await place.open(pace=1) as store:
        begun = time.monotonic()
        store._writer._pace.begin(jobs=BUSY)
        await store.append("t", 0, [b"a"])
        assert time.monotonic() - begun >= 1


async def test_every_commit_reaches_the_disk(path) -> None:
    """PRAGMA synchronous = 2 (FULL) syncs the write-ahead log at every commit.

    ``test_kill`` can't show that, since the kernel keeps the data of a killed process.
    """
    store = await SqliteStore.open(path)
    assert await pragma(store, "synchronous") == (2,)
    assert await pragma(store, "fullfsync") == (1,)
    assert await pragma(store, "journal_mode") == ("wal",)
    assert await pragma(store, "foreign_keys") == (1,)
    await store.close()


@settings(
    max_examples=settings().max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(written=st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=40)), min_size=1, max_size=40))
def test_what_many_tasks_append_is_there_once_and_in_order(place: Place, written: list[tuple[str, bytes]]) -> None:
    """Each task appends at the number that it believes to be next, and after a conflict at the number found."""
    example = next(examples)  # all examples use one store, each with other tables

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


# A log that is written anew


async def test_a_log_is_rewritten_with_as_many_lines(store: Store) -> None:
    lines = [b"line %d of Ana " % number * 20 for number in range(600)]
    await store.append("one", 0, lines)
    await store.append("two", 0, [b"x"], closed=True)
    await store.compress(-1)
    before = {head.table: head for head in await store.heads(open_only=False)}
    rewritten = [line.replace(b"Ana", b"Ben") for line in lines]
    await store.rewrite("one", rewritten)
    await store.rewrite("two", [b"y"])
    assert await store.read("one") == rewritten
    assert await store.read("two") == [b"y"]
    assert {head.table: head for head in await store.heads(open_only=False)} == before
    while (step := await store.compress(-1)) and step.lines:
        pass
    assert await store.read("one") == rewritten
    await store.append("one", 600, [b"z"])
    with pytest.raises(Conflict):
        await store.append("two", 1, [b"z"])
    for name, wrong in (("one", rewritten), ("nobody", [b"x"])):
        with pytest.raises(Conflict):
            await store.rewrite(name, wrong)
