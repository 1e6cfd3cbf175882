"""A tournament played at tables on the server, in browsers.

People reach their seats by a team's link, and results count by themselves.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.asyncio.client import connect
from websockets.sync.client import connect as connect_now

from tests.patience import PATIENCE
from tests.server.child import free_port
from tests.server.heard import Frame
from tests.server.knowledge import Knowledge
from tests.server.leaks import leaks_of_frames
from tests.server.process import Serving
from uka import bots
from uka.client import Client
from uka.core.seats import Seat
from uka.server.base.data_folder import STORE
from uka.store import SqliteStore
from uka.table import TableLine, parse
from uka.tournament import Role
from uka.wire import socket_updates, tournament_commands, tournament_updates

from .browser import DESK, PHONE, Visitor, reach
from .directing import TEAMS, Directing, directing
from .known import serving
from .playing import calls, hand, likes, over, play

pytestmark = [pytest.mark.browser, pytest.mark.server]

Visit = Callable[..., Visitor]
SCREEN = (1920, 1080)
SHORT: dict[str, Any] = {"changes": {"target": 2}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("online")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Serving]:
    with serving(folder) as running:
        yield running


# People


@contextmanager
def online(at: str, tables: int = 1, **settings: Any) -> Generator[Directing]:
    """Yield the director of an online tournament with two teams for each table, tables assigned, and links for the
    players."""
    numbers = range(1, tables + 1)
    more = {"online": True, "clock_ms": 0} | settings
    with directing(at, teams=TEAMS[: 2 * tables], tables=numbers, **more) as director:
        director.do(tournament_commands.GrantLinks, role="player")
        director.do(tournament_commands.SeatRound)
        while not all(match.live for match in director.board["matches"]):
            director._hear()
        yield director


def seat_links(director: Directing) -> dict[Seat, str]:
    """Return for each seat the link of the team that plays there."""
    links = {grant.team: grant.link for grant in director.board["grants"] if grant.role is Role.PLAYER}
    teams = director.board["matches"][0].teams
    return {seat: links[teams[seat.partnership.index]] for seat in Seat}


@contextmanager
def people(director: Directing, *seats: Seat) -> Generator[None]:
    """Let programs take seats by their teams' links and play random legal actions."""
    links, live, at_seat = seat_links(director), director.board["matches"][0].live, threading.Semaphore(0)
    loop, failed = asyncio.new_event_loop(), list[BaseException]()

    async def one(seat: Seat) -> None:
        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(
                Client(director.at, f"{seat}".capitalize(), patience=PATIENCE, timeout=PATIENCE)
            )
            headers = client.socket_address("", None)[1]
            socket = await stack.enter_async_context(connect(director.socket_at, additional_headers=headers))
            await socket.send(
                tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=links[seat]))
            )
            await socket.send(tournament_commands.write(tournament_commands.GoToTable(id="go", table=1, seat=seat)))
            while not isinstance(told := tournament_updates.read(await socket.recv()), socket_updates.Ack):
                assert not isinstance(told, socket_updates.Rejection), told
            at = await stack.enter_async_context(client.attend(live))
            at_seat.release()
            await at.play(bots.bot("random"), Random(str(seat)))
            await asyncio.Event().wait()  # the player stays connected to the table

    async def everyone() -> None:
        for done in await asyncio.gather(*map(one, seats), return_exceptions=True):
            if isinstance(done, Exception):
                failed.append(done)
                at_seat.release()

    task = loop.create_task(everyone())
    thread = threading.Thread(target=loop.run_until_complete, args=(asyncio.wait([task]),))
    thread.start()
    try:
        for _ in seats:
            assert at_seat.acquire(timeout=60)
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(60)
        loop.close()
    assert not failed, failed


def goes_to(visitor: Visitor, page: str, name: str, seat: Seat | None) -> None:
    """Follow a tournament link, and go to a seat or, for None, watch."""
    likes(visitor, speed="still", holdTrick=True)  # without pauses, except those that a test looks at
    visitor.page.goto(page)
    button = f"Sit down: {seat}" if seat else "Watch the game"
    visitor.page.get_by_label("Your name (optional)").fill(name)
    visitor.page.get_by_role("button", name=re.compile(button, re.I)).click()
    reach(visitor.page, "**/table/**")


def player_page(director: Directing, seat: Seat) -> str:
    return f"/tournament/{director.id}#{seat_links(director)[seat]}"


def frames_of(visitor: Visitor) -> list[Frame]:
    """Return a list that collects, from now on, all messages of tables that a visitor receives."""
    heard = list[Frame]()

    def take(text: str | bytes) -> None:
        heard.append(Frame("", "in", text if isinstance(text, str) else text.decode()))

    def opened(socket: Any) -> None:
        if "/api/tables/" in socket.url:
            socket.on("framereceived", take)

    visitor.page.on("websocket", opened)
    return heard


def log_of(folder: Path, live: str) -> tuple[TableLine, ...]:
    """Read a table's log from the server's store."""

    async def read() -> tuple[TableLine, ...]:
        async with await SqliteStore.open(folder / STORE) as store:
            return parse(await store.read(live))

    with ThreadPoolExecutor(1) as pool:  # the browser's event loop runs in this thread
        return pool.submit(asyncio.run, read()).result()


def chooses(page: Page) -> bool:
    """Return whether a visitor is offered a call or a card."""
    return bool(calls(page).count() or hand(page).count())


def score(page: Page) -> list[str]:
    return page.locator("header.score .points [aria-hidden]").all_inner_texts()


def result(director: Directing) -> Any:
    """Return the match at table 1 once the tournament has its result, which comes just after the game's end."""
    for _ in range(600):
        if (match := director.match(1)).over:
            return match
        time.sleep(0.1)
    raise AssertionError("the tournament has no result")


# Tests


@pytest.mark.exhaustive
def test_a_round_is_played_by_links_and_counts_in_the_standings(visit: Visit, server: Serving, folder: Path) -> None:
    with online(server.at, **SHORT) as director:
        desk, hall, ana, eve = visit(DESK), visit(SCREEN), visit(PHONE, has_touch=True), visit(PHONE)
        desk.page.goto(director.page())
        hall.page.goto(f"/tournament/{director.id}/hall")
        heard = frames_of(eve)
        goes_to(ana, player_page(director, Seat.SOUTH), "Ana", Seat.SOUTH)
        room = ana.page.get_by_role("main")
        expect(room).to_contain_text("A day of Uka")
        expect(room).to_contain_text("The game starts when the director starts the round.")
        expect(ana.page.get_by_role("button", name=re.compile("Start|Sit down|Copy"))).to_have_count(0)
        expect(room).not_to_contain_text("Invite link")
        expect(room).not_to_contain_text("Watching")
        expect(room).to_contain_text(re.compile("North.*Toru|North.*Kauri"))
        assert not ana.axe()
        goes_to(eve, director.page(table=1), "Eve", None)
        with people(director, Seat.NORTH, Seat.EAST, Seat.WEST):
            expect(room).to_contain_text("North")
            expect(room).to_contain_text("Watching: Eve")
            director.do(tournament_commands.StartRound)
            play(ana.page, until=lambda: any(point != "0" for point in score(ana.page)))
            ana.page.reload()
            play(ana.page, until=lambda: over(ana.page))
            expect(eve.page.get_by_role("region", name="The game is over")).to_be_visible()
        assert not ana.axe()
        match = result(director)
        assert len(match.confirmed) == 2
        lines = log_of(folder, match.live)
        ended = next(told for told in heard if '"game_over"' in told.text or '"over"' in told.text)
        player = json.loads(heard[0].text)["player"]
        during = [frame._replace(player=player) for frame in heard[: heard.index(ended)]]
        assert len(during) > 10
        assert not list(leaks_of_frames(Knowledge(lines), during))
        expect(ana.page.get_by_role("button", name="Play again")).to_have_count(0)
        ana.page.get_by_role("link", name="Back to the tournament").click()
        own = ana.page.get_by_role("main")
        expect(own).to_contain_text("The game is over. The points count automatically.")
        expect(own).to_contain_text("signed")
        assert f"#{seat_links(director)[Seat.SOUTH]}" in ana.page.url.replace("%3D", "=")
        expect(desk.page.get_by_role("button", name=re.compile("Table 1"))).to_contain_text("Over, signed")
        expect(hall.page.get_by_text("All tables are done")).to_be_visible()
        desk.page.get_by_role("button", name="Close round 1").click()
        expect(own).to_contain_text("2 clicks" if match.winner == match.teams[0] else "0 clicks")
        expect(own).to_contain_text("Your place so far")
        hall.page.get_by_text("Standings").wait_for()
        winner = TEAMS[match.winner - 1].name
        expect(hall.page.get_by_role("main")).to_contain_text(re.compile(rf"1\s*{winner}\s*2"))


def test_bots_fill_in_and_the_bell_ends_the_game_for_everybody(visit: Visit, server: Serving) -> None:
    with online(server.at, clock_ms=600_000, bots="novice") as director:
        ana, official, anybody = visit(PHONE, has_touch=True), visit(PHONE), visit(DESK)
        team = director.board["matches"][0].teams[0]
        goes_to(ana, director.page(team=team), "Ana", Seat.SOUTH)  # a captain may play too
        ana.page.get_by_role("link", name="Back to the tournament").click()
        lets_bot(ana.page, Seat.NORTH)
        expect(ana.page.get_by_text("A bot fills in: North.", exact=True)).to_be_visible()
        expect(ana.page.get_by_role("button", name="South is taken")).to_be_visible()
        ana.page.get_by_role("button", name="Back to the table").click()
        expect(ana.page.get_by_role("main")).to_contain_text("Bot")
        official.page.goto(director.page(table=1))
        lets_bot(official.page, Seat.EAST)
        lets_bot(official.page, Seat.WEST)
        anybody.page.goto(f"/tournament/{director.id}")
        expect(anybody.page.get_by_role("main")).to_contain_text("A bot fills in: North, East, and West.")
        director.do(tournament_commands.StartRound)
        play(ana.page, until=lambda: chooses(ana.page))
        expect(ana.page.get_by_role("timer", name="Time to the bell")).to_have_text(re.compile("9:[0-5][0-9]"))
        assert not ana.axe()
        director.do(tournament_commands.RingBell)
        expect(ana.page.get_by_text("The bell! Last deal: play it out.").first).to_be_visible()
        play(ana.page, until=lambda: over(ana.page))
        expect(ana.page.get_by_role("region", name="The game is over")).to_contain_text("The bell ended it.")
        match = result(director)
        assert match.drawn == (match.points[0] == match.points[1])
        assert match.points == tuple(map(int, score(ana.page)))
        assert (match.moves is None) == match.drawn


def test_an_official_watches_any_table(visit: Visit, server: Serving) -> None:
    with online(server.at, tables=2) as director:
        eve = visit(PHONE)
        likes(eve, name="Eve")
        eve.page.goto(director.page(table=1))
        eve.page.get_by_text("Watch another table").click()
        eve.page.get_by_role("button", name=re.compile("Table 2: \\w+ – \\w+")).click()
        reach(eve.page, f"**/table/{director.match(2).live}*")
        expect(eve.page.get_by_text("Watching: Eve")).to_be_visible()
        eve.page.get_by_role("link", name="Back to the tournament").click()
        expect(eve.page.get_by_role("heading", name="Table 1", exact=True)).to_be_visible()
        assert not eve.axe()


def lets_bot(page: Page, seat: Seat) -> None:
    """Give a seat to a bot, on the page of a person who may do so."""
    button = page.get_by_role("button", name=re.compile(f"Let a bot play {seat}", re.I))
    button.first.click()
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()


@contextmanager
def connected(director: Directing) -> Generator[Directing]:
    """Return the same director on another connection to the server."""
    with connect_now(director.socket_at) as socket:
        yield Directing(director.at, director.id, director.link, socket)


def test_a_game_continues_after_the_server_is_killed(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    with ExitStack() as stack:
        running = stack.enter_context(serving(tmp_path, port=port))
        director = stack.enter_context(online(running.at, **SHORT))
        ana = Visitor(browser, running.at, PHONE)
        stack.callback(ana.close)
        goes_to(ana, player_page(director, Seat.SOUTH), "Ana", Seat.SOUTH)
        with people(director, Seat.NORTH, Seat.EAST, Seat.WEST):
            director.do(tournament_commands.StartRound)
            play(ana.page, until=lambda: chooses(ana.page))
            running.process.send_signal(signal.SIGKILL)
            running.process.wait()
            expect(ana.page.get_by_text("Connection lost")).to_be_visible()
            with serving(tmp_path, port=port):
                expect(ana.page.get_by_text("Connection lost")).to_have_count(0)
                play(ana.page, until=lambda: over(ana.page))
                match = result(director)
                assert match.points == tuple(map(int, score(ana.page)))
                with connected(director) as again:
                    again.do(tournament_commands.CloseRound)
                    assert {line.team: line.won for line in again.board["standings"]} == {
                        team: int(team == match.winner) for team in match.teams
                    }
