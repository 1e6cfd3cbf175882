"""Tournaments at online tables: players sit down with their team's link, and results are recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import connect

from tests.patience import PATIENCE
from tests.server.test_tournaments import Attending, TournamentServer, run, tournament_server
from uka import bots
from uka.client import Client, ConnectionEnded
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Partnership, Seat
from uka.records import Log
from uka.records.authenticity import Authenticity, examine
from uka.records.files import parse
from uka.server.live import tournament_tables as online
from uka.server.live.table import LiveTable
from uka.server.workers.record_archive import RecordArchive
from uka.table import TableSettings
from uka.tournament import Role
from uka.tournament.entries import GameForfeited
from uka.wire import tournament_commands
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

QUICK = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=100)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(rules: Ruleset) -> TableSettings:
        return QUICK

    monkeypatch.setattr(online, "default_settings", quick)


class Person:
    """A player with the link of a team."""

    def __init__(self, client: Client, at: Attending) -> None:
        self.client, self.at = client, at


async def person(server: TournamentServer, stack: AsyncExitStack, name: str, link: str) -> Person:
    client = await stack.enter_async_context(Client(server.at, name=name, timeout=60))
    address, headers = client.socket_address("", None)
    address = f"{server.at.replace('http', 'ws')}/api/tournaments/{server.id}/socket"
    socket = await stack.enter_async_context(connect(address, additional_headers=headers, max_queue=None))
    at = Attending(socket)
    await at.hello(link)
    return Person(client, at)


async def seated(
    server: TournamentServer, stack: AsyncExitStack, director: Attending
) -> dict[tuple[int, Seat], Person]:
    """Seat a player at every seat of every table."""
    links = server.links(director, Role.PLAYER)
    people = dict[tuple[int, Seat], Person]()
    for match in director.board["matches"].values():
        for seat in SEATS:
            team = match.teams[seat.partnership.index]
            came = await person(server, stack, f"{seat} {match.table}", links[team])
            await came.at.do(tournament_commands.GoToTable, table=match.table, seat=seat)
            people[match.table, seat] = came
    return people


async def opened(server: TournamentServer, **settings: Any) -> Attending:
    director = await server.open(online=True, **settings)
    await director.do(tournament_commands.GrantLinks, role="player")
    await director.do(tournament_commands.SeatRound)
    while not all(match.live for match in director.board["matches"].values()):
        await director.hear()
    return director


async def play(server: TournamentServer, director: Attending, people: dict[tuple[int, Seat], Person]) -> None:
    """Let everyone play until all games are over."""
    live = {table: match.live for table, match in director.board["matches"].items()}

    async def plays(table: int, who: Person, rng: Random) -> None:
        async with who.client.attend(live[table]) as at:
            await at.play(bots.bot("random"), rng)

    tasks = [asyncio.create_task(plays(key[0], who, Random(str(key)))) for key, who in people.items()]
    while not all(match.over for match in director.board["matches"].values()):
        await director.hear()
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert not [error for error in ended if error and not isinstance(error, asyncio.CancelledError)]


@run
async def test_a_round_at_tables_of_the_server_records_its_results() -> None:
    async with tournament_server() as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=0)
        people = await seated(server, stack, director)
        assert not any(live.table.playing for live in server.context.tables.all)
        await director.do(tournament_commands.StartRound)
        await play(server, director, people)
        matches = director.board["matches"].values()
        for match in matches:
            table = next(live.table for live in server.context.tables.all if live.id == match.live)
            assert match.points == table.game.score
            assert max(match.points) >= 11
            assert len(match.confirmed) == 2
        await director.do(tournament_commands.CloseRound)
        assert sum(line.won for line in director.board["standings"]) == 2
        emn = await server.http.get(f"/api/tournaments/{server.id}/games.emn", headers={"X-Uka-Link": server.link})
        assert emn.status_code == 200
        games = parse(emn.content).games  # the key uka expresses these rules
        assert {game.rules for game in games} == {live.table.rules for live in server.context.tables.all}
        await director.do(tournament_commands.SeatRound)
        while not all(match.live for match in director.board["matches"].values()):
            await director.hear()


@run
async def test_who_sits_by_a_cancelled_link_loses_the_seat_to_who_has_another() -> None:
    async with tournament_server() as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=0)
        people = await seated(server, stack, director)
        await director.do(tournament_commands.StartRound)
        match = director.board["matches"][1]
        live = await server.context.tables.find(match.live)
        team, captain = match.teams[0], server.links(director, Role.CAPTAIN)[match.teams[0]]
        (held,) = [each for each in director.board["grants"] if each.role is Role.PLAYER and each.team == team]
        sat = [live.table.chair(seat).player for seat in SEATS]
        async with people[1, Seat.NORTH].client.attend(match.live) as thief:
            await director.do(tournament_commands.RevokeLink, grant=held.grant)
            with pytest.raises(ConnectionEnded):
                await asyncio.wait_for(thief.until(lambda: False), PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while any(live.table.chair(seat).player for seat in Partnership.NORTH_SOUTH.seats):
                await asyncio.sleep(0.01)
        assert [live.table.chair(seat).player for seat in SEATS][1::2] == sat[1::2]
        other = await person(server, stack, "The captain", captain)
        await other.at.do(tournament_commands.GoToTable, table=1, seat=Seat.NORTH)
        assert live.table.chair(Seat.NORTH).player == other.client.guest.player


@run
async def test_the_games_of_one_tournament_are_written_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    writing = most = 0

    async def games(*_: object) -> tuple[()]:
        nonlocal writing, most
        writing += 1
        most = max(most, writing)
        await asyncio.sleep(0.1)
        writing -= 1
        return ()

    async with tournament_server() as server:
        director = await opened(server, clock_ms=0)
        await director.do(tournament_commands.SeatRound)
        while not all(match.live for match in director.board["matches"].values()):
            await director.hear()
        monkeypatch.setattr(RecordArchive, "games", games)
        path, headers = f"/api/tournaments/{server.id}/games.emn", {"X-Uka-Link": server.link}
        answers = await asyncio.gather(*[server.http.get(path, headers=headers) for _ in range(9)])
        assert {answer.status_code for answer in answers} == {409, 503}  # no game is over; too many wait
        assert most == 1


@run
async def test_games_are_exported_as_emn_if_it_can_express_their_rules() -> None:
    async with tournament_server() as server, AsyncExitStack() as stack:
        director = await opened(server, rules="north_american", clock_ms=0)
        path, headers = f"/api/tournaments/{server.id}/games.emn", {"X-Uka-Link": server.link}
        assert (await server.http.get(path, headers=headers)).status_code == 409
        people = await seated(server, stack, director)
        await director.do(tournament_commands.StartRound)
        await play(server, director, people)
        answer = await server.http.get(path, headers=headers)
        match = parse(answer.content)
        assert (match.about["title"], len(match.games)) == ("A day of Uka", 2)
        assert (await server.http.get(path)).status_code == 403
        (live, *_) = [each.id for each in server.context.tables.all]
        record = (await server.http.get(f"/api/tables/{live}/records/0", headers=invited(server, live))).content
        key = (await server.http.get("/api/key")).json()["key"]
        assert examine(record, {key: "here"}).authenticity is Authenticity.PROVEN
        about = Log.parse(record).header.about
        assert (about["gameId"], about["tournament"]) == (live, server.id)


def invited(server: TournamentServer, table: str) -> dict[str, str]:
    found = next(live for live in server.context.tables.all if live.id == table)
    return {"X-Uka-Invitation": server.context.invitations.of(found)}


@run
async def test_seats_are_given_only_by_links() -> None:
    async with tournament_server() as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=0)
        links, match = server.links(director, Role.PLAYER), director.board["matches"][1]
        mine, other = match.teams
        ana = await person(server, stack, "Ana", links[mine])
        assert await ana.at.refused(tournament_commands.GoToTable, table=1, seat="east") == "your team sits north-south"
        assert "does not play at table 2" in await ana.at.refused(tournament_commands.GoToTable, table=2, seat="north")
        assert "only the captain or the director can do that" in await ana.at.refused(
            tournament_commands.SignResult, team=mine
        )
        await ana.at.do(tournament_commands.GoToTable, table=1, seat="north")
        ben = await person(server, stack, "Ben", links[mine])
        assert await ben.at.refused(tournament_commands.GoToTable, table=1, seat="north") == "North is taken"
        nobody = await person(server, stack, "Nobody", "")
        assert "you need a link" in await nobody.at.refused(tournament_commands.GoToTable, table=1, seat=None)
        assert "no bots" in await director.refused(tournament_commands.FillInWithBot, table=1, seat="south")
        official = await person(server, stack, "Official", server.links(director, Role.OFFICIAL)[2])
        assert "with their team's link" in await official.at.refused(
            tournament_commands.GoToTable, table=1, seat="east"
        )
        await official.at.do(tournament_commands.GoToTable, table=1, seat=None)  # everybody may watch any table
        async with official.client.attend(match.live) as watching:
            assert watching.seat is None
            with pytest.raises(Exception, match="the tournament gives out"):
                await watching.sit(Seat.EAST)
        carl = await person(server, stack, "Carl", links[other])
        await carl.at.do(tournament_commands.GoToTable, table=1, seat="east")


@run
async def test_bots_fill_in_the_bell_rings_and_a_draw_is_cut_for() -> None:
    async with tournament_server() as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=60_000, bots="novice")
        people = await seated(server, stack, director)
        gone = people.pop((1, Seat.WEST))
        live = next(live for live in server.context.tables.all if live.id == director.board["matches"][1].live)
        async with gone.client.attend(live.id) as at:
            await at.stand()
        await director.do(tournament_commands.FillInWithBot, table=1, seat="west")
        assert director.board["matches"][1].bots == (Seat.WEST,)
        await director.do(tournament_commands.StartRound)
        await director.do(tournament_commands.ExtendRound, ms=-59_900)
        await play(server, director, people)
        assert director.board["round"].rang
        for match in director.board["matches"].values():
            assert (match.moves is None) == match.drawn
            assert match.cut is None  # the captains must cut


@run
async def test_the_seat_of_an_absent_player_is_free_for_their_team() -> None:
    async with tournament_server() as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=0)
        link = server.links(director, Role.PLAYER)[director.board["matches"][1].teams[0]]
        ana, ben = [await person(server, stack, name, link) for name in ("Ana", "Ben")]
        await ana.at.do(tournament_commands.GoToTable, table=1, seat="north")
        live = next(live for live in server.context.tables.all if live.id == director.board["matches"][1].live)
        async with ana.client.attend(live.id):
            assert await ben.at.refused(tournament_commands.GoToTable, table=1, seat="north") == "North is taken"
        while live.table.chair(Seat.NORTH).lost is None:
            await asyncio.sleep(0.01)
        again = await person(server, stack, "Ana", link)  # on another device
        await again.at.do(tournament_commands.GoToTable, table=1, seat="north")
        assert at_seat(live, Seat.NORTH) == again.client.guest
        async with again.client.attend(live.id) as at:
            await at.away()
            await ben.at.do(tournament_commands.GoToTable, table=1, seat="north")
            assert at_seat(live, Seat.NORTH) == ben.client.guest
            await at.until(lambda: at.seat is None)  # a player on a break may go on watching
        assert live.table.settings.bots == "novice"


def at_seat(live: LiveTable, seat: Seat) -> Guest | None:
    """Return the person at a seat."""
    member = live.table.member(live.table.chair(seat).player or "")
    return Guest(member.player, member.name) if member else None


@run
async def test_a_game_not_played_online_is_entered_from_paper_or_forfeited() -> None:
    async with tournament_server() as server:
        director = await opened(server, clock_ms=0)
        await director.do(tournament_commands.StartRound)
        await director.do(tournament_commands.EnterPaperResult, table=1, points=(11, 4))
        await director.do(
            tournament_commands.EnterTap, tap=GameForfeited(2, Partnership.NORTH_SOUTH, "they did not come")
        )
        await director.do(tournament_commands.CloseRound, unsigned=True)
        assert [match.over for match in director.board["matches"].values()] == [True, True]


@run
async def test_a_client_without_a_name_is_asked_for_one() -> None:
    async with tournament_server() as server:
        director = await opened(server, clock_ms=0)
        stranger = await server.come(server.links(director, Role.PLAYER)[1])
        assert "give your name" in await stranger.refused(tournament_commands.GoToTable, table=1, seat="north")


@pytest.mark.daily(1)
@pytest.mark.parametrize("before", [True, False], ids=["before the bell", "in the last deal"])
@run
async def test_a_table_that_everybody_left_is_played_out_after_the_bell(
    before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quick(rules: Ruleset) -> TableSettings:
        return replace(QUICK, away_ms=50)

    monkeypatch.setattr(online, "default_settings", quick)
    async with tournament_server(empty_after=0.05) as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=60_000)
        people = await seated(server, stack, director)
        live = next(live for live in server.context.tables.all if live.id == director.board["matches"][1].live)
        async with AsyncExitStack() as there:
            at, *_ = [await there.enter_async_context(people[1, seat].client.attend(live.id)) for seat in SEATS]
            await director.do(tournament_commands.StartRound)
            await at.until(lambda: at.deal is not None)
            if not before:
                await director.do(tournament_commands.RingBell)
        if before:
            while live.table.paused is None:
                await asyncio.sleep(0.01)
            await director.do(tournament_commands.RingBell)
        while not director.board["matches"][1].over:
            await director.hear()
        assert director.board["matches"][1].points == live.table.game.score


@run
async def test_tables_are_paused_with_their_round() -> None:
    async with tournament_server() as server, AsyncExitStack() as stack:
        director = await opened(server, clock_ms=600_000)
        await seated(server, stack, director)
        await director.do(tournament_commands.StartRound)
        tables = list(server.context.tables.all)
        await until(lambda: all(live.table.playing for live in tables))
        await director.do(tournament_commands.PauseRound)
        await until(lambda: all(live.table.paused is not None for live in tables))
        await director.do(tournament_commands.ResumeRound)
        await until(lambda: all(live.table.paused is None for live in tables))


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)
