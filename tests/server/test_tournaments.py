"""Tournaments over HTTP and WebSocket: who receives what, what each link allows, and that nothing is lost."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import wraps
from typing import Any

import httpx
import openpyxl
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from uka.core.seats import Partnership, Seat
from uka.tournament import Role, Roster
from uka.tournament.entries import DealMisdealt, DealPlayed, FirstDealerSet
from uka.wire import socket_updates, tournament_commands, tournament_updates
from uka.wire.socket_updates import Ack, Farewell, Rejection

from .web import listening, served

pytestmark = pytest.mark.server

NS = Partnership.NORTH_SOUTH
LIST = "Team,Marae,Captain\nKauri,Waahi,Mere\nToru,Poohara,Hemi\nWhetu,Waahi,Ana\nAwa,Hukanui,Tama"


def run(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in its own event loop."""

    @wraps(test)
    def running(*args: Any, **more: Any) -> None:
        asyncio.run(test(*args, **more))

    return running


class Attending:
    """A client connected to a tournament's socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.heard, self.number = socket, list[tournament_updates.TournamentUpdate](), 0
        self.board: dict[str, Any] = {}

    async def hear(self) -> tournament_updates.TournamentUpdate:
        """Return the next message."""
        async with asyncio.timeout(PATIENCE):
            told = tournament_updates.read(await self.socket.recv())
        self.heard.append(told)
        if isinstance(told, tournament_updates.TournamentSnapshot | tournament_updates.TournamentChange):
            self._take(told.board)
        return told

    def _take(self, board: Any) -> None:
        for part in board.__struct_fields__:
            value = getattr(board, part)
            if part == "matches" and value is not None and not board.fresh:
                self.board["matches"] = {**self.board["matches"], **{match.table: match for match in value}}
            elif part == "matches" and value is not None:
                self.board["matches"] = {match.table: match for match in value}
            elif value is not None:
                self.board[part] = value

    async def hello(self, link: str = "") -> tournament_updates.TournamentSnapshot:
        await self.socket.send(tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=link)))
        told = await self.hear()
        assert isinstance(told, tournament_updates.TournamentSnapshot)
        return told

    async def ask(self, kind: type[Any], *, id: str | None = None, **more: Any) -> Ack | Rejection:
        """Send a command and return its answer; apply the updates that come before it."""
        self.number += 1
        command = kind(id=id or f"m{self.number}", **more)
        await self.socket.send(tournament_commands.write(command))
        while True:
            told = await self.hear()
            if isinstance(told, Ack | Rejection) and told.id == command.id:
                return told

    async def do(self, kind: type[Any], **more: Any) -> int:
        """Send a command that must be done; return the version it led to."""
        answer = await self.ask(kind, **more)
        assert isinstance(answer, Ack), answer
        return answer.version

    async def refused(self, kind: type[Any], **more: Any) -> str:
        """Send a command that must be refused; return the reason."""
        answer = await self.ask(kind, **more)
        assert isinstance(answer, Rejection), answer
        return answer.why

    async def until(self, version: int) -> None:
        """Read messages until a version is reached."""
        while not any(
            isinstance(t, tournament_updates.TournamentChange | tournament_updates.TournamentSnapshot)
            and t.version >= version
            for t in self.heard
        ):
            await self.hear()


class TournamentServer:
    """A server with one tournament."""

    def __init__(self, at: str, http: httpx.AsyncClient, stack: AsyncExitStack, context: Any) -> None:
        self.at, self.http, self.stack, self.context = at, http, stack, context
        self.id = self.link = ""

    async def open(self, rules: str = "tainui", **settings: Any) -> Attending:
        """Open a tournament of four teams and two tables; return the director."""
        form = {"name": "A day of Uka", "rules": rules, "settings": settings}
        answer = await self.http.post("/api/tournaments", json=form)
        assert answer.status_code == 201, answer.text
        self.id, self.link = answer.json()["tournament"], answer.json()["link"]
        director = await self.come(self.link)
        entered = await self.http.post(
            f"/api/tournaments/{self.id}/teams", json={"text": LIST}, headers={"X-Uka-Link": self.link}
        )
        assert entered.json() == {"entered": 4, "unused": []}, entered.text
        await director.do(tournament_commands.SetTables, numbers=(1, 2))
        await director.do(tournament_commands.GrantLinks, role="official")
        await director.do(tournament_commands.GrantLinks, role="captain")
        return director

    async def come(self, link: str = "") -> Attending:
        """Connect a client with a link, or without one."""
        at = await self.bare()
        await at.hello(link)
        return at

    async def bare(self) -> Attending:
        """Connect a client that has sent nothing yet."""
        address = f"{self.at.replace('http', 'ws')}/api/tournaments/{self.id}/socket"
        return Attending(await self.stack.enter_async_context(connect(address, max_queue=None)))

    def links(self, director: Attending, role: Role) -> dict[int, str]:
        """Return the granted links of a role, by table or team."""
        return {
            grant.table or grant.team or 0: grant.link
            for grant in director.board["grants"]
            if grant.role is role and not grant.revoked
        }


@asynccontextmanager
async def tournament_server(**options: Any) -> AsyncGenerator[TournamentServer]:
    async with served(**options) as web, listening(web) as at, AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=at, timeout=60))
        yield TournamentServer(at, http, stack, web.context)


@run
async def test_a_round_from_the_draw_to_the_next_seats() -> None:
    async with tournament_server() as server:
        director = await server.open(clock_ms=0)
        screen = await server.come()
        await director.do(tournament_commands.SeatRound)
        await director.do(tournament_commands.StartRound)
        officials = server.links(director, Role.OFFICIAL)
        captains = server.links(director, Role.CAPTAIN)
        for table, link in officials.items():
            official = await server.come(link)
            assert set(official.board["matches"]) == {table}
            await official.do(tournament_commands.EnterTap, tap=FirstDealerSet(table, Seat.SOUTH))
            for _ in range(2):
                await official.do(tournament_commands.EnterTap, tap=DealPlayed(table, NS, 5, alone=True))
            match = official.board["matches"][table]
            assert (match.points, match.over) == ((12, 0), True)
            for team in match.teams:
                captain = await server.come(captains[team])
                await captain.do(tournament_commands.SignResult, team=team)
        version = await director.do(tournament_commands.CloseRound)
        await screen.until(version)
        assert [line.clicks for line in screen.board["standings"]] == [2, 2, 0, 0]
        assert not any(match.taps for match in screen.board["matches"].values())
        seated = await director.do(tournament_commands.SeatRound)
        await screen.until(seated)
        assert screen.board["round"].number == 2
        assert {match.points for match in screen.board["matches"].values()} == {(0, 0)}
        page = (await server.http.get(f"/api/tournaments/{server.id}/rounds/1")).json()
        assert [match["points"] for match in page["matches"]] == [[12, 0], [12, 0]]


@run
async def test_a_link_serves_its_own_role_and_is_invalid_once_revoked() -> None:
    async with tournament_server() as server:
        director = await server.open(clock_ms=0)
        await director.do(tournament_commands.SeatRound)
        await director.do(tournament_commands.StartRound)
        official = await server.come(server.links(director, Role.OFFICIAL)[1])
        captains = server.links(director, Role.CAPTAIN)
        mine, yours = (match.teams for match in director.board["matches"].values())
        captain = await server.come(captains[mine[0]])
        screen = await server.come()
        assert await official.refused(tournament_commands.EnterTap, tap=FirstDealerSet(2, Seat.SOUTH)) == (
            "this link is for table 1, not for table 2"
        )
        for kind in (tournament_commands.CloseRound, tournament_commands.SeatRound, tournament_commands.EndTournament):
            for other in (official, captain, screen):
                assert "director" in await other.refused(kind)
        assert "captain" in await official.refused(tournament_commands.SignResult, team=mine[0])
        assert "official" in await captain.refused(tournament_commands.EnterTap, tap=FirstDealerSet(1, Seat.SOUTH))
        assert "not for team" in await captain.refused(tournament_commands.SignResult, team=yours[0])
        assert "no longer works" in await screen.refused(
            tournament_commands.EnterTap, tap=FirstDealerSet(1, Seat.SOUTH)
        )

        grant, link = next((g.grant, g.link) for g in director.board["grants"] if g.table == 1)
        version = await director.do(tournament_commands.RevokeLink, grant=grant)
        await screen.until(version)
        with suppress(ConnectionClosed):
            while True:
                await official.hear()
        assert official.socket.close_code == 4403
        assert isinstance(official.heard[-1], Farewell)
        again = await server.bare()
        await again.socket.send(tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=link)))
        assert isinstance(await again.hear(), Farewell)


@run
async def test_links_cannot_be_forged() -> None:
    async with tournament_server() as server:
        director = await server.open()
        other = (await server.http.post("/api/tournaments", json={"name": "Another"})).json()
        grant, _, signature = server.link.partition(".")
        bad = (
            other["link"],
            f"{grant}.{signature[:-1]}{'y' if signature.endswith('x') else 'x'}",
            grant,
            "director.",
            f"{director.board['grants'][1].grant}.{signature}",
        )
        for link in bad:
            at = await server.bare()
            await at.socket.send(tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=link)))
            told = await at.hear()
            assert isinstance(told, Farewell), link
            log = await server.http.get(f"/api/tournaments/{server.id}/log.jsonl", headers={"X-Uka-Link": link})
            assert log.status_code == 403
        official = server.links(director, Role.OFFICIAL)[1]
        log = await server.http.get(f"/api/tournaments/{server.id}/log.jsonl", headers={"X-Uka-Link": official})
        assert (log.status_code, log.json()["why"]) == (403, "only the director can do that: use the director's link")


@run
async def test_spectators_receive_no_secret() -> None:
    async with tournament_server() as server:
        director = await server.open(clock_ms=0)
        screen, captain = await server.come(), await server.come(server.links(director, Role.CAPTAIN)[1])
        await director.do(tournament_commands.SeatRound)
        await director.do(tournament_commands.StartRound)
        match = next(iter(director.board["matches"].values()))
        await director.do(
            tournament_commands.ShowConductCard,
            team=match.teams[0],
            colour="orange",
            reason="secret words",
            player="Mere",
        )
        await director.do(tournament_commands.CallForHelp, table=match.table, reason="secret call")
        version = await director.do(
            tournament_commands.EnterTeam, roster=Roster("Late", "Waahi", "Rua", ("Secret Player",))
        )
        await screen.until(version)
        public = (await server.http.get(f"/api/tournaments/{server.id}")).text
        told = public + "".join(socket_updates.write(update) for update in screen.heard)
        secret = server.context.tournaments.all[0].tournament.round.secret
        for word in (
            "secret",
            "Secret Player",
            "Mere",
            secret,
            server.link,
            *server.links(director, Role.CAPTAIN).values(),
        ):
            assert word not in told
        others = "".join(socket_updates.write(update) for update in captain.heard)
        assert server.link not in others
        assert server.links(director, Role.OFFICIAL)[1] not in others


@run
async def test_a_message_sent_twice_is_done_once_and_the_log_is_the_same_after_a_restart() -> None:
    async with tournament_server() as server:
        director = await server.open(clock_ms=0)
        await director.do(tournament_commands.SeatRound)
        await director.do(tournament_commands.StartRound)
        link = server.links(director, Role.OFFICIAL)[1]
        official = await server.come(link)
        await official.do(tournament_commands.EnterTap, tap=FirstDealerSet(1, Seat.SOUTH))
        first = await official.do(tournament_commands.EnterTap, id="phone-1", tap=DealPlayed(1, NS, 3))
        again = await server.come(link)
        assert await again.do(tournament_commands.EnterTap, id="phone-1", tap=DealPlayed(1, NS, 3)) == first
        assert again.board["matches"][1].points == (1, 0)
        before = server.context.tournaments.all[0].tournament
        server.context.tournaments.close()
        server.context.tournaments._tournaments.clear()
        assert (await server.context.tournaments.find(server.id)).tournament == before
        back = await server.come(link)
        assert await back.do(tournament_commands.EnterTap, id="phone-1", tap=DealPlayed(1, NS, 3)) == first
        log = await server.http.get(f"/api/tournaments/{server.id}/log.jsonl", headers={"X-Uka-Link": server.link})
        lines = [json.loads(line) for line in log.text.splitlines()]
        assert [line["seq"] for line in lines] == [*range(len(lines))]
        assert sum(line.get("id") == "phone-1" for line in lines) == 1


@run
async def test_the_bell_rings_by_itself_and_stops_in_a_pause() -> None:
    async with tournament_server() as server:
        director = await server.open(clock_ms=60_000)
        screen = await server.come()
        await director.do(tournament_commands.SeatRound)
        await director.do(tournament_commands.StartRound)
        await screen.until(await director.do(tournament_commands.PauseRound))
        left = screen.board["round"].left
        await screen.until(await director.do(tournament_commands.ExtendRound, ms=500 - left))
        shown = screen.board["round"]
        assert shown.bell_at is None
        assert shown.left == 500
        await director.do(tournament_commands.ResumeRound)
        while not screen.board["round"].rang:
            await screen.hear()
        assert all(match.waits for match in screen.board["matches"].values())
        official = await server.come(server.links(director, Role.OFFICIAL)[1])
        assert "first say who deals" in await official.refused(tournament_commands.EnterTap, tap=DealMisdealt(1))


@run
async def test_officials_do_not_block_each_other_and_calls_reach_their_recipients() -> None:
    async with tournament_server() as server:
        director = await server.open(clock_ms=0)
        await director.do(tournament_commands.SeatRound)
        one, two = [await server.come(link) for link in server.links(director, Role.OFFICIAL).values()]
        version = await one.do(tournament_commands.CallForHelp, table=1, reason="a rule")
        await director.until(version)
        assert [(call.table, call.official, call.reason) for call in director.board["calls"]] == [(1, False, "a rule")]
        answered = await director.do(tournament_commands.AnswerCall, table=1)
        called = await director.do(tournament_commands.CallForHelp, table=2)
        await two.until(called)
        assert [call.official for call in two.board["calls"]] == [True]
        await one.until(answered)
        assert one.board["calls"] == ()
        assert not any(
            isinstance(told, tournament_updates.TournamentChange) and told.version == called for told in one.heard
        )


@run
async def test_an_answer_to_one_call_is_no_answer_to_the_next() -> None:
    async with tournament_server() as server:
        director = await server.open(clock_ms=0)
        await director.do(tournament_commands.SeatRound)
        official = await server.come(server.links(director, Role.OFFICIAL)[1])
        await official.until(await official.do(tournament_commands.CallForHelp, table=1, reason="two packs"))
        seen = official.board["calls"][0].at
        await asyncio.sleep(0.002)
        await official.until(await director.do(tournament_commands.CallForHelp, table=1, reason="the sheet"))
        assert "newer call" in await official.refused(tournament_commands.AnswerCall, table=1, at=seen)
        await official.do(tournament_commands.AnswerCall, table=1, at=official.board["calls"][0].at)


@run
async def test_malformed_messages_are_answered_with_a_sentence() -> None:
    async with tournament_server() as server:
        director = await server.open()
        await director.socket.send('{"type":"nothing","id":"x"}')
        told = await director.hear()
        assert isinstance(told, Rejection)
        assert told.why.startswith("the message is not understood")
        for path, status in (("", 200), ("/rounds/1", 409), ("/results.csv", 200), ("/event.xlsx", 200)):
            assert (await server.http.get(f"/api/tournaments/{server.id}{path}")).status_code == status
        assert (await server.http.get("/api/tournaments/2345678923")).json() == {
            "why": "there is no tournament '2345678923'"
        }
        sheets = (("numbers", 200), ("links", 200), ("nothing", 404), ("scores", 409))
        for sheet, status in sheets:
            path = f"/api/tournaments/{server.id}/paper/{sheet}"
            assert (await server.http.get(path)).status_code == 403
            answer = await server.http.get(path, headers={"X-Uka-Link": server.link}, timeout=60)
            assert answer.status_code == status, answer.text
        form = {"name": "x", "settings": {"fair_worth": 1}}
        bad = await server.http.post("/api/tournaments", json=form)
        assert (bad.status_code, "fair play is worth more" in bad.json()["why"]) == (400, True)


@run
async def test_a_file_of_teams_is_read_as_text_and_its_list_is_entered_whole() -> None:
    async with tournament_server() as server:
        await server.open()
        address, held = f"/api/tournaments/{server.id}/teams", {"X-Uka-Link": server.link}
        binary = held | {"Content-Type": "application/octet-stream"}
        book, file = openpyxl.Workbook(), io.BytesIO()
        for row in (["TEAM NAME", "Phone", "Marae"], ["Tōtara", 21, "Waahi"]):
            book.worksheets[0].append(row)
        book.save(file)
        read = await server.http.post(f"{address}/file", content=file.getvalue(), headers=binary)
        assert read.json() == {"text": "TEAM NAME\tPhone\tMarae\nTōtara\t21\tWaahi\n"}
        entered = await server.http.post(address, json=read.json(), headers=held)
        assert entered.json() == {"entered": 1, "unused": ["Phone"]}
        windows = await server.http.post(f"{address}/file", content="Café;Zoë".encode("cp1252"), headers=binary)
        assert windows.json() == {"text": "Café;Zoë"}
        board = (await server.http.get(f"/api/tournaments/{server.id}")).json()
        assert board["teams"][-1]["name"] == "Tōtara"
        for content, headers, status, why in (
            (b"PK\x03\x04", binary, 409, "the Excel workbook is damaged or protected"),
            (b"x", {"Content-Type": "application/octet-stream"}, 403, "only the director can do that"),
            (b"x", held, 415, "application/octet-stream"),
            (b"x" * 1_000_001, binary, 413, ""),
        ):
            refused = await server.http.post(f"{address}/file", content=content, headers=headers)
            assert (refused.status_code, why in refused.json()["why"]) == (status, True)
        long = await server.http.post(address, json={"text": f"Team\n\n{'x' * 90}"}, headers=held)
        assert long.json()["why"].startswith("line 3: a team needs a name of 1 to 80 letters")


@run
async def test_doubtful_input_is_done_once_confirmed() -> None:
    async with tournament_server() as server:
        director = await server.open()
        await director.do(tournament_commands.SeatRound)
        answer = await director.ask(tournament_commands.EnterPaperResult, table=1, points=(11, 3))
        assert isinstance(answer, Rejection)
        assert (answer.doubt, answer.why) == ("points", "round 1 has not started")
        await director.do(tournament_commands.StartRound)
        assert "17 points are more" in await director.refused(
            tournament_commands.EnterPaperResult, table=1, points=(17, 3)
        )
        await director.do(tournament_commands.EnterPaperResult, table=1, points=(17, 3), insist=True)
        assert await director.refused(
            tournament_commands.EnterPaperResult, table=1, points=(100, 3), insist=True
        )  # no score at all
        answer = await director.ask(tournament_commands.EnterTeam, roster=Roster("Rua", "Wāhi"))
        assert isinstance(answer, Rejection)
        assert answer.doubt == "marae"
        await director.do(tournament_commands.EnterTeam, roster=Roster("Rua", "Wāhi"), alike="same")

        address, held = f"/api/tournaments/{server.id}/teams", {"X-Uka-Link": server.link}
        refused = await server.http.post(address, json={"text": "Iwa,Wahi\nOno,Pohara"}, headers=held)
        assert (refused.status_code, refused.json()["doubt"]) == (409, "marae")
        assert "Wahi and Waahi; Pohara and Poohara" in refused.json()["why"]
        entered = await server.http.post(address, json={"text": "Iwa,Wahi\nOno,Pohara", "alike": "other"}, headers=held)
        assert entered.json() == {"entered": 2, "unused": []}
        board = (await server.http.get(f"/api/tournaments/{server.id}")).json()
        assert [team["marae"] for team in board["teams"][4:]] == ["Waahi", "Wahi", "Pohara"]
