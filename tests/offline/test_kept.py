"""What is kept: nothing that was shown is lost, a full storage is told, and a copy of all moves as one file."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from tests.offline.storages import Ending, Full, Memory
from tests.offline.test_requests import asked, hosted
from tests.offline.test_table import SETTINGS, Page, play, send
from tests.patience import PATIENCE
from uka.hosting.audience import snapshot_message
from uka.offline import log as hosted_log
from uka.offline.host import OfflineHost
from uka.offline.requests import answer
from uka.offline.table import HostedTable
from uka.table import TableStage, parse
from uka.table.evolution import replayed
from uka.wire.socket_updates import Ack, Farewell, Rejection
from uka.wire.table_commands import BeginGame
from uka.wire.table_updates import TableSnapshot, read

OPENED = 2
"""The number of lines of a table's log before anything happens at it."""


class Person(Page):
    """A page of this device's person, which may be told farewell."""

    player = "me"

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.byes = list[Farewell]()

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        self.byes.append(Farewell(why, again=again))


async def opened(host: OfflineHost, rules: str = "uka") -> HostedTable:
    """Open a table for a person with a name."""
    await asked(host, "PUT", "/api/me", {"name": "Ana"})
    form = {"rules": rules, "settings": msgspec.to_builtins(SETTINGS), "seat": "south"}
    ticket = (await asked(host, "POST", "/api/tables", form))[1]
    return await host.find(ticket["table"])


async def begun(live: HostedTable, page: Person) -> None:
    await live.arrive(page)
    await send(live, page, BeginGame(id="begin"))


@trying(max_examples=25, deadline=None)
@given(st.integers(1, 90), st.booleans(), st.sampled_from(["uka", "bicycle", "tainui"]))
def test_a_killed_process_loses_nothing_that_was_shown(last: int, stored: bool, rules: str) -> None:
    asyncio.run(_killed(last, rules, stored=stored))


async def _killed(last: int, rules: str, *, stored: bool) -> None:
    storage, page = Ending(last, stored=stored), Person(Random(last))
    async with hosted(storage) as host:
        live = await opened(host, rules)
        playing = asyncio.create_task(_begin_and_play(live, page))
        killed = asyncio.create_task(storage.killed.wait())
        await asyncio.wait((playing, killed), return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
        playing.cancel()
        killed.cancel()
    survived = Memory()
    survived.kept, survived.values = storage.kept, storage.values
    lines = parse(survived.kept[live.id])
    if page.mirror.snapshot is not None:
        shown = replayed(lines[: page.version + 1])
        whole = read(snapshot_message(live.id, shown, page.player, "", 0))
        assert isinstance(whole, TableSnapshot)
        assert (page.mirror.snapshot.scene, page.mirror.snapshot.deal) == (whole.scene, whole.deal)
    async with hosted(survived) as host:
        live, again = await host.find(live.id), Person(Random(last))
        assert live.table == replayed(lines)
        await live.arrive(again)
        if again.stage is TableStage.SEATING:
            await send(live, again, BeginGame(id="again"))
        await play(live, again)
        assert replayed(parse(survived.kept[live.id])) == live.table


async def _begin_and_play(live: HostedTable, page: Person) -> None:
    await begun(live, page)
    await play(live, page)


async def test_a_full_storage_is_told_and_the_table_stays_at_what_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted_log, "RETRY_AFTER", 0.01)
    storage, page = Full(), Person(Random(1))
    async with hosted(storage) as host, asyncio.timeout(PATIENCE):
        live = await opened(host)
        await live.arrive(page)
        storage.room, before, answered = 0, live.table, len(page.answers)
        await send(live, page, BeginGame(id="begin"))
        refused = page.answers[answered]
        assert isinstance(refused, Rejection)
        assert "keep no more" in refused.why
        assert live.table is before
        storage.room = 12
        await send(live, page, BeginGame(id="begin"))
        assert isinstance(page.answers[-1], Ack)
        while not page.byes and page.stage is not TableStage.OVER:  # the bots fill the storage, or the person does
            if wish := page.wish():
                await send(live, page, wish)
            if isinstance(page.answers[-1], Rejection):
                break
            await asyncio.sleep(0)
        assert storage.room == 0
        assert replayed(parse(storage.kept[live.id])) == live.table
        storage.room = 1_000_000
        page.answers.clear()
        while live.table.stage is not TableStage.OVER:
            if wish := page.wish():
                await send(live, page, wish)
            await asyncio.sleep(0.001)
        assert replayed(parse(storage.kept[live.id])) == live.table
        storage.room = 0
        count = len(storage.kept)
        assert (await asked(host, "POST", "/api/tables", {}))[0] == 507
        assert len(storage.kept) == count


async def _filled(storage: Memory) -> tuple[str, str]:
    """Keep a finished game and a tournament, and return their ids."""
    async with hosted(storage) as host:
        live, page = await opened(host), Person(Random(3))
        await begun(live, page)
        await play(live, page)
        form: dict[str, Any] = {"name": "A day of Uka", "settings": {"clock_ms": 0}}
        ticket = (await asked(host, "POST", "/api/tournaments", form))[1]
        return live.id, ticket["tournament"]


def what_became(report: dict[str, Any]) -> tuple[list[str], list[str], list[str]]:
    """Return the ids of the logs that a copy added, that were known, and that differ."""
    return report["added"], report["known"], report["differing"]


async def test_a_copy_of_all_that_is_kept_is_taken_in_elsewhere() -> None:
    here, there = Memory(), Memory()
    table, tournament = await _filled(here)
    async with hosted(here) as host:
        copy = (await answer(host, "GET", "/api/backup")).body
        record = await asked(host, "GET", f"/api/tables/{table}/records/0")
    async with hosted(there) as host:
        report = (await asked(host, "POST", "/api/backup", content=copy))[1]
        assert what_became(report) == ([table, tournament], [], [])
        assert there.kept == here.kept
        assert await asked(host, "GET", f"/api/tables/{table}/records/0") == record
        assert (await asked(host, "GET", "/api/me"))[1]["name"] == "Ana"
        report = (await asked(host, "POST", "/api/backup", content=copy))[1]
        assert what_became(report) == ([], [table, tournament], [])
        ((id, link),) = [(each["id"], each["link"]) for each in report["tournaments"]]
        assert id == tournament
        entered = await asked(host, "POST", f"/api/tournaments/{id}/teams", {"text": "Kauri, Ana, Ben"}, link=link)
        assert entered[0] == 200, entered


async def test_a_copy_replaces_nothing_that_went_on_otherwise() -> None:
    here = Memory()
    table, tournament = await _filled(here)
    async with hosted(here) as host:
        copy = (await answer(host, "GET", "/api/backup")).body
    earlier, other = Memory(), Memory()
    earlier.kept = {table: here.kept[table][:OPENED]}
    other.kept = {table: here.kept[table][:OPENED]}
    async with hosted(other) as host:  # here the game is begun anew
        live, page = await host.find(table), Person(Random(4))
        await live.arrive(page)
        await send(live, page, BeginGame(id="anew"))
        await play(live, page)
        mine = list(other.kept[table])
        report = (await asked(host, "POST", "/api/backup", content=copy))[1]
        assert what_became(report) == ([tournament], [], [table])
        assert other.kept[table] == mine
    async with hosted(earlier) as host:
        page = Person(Random(5))
        live = await host.find(table)
        await live.arrive(page)
        written = len(earlier.kept[table])
        report = (await asked(host, "POST", "/api/backup", content=copy))[1]
        if here.kept[table][:written] == earlier.kept[table][:written]:
            assert table in report["added"]
            assert page.byes[0].again
        else:
            assert table in report["differing"]


async def test_a_damaged_copy_is_refused_and_nothing_of_it_is_kept() -> None:
    here, there = Memory(), Memory()
    await _filled(here)
    async with hosted(here) as host:
        copy = (await answer(host, "GET", "/api/backup")).body
    lines = copy.splitlines(keepends=True)
    async with hosted(there) as host:
        for bad in (
            b"",
            b"[]",
            copy[:-30],
            b"".join(lines[:-1]),
            b"".join([lines[0], *lines[2:], lines[1]]),
            copy.replace(b'"format":1', b'"format":2'),
            copy.replace(b"Ana", b"Eve"),
        ):
            status, problem = await asked(host, "POST", "/api/backup", content=bad)
            assert (status, bool(problem["why"])) == (400, True)
    assert not there.kept
    assert not there.values


async def test_a_copy_that_does_not_fit_is_taken_in_log_by_log() -> None:
    here, there = Memory(), Full()
    table, tournament = await _filled(here)
    async with hosted(here) as host:
        copy = (await answer(host, "GET", "/api/backup")).body
    async with hosted(there) as host:
        there.room = 1
        assert (await asked(host, "POST", "/api/backup", content=copy))[0] == 507
        assert there.kept == {table: here.kept[table]}
        there.room = 1
        report = (await asked(host, "POST", "/api/backup", content=copy))[1]
        assert what_became(report) == ([tournament], [table], [])


async def test_two_kinds_of_copies_say_where_each_belongs() -> None:
    async with hosted(Memory()) as host:
        await opened(host)
        ticket = (await asked(host, "POST", "/api/tournaments", {"name": "Hall", "settings": {}}))[1]
        backup = (await answer(host, "GET", "/api/backup")).body
        log = (
            await answer(host, "GET", f"/api/tournaments/{ticket['tournament']}/log.jsonl", link=ticket["link"])
        ).body
        for content, path, said in (
            (backup, "/api/tournaments/log", "a copy of all that a device keeps, and no log of one tournament"),
            (log, "/api/backup", "the log of one tournament, and no copy of all that a device keeps"),
            (b"x", "/api/backup", "no copy of all that a device keeps"),
        ):
            status, refusal = await asked(host, "POST", path, content=content)
            assert status == 400
            assert said in refusal["why"]
