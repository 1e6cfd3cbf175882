"""The chat of a table: who is sent a line and when, what is refused, what is kept, and what is reported to the host."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from tests.server.cluster.test_replicated_log import Ear
from tests.server.web import listening, served
from tests.table.driver import Driver
from uka import rulesets
from uka.client import Client, CommandRefused, TableSession
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.hosting.audience import Audience
from uka.server.live.chat import KEPT, MOST_CHARACTERS, TableChat, chat_text
from uka.table import TableSettings, TableStage, TableTransition
from uka.table.commands import people
from uka.wire import table_updates
from uka.wire.table_commands import ReportChatLine, WriteChatLine
from uka.wire.table_updates import ChatLine, ChatUpdate

PEOPLE = ("ana", "ben", "eve", "dan")
"""The host and a player, who have seats, and two who watch."""


class Room:
    """A table with a chat, driven in simulated time, with one client for each person."""

    def __init__(self) -> None:
        self.driver = Driver(rulesets.find("uka"), seed=1)
        self.driver.seat("ana", "ben")
        for player, name in (("eve", "Eve"), ("dan", "Dan")):
            self.driver.do(people.join, player, name)
        audience = Audience(0)
        self.ears = {player: Ear(player) for player in PEOPLE}
        for ear in self.ears.values():
            audience.add(ear)
        self.chat = TableChat(audience)

    def write(self, player: str, text: str, id: str = "") -> None:
        table = self.driver.table
        self.chat.carry_out(table, WriteChatLine(text=text, id=id or f"{player} {text}"[:32]), player, table.at)

    def report(self, player: str, line: str) -> None:
        self.chat.carry_out(self.driver.table, ReportChatLine(line=line, id="r"), player, self.driver.table.at)

    def follow(self, steps: tuple[TableTransition, ...]) -> None:
        self.chat.follow(steps)

    def play_until(self, *, in_deal: bool) -> None:
        driver = self.driver
        while driver.table.in_deal is not in_deal or driver.table.stage is TableStage.SEATING:
            assert driver.shares() or driver.person() or driver.next()

    def read(self, player: str) -> list[str]:
        """Return the texts that a person's client was sent."""
        return [line.text for text in self.ears[player].told for line in update(text).lines]

    def reported(self, player: str) -> list[tuple[str, str]]:
        """Return the author and the text of each line that was last reported to a person's client."""
        reports = [update(text).reports for text in self.ears[player].told]
        return [(line.player, line.text) for line in (reports[-1] if reports else ())]

    def kept(self, player: str) -> tuple[ChatLine, ...]:
        """Return the lines that a person who comes back is sent."""
        return self.welcome(player).lines

    def welcome(self, player: str) -> ChatUpdate:
        """Return what a person who comes back is sent of the chat."""
        text = self.chat.update_for(self.driver.table, player)
        return update(text) if text else ChatUpdate()


def update(text: str) -> ChatUpdate:
    found = table_updates.read(text)
    assert isinstance(found, ChatUpdate)
    return found


def test_everybody_at_the_table_reads_a_line_between_deals() -> None:
    room = Room()
    room.write("eve", "Good morning")
    assert all(room.read(player) == ["Good morning"] for player in PEOPLE)
    (line,) = room.kept("dan")
    assert (line.player, line.name, line.at) == ("eve", "Eve", room.driver.table.at)


def test_who_watches_a_deal_reads_nothing_of_it_then_or_later() -> None:
    room = Room()
    room.write("ana", "before")
    room.driver.begin()
    room.play_until(in_deal=True)
    room.write("ben", "I hold both bowers")
    with pytest.raises(UkaError, match="people who watch can't talk during a deal"):
        room.write("eve", "East holds the ace")
    assert room.read("ana") == room.read("ben") == ["before", "I hold both bowers"]
    assert room.read("eve") == room.read("dan") == ["before"]
    room.play_until(in_deal=False)
    room.write("eve", "after")
    assert room.read("ben") == ["before", "I hold both bowers", "after"]
    assert [line.text for line in room.kept("eve")] == ["before", "after"]
    assert [line.text for line in room.kept("ben")] == ["before", "I hold both bowers", "after"]


def test_who_has_taken_a_seat_does_not_read_what_was_written_in_a_deal_before() -> None:
    room = Room()
    room.driver.begin()
    room.play_until(in_deal=True)
    room.write("ben", "I hold both bowers")
    room.driver.do(people.sit, "eve", Seat.SOUTH)
    room.driver.do(people.admit, "ana", "eve")
    assert room.driver.table.seat_of("eve") is Seat.SOUTH
    assert room.kept("eve") == ()
    room.write("ben", "Welcome")
    assert room.read("eve") == ["Welcome"]


def test_the_last_lines_are_kept() -> None:
    room = Room()
    for number in range(KEPT + 5):
        room.write("ben", f"line {number}")
    assert [line.text for line in room.kept("ana")] == [f"line {number}" for number in range(5, KEPT + 5)]


def test_a_command_that_is_sent_again_writes_one_line() -> None:
    room, restarted = Room(), Room()
    room.write("ben", "Hello", id="m1")
    room.write("ben", "Hello", id="m1")
    assert room.read("ana") == ["Hello"]
    room.write("eve", "Hello", id="m1")
    room.write("ben", "Hello", id="m2")
    assert room.read("ana") == ["Hello"] * 3
    restarted.write("ben", "Hello", id="m1")
    assert restarted.kept("ana")[0].id == room.kept("ana")[0].id, "a client knows the line after a restart"


def test_a_table_that_becomes_public_forgets_its_chat() -> None:
    room = Room()
    room.write("ana", "Among us")
    room.follow(room.driver.do(people.change_settings, "ana", TableSettings(public=True)))
    assert room.kept("ben") == ()
    with pytest.raises(UkaError, match="only tables that people come to by invitation"):
        room.write("ana", "Hello, world")
    room.follow(room.driver.do(people.change_settings, "ana", TableSettings()))
    assert room.kept("ben") == ()


# What a line may be


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<b>&amp;</b><script>alert(1)</script>", "<b>&amp;</b><script>alert(1)</script>"),
        ("  ka   pai ", "ka pai"),
        ("kāore \u202ea\u200b\u0301", "kāore a\u0301"),
        ("x" * MOST_CHARACTERS, "x" * MOST_CHARACTERS),
    ],
    ids=["marks", "spaces", "invisible", "longest"],
)
def test_a_line_is_plain_text(text: str, line: str) -> None:
    assert chat_text(text) == line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "write something first"),
        (" \u200b\u2060 ", "write something first"),
        ("x" * (MOST_CHARACTERS + 1), "a line has at most 200 characters: this one has 201"),
        ("one\ntwo", "without line breaks and control characters"),
        ("one\u2028two", "without line breaks and control characters"),
        ("bell\a!", "without line breaks and control characters"),
        ("\x1b[2Jgone", "without line breaks and control characters"),
    ],
)
def test_what_cannot_be_a_line_is_refused_in_a_sentence(text: str, why: str) -> None:
    room = Room()
    with pytest.raises(UkaError, match=why):
        room.write("ana", text, id="m")
    assert not room.read("ben")


# Reports


def test_a_report_tells_the_host_alone() -> None:
    room = Room()
    room.write("ben", "Something rude")
    (line,) = room.kept("eve")
    room.report("eve", line.id)
    room.report("dan", line.id)
    assert room.reported("ana") == [("ben", "Something rude")]
    assert len(room.ears["ana"].told) == 2, "the line and one report"
    assert not any(room.reported(player) for player in ("ben", "eve", "dan"))
    assert room.welcome("ana").reports == (line,)
    assert not room.welcome("eve").reports


def test_a_host_who_watches_a_deal_is_told_who_wrote_but_not_what() -> None:
    room = Room()
    room.driver.do(people.stand, "ana")
    room.driver.do(people.sit, "dan", Seat.NORTH)
    room.driver.begin()
    room.play_until(in_deal=True)
    room.write("ben", "I hold both bowers")
    (line,) = room.kept("dan")
    room.report("dan", line.id)
    assert room.reported("ana") == [("ben", "")]
    assert "bowers" not in "".join(room.ears["ana"].told)
    with pytest.raises(UkaError, match="isn't kept any more"):
        room.report("eve", line.id)


def test_what_the_host_wrote_or_nobody_keeps_cannot_be_reported() -> None:
    room = Room()
    room.write("ana", "I am the host")
    room.write("ben", "I am not")
    host, other = room.kept("eve")
    with pytest.raises(UkaError, match="the host wrote this"):
        room.report("eve", host.id)
    with pytest.raises(UkaError, match="you are the host"):
        room.report("ana", other.id)
    with pytest.raises(UkaError, match="isn't kept any more"):
        room.report("eve", "none")


def test_a_new_host_is_told_the_reports_of_others() -> None:
    room = Room()
    room.write("ben", "Something rude")
    room.write("dan", "Something odd")
    for line in room.kept("eve"):
        room.report("eve", line.id)
    room.follow(room.driver.do(people.change_host, "ana", "ben"))
    assert room.reported("ben") == [("dan", "Something odd")]


def test_the_lines_of_a_removed_person_are_forgotten() -> None:
    room = Room()
    room.write("ben", "Hello")
    room.write("dan", "Something rude")
    room.report("eve", room.kept("eve")[1].id)
    room.follow(room.driver.do(people.remove_player, "ana", "dan"))
    assert [line.text for line in room.kept("eve")] == ["Hello"]
    assert not room.welcome("ana").reports


# At a real server


@asynccontextmanager
async def company(**options: Any) -> AsyncIterator[tuple[str, TableSession, TableSession]]:
    """Yield a server's URL and the sessions of Ana, who hosts a table, and Ben, who came by her invitation."""
    async with served(**options) as web, listening(web) as url, AsyncExitStack() as stack:
        ana, ben = [await stack.enter_async_context(Client(url, name)) for name in ("Ana", "Ben")]
        ticket = await ana.open("uka", seat=Seat.NORTH)
        here = await stack.enter_async_context(ana.attend(ticket.table))
        there = await stack.enter_async_context(ben.attend(ticket.table, ticket.invitation))
        yield url, here, there


@pytest.mark.server
async def test_a_line_is_sent_at_once_and_again_to_who_comes_back() -> None:
    async with company() as (_, ana, ben):
        version = ana.version
        await ana.chat("  Kia ora <b>Ben</b> ")
        await ben.until(lambda: len(ben.chat_lines) == 1)
        assert ben.chat_lines == ana.chat_lines
        assert ana.chat_lines[0].text == "Kia ora <b>Ben</b>"
        assert ana.version == version, "the log has not grown"
        await ben.chat("Kia ora")
        async with ben.client.attend(ben.table) as again:  # type: ignore[attr-defined]
            await again.until(lambda: len(again.chat_lines) == 2)
            assert again.chat_lines == ben.chat_lines


@pytest.mark.server
async def test_a_person_writes_so_many_lines_and_then_waits() -> None:
    async with company(chat_a_guest=(0.001, 3)) as (_, ana, ben):
        for number in range(3):
            await ana.chat(f"line {number}")
        with pytest.raises(CommandRefused, match="you've written a lot: wait a few seconds") as refused:
            await ana.chat("line 4")
        assert not refused.value.again, "the sentence is shown at once"
        await ben.chat("I have my own limit")
        await ana.until(lambda: len(ana.chat_lines) == 4)


@pytest.mark.server
async def test_lines_are_gone_once_the_table_is_dropped_from_memory() -> None:
    async with served() as web, listening(web) as url, Client(url, "Ana") as ana:
        ticket = await ana.open("uka", seat=Seat.NORTH)
        async with ana.attend(ticket.table) as here:
            await here.chat("Only for now")
        live = await web.context.tables.find(ticket.table)
        assert b"Only for now" not in b"".join(await web.context.store.read(ticket.table))
        while live.audience or live.busy:
            await asyncio.sleep(0.01)
        web.context.tables.unload(live)
        async with ana.attend(ticket.table) as here:
            await here.chat("Anew")
            assert [line.text for line in here.chat_lines] == ["Anew"]


@pytest.mark.server
async def test_a_server_that_does_not_run_the_table_refuses_lines() -> None:
    async with served() as web, listening(web) as url, Client(url, "Ana") as ana:
        ticket = await ana.open("uka", seat=Seat.NORTH)
        async with ana.attend(ticket.table) as here:
            (await web.context.tables.find(ticket.table)).driving = False
            with pytest.raises(CommandRefused, match="moving to another server"):
                await here.chat("Hello")
