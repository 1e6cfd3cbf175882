"""A table without a server: a page plays with bots at it, leaves and comes back, and sees what was stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.patience import PATIENCE
from uka import rulesets
from uka.client.table_mirror import TableMirror
from uka.core.seats import Seat
from uka.hosting.audience import snapshot_message
from uka.hosting.pack_secrets import PackSecrets
from uka.offline.table import HostedTable
from uka.table import NO_PAUSES, Table, TableStage, parse
from uka.table.commands import people
from uka.table.evolution import replayed
from uka.wire.socket_updates import Ack, Rejection
from uka.wire.table_commands import BeginGame, ClaimTricks, DeclareReady, SubmitAction, TableCommand, UndoAction
from uka.wire.table_updates import TableChange, TableSnapshot, read

SETTINGS = replace(NO_PAUSES, bots="novice", deals="number:4711", secrets_open_after="deal")


class Memory:
    """A host that keeps logs in memory. Its clock stands, so all timers without a pause are due."""

    def __init__(self) -> None:
        self.packs = PackSecrets(bytes(32))
        self.logs = dict[str, list[bytes]]()

    def now(self) -> int:
        return 1_000

    async def append(self, log: str, first: int, lines: Sequence[bytes]) -> None:
        stored = self.logs.setdefault(log, [])
        assert len(stored) == first
        await asyncio.sleep(0)  # another change could begin now
        stored += lines


class Page:
    """A page of one person, who plays any legal action."""

    player = "ana"

    def __init__(self, rng: Random) -> None:
        self.mirror, self.answers, self._rng = TableMirror(), list[Ack | Rejection](), rng
        self._first = True
        self._asked = 0

    def push(self, text: str) -> None:
        update = read(text)
        if isinstance(update, TableSnapshot | TableChange):
            list(self.mirror.hear(update, first=self._first))
            self._first = False
        else:
            assert isinstance(update, Ack | Rejection)
            self.answers.append(update)

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        raise AssertionError(why)

    @property
    def version(self) -> int:
        assert self.mirror.version is not None
        return self.mirror.version

    @property
    def stage(self) -> TableStage:
        assert self.mirror.snapshot
        return self.mirror.snapshot.scene.stage

    def wish(self) -> TableCommand | None:
        """Return what the person does now, or None if the person has to wait."""
        self._asked += 1
        seen, id = self.mirror.snapshot, f"{self._asked}-{self.version}"
        if seen and self.stage is TableStage.PLAYING and seen.deal and seen.own and seen.deal.turn is seen.own.seat:
            return SubmitAction(id=id, action=self._rng.choice(seen.own.legal_actions), version=self.version)
        return DeclareReady(id=id) if self.stage is TableStage.SHUFFLING else None


def opened(host: Memory, rules: str = "uka") -> Table:
    table, lines = people.open_table(rulesets.find(rules), "ana", "Ana", at=0, settings=SETTINGS)
    host.logs["t"] = [line.text for line in lines]
    return table


async def send(live: HostedTable, page: Page, command: TableCommand) -> None:
    await live.answer(page, msgspec.json.encode(command).decode())


async def play(live: HostedTable, page: Page, until: TableStage = TableStage.OVER, most: int = 10_000) -> None:
    """Let the person and the bots play until the table has a stage, or the person has done ``most`` things."""
    async with asyncio.timeout(PATIENCE):
        while page.stage is not until and most:
            if wish := page.wish():
                await send(live, page, wish)
                most -= 1
            await asyncio.sleep(0)


async def play_until_accepted(live: HostedTable, page: Page, kind: type[UndoAction] | type[ClaimTricks]) -> bool:
    """Let all play until the table does what the person asks for before each choice; return False if it never does."""
    async with asyncio.timeout(PATIENCE):
        while page.stage is not TableStage.OVER:
            wish = page.wish()
            if isinstance(wish, SubmitAction):
                await send(live, page, kind(id=f"{kind.__name__}{page.version}", version=page.version))
                if isinstance(page.answers[-1], Ack):
                    return True
            if wish:
                await send(live, page, wish)
            await asyncio.sleep(0)
    return False


@pytest.mark.parametrize("rules", rulesets.names())
async def test_a_page_sees_each_change_and_all_of_it_is_stored(rules: str) -> None:
    host, page = Memory(), Page(Random(rules))
    live = HostedTable("t", opened(host, rules), host)
    await live.arrive(page)
    await live.do(lambda table: people.sit(table, "ana", table.rules.seats[0]), "ana")
    await send(live, page, BeginGame(id="begin"))
    await play(live, page)
    assert all(isinstance(answer, Ack) for answer in page.answers)
    kept = replayed(parse(host.logs["t"]))
    assert kept == live.table
    whole = read(snapshot_message("t", kept, "ana", "", 0))
    assert isinstance(whole, TableSnapshot)
    assert page.mirror.snapshot
    assert (page.mirror.snapshot.scene, page.mirror.snapshot.deal) == (whole.scene, whole.deal)
    live.close()


async def test_a_page_that_was_closed_in_mid_game_goes_on_from_the_stored_lines() -> None:
    host, page = Memory(), Page(Random(1))
    live = HostedTable("t", opened(host), host)
    await live.arrive(page)
    await live.do(lambda table: people.sit(table, "ana", Seat.SOUTH), "ana")
    await send(live, page, BeginGame(id="begin"))
    await play(live, page, most=20)
    live.close()  # the page is gone, and nobody has told the table
    again = Page(Random(2))
    before = live.clients.lines_of_deal(live.table, "ana")
    live = HostedTable.from_log("t", host.logs["t"], host)
    assert live.clients.lines_of_deal(live.table, "ana") == before != ()
    await live.arrive(again)
    assert again.mirror.snapshot
    assert again.mirror.snapshot.scene.version >= page.version
    await play(live, again)
    assert live.table.stage is TableStage.OVER
    live.close()


async def test_a_game_pauses_while_no_page_shows_it() -> None:
    host, page = Memory(), Page(Random(1))
    live = HostedTable("t", opened(host), host)
    await live.arrive(page)
    await live.do(lambda table: people.sit(table, "ana", Seat.SOUTH), "ana")
    await send(live, page, BeginGame(id="begin"))
    await live.depart(page)
    assert live.table.paused
    await live.arrive(page)
    assert live.table.paused is None
    await play(live, page)
    live.close()


@pytest.mark.parametrize("kind", [UndoAction, ClaimTricks])
async def test_choices_are_taken_back_and_tricks_are_claimed(kind: type[UndoAction] | type[ClaimTricks]) -> None:
    accepted = False
    for seed in range(50):
        host, page = Memory(), Page(Random(seed))
        live = HostedTable("t", opened(host), host)
        await live.arrive(page)
        await live.do(lambda table: people.sit(table, "ana", Seat.SOUTH), "ana")
        await send(live, page, BeginGame(id="begin"))
        accepted = await play_until_accepted(live, page, kind)
        assert replayed(parse(host.logs["t"])) == live.table
        live.close()
        if accepted:
            break
    assert accepted


async def test_what_cant_be_done_is_refused_with_a_sentence() -> None:
    host, page = Memory(), Page(Random(1))
    live = HostedTable("t", opened(host), host)
    await live.arrive(page)
    await live.answer(page, '{"type":"dance","id":"1"}')
    await live.answer(page, '{"type":"write_chat_line","id":"2","text":"Kia ora"}')
    await live.answer(page, '{"type":"take_break","id":"3"}')
    assert [type(answer) for answer in page.answers] == [Rejection] * 3
    assert host.logs["t"] == [line for line in host.logs["t"] if b"dance" not in line]
    live.close()
