"""Faults of a Postgres database while a store uses it: calls are refused soon with a sentence, and work again later."""

import asyncio
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from tests.patience import PATIENCE
from tests.postgres import PASSWORD, postgres, server
from uka.store import Conflict, InvalidStore, StoreUnavailable

from .support import outcomes

pytest.importorskip("asyncpg", reason="needs asyncpg: pip install 'uka[cluster]'")

from uka.store.postgres import PostgresStore
from uka.store.postgres.migrations import Migration, migrate, version

pytestmark = pytest.mark.postgres

TIMEOUT = 1.0
SOON = 60.0  # seconds, on a busy machine; a call that waits for the dead server would wait for ever
GONE = "can't be reached just now: try again"


@pytest.fixture
def dsn() -> Iterator[str]:
    with postgres() as dsn:
        yield dsn


@pytest.fixture
async def store(dsn: str) -> AsyncIterator[PostgresStore]:
    async with await PostgresStore.open(dsn, patience=TIMEOUT, pace=0) as store:
        yield store


def name_of(dsn: str) -> str:
    return dsn.rpartition("/")[2]


def sql(dsn: str, text: str) -> str:
    """Run SQL in the store's database as another program would; return the output."""
    return server().sql(text, name_of(dsn))


@contextmanager
def stopped() -> Iterator[None]:
    server().stop()
    try:
        yield
    finally:
        server().start()


@contextmanager
def hanging() -> Iterator[None]:
    with server().paused():
        yield


async def all_refused(store: PostgresStore, words: str = GONE) -> None:
    """Check that all calls of the store are refused soon, both at the same time and one after another."""
    for _ in range(2):
        begun = time.monotonic()
        asked = (*(store.append(f"t{i}", 1, [b"lost?"]) for i in range(50)), *(store.read("t0") for _ in range(20)),
                 store.heads(), store.next_seqs(["t0"]), store.beat("me", 9), store.heartbeats(),
                 store.lease(["t0"], "me"), store.release(["t0"], "me"), store.leave("me"),
                 store.orphaned_logs(), store.get("k"), store.put("k", b""))  # fmt: skip
        for told in await outcomes(*asked):
            assert type(told) is StoreUnavailable
            assert words in str(told)
        assert time.monotonic() - begun < TIMEOUT + SOON


async def goes_on(store: PostgresStore) -> None:
    """Check that the next call of each kind works again, and that a table continues at its next number."""
    while True:
        following = await store.next_seqs(["t0"])
        with suppress(Conflict):  # an earlier append, whose outcome nobody knew, was written only now
            await store.append("t0", following["t0"], [b"again"])
            break
    assert (await store.read("t0"))[-1] == b"again"
    await store.beat("me", 9)
    assert "me" in await store.heartbeats()
    for told in await outcomes(*(store.read("t0") for _ in range(20))):
        assert isinstance(told, list)
    assert asyncio.all_tasks() == {asyncio.current_task()}  # no task waits for a dead connection


async def test_the_server_is_stopped_for_a_while(store: PostgresStore) -> None:
    await store.append("t0", 0, [b"a"])
    await asyncio.gather(*(store.read("t0") for _ in range(20)))  # every connection is in use
    with stopped():
        await all_refused(store)
    await goes_on(store)
    assert (await store.read("t0"))[0] == b"a"


async def test_the_server_hangs_for_a_while(store: PostgresStore) -> None:
    await store.append("t0", 0, [b"a"])
    await asyncio.gather(*(store.read("t0") for _ in range(20)))
    with hanging():
        await all_refused(store)
        begun = time.monotonic()
        with pytest.raises(StoreUnavailable, match=GONE):
            await PostgresStore.open(server().dsn(), patience=TIMEOUT)
        assert time.monotonic() - begun < TIMEOUT + SOON
    await goes_on(store)


@pytest.mark.parametrize("trouble", [stopped, hanging])
def test_faults_on_the_event_loop_of_servers(dsn: str, trouble: Callable[[], AbstractContextManager[None]]) -> None:
    """On uvloop a connection may end between two steps of asyncpg's protocol, which raises other errors."""
    uvloop = pytest.importorskip("uvloop")

    async def run() -> None:
        async with await PostgresStore.open(dsn, patience=TIMEOUT, pace=0) as store:
            await store.append("t0", 0, [b"a"])
            await asyncio.gather(*(store.read("t0") for _ in range(20)))
            with trouble():
                await all_refused(store)
            await goes_on(store)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


async def test_the_database_restarts_between_two_calls(store: PostgresStore) -> None:
    """All connections of the pool are dead, and the store does not know it; still no call fails."""
    await store.append("t0", 0, [b"a"])
    await asyncio.gather(*(store.read("t0") for _ in range(20)))
    with stopped():
        pass
    await asyncio.sleep(0.05)  # lets the event loop notice the closed connections
    await goes_on(store)


async def test_a_store_is_closed_while_the_server_hangs(dsn: str) -> None:
    store = await PostgresStore.open(dsn, patience=TIMEOUT)
    await store.append("t0", 0, [b"a"])
    await store.read("t0")
    with server().paused():
        waiting = asyncio.create_task(store.append("t0", 1, [b"b"]))
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        await store.close()
        assert time.monotonic() - begun < 3 * TIMEOUT + SOON
        with pytest.raises(StoreUnavailable):
            await waiting


async def test_a_server_killed_at_random_moments_keeps_what_it_acknowledged(dsn: str) -> None:
    """Each acknowledged append is in the store once and in order; any other append is there whole or not at all."""
    random = Random()
    acknowledged: dict[str, set[int]] = {f"t{i}": set() for i in range(20)}

    odd: set[int] = set()

    async def play(store: PostgresStore, table: str) -> None:
        seq = 0
        while not over:
            try:
                await store.append(table, seq, [b"%d" % seq, b"%d" % (seq + 1)])
                acknowledged[table].add(seq)
                seq += 2
            except Conflict as told:
                odd.update({told.found - seq - 2})  # only the append with an unknown outcome may have been written
                seq = told.found
            except StoreUnavailable:
                await asyncio.sleep(0.02)

    async with await PostgresStore.open(dsn, patience=TIMEOUT, pace=0) as store:
        over = False
        players = [asyncio.create_task(play(store, table)) for table in acknowledged]
        for kind in ("kill", "stop", "hang"):
            before = sum(map(len, acknowledged.values()))
            while sum(map(len, acknowledged.values())) < before + 100:
                await asyncio.sleep(random.uniform(0.01, 0.1))
            if kind == "hang":
                server().pause()
                await asyncio.sleep(2 * TIMEOUT)
                server().resume()
            else:
                await asyncio.to_thread(getattr(server(), kind))
                await asyncio.to_thread(server().start)
        over = True
        await asyncio.gather(*players)
        for table, seqs in acknowledged.items():
            lines = await store.read(table)
            assert lines == [b"%d" % i for i in range(len(lines))]
            assert all(seq + 1 < len(lines) for seq in seqs)
    assert odd <= {0}


async def test_a_cancelled_call_leaves_nothing_behind(store: PostgresStore) -> None:
    await store.append("t0", 0, [b"a"])
    for _ in range(20):
        task = asyncio.create_task(store.read("t0"))
        await asyncio.sleep(Random().uniform(0, 0.002))
        task.cancel()
        await outcomes(task)
    await goes_on(store)


# Opening a store with invalid addresses or permissions


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("the password is wrong", "postgresql://uka:ar0haSECRET@127.0.0.1:PORT/postgres"),
        ("the password is wrong", "postgresql://nobody:ar0haSECRET@127.0.0.1:PORT/postgres"),
        ("no such database", "postgresql://uka:PASSWORD@127.0.0.1:PORT/ar0haSECRET"),
        ("can't be reached", "postgresql://uka:ar0haSECRET@127.0.0.1:1/postgres"),
        ("can't be reached", "postgresql://uka:ar0haSECRET@nowhere.invalid/postgres"),
        ("no address of a database", "postgresql://uka:ar0haSECRET@127.0.0.1:port/postgres"),
        ("no address of a database", "postgresql://uka:ar0haSECRET@127.0.0.1:12x/postgres"),
        ("of a database|can't be reached", "postgresql://uka:ar0haSECRET@127.0.0.1:99999/postgres"),  # by the loop
        ("no address of a database", "mysql://uka:ar0haSECRET@127.0.0.1/postgres"),
        ("no address of a database", "postgresql://uka:ar0haSECRET@127.0.0.1/postgres?sslmode=perhaps"),
    ],
)
async def test_an_address_that_leads_nowhere(words: str, address: str) -> None:
    address = address.replace("PORT", str(server().port)).replace("PASSWORD", quote(PASSWORD))
    with pytest.raises(StoreUnavailable, match=words) as told:
        await PostgresStore.open(address)
    for secret in ("ar0haSECRET", PASSWORD, str(server().port), "127.0.0.1"):
        assert secret not in str(told.value)
    logged = "".join(traceback.format_exception(told.value))
    assert PASSWORD not in logged
    assert "uka:ar0haSECRET" not in logged


async def test_one_of_several_hosts_is_reachable(dsn: str) -> None:
    several = dsn.replace("127.0.0.1", "127.0.0.1:1,127.0.0.1") + "?target_session_attrs=primary"
    async with await PostgresStore.open(several) as store:
        await store.append("t0", 0, [b"a"])
        await goes_on(store)


async def test_a_user_without_permission(dsn: str) -> None:
    sql(dsn, "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest'")
    theirs = dsn.replace(f"uka:{quote(PASSWORD)}", "guest:guest")
    with pytest.raises(InvalidStore, match="user may not"):
        await PostgresStore.open(theirs)
    async with await PostgresStore.open(dsn) as store:
        await store.append("t", 0, [b"a"])
    with pytest.raises(InvalidStore, match="user may not"):
        await PostgresStore.open(theirs)
    sql(dsn, "GRANT SELECT ON uka_schema, uka_tables, uka_lines, uka_compressed_lines TO guest")
    async with await PostgresStore.open(theirs) as store:
        assert await store.read("t") == [b"a"]
        with pytest.raises(InvalidStore, match="user may not"):
            await store.append("t", 1, [b"b"])
    sql(dsn, "DROP OWNED BY guest; DROP ROLE guest")


async def test_a_database_that_can_only_be_read(dsn: str, store: PostgresStore) -> None:
    await store.append("t0", 0, [b"a"])
    name = name_of(dsn)
    sql(dsn, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    async with await PostgresStore.open(dsn) as other:
        assert await other.read("t0") == [b"a"]
        with pytest.raises(StoreUnavailable, match="only be read"):
            await other.append("t0", 1, [b"b"])
        sql(dsn, f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await other.append("t0", 1, [b"b"])  # over a new connection


SLEEPING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"


async def test_another_program_holds_a_row_for_long(dsn: str, store: PostgresStore) -> None:
    await store.append("t0", 0, [b"a"])
    await store.append("t1", 0, [b"a"])
    row = "SELECT FROM uka_tables WHERE name = 't0' FOR UPDATE"
    holder = asyncio.create_task(asyncio.to_thread(sql, dsn, f"BEGIN; {row}; SELECT pg_sleep(60)"))
    async with asyncio.timeout(PATIENCE):
        while not (sleeping := await asyncio.to_thread(sql, dsn, SLEEPING)):
            await asyncio.sleep(0.05)
    begun = time.monotonic()
    with pytest.raises(StoreUnavailable, match="try again"):
        await store.append("t0", 1, [b"b"])
    assert time.monotonic() - begun < TIMEOUT + SOON
    await store.append("t1", 1, [b"b"])
    await asyncio.to_thread(sql, dsn, f"SELECT pg_cancel_backend({int(sleeping)})")
    with pytest.raises(AssertionError, match="canceling"):
        await holder
    await store.append("t0", 1, [b"b"])


async def test_tables_of_another_program_are_left_alone(dsn: str) -> None:
    sql(dsn, "CREATE TABLE tables (name text); INSERT INTO tables VALUES ('theirs')")
    async with await PostgresStore.open(dsn) as store:
        await store.append("t", 0, [b"a"])
    assert sql(dsn, "SELECT name FROM tables") == "theirs"
    ours = sql(dsn, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname <> 'tables'")
    assert ours.split()
    assert all(name.startswith("uka_") for name in ours.split())


# The schema


async def test_the_schema_itself_refuses_gaps_changes_and_late_lines(dsn: str, store: PostgresStore) -> None:
    await store.append("t", 0, [b"a", b"b"])
    for statement, words in {
        "INSERT INTO uka_lines VALUES (1, 3, 0, 'x')": "a line before is missing",
        "INSERT INTO uka_lines VALUES (1, 2, 0, 'x')": "a line before is missing",  # not moved on to
        "INSERT INTO uka_lines VALUES (2, 0, 0, 'x')": "or its table",
        "INSERT INTO uka_lines VALUES (1, 1, 0, 'x')": "duplicate key",
        "UPDATE uka_tables SET next = 4; INSERT INTO uka_lines VALUES (1, 3, 0, 'x')": "a line before is missing",
        "UPDATE uka_lines SET line = 'x'": "a line never changes",
    }.items():
        with pytest.raises(AssertionError, match=words):
            sql(dsn, f"BEGIN; {statement}; COMMIT")
    assert await store.read("t") == [b"a", b"b"]


async def test_one_of_many_servers_at_once_creates_the_store(dsn: str) -> None:
    for told in await outcomes(*(PostgresStore.open(dsn) for _ in range(8))):
        assert isinstance(told, PostgresStore)
        await told.close()
    assert sql(dsn, "SELECT version, least FROM uka_schema") == "1|1"


LATER = Migration(1, ("ALTER TABLE uka_tables ADD COLUMN colour text",))
BREAKING = Migration(2, ("ALTER TABLE uka_tables ADD COLUMN needed text NOT NULL DEFAULT ''",))
BROKEN = Migration(1, ("CREATE TABLE uka_more ()", "this is not SQL"))


async def test_an_old_and_a_new_version_side_by_side(dsn: str, store: PostgresStore) -> None:
    """A server continues while a newer server migrates the database, and can start again after that.

    It can't start again if the migration demands a newer server.
    """
    import asyncpg

    await store.append("t0", 0, [b"a"])
    newer = await asyncpg.connect(dsn)
    await migrate(newer, [LATER])
    assert await version(newer, [LATER]) == 2
    await goes_on(store)
    async with await PostgresStore.open(dsn) as again:
        await goes_on(again)
    await migrate(newer)  # an older server does this when it starts
    assert await version(newer, [LATER]) == 2
    with pytest.raises(asyncpg.PostgresSyntaxError):
        await migrate(newer, [LATER, BROKEN])
    assert await newer.fetchval("SELECT to_regclass('uka_more')") is None
    await migrate(newer, [BREAKING, BREAKING])
    with pytest.raises(InvalidStore, match="another version of Uka: it has version 3, this Uka knows 1"):
        await PostgresStore.open(dsn)
    await newer.close()


SCHEMA_OF = """
    SELECT 'column', concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attstorage, a.attidentity, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid))
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'public'::regnamespace
    UNION SELECT 'relation', concat_ws(' ', relname, relkind, reloptions) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
    UNION SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION SELECT 'constraint', concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
    UNION SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION SELECT 'function', pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1, 2
"""


async def test_a_database_of_version_1_becomes_as_a_new_one(dsn: str, store: PostgresStore) -> None:
    """``postgres-1.sql`` never changes, since people have databases of that version."""
    await store.append("t0", 0, [b"a"])
    with postgres() as old:
        sql(old, Path(__file__).with_name("postgres-1.sql").read_text("utf-8"))
        async with await PostgresStore.open(old) as opened:
            await opened.append("t0", 0, [b"a"])
            await goes_on(opened)
        assert "uka_lines_in_order" in sql(old, SCHEMA_OF)
        assert sql(old, SCHEMA_OF) == sql(dsn, SCHEMA_OF)
