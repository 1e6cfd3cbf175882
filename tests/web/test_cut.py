"""The network is cut during a game: the others play on, and the page continues without a reload.

The cut lasts 3 seconds. ``UKA_CUT=20`` makes it 20 seconds, as ``make prove`` does.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.alike import alike
from tests.server.process import Serving, children
from uka.core.seats import Seat
from uka.records import Acted, Log

from .browser import DESK, PHONE, Visitor
from .playing import hand, likes, over, play, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

CUT = float(os.environ.get("UKA_CUT", "3"))
"""The length of a cut in seconds."""
LONG = 10.0
"""A cut in seconds that is so long that the page notices it without an event from the browser."""
LOST = "Connection lost. Reconnecting"


class Wire:
    """A proxy between one person and a server, in a thread of its own, which can be cut.

    If ``silent``, messages sent during a cut arrive late, as over a radio that is out of reach. If not, all connections
    break, and new ones fail.
    """

    port: int
    _end: asyncio.Event

    def __init__(self, port: int) -> None:
        self._to, self._loop = port, asyncio.new_event_loop()
        self._whole, self._broken = asyncio.Event(), False
        self._whole.set()
        self._tasks = set[asyncio.Task[None]]()
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,))
        self._thread.start()
        assert ready.wait(60)

    def _run(self, ready: threading.Event) -> None:
        async def serve() -> None:
            self._end = asyncio.Event()
            server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            ready.set()
            await self._end.wait()
            server.close()
            self._drop()
            await asyncio.gather(*self._tasks, return_exceptions=True)

        self._loop.run_until_complete(serve())
        self._loop.close()

    @contextmanager
    def cut(self, *, silent: bool) -> Iterator[None]:
        self._do(self._whole.clear)
        if not silent:
            self._do(self._drop)
        yield
        self._do(self._mend)

    def leads_to(self, port: int) -> None:
        """Direct new connections to another port."""
        self._to = port

    def close(self) -> None:
        self._do(self._end.set)
        self._thread.join(60)

    def _do(self, act: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(act)

    def _drop(self) -> None:
        self._broken = True
        for task in self._tasks:
            task.cancel()

    def _mend(self) -> None:
        self._broken = False
        self._whole.set()

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._broken:
            return writer.transport.abort()
        task = self._loop.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        return task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", self._to)
        try:
            await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))
        finally:
            writer.transport.abort()
            there[1].transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while part := await reader.read(65_536):
                await self._whole.wait()
                writer.write(part)
                await writer.drain()
        writer.close()


@pytest.fixture
def wire(server: Serving) -> Iterator[Wire]:
    wire = Wire(server.address[1])
    yield wire
    wire.close()


class Sent:
    """The choices that a page sent, by message id, and the log line of the table that each one led to."""

    def __init__(self, page: Page) -> None:
        self.choices, self.done = dict[str, Any](), dict[str, int]()
        page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._asked(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._told(json.loads(frame)))

    def _asked(self, command: dict[str, Any]) -> None:
        if command["type"] == "submit_action":
            self.choices[command["id"]] = command["action"]

    def _told(self, update: dict[str, Any]) -> None:
        if update["type"] == "ack" and update["id"] in self.choices:
            self.done[update["id"]] = update["version"]

    @property
    def kept(self) -> list[Any]:
        """Return the choices that the server executed, in order, each once."""
        assert len(set(self.done.values())) == len(self.done)
        return [self.choices[id] for id in sorted(self.done, key=lambda id: self.done[id])]


def is_part(part: list[Any], whole: list[Any]) -> bool:
    """Return whether all items of a list occur in another list in the same order."""
    rest = iter(whole)
    return all(one in rest for one in part)


class Two:
    """Ana, who reaches the server through a proxy, and Ben, at a table with two bots. All four play in every deal."""

    def __init__(self, ana: Visitor, ben: Visitor, deals: int = 1, **settings: Any) -> None:
        self.ana, self.ben, self.sent = ana.page, ben.page, Sent(ana.page)
        for visitor, name in ((ana, "Ana"), (ben, "Ben")):
            likes(visitor, name=name, speed="still", holdTrick=True)
        changes = {"target": 0, "deals": deals, "alone_by": "nobody"}
        self.address = table(ana, begin=False, changes=changes, settings=settings)
        self.ana.goto(self.address)
        self.ben.goto(self.address)
        self.ben.get_by_role("button", name="Move here: West").click()
        expect(self.ana.get_by_role("log")).to_contain_text(re.compile("Ben took the west", re.I))
        self.ana.get_by_role("button", name=re.compile("Start")).click()

    def until(self, holds: Callable[[], bool]) -> None:
        play(self.ana, self.ben, until=holds)

    def end(self) -> None:
        """Play the game to its end, without a reload of either page."""
        expect(self.ana.get_by_text(LOST)).to_be_hidden()
        self.until(lambda: over(self.ana) and over(self.ben))
        assert self.ana.evaluate("window.same")
        assert self.ben.evaluate("window.same")

    def once(self, *, alone: bool = True) -> bool:
        """Return whether the server executed all of Ana's choices once, in order.

        With ``alone``, also check that nobody else chose for her seat.
        """
        recorded = self.recorded()
        return is_part(self.sent.kept, recorded) and (not alone or is_part(recorded, list(self.sent.choices.values())))

    def recorded(self) -> list[Any]:
        """Return the choices of Ana's seat in the game's record."""
        at = self.address.removeprefix("/table/").partition("#")[0]
        log = Log.parse(self.ana.context.request.get(f"/api/tables/{at}/records/0").text())
        return [msgspec.to_builtins(e.action) for e in log.entries if isinstance(e, Acted) and e.seat is Seat.SOUTH]


@pytest.fixture
def two(browser: Browser, server: Serving, wire: Wire) -> Iterator[Callable[..., Two]]:
    visitors = Visitor(browser, f"http://127.0.0.1:{wire.port}", DESK), Visitor(browser, server.at, PHONE)

    def come(**settings: Any) -> Two:
        found = Two(*visitors, **settings)
        found.ana.evaluate("window.same = true")
        found.ben.evaluate("window.same = true")
        return found

    yield come
    network = re.compile("ERR_|WebSocket")  # the browser logs these words about a lost connection
    faults = [fault for visitor in visitors for fault in visitor.faults if not network.search(fault)]
    for visitor in visitors:
        visitor.close()
    assert not faults


Come = Callable[..., Two]


@alike("silent", True, False)
def test_a_card_chosen_while_the_network_is_cut_is_played_once(two: Come, wire: Wire, silent: bool) -> None:
    both = two()
    both.until(lambda: hand(both.ana).count() > 0)
    with wire.cut(silent=silent):
        began = time.monotonic()
        hand(both.ana).first.click()
        if CUT > LONG or not silent:
            expect(both.ana.get_by_text(LOST)).to_be_visible()
        play(both.ben, until=lambda: time.monotonic() - began > CUT)
    both.end()
    assert both.once()


def test_a_bot_replaces_a_disconnected_player_and_the_others_play_on(two: Come, wire: Wire) -> None:
    both = two(deals=2, away_ms=500)
    both.until(lambda: hand(both.ana).count() > 0)
    with wire.cut(silent=False):
        began = time.monotonic()
        log = both.ben.get_by_role("log")
        filled = re.compile("Ana is absent: a bot plays.*Ana plays")
        play(both.ben, until=lambda: bool(filled.search(log.text_content() or "")))
        play(both.ben, until=lambda: time.monotonic() - began > CUT)
    expect(both.ana.get_by_text("You are absent")).to_be_hidden()
    both.end()
    assert both.once(alone=False)


@pytest.mark.exhaustive
def test_a_paused_server_process_continues_where_it_was(two: Come, server: Serving) -> None:
    both = two()
    both.until(lambda: hand(both.ana).count() > 0)
    processes = [server.process.pid, *children(server.process.pid)]
    try:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        hand(both.ana).first.click()
        both.ana.wait_for_timeout(CUT * 1_000)
        if CUT > LONG:
            expect(both.ana.get_by_text(LOST)).to_be_visible()
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)
    both.end()
    assert both.once()
