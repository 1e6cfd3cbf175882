"""The store against a model of it, by random steps: appends right and wrong, two stores on one file, reopening."""

import asyncio
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from uka.store import Conflict, Lease, NoSuchTable, SqliteStore

TABLES = st.sampled_from(["one", "two", "three"])
LINES = st.lists(st.binary(max_size=8), min_size=1, max_size=3)
WHICH = st.sampled_from([0, 1])
OWNERS = st.sampled_from(["me", "you"])


class Machine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "uka.db"
        self.runner = asyncio.Runner()
        self.run = self.runner.run
        self.stores = [self.run(SqliteStore.open(self.path, pace=0)) for _ in range(2)]
        self.lines: dict[str, list[bytes]] = {}
        self.closed: set[str] = set()
        self.facts: dict[str, bytes] = {}
        self.held: dict[str, Lease] = {}
        self.past: list[Lease] = []
        self.epoch = 0
        self.now = 0.0

    @rule(which=WHICH, table=TABLES, lines=LINES, closed=st.integers(0, 9), off=st.sampled_from([0, 0, 0, -1, 1]))
    def append(self, which: int, table: str, lines: list[bytes], closed: int, off: int) -> None:
        there = self.lines.get(table, [])
        seq = len(there) + off
        append = self.stores[which].append(table, seq, lines, closed=closed == 9)
        if off or table in self.closed:
            with pytest.raises(Conflict) as told:
                self.run(append)
            found = told.value
            assert (found.expected, found.found, found.closed) == (seq, len(there), table in self.closed)
        else:
            self.run(append)
            self.lines[table] = there + lines
            if closed == 9:
                self.closed.add(table)

    @rule(table=TABLES, each=LINES)
    def race(self, table: str, each: list[bytes]) -> None:
        """The same append by both stores: one has it, the other is told."""
        seq = len(self.lines.get(table, []))

        async def both() -> list[BaseException | None]:
            tasks = (store.append(table, seq, [b"%d" % i, *each]) for i, store in enumerate(self.stores))
            return await asyncio.gather(*tasks, return_exceptions=True)

        told = self.run(both())
        if table in self.closed:
            assert all(isinstance(outcome, Conflict) and outcome.closed for outcome in told)
        else:
            assert sorted(type(outcome).__name__ for outcome in told) == ["Conflict", "NoneType"]
            self.lines.setdefault(table, []).extend([b"%d" % told.index(None), *each])

    @rule(which=WHICH)
    def reopen(self, which: int) -> None:
        self.run(self.stores[which].close())
        self.stores[which] = self.run(SqliteStore.open(self.path, pace=0))

    @rule(which=WHICH, table=TABLES, owner=OWNERS, seconds=st.integers(1, 5))
    def lease(self, which: int, table: str, owner: str, seconds: int) -> None:
        held = self.held.get(table)
        free = held is None or held.until <= self.now or held.owner == owner
        got = self.run(self.stores[which].lease(table, owner, seconds, self.now))
        assert (got is not None) == free
        if got:
            assert got[:2] == (table, owner)
            assert got.until == self.now + seconds
            assert got.epoch > self.epoch
            self.epoch = got.epoch
            self.past += [held] if held else []
            self.held[table] = got

    @rule(which=WHICH, table=TABLES, seconds=st.integers(1, 5))
    def renew(self, which: int, table: str, seconds: int) -> None:
        if held := self.held.get(table):
            got = self.run(self.stores[which].renew(held, seconds, self.now))
            assert got == held._replace(until=self.now + seconds)
            self.held[table] = got

    @rule(which=WHICH, table=TABLES)
    def release(self, which: int, table: str) -> None:
        if held := self.held.pop(table, None):
            self.run(self.stores[which].release(held))
            self.past.append(held)

    @rule(which=WHICH)
    def stale(self, which: int) -> None:
        for lease in self.past[-3:]:
            assert self.run(self.stores[which].renew(lease, 100, self.now)) is None
            self.run(self.stores[which].release(lease))

    @rule(seconds=st.integers(1, 3))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(
        which=WHICH,
        key=TABLES,
        value=st.binary(max_size=3),
        expected=st.none() | st.binary(max_size=3),
        right=st.booleans(),
    )
    def put(self, which: int, key: str, value: bytes, expected: bytes | None, right: bool) -> None:
        expected = self.facts.get(key) if right else expected
        done = self.run(self.stores[which].put(key, value, expected=expected))
        assert done == (self.facts.get(key) == expected)
        if done:
            self.facts[key] = value

    @invariant()
    def same(self) -> None:
        for store in self.stores:
            for table in ("one", "two", "three"):
                if table in self.lines:
                    assert self.run(store.read(table)) == self.lines[table]
                else:
                    with pytest.raises(NoSuchTable):
                        self.run(store.read(table))
                assert self.run(store.get(table)) == self.facts.get(table)
            heads = self.run(store.heads(open_only=False))
            assert {head.table: head.next_seq for head in heads} == {t: len(lines) for t, lines in self.lines.items()}
            assert {head.table for head in heads if head.closed} == self.closed
            assert {head.table for head in self.run(store.heads())} == self.lines.keys() - self.closed

    def teardown(self) -> None:
        for store in self.stores:
            self.run(store.close())
        self.runner.close()
        self.folder.cleanup()


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=settings().max_examples // 2, stateful_step_count=25, deadline=None)
