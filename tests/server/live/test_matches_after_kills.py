"""A match that a kill leaves half begun, in play or half ended is finished at the next start, though nobody looks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest

from tests import postgres as pg
from tests.patience import PATIENCE
from tests.server.child import DIES_AT, Child
from tests.server.http.test_matches import MATCH
from uka.server.live.matches import StoredMatch
from uka.store import SqliteStore, Store
from uka.store.postgres import PostgresStore
from uka.table import Table, TableStage, parse, replayed

pytestmark = [pytest.mark.server, pytest.mark.postgres]

MODULE = "uka.server.live.matches"
PLACES = {
    "before its first table": f"{MODULE}._begin_game 1",
    "between its tables": f"{MODULE}._begin_game 2",
    "while it is played": "uka.server.live.driver.choice_seed 20",
    "before its secrets are opened": "uka.table.commands.gameplay.open_secrets 1",
    "between its secrets": "uka.table.commands.gameplay.open_secrets 2",
}
"""Where the server is killed, and the function at whose call this is."""


async def begun(server: Child) -> tuple[str, httpx.Response | None]:
    """Open a match of bots and begin it; return its id, and the answer unless the server died."""
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        await http.put("/api/me", json={"name": "Host"})
        page = (await http.post("/api/matches", json=MATCH)).raise_for_status().json()
        try:
            answer = await http.post(f"/api/matches/{page['match']}/begin", json={"bots": "novice"})
        except httpx.TransportError:
            answer = None
    return page["match"], answer


async def read(store: Store, match: str) -> list[Table]:
    """Return the tables of a match."""
    facts = msgspec.json.decode(await store.get(f"match/{match}") or b"", type=StoredMatch)
    return [replayed(parse(await store.read(table))) for table in facts.tables]


def is_over(table: Table) -> bool:
    """Return whether a game is over and its secrets are open."""
    return table.stage is TableStage.OVER and table.secrets_opened == table.number


@pytest.mark.daily(2)
@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("shared", [False, True])
async def test_a_match_is_finished_after_a_kill(tmp_path: Path, where: str, *, shared: bool) -> None:
    with pg.postgres() as dsn:
        server = Child(tmp_path, dsn if shared else None)
        server.environment[DIES_AT] = PLACES[where]
        async with asyncio.timeout(PATIENCE), server:
            match, answer = await begun(server)
            assert await server.ended() == -9
            async with await PostgresStore.open(dsn) if shared else await SqliteStore.open(server.store) as store:
                before = await read(store, match)
                assert not all(map(is_over, before))
                stages = {table.stage for table in before}
                assert (TableStage.SEATING in stages) is ("its first table" in where or "between its tables" in where)
                del server.environment[DIES_AT]
                await server.start()
                await server.ready()
                if where == "before its first table":
                    assert answer is None  # so nothing was promised
                    return
                while not all(map(is_over, await read(store, match))):
                    await asyncio.sleep(0.2)
