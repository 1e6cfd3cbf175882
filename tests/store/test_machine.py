"""Stores compared with a simple model over random steps: appends, two open stores, reopening, compressed lines."""

import asyncio

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.alike import few
from uka.store import Conflict, NoSuchTable

from .conftest import new_place

pytestmark = pytest.mark.slow

TABLES = st.sampled_from(["one", "two", "three"])
LINE = st.binary(max_size=8)
LINES = st.lists(LINE | LINE.map(lambda line: line * 300), min_size=1, max_size=3)
WHICH = st.sampled_from([0, 1])
OWNERS = st.sampled_from(["me", "you"])


class Machine(RuleBasedStateMachine):
    kind = "sqlite"

    def __init__(self) -> None:
        super().__init__()
        self.making = new_place(self.kind)
        self.place = self.making.__enter__()
        self.runner = asyncio.Runner()
        self.run = self.runner.run
        self.stores = [self.run(self.place.open()) for _ in range(2)]
        self.lines: dict[str, list[bytes]] = {}
        self.closed: set[str] = set()
        self.facts: dict[str, bytes] = {}
        self.alive: dict[str, bytes] = {}
        self.held: dict[str, tuple[str, int]] = {}
        self.epochs: dict[str, int] = {}

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
        """Let both stores append at the same number at once: one append succeeds, the other gets a ``Conflict``."""
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
    def compress(self, which: int) -> None:
        self.run(self.stores[which].compress(-1))

    @rule(table=TABLES, lines=LINES)
    def compress_at_once(self, table: str, lines: list[bytes]) -> None:
        """Let both stores compress while one of them appends."""
        one, two = self.stores
        seq = len(self.lines.get(table, []))

        async def all_three() -> None:
            await asyncio.gather(*(one.compress(-1), two.append(table, seq, lines), two.compress(-1)))

        if table not in self.closed:
            self.run(all_three())
            self.lines[table] = [*self.lines.get(table, []), *lines]

    @rule(which=WHICH, table=TABLES, start=st.integers(0, 12), most=st.none() | st.integers(0, 12))
    def read_part(self, which: int, table: str, start: int, most: int | None) -> None:
        if table in self.lines:
            part = self.lines[table][start:][:most]
            assert self.run(self.stores[which].read(table, start, most)) == part

    @rule(which=WHICH)
    def reopen(self, which: int) -> None:
        self.run(self.stores[which].close())
        self.stores[which] = self.run(self.place.open())

    @rule(which=WHICH, owner=OWNERS, note=st.binary(max_size=3))
    def beat(self, which: int, owner: str, note: bytes) -> None:
        assert self.run(self.stores[which].beat(owner, 1000, note)) == (owner in self.alive)
        self.alive[owner] = note

    @rule(which=WHICH, owner=OWNERS)
    def die(self, which: int, owner: str) -> None:
        assert self.run(self.stores[which].beat(owner, 0)) == (owner in self.alive)
        self.alive.pop(owner, None)

    @rule(which=WHICH, owner=OWNERS)
    def leave(self, which: int, owner: str) -> None:
        self.run(self.stores[which].leave(owner))
        self.alive.pop(owner, None)
        self.held = {table: held for table, held in self.held.items() if held[0] != owner}

    @rule(which=WHICH, tables=st.lists(TABLES), owner=OWNERS)
    def lease(self, which: int, tables: list[str], owner: str) -> None:
        mine = {table for table in tables if self.may_take(table, owner)}
        got = self.run(self.stores[which].lease(tables, owner))
        assert got.keys() == mine
        for table, epoch in got.items():
            if self.held.get(table, ("", 0))[0] == owner:
                assert self.held[table] == (owner, epoch)
            else:
                assert epoch > self.epochs.get(table, 0)
            self.held[table], self.epochs[table] = (owner, epoch), epoch

    def may_take(self, table: str, owner: str) -> bool:
        held = self.held.get(table)
        return held is None or held[0] == owner or held[0] not in self.alive

    @rule(which=WHICH, tables=st.lists(TABLES), owner=OWNERS)
    def release(self, which: int, tables: list[str], owner: str) -> None:
        self.run(self.stores[which].release(tables, owner))
        self.held = {table: held for table, held in self.held.items() if table not in tables or held[0] != owner}

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
            assert self.run(store.next_seqs(["one", "two", "three"])) == {
                t: len(lines) for t, lines in self.lines.items()
            }
            assert self.run(store.heartbeats()) == self.alive
            dead = {table for table, (owner, _) in self.held.items() if owner not in self.alive}
            assert set(self.run(store.orphaned_logs())) == dead

    def teardown(self) -> None:
        for store in self.stores:
            self.run(store.close())
        self.runner.close()
        self.making.__exit__(None, None, None)


class PostgresMachine(Machine):
    kind = "postgres"


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=few(12).max_examples // 2, stateful_step_count=25, deadline=None)
TestPostgresMachine = pytest.mark.postgres(PostgresMachine.TestCase)
TestPostgresMachine.settings = settings(TestMachine.settings, max_examples=few(15).max_examples // 5)
