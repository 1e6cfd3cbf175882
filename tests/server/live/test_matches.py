"""Every match ends: without its people, after a kill, and with a store that fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.clock import Clock
from tests.server.cluster.test_replicated_log import Ear, until
from tests.server.http.test_matches import MATCH, play_out, sit
from tests.server.web import ONE_WORKER, Web, served
from uka.core.seats import Seat
from uka.hosting.errors import Withheld
from uka.server.base.clock import awake
from uka.server.live import matches
from uka.server.live.matches import AWAY_MS, LiveMatch
from uka.store import StoreUnavailable
from uka.table import TableStage, due
from uka.table.commands import people

pytestmark = pytest.mark.server

DESERTED: dict[str, Any] = ONE_WORKER | {"absent_after": 0.0, "empty_after": 0.0}
"""Options of a server that pauses other tables as soon as nobody is connected to them."""


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot play for an absent person at once, and let the server try again at once."""
    monkeypatch.setattr(matches, "AWAY_MS", 1)
    monkeypatch.setattr(matches, "RETRY_DELAY", 0.01)


async def opened(web: Web, *seats: tuple[int, str]) -> tuple[LiveMatch, Any]:
    """Open a match with a guest in each seat; return it, and the client of the host."""
    host = await web.guest("Host")
    match = (await host.post("/api/matches", json=MATCH)).json()["match"]
    for number, (table, seat) in enumerate(seats):
        assert (await sit(await web.guest(f"Guest {number}"), match, table, seat)).is_success
    return await web.context.matches.find(match), host


async def begin(match: LiveMatch, host: Any) -> None:
    answer = await host.post(f"/api/matches/{match.id}/begin", json={"bots": "novice"})
    assert answer.is_success, answer.text


async def test_the_page_tells_the_limit_of_absence_before_a_match_begins() -> None:
    async with served(**ONE_WORKER) as web:
        match, host = await opened(web)
        page = (await host.get(f"/api/matches/{match.id}")).json()
        settings = match.tables[1].table.settings
        assert page["away_ms"] == settings.away_ms == settings.move_ms + settings.bank_ms == 60_000


async def test_a_match_of_one_person_is_finished() -> None:
    async with served(**DESERTED) as web, asyncio.timeout(60):
        match, host = await opened(web, (0, "south"))
        await begin(match, host)
        await play_out(match.tables[0], Seat.SOUTH)
        await until(lambda: match.over)


@pytest.mark.daily(1)
@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("people_are", ["never there", "silent", "gone", "standing up"])
async def test_bots_finish_a_match_without_its_people(people_are: str) -> None:
    async with served(**DESERTED) as web, asyncio.timeout(60):
        match, host = await opened(web, (0, "south"), (1, "west"))
        await begin(match, host)
        for live in match.tables if people_are != "never there" else ():
            player = next(chair.player for chair in live.table.chairs if chair.player)
            live.arrive(ear := Ear(player))
            if people_are == "gone":
                live.depart(ear)
            elif people_are == "standing up":
                await live.do(lambda table, player=player: people.stand(table, player), player)
        await until(lambda: match.over)


@pytest.mark.daily(1)
@pytest.mark.parametrize("down", [-600, 600])
async def test_nobody_in_a_match_loses_time_while_the_server_is_down(clock: Clock, tmp_path: Path, down: int) -> None:
    async with served(**ONE_WORKER, path=tmp_path / "uka.db") as web:
        match, host = await opened(web, (0, "south"))
        await begin(match, host)
        live = match.tables[0]
        live.arrive(Ear(player := live.table.chair(Seat.SOUTH).player or ""))
        await live.mark_connected(player)
        await until(lambda: live.table.turn is Seat.SOUTH)
        moved = live.table.moved
    clock.shift(down)
    async with served(**ONE_WORKER, path=tmp_path / "uka.db") as web:
        live = await web.context.tables.find(live.id)
        await asyncio.sleep(1)
        assert live.table.turn is Seat.SOUTH
        assert live.table.moved == moved
        chair = live.table.chair(Seat.SOUTH)
        assert (chair.away, live.table.paused) == (False, None)
        assert chair.lost is not None
        assert live.now() - chair.lost < 30_000
        coming = due(live.table)
        assert coming
        assert 20_000 < coming.at - live.now() <= AWAY_MS


@pytest.mark.usefixtures("brief")
async def test_a_match_that_was_killed_half_begun_is_finished_at_the_next_start(tmp_path: Path) -> None:
    async with served(**ONE_WORKER, path=tmp_path / "uka.db") as web:
        match, _ = await opened(web, (0, "south"), (1, "west"))
        await matches._begin_game(match.tables[0], "novice")
    async with served(**DESERTED, path=tmp_path / "uka.db") as web, asyncio.timeout(60):
        live = await web.context.tables.find(match.tables[0].id)  # a person comes back to the first table alone
        await until(lambda: len(web.context.tables.all) == 2)
        match = await web.context.matches.find(match.id)
        await until(lambda: match.over)
        second = match.tables[1].table
        assert {chair.bot for chair in second.chairs} == {None, "novice"}
        assert live.table.stage is TableStage.OVER


@pytest.mark.usefixtures("brief")
async def test_secrets_that_a_kill_kept_closed_are_opened_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(**DESERTED, path=tmp_path / "uka.db") as web, asyncio.timeout(60):
        match, host = await opened(web, (0, "south"))
        with monkeypatch.context() as dying:
            dying.setattr(matches.gameplay, "open_secrets", _unavailable)
            await begin(match, host)
            await until(lambda: match.games_over)
            assert (await host.get(f"/api/matches/{match.id}")).status_code == 503
    async with served(**DESERTED, path=tmp_path / "uka.db") as web:
        page = (await web.client().get(f"/api/matches/{match.id}")).json()
        assert page["over"]
        assert len(page["points"]) == 2


@pytest.mark.usefixtures("brief")
async def test_a_match_begins_as_a_whole_when_the_store_failed_between_its_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    really, tries = matches._begin_game, list[str]()

    async def failing(live: Any, level: str) -> None:
        tries.append(live.id)
        if len(tries) == 2:
            _unavailable()
        await really(live, level)

    async with served(**DESERTED) as web, asyncio.timeout(60):
        monkeypatch.setattr(matches, "_begin_game", failing)
        match, host = await opened(web, (0, "south"))
        assert (await host.post(f"/api/matches/{match.id}/begin", json={})).status_code == 503
        await until(lambda: match.over)


async def test_a_full_log_does_not_stop_a_match() -> None:
    async with served(**ONE_WORKER, lines_a_table=2) as web:
        match, host = await opened(web, (0, "south"))
        await begin(match, host)
        live = match.tables[0]
        await until(lambda: live.table.turn is Seat.SOUTH)
        assert web.context.quotas.is_full(live.table)
        web.context.tables.sweep(awake())
        await asyncio.gather(*live._tasks)
        assert live.table.paused is None


async def test_whoever_asks_for_two_seats_at_once_gets_one() -> None:
    async with served(**ONE_WORKER) as web:
        match, host = await opened(web)
        await asyncio.gather(*(sit(host, match.id, table, "south") for table in (0, 1)))
        seats = [live.table.seat_of(live.table.members[-1].player) for live in match.tables]
        assert seats.count(Seat.SOUTH) == 1
        assert sum(len(live.table.members) for live in match.tables) == 3  # with the server, at each table


async def test_who_was_left_at_both_tables_by_a_kill_never_sees_the_second() -> None:
    """The server died after somebody had got the new seat, and before they left the old one."""
    async with served(**ONE_WORKER) as web, asyncio.timeout(60):
        match, host = await opened(web, (0, "south"))
        first, second = match.tables
        guest = first.table.members[-1]
        await second.do(lambda table: people.join(table, guest.player, guest.name), guest.player)
        await second.do(lambda table: people.give_seat(table, table.host, guest.player, Seat.WEST), second.table.host)
        await begin(match, host)
        assert first.table.seat_of(guest.player) is Seat.SOUTH
        await first.do(lambda table: people.leave(table, guest.player), guest.player)  # and has seen the deals
        with pytest.raises(Withheld):
            await web.context.disclosure.check_member(second, guest.player)


async def test_everybody_pays_for_the_bots_of_their_own_match_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "uka.db"
    async with served(path=path, **ONE_WORKER) as web:
        ours, _ = await opened(web, (0, "south"))
        theirs, _ = await opened(web, (1, "west"))
        ids = [live.id for match in (ours, theirs) for live in match.tables]
    async with served(path=path, **ONE_WORKER) as web:
        payers = [(await web.context.tables.find(id)).payer for id in ids]
        assert len({payer.guest for payer in payers}) == len(ids)


async def test_a_move_that_is_refused_leaves_the_old_seat() -> None:
    async with served(**ONE_WORKER) as web:
        match, _ = await opened(web, (1, "west"))
        other = await web.guest("Guest 0")
        assert (await sit(other, match.id, 0, "south")).is_success
        refused = await sit(other, match.id, 1, "south")
        assert "already someone named Guest 0" in refused.text
        assert (await other.get(f"/api/matches/{match.id}")).json()["own"]["number"] == 0


def _unavailable(*_: Any) -> Any:
    raise StoreUnavailable("it is away")
