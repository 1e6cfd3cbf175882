"""Damaged logs in the store: clients get a sentence, and nothing is served from them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.server.web import played, served
from uka import rulesets
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.server.workers import record_archive as archive
from uka.store import SqliteStore, StoreUnavailable, compression
from uka.table import TableSettings as Table
from uka.table.commands import people
from uka.tournament import DIRECTOR, Roster, TournamentSettings
from uka.tournament.commands import teams
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

ANA = Guest("ana", "Ana")


@contextmanager
def database(context: ServerContext) -> Iterator[sqlite3.Connection]:
    """Yield a connection that may change the lines of the server's store."""
    assert isinstance(context.store, SqliteStore)
    reader = context.store._db
    path = context.store._reader.submit(lambda: reader.execute("PRAGMA database_list").fetchone()[2]).result()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TRIGGER IF EXISTS lines_stay")
        db.execute("DROP TRIGGER IF EXISTS compressed_lines_stay")
        yield db


def damage(context: ServerContext, id: str, seq: int) -> None:
    """Change one byte of a line in the store."""
    with database(context) as db:
        where = "seq = ? AND number = (SELECT number FROM tables WHERE name = ?)"
        (line,) = db.execute(f"SELECT line FROM lines WHERE {where}", (seq, id)).fetchone()
        db.execute(f"UPDATE lines SET line = ? WHERE {where}", (line.replace(b'"by":"', b'"by":"x', 1), seq, id))


def damage_compressed(context: ServerContext, id: str) -> None:
    """Change one byte of compressed lines in the store."""
    with database(context) as db:
        where = "number = (SELECT number FROM tables WHERE name = ?)"
        (content,) = db.execute(f"SELECT content FROM compressed_lines WHERE {where}", (id,)).fetchone()
        changed = content[:50] + bytes([content[50] ^ 1]) + content[51:]
        db.execute(f"UPDATE compressed_lines SET content = ? WHERE {where}", (changed, id))


async def opened(context: ServerContext) -> LiveTable:
    live = await context.tables.open(rulesets.find("uka"), ANA, Table(public=True))
    for player in ("ben", "caro"):
        await live.do(lambda table, player=player: people.join(table, player, player), player)
    return live


async def test_a_table_with_a_damaged_log_is_not_opened_and_the_line_is_named() -> None:
    async with served() as web:
        live = await opened(web.context)
        damage(web.context, live.id, 1)
        web.context.tables.unload(live)
        dan = await web.guest("Dan")
        for path in ("", "/records"):
            said = await dan.get(f"/api/tables/{live.id}{path}")
            assert said.status_code == 503, said.text
            assert "a table's log is damaged: line 1" in said.json()["why"]
            assert "can't be opened" in said.json()["why"]


async def test_damaged_compressed_lines_are_told_like_any_other_damage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compression, "LEAST_BYTES", 1)
    async with served() as web:
        live, other = await opened(web.context), await opened(web.context)
        await web.context.store.compress(-1)
        damage_compressed(web.context, live.id)
        web.context.tables.unload(live)
        web.context.tables.unload(other)
        dan = await web.guest("Dan")
        for path in ("", "/records"):
            said = await dan.get(f"/api/tables/{live.id}{path}")
            assert said.status_code == 503, said.text
            assert "the log is damaged: lines 0 to 2, which are compressed" in said.json()["why"]
        assert (await dan.get(f"/api/tables/{other.id}")).status_code == 200
        assert (await dan.get("/api/health/ready")).status_code == 200


async def test_a_deleted_row_of_a_compressed_log_is_told_when_the_log_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both the loss of all lines and the loss of the last ones, which leaves a log that is only shorter."""
    monkeypatch.setattr(compression, "LEAST_BYTES", 1)
    monkeypatch.setattr(compression, "MOST_BYTES", 1)
    async with served() as web:
        for lost in (slice(None), slice(-1, None)):
            live, other = await opened(web.context), await opened(web.context)
            while (step := await web.context.store.compress(-1)) and step.lines:
                pass
            for each in (live, other):
                web.context.tables.unload(each)
            with database(web.context) as db:
                where = "number = (SELECT number FROM tables WHERE name = ?)"
                rows = db.execute(f"SELECT rowid FROM compressed_lines WHERE {where} ORDER BY first", (live.id,))
                db.executemany("DELETE FROM compressed_lines WHERE rowid = ?", rows.fetchall()[lost])
            dan = await web.guest("Dan")
            for path in ("", "/records"):
                said = await dan.get(f"/api/tables/{live.id}{path}")
                assert said.status_code == 503, said.text
                assert "the log is damaged: lines" in said.json()["why"]
                assert "are missing" in said.json()["why"]
            assert (await dan.get(f"/api/tables/{other.id}")).status_code == 200


async def test_lines_that_were_compressed_before_they_were_read_are_checked_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compression, "LEAST_BYTES", 1)
    async with served() as web:
        live = await opened(web.context)
        last = (await live.lines())[-1]
        new = type(last).after(last.hash, last.seq + 1, last.at, "table", last.entry)
        await web.context.store.append(live.id, new.seq, [new.text])
        await web.context.store.compress(-1)
        damage_compressed(web.context, live.id)
        live._stale = True
        with pytest.raises(StoreUnavailable, match="can't go on: the log is damaged: lines 0 to 3"):
            await live.do(lambda table: people.join(table, "dan", "Dan"), "dan")


async def test_a_tournament_with_a_damaged_log_is_not_opened_and_the_line_is_named() -> None:
    async with served() as web:
        event = await web.context.tournaments.open("A day", rulesets.find("tainui"), TournamentSettings())
        await event.do(lambda t: teams.enter_all(t, DIRECTOR, [Roster(f"Team {n}") for n in range(4)]), DIRECTOR)
        damage(web.context, event.id, 2)
        web.context.tournaments.forget(event.id)
        dan = await web.guest("Dan")
        said = await dan.get(f"/api/tournaments/{event.id}")
        assert (said.status_code, "line 2" in said.text) == (503, True), said.text


async def test_the_download_of_a_damaged_log_is_refused_as_the_servers_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compression, "LEAST_BYTES", 1)
    async with served() as web:
        dan = await web.guest("Dan")
        made = (await dan.post("/api/tournaments", json={"name": "A day"})).json()
        await web.context.store.compress(-1)
        damage_compressed(web.context, made["tournament"])
        link = {"X-Uka-Link": made["link"]}
        said = await dan.get(f"/api/tournaments/{made['tournament']}/log.jsonl", headers=link)
        assert (said.status_code, "which are compressed, are not as written" in said.text) == (503, True), said.text


@pytest.mark.parametrize("short", [0, 5_000])
async def test_no_records_are_made_from_a_damaged_log(short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "SHORT", short)  # longer logs are processed in a process
    async with served() as web:
        await played(web.context, "tab23456", rulesets.find("uka"), public=True)
        await web.context.tables.find("tab23456")  # in memory from before the damage
        damage(web.context, "tab23456", 2)
        dan = await web.guest("Dan")
        said = await dan.get("/api/tables/tab23456/records")
        assert (said.status_code, "line 2" in said.text) == (503, True), said.text


async def test_lines_read_later_are_checked_too() -> None:
    async with served() as web:
        live = await opened(web.context)
        line = (await live.lines())[-1]
        forged = type(line).after("0" * 32, line.seq + 1, line.at, "table", line.entry)
        await web.context.store.append(live.id, forged.seq, [forged.text])
        live._stale = True
        with pytest.raises(StoreUnavailable, match=f"line {forged.seq}"):
            await live.do(lambda table: people.join(table, "dan", "Dan"), "dan")
        assert live.table.seq == line.seq
