"""Quotas of guests and addresses: what is too much is refused with a sentence, and running games go on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.patience import PATIENCE
from tests.server.web import listening, served
from uka import bots, rulesets
from uka.client import Client, CommandRefused, LogFull, TableSession
from uka.core.seats import Seat
from uka.server.base.rate_limits import LimitExceeded
from uka.server.base.requester import Requester
from uka.server.live import sweeper
from uka.server.live.quotas import CLOSING_COMMANDS
from uka.table import TableSettings, TableStage
from uka.tournament import TournamentSettings as Day
from uka.tournament.commands import rounds, teams
from uka.tournament.commands.teams import enter_all
from uka.tournament.entries import DIRECTOR, Roster
from uka.wire import table_commands, tournament_commands

pytestmark = pytest.mark.server

AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0, hand_ms=0, bots="random")


@pytest.mark.parametrize(
    ("limit", "path", "body"),
    [
        ("open_tables_a_guest", "/api/tables", {}),
        ("open_tables_an_address", "/api/tables", {}),
        ("open_tournaments_a_guest", "/api/tournaments", {"name": "A day of Uka"}),
        ("open_tournaments_an_address", "/api/tournaments", {"name": "A day of Uka"}),
    ],
)
async def test_the_number_of_open_ones_is_limited_until_some_are_put_away(limit: str, path: str, body: Any) -> None:
    limits: dict[str, Any] = {limit: 3}
    async with served(**limits, forget_after=-1) as web:
        client = await web.guest("Ana")
        answers = [await client.post(path, json=body) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert "3 t" in answers[-1].json()["why"]
        assert "empty ones close" in answers[-1].json()["why"]
        key = "table" if "tables" in limit else "tournament"
        web.context.logs.forget(answers[0].json()[key])
        assert (await client.post(path, json=body)).status_code == 201


async def test_idle_tables_make_room() -> None:
    async with served(tables_in_memory=10) as web:
        client = await web.guest("Ana")
        opened = [(await client.post("/api/tables", json={})).json()["table"] for _ in range(30)]
        assert len(web.context.tables.all) <= 10
        assert web.context.quotas.tables.open_at_address(Requester(address="127.0.0.1")) == len(web.context.tables.all)
        for table in opened:  # tables that were put away are still in the store
            assert (await client.get(f"/api/tables/{table}")).status_code == 200
        assert len(web.context.tables.all) <= 10


async def test_idle_tournaments_make_room() -> None:
    async with served(tournaments_in_memory=5) as web:
        client = await web.guest("Ana")
        opened = [
            (await client.post("/api/tournaments", json={"name": "A day of Uka"})).json()["tournament"]
            for _ in range(12)
        ]
        assert len(web.context.tournaments.all) <= 5
        for tournament in opened:
            assert (await client.get(f"/api/tournaments/{tournament}")).status_code == 200
        assert len(web.context.tournaments.all) <= 5


async def test_the_number_of_people_at_a_table_is_limited() -> None:
    async with served(members=3) as web:
        ticket = (await (await web.guest("Ana")).post("/api/tables", json={"public": True})).json()
        answers = [
            await (await web.guest(name)).post(f"/api/tables/{ticket['table']}/join", json={})
            for name in ("Ben", "Cy", "Dee")
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 409]
        assert answers[-1].json()["why"] == "the table is full: 3 people are here"


async def test_the_number_of_teams_of_a_tournament_is_limited() -> None:
    async with served(teams=3) as web:
        client = await web.guest("Ana")
        held = (await client.post("/api/tournaments", json={"name": "A day of Uka"})).json()
        at, link = f"/api/tournaments/{held['tournament']}/teams", {"X-Uka-Link": held["link"]}
        answers = [await client.post(at, json={"text": text}, headers=link) for text in ("Awa\nPae", "Roa\nMoa", "Roa")]
        assert [answer.status_code for answer in answers] == [201, 429, 201]
        assert answers[1].json()["why"] == "a tournament can have at most 3 teams on this server"


SLOWER = replace(AT_ONCE, answer_ms=5)


class Flood:
    """Changes settings on many sockets as fast as possible."""

    done = refused = 0

    async def run(self, at: TableSession, times: int) -> None:
        for number in range(times):
            try:
                await at.do(
                    table_commands.ChangeSettings(id=at.next_id(), settings=TableSettings(answer_ms=number % 50))
                )
                self.done += 1
            except CommandRefused as error:
                self.refused += (str(error), error.again) == ("you're doing a lot at once: wait a moment", True)


async def test_the_lines_of_a_guest_are_limited_over_all_sockets() -> None:
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(served(lines_a_guest=(0.001, 100), messages=1e6, message_burst=1e6))
        url = await stack.enter_async_context(listening(web))
        ana = await stack.enter_async_context(Client(url, name="Ana", timeout=60))
        ticket = await ana.open()
        many = [await stack.enter_async_context(ana.attend(ticket.table)) for _ in range(5)]
        flood = Flood()
        await asyncio.gather(*(flood.run(at, 50) for at in many))
        assert flood.done <= 100
        assert flood.refused >= 150
        live = await web.context.tables.find(ticket.table)
        assert live.table.seq <= 105


async def test_a_long_log_refuses_chatter_and_the_game_goes_on_to_its_end() -> None:
    async with served(lines_a_table=250) as web, listening(web) as url, AsyncExitStack() as stack:
        ana, ben = [await stack.enter_async_context(Client(url, name=name, timeout=60)) for name in ("Ana", "Ben")]
        ticket = await ana.open("bicycle", settings=AT_ONCE, seat=Seat.SOUTH)
        async with ana.attend(ticket.table) as at:
            live = await web.context.tables.find(ticket.table)
            await at.do(table_commands.BeginGame(id=at.next_id()))
            while live.table.seq < 250:
                await flooded(at)
            with pytest.raises(CommandRefused, match="log has more than 250 lines: the current game"):
                await at.do(table_commands.ChangeSettings(id=at.next_id(), settings=AT_ONCE))
            with pytest.raises(CommandRefused, match="nobody else can join"):
                await ben.join(ticket.table, ticket.invitation)
            assert live.table.stage is not TableStage.OVER
            await at.play(bots.bot("random"), Random(1))
            assert live.table.stage is TableStage.OVER
            with pytest.raises(CommandRefused, match="log has more than"):
                await at.do(table_commands.BeginGame(id=at.next_id()))


async def test_a_table_with_a_full_log_stays_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "INTERVAL", 0.05)
    async with served(lines_a_table=20) as web, listening(web) as url, Client(url, name="Ana", timeout=60) as ana:
        ticket = await ana.open("bicycle", settings=SLOWER, seat=Seat.SOUTH, begin=True)
        async with ana.attend(ticket.table) as at:
            live = await web.context.tables.find(ticket.table)
            async with asyncio.timeout(PATIENCE):
                with pytest.raises((CommandRefused, LogFull), match="log is full"):
                    await at.play(bots.bot("random"), Random(1))
                await at.until(lambda: bool(at.scene.paused))
            assert web.context.quotas.is_full(live.table)
            assert at.scene.paused == (await ana.table(ticket.table)).paused == "log_full"
            with pytest.raises(CommandRefused, match="log is full"):
                await at.do(table_commands.ResumeTable(id=at.next_id()))
            lines = live.table.seq
            at.client.patience = 0.2  # type: ignore[misc]
            for waits in (at.until(lambda: False), heard(at)):
                async with asyncio.timeout(PATIENCE):
                    with pytest.raises(LogFull):
                        await waits
            assert live.table.seq == lines, "it is paused once"
            await at.leave()


async def test_a_bot_that_waits_for_others_is_told_that_the_log_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "INTERVAL", 0.05)
    slow = replace(AT_ONCE, answer_ms=60_000)
    async with served() as web, listening(web) as url, Client(url, name="Ana", timeout=60) as ana:
        ticket = await ana.open("bicycle", settings=slow, seat=Seat.SOUTH, begin=True)
        async with ana.attend(ticket.table) as at, asyncio.timeout(PATIENCE):
            playing = asyncio.create_task(at.play(bots.bot("random"), Random(1)))
            await at.until(lambda: at.scene.stage is TableStage.PLAYING and not at.my_turn)
            monkeypatch.setattr(web.context.quotas, "is_full", lambda table: True)
            with pytest.raises(LogFull, match="the table's log is full; open another table"):
                await playing


async def test_a_table_that_its_host_paused_says_that_its_log_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeper, "INTERVAL", 0.05)
    async with served(lines_a_table=200) as web, listening(web) as url, Client(url, name="Ana", timeout=60) as ana:
        ticket = await ana.open("bicycle", settings=SLOWER, seat=Seat.SOUTH, begin=True)
        async with ana.attend(ticket.table) as at:
            await at.pause()
            assert at.scene.paused == "host"
            live = await web.context.tables.find(ticket.table)
            began = live.table.paused
            monkeypatch.setattr(web.context.quotas, "is_full", lambda table: True)
            async with asyncio.timeout(PATIENCE):
                await at.until(lambda: at.scene.paused == "log_full")
            assert began is not None
            assert live.table.paused == began._replace(why="log_full")


async def heard(at: TableSession) -> None:
    async for _ in at:
        pass


async def flooded(at: TableSession) -> None:
    with suppress(CommandRefused):
        await at.do(table_commands.ChangeSettings(id=at.next_id(), settings=AT_ONCE))


async def test_a_tournament_with_a_long_log_is_played_to_its_end() -> None:
    async with served(lines_a_tournament=10) as web:
        event = await web.context.tournaments.open("A day of Uka", rulesets.find("tainui"), Day(clock_ms=0))
        quotas, most = web.context.quotas, web.context.options.lines_a_tournament

        def refused(command: object) -> str | None:
            try:
                quotas.count_tournament_command(event.tournament, command, "d", "here")
            except LimitExceeded as error:
                return str(error)
            return None

        amend = tournament_commands.AmendTeam(id="a", team=1, roster=Roster("Toru"))
        assert refused(amend) is None
        await event.do(lambda t: enter_all(t, DIRECTOR, [Roster(f"Team {n}") for n in range(most)]), DIRECTOR)
        await event.do(lambda t: teams.set_tables(t, DIRECTOR, (1, 2, 3, 4, 5)), DIRECTOR)
        assert "log has more than" in str(refused(amend))
        assert refused(tournament_commands.SeatRound(id="s")) is None
        await event.do(lambda t: rounds.seat(t, DIRECTOR, "secret"), DIRECTOR)
        assert "log has more than" in str(refused(tournament_commands.SeatRound(id="s")))
        assert refused(tournament_commands.StartRound(id="s")) is None
        await event.do(lambda t: enter_all(t, DIRECTOR, [Roster(f"More {n}") for n in range(2 * most)]), DIRECTOR)
        assert "log is full" in str(refused(tournament_commands.StartRound(id="s")))
        assert [refused(command(id="c")) for command in CLOSING_COMMANDS] == [None] * len(CLOSING_COMMANDS)
