"""A rude client of a table: sends invalid messages of many kinds, and checks that each is refused."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server.web import Web, listening
from uka.bots import bot
from uka.client import Client, TableSession
from uka.core.actions import Pass, Play
from uka.core.cards import Card
from uka.core.seats import Seat
from uka.table import Phrase, TableSettings, TableStage
from uka.wire import InvalidMessage, table_commands

Message: TypeAlias = str | bytes
Good: TypeAlias = Callable[[Random], dict[str, Any]]
"""Makes a valid message, which is then corrupted."""
AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0, hand_ms=0, bots="random")
SLOW = replace(AT_ONCE, deal_ms=300, trick_ms=200)
"""Rules for a game of 100 deals, which lasts longer than the rude messages."""
BATCH = 50
"""Messages sent before the answers are read."""
INSIDES = re.compile(
    r"Traceback|File \"|/(work|usr|root|home|tmp|src)/|\.py\b|msgspec|litestar|asyncio|uka\.|0x[0-9a-f]{6}|<class"
)
BIG = ("1e999", "-1", "9" * 400, "1" + "0" * 20, "NaN", "Infinity", "-Infinity", "1.5", "true", "null")

GOOD: tuple[table_commands.TableCommand, ...] = (
    table_commands.TakeSeat(id="m", seat=Seat.NORTH),
    table_commands.LeaveSeat(id="m"),
    table_commands.LeaveTable(id="m"),
    table_commands.TakeBreak(id="m"),
    table_commands.EndBreak(id="m"),
    table_commands.SayPhrase(id="m", phrase=Phrase.HELLO),
    table_commands.WriteChatLine(id="m", text="Kia ora"),
    table_commands.ReportChatLine(id="m", line="9b3c1d5e7f20a486"),
    table_commands.SeatBot(id="m", seat=Seat.EAST, level="club"),
    table_commands.RemoveBot(id="m", seat=Seat.EAST),
    table_commands.SwapSeats(id="m", a=Seat.EAST, b=Seat.WEST),
    table_commands.AdmitPlayer(id="m", player="ana"),
    table_commands.PauseTable(id="m"),
    table_commands.ResumeTable(id="m"),
    table_commands.RemovePlayer(id="m", player="ana"),
    table_commands.ChangeHost(id="m", player="ana"),
    table_commands.ChangeSettings(id="m", settings=TableSettings()),
    table_commands.ChangeRules(id="m", rules="uka"),
    table_commands.BeginGame(id="m"),
    table_commands.CommitShares(id="m", commitment="0" * 64),
    table_commands.OpenShare(id="m", number=1, share="0" * 64),
    table_commands.TakeDrawCard(id="m", place=1),
    table_commands.NameDealer(id="m", dealer=Seat.EAST),
    table_commands.CutPack(id="m", cards=5),
    table_commands.DealCards(id="m", packet_pattern="3-2"),
    table_commands.DeclareReady(id="m"),
    table_commands.SubmitAction(id="m", action=Play(Card.JD), version=3),
    table_commands.ClaimTricks(id="m", version=3),
    table_commands.CheckClaim(id="m", version=3),
    table_commands.UndoAction(id="m"),
    table_commands.SyncTable(id="m", since=3),
    table_commands.PingTable(id="m"),
)


# Rude messages


def _good(rng: Random) -> dict[str, Any]:
    return msgspec.to_builtins(msgspec.json.decode(table_commands.write(rng.choice(GOOD))))


def garbage(rng: Random) -> Message:
    """Return text that is not JSON."""
    letters = '{}[]":,\\ \t\n09azāé€😀\0'
    return "".join(rng.choice(letters) for _ in range(rng.randrange(1, 60)))


def binary(rng: Random, good_one: Good = _good) -> Message:
    """Return a binary message, with valid content or not."""
    return rng.choice((rng.randbytes(rng.randrange(1, 99)), json.dumps(good_one(rng)).encode()))


def torn(rng: Random, good_one: Good = _good) -> Message:
    """Return a valid message with letters changed, removed or repeated."""
    text = list(json.dumps(good_one(rng)))
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text))
        text[at : at + 1] = rng.choice(
            ([], [text[at]] * 2, [chr(rng.randrange(32, 127))], [chr(rng.randrange(0x2000))])
        )
    return "".join(text)


def wrong(rng: Random, good_one: Good = _good) -> Message:
    """Return a valid message with one value of a wrong type or size."""
    good = good_one(rng)
    values = (None, True, [], {}, 1.5, -1, 10**30, "", "x" * 33, "\ud800", "\u0000", [[]], {"type": "play"}, "B", "Jx")
    good[rng.choice(list(good))] = rng.choice(values)
    return json.dumps(good)


def huge(rng: Random) -> Message:
    """Return a message with an invalid or too large number."""
    number = rng.choice(BIG)
    fields = (
        f'"type":"submit_action","version":{number},"action":{{"type":"pass"}}',
        f'"type":"take_draw_card","place":{number}',
        f'"type":"add","number":{number},"value":"{"0" * 64}"',
        f'"type":"cut_pack","cards":{number}',
    )
    return rng.choice((f'{{"id":"m",{rng.choice(fields)}}}', number))


def deep(rng: Random) -> Message:
    """Return deeply nested JSON, complete or not."""
    depth = rng.randrange(100, 1_300)
    inside = rng.choice(("[" * depth, "[" * depth + "]" * depth, '{"a":' * (depth // 2)))
    return rng.choice(
        (
            inside,
            f'{{"type":"submit_action","id":"m","action":{inside}}}',
            f'{{"type":"ping_table","id":"m","more":{inside}}}',
        )
    )


def unknown(rng: Random, good_one: Good = _good) -> Message:
    """Return a message with an unknown kind or field."""
    good = good_one(rng)
    if rng.random() < 0.5:
        good["type"] = rng.choice(("", "win", "__class__", "sit ", "SIT", "../sit", "\u202esit"))
    else:
        good[rng.choice(("x", "by", "seq", "__init__", "player_", "Ask", "\ud83d"))] = rng.choice((1, "y", None))
    return json.dumps(good)


def nameless(rng: Random, good_one: Good = _good) -> Message:
    """Return a message with an invalid id."""
    return json.dumps(
        good_one(rng) | {"id": rng.choice(("m" * 33, "", "a b", "ā", "\u0000", 7, None, "\ud800", ["m"]))}
    )


def nearly_large(rng: Random) -> Message:
    """Return a message of about the largest allowed size."""
    return json.dumps({"type": "remove_player", "id": "m", "player": "x" * rng.randrange(3_000, 4_000)})


def too_large(rng: Random) -> Message:
    """Return a message that is too large."""
    return "x" * rng.choice((4_200, 5_000, 70_000))


def refused(rng: Random) -> Message:
    """Return a valid message that the host of a table may not send during a game."""
    table = (
        {"type": "take_seat", "seat": rng.choice(("north", "east"))},
        {"type": "swap_seats", "a": "north", "b": "south"},
        {"type": "begin_game"},
        {"type": "remove_bot", "seat": "west"},
        {"type": "seat_bot", "seat": "east"},
        {"type": "resume_table"},
        {"type": "seat_bot", "seat": "west", "level": "nobody"},
        {"type": "end_break"},
        {"type": "cut_pack", "cards": rng.randrange(30)},
        {"type": "remove_player", "player": "{me}"},
        {"type": "remove_player", "player": "nobody"},
        {"type": "change_host", "player": "x"},
        {"type": "take_draw_card", "place": rng.randrange(99)},
        {"type": "name_dealer", "dealer": "south"},
        {"type": "deal_cards"},
        {"type": "change_settings", "settings": {"by_hand": True}},
        {"type": "change_settings", "settings": {"bots": "nobody"}},
        {"type": "add", "number": 999_999, "value": rng.randbytes(32).hex()},
        {"type": "submit_action", "version": 2**53, "action": msgspec.to_builtins(Pass())},
        {"type": "submit_action", "version": 0, "action": msgspec.to_builtins(Play(rng.choice(list(Card))))},
        {"type": "submit_action", "action": {"type": "claim_revoke", "trick": rng.randrange(-3, 9)}},
    )
    return json.dumps(rng.choice(table) | {"id": f"r{rng.getrandbits(60)}"})


KINDS: dict[str, Callable[[Random], Message]] = {
    kind.__name__: kind for kind in (garbage, binary, torn, wrong, huge, deep, unknown, nameless, nearly_large, refused)
}


def message(rng: Random) -> tuple[str, Message]:
    """Return a kind of rude message, and a random message of that kind."""
    while True:
        kind = rng.choice(list(KINDS))
        made = KINDS[kind](rng)
        if kind in ("binary", "refused") or is_bad(made):
            return kind, made


def is_bad(text: Message) -> bool:
    """Return whether a message is invalid; a random change may leave it valid."""
    try:
        table_commands.read(text)
    except InvalidMessage:
        return True
    return False


# A rude client


class Rude:
    """A second connection of a table's host, which sends only messages that must be refused."""

    def __init__(self, at: TableSession, rng: Random) -> None:
        self.at, self.rng = at, rng
        self.count, self.why, self.closed = Counter[str](), Counter[str](), 0
        self._socket: ClientConnection | None = None

    async def send(self, most: int) -> None:
        """Send ``most`` messages, each of which must be answered; one that is too large ends the connection."""
        try:
            while sum(self.count.values()) < most:
                socket = self._socket or await self._open()
                await self._batch(socket, [message(self.rng) for _ in range(BATCH)])
                if self.rng.random() < 0.2:
                    await self._too_large(socket)
        finally:
            if self._socket:
                await self._socket.close()

    async def _open(self) -> ClientConnection:
        uri, headers = self.at.client.socket_address(self.at.table, None)
        self._socket = await connect(
            uri, additional_headers=headers, compression=None, max_size=None, proxy=None, close_timeout=1
        )
        return self._socket

    async def _batch(self, socket: ClientConnection, batch: list[tuple[str, Message]]) -> None:
        for _, made in batch:
            await socket.send(made.replace("{me}", self.at.player) if isinstance(made, str) else made)
        await socket.send('{"type":"ping_table","id":"fence"}')
        for kind, made in batch:
            told = await self._answer(socket)
            assert told["type"] == "rejection", (made, told)
            self._judge(kind, made, told["why"])
        assert (await self._answer(socket))["type"] == "pong"

    async def _answer(self, socket: ClientConnection) -> dict[str, Any]:
        """Return the next message that is not an update of the table."""
        async with asyncio.timeout(PATIENCE):
            while (told := json.loads(await socket.recv()))["type"] in ("table_change", "table_snapshot"):
                pass
        return told

    def _judge(self, kind: str, made: Message, why: str) -> None:
        assert 5 < len(why) <= 300, (made, why)
        assert len(why.splitlines()) == 1, (made, why)
        assert not INSIDES.search(why), (made, why)
        self.count[kind] += 1
        self.why["form" if why.startswith(("the message", "messages are")) else "table"] += 1

    async def _too_large(self, socket: ClientConnection) -> None:
        bad = self.rng.random() < 0.3
        if bad:
            await socket.send(b'{"type":"ping_table","id":"\xff\xfe"}', text=True)
        else:
            await socket.send(too_large(self.rng))
        try:
            while True:
                told = await self._answer(socket)
                assert told["type"] == "farewell", told
        except ConnectionClosed:
            assert socket.close_code == (1007 if bad else 1009), socket.close_code
        self.count["no text" if bad else "too large"] += 1
        self.closed += 1
        self._socket = None


# The table and another beside it


async def insulted(web: Web, most: int, seed: int = 1) -> dict[str, Any]:
    """Send rude messages at a table while it and another one play games; return the counts of refusals and games."""
    rng = Random(seed)
    async with listening(web) as url, AsyncExitStack() as stack:

        async def come(
            name: str, to: TableSession | None = None, settings: TableSettings = AT_ONCE, **changes: Any
        ) -> TableSession:
            client = await stack.enter_async_context(Client(url, name, timeout=60))
            if to is None:
                ticket = await client.open("uka", changes=changes, settings=settings, seat=Seat.NORTH)
                return await stack.enter_async_context(client.attend(ticket.table))
            at = await stack.enter_async_context(client.attend(to.table, to.invitation))
            await at.sit(Seat.EAST)
            return at

        rex = await come("Rex", settings=SLOW, target=0, deals=100)
        ana = await come("Ana", rex)
        ben = await come("Ben", target=3)
        caro = await come("Caro", ben)
        rude, games = Rude(rex, Random(f"rude {seed}")), Counter[str]()
        begun = asyncio.Event()
        beside = [asyncio.create_task(_games(pair, rng, games, begun)) for pair in ((rex, ana), (ben, caro))]
        try:
            await _before(begun.wait(), *beside)
            start, loop = ana.version, asyncio.get_running_loop()
            since = loop.time()
            await _before(rude.send(most), *beside)
            seconds = loop.time() - since
            while not games["Ben"]:
                await _before(asyncio.sleep(0.1), *beside)
            told, version = ana.version, (await web.context.tables.find(ana.table)).table.seq
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
        lines = told - start
        assert version - told < 20, (version, told)
    return {
        "messages": sum(rude.count.values()), "refusals by kind": dict(sorted(rude.count.items())),
        "refused for their form": rude.why["form"], "refused by the table": rude.why["table"],
        "sockets closed": rude.closed, "seconds": round(seconds, 1), "lines of this table meanwhile": lines,
        "games beside it, over and verified": games["Ben"],
    }  # fmt: skip


async def _before(work: Any, *beside: asyncio.Task[None]) -> None:
    """Await ``work`` while other tasks run; if one of them fails, raise its error."""
    task = asyncio.ensure_future(work)
    await asyncio.wait([task, *beside], return_when=asyncio.FIRST_COMPLETED)
    for other in beside:
        if other.done():
            task.cancel()
            other.result()
    await task


async def _games(
    pair: tuple[TableSession, TableSession], rng: Random, games: Counter[str], begun: asyncio.Event
) -> None:
    """Play one game after another at a table, and verify each record."""
    host, other = pair
    assert isinstance(host.client, Client)
    while True:
        await host.begin()
        await other.until(lambda: other.scene.stage is not TableStage.OVER)
        if host.client.name == "Rex":
            begun.set()
        await asyncio.gather(*(at.play(bot("random"), rng) for at in pair))
        await host.record()
        games[str(host.client.name)] += 1
