"""A rude client of a tournament: sends invalid messages of many kinds, and checks that each is refused."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from uka.core.cards import Card
from uka.core.seats import Partnership, Seat
from uka.tournament import Role, Roster, TournamentSettings
from uka.tournament import entries as en
from uka.tournament.entries import ConductCardColour
from uka.wire import tournament_commands
from uka.wire.message_reader import InvalidMessage

from .rude import BIG, INSIDES, Message, binary, deep, garbage, nameless, nearly_large, torn, unknown, wrong

BATCH = 50
"""Messages sent before the answers are read."""
TAP = en.DealPlayed(1, Partnership.NORTH_SOUTH, 3)
SCORE = (11, 3)
GOOD: tuple[tournament_commands.TournamentCommand, ...] = (
    tournament_commands.PresentLink(id="m", link="director.x"),
    tournament_commands.PingTournament(id="m"),
    tournament_commands.ChangeTournamentSettings(id="m", settings=TournamentSettings()),
    tournament_commands.GrantLink(id="m", role=Role.OFFICIAL, name="Ana", table=1),
    tournament_commands.GrantLinks(id="m", role="player"),
    tournament_commands.RevokeLink(id="m", grant="g1"),
    tournament_commands.EnterTeam(id="m", roster=Roster("Kauri", players=("Mere",))),
    tournament_commands.AmendTeam(id="m", team=1, roster=Roster("Kauri")),
    tournament_commands.WithdrawTeam(id="m", team=1),
    tournament_commands.RejoinTeam(id="m", team=1),
    tournament_commands.SetTables(id="m", numbers=(1, 2)),
    tournament_commands.SeatRound(id="m"),
    tournament_commands.ExtendRound(id="m", ms=60_000),
    tournament_commands.CloseRound(id="m"),
    tournament_commands.EnterPaperResult(id="m", table=1, points=SCORE),
    tournament_commands.CorrectResult(id="m", round=1, table=1, points=SCORE, reason="misread"),
    tournament_commands.EnterLevelTeamsCut(id="m", cuts=((1, Card.AS), (2, Card.KS))),
    tournament_commands.EnterTap(id="m", tap=TAP),
    tournament_commands.UndoEntry(id="m", to=9),
    tournament_commands.SignForCaptain(id="m", table=1, team=1),
    tournament_commands.EnterDrawnMatchCut(id="m", table=1, cards=(Card.AS, Card.KS)),
    tournament_commands.ShowConductCard(id="m", team=1, colour=ConductCardColour.GREEN, reason="talk"),
    tournament_commands.GiveFairPlay(id="m", team=1, points=1),
    tournament_commands.SubstitutePlayer(id="m", team=1, player="Mere", fill_in="Rua"),
    tournament_commands.SignResult(id="m", team=1),
    tournament_commands.ClaimResult(id="m", team=1, points=SCORE),
    tournament_commands.GoToTable(id="m", table=1, seat=Seat.EAST),
    tournament_commands.FillInWithBot(id="m", table=1, seat=Seat.EAST),
    tournament_commands.CallForHelp(id="m", table=1),
    tournament_commands.AnswerCall(id="m", table=1),
)
TEXTS = ("", " ", "x" * 201, "\u202e", "a\x1bb", "𝔘" * 90, "\n\n", "\u0000")


def good(rng: Random) -> dict[str, Any]:
    """Return a valid message."""
    return msgspec.to_builtins(msgspec.json.decode(tournament_commands.write(rng.choice(GOOD))))


def huge(rng: Random) -> Message:
    """Return a message with an invalid or too large number."""
    number = rng.choice(BIG[:-3])
    fields = (
        f'"type":"enter_tap","tap":{{"type":"deal_played","table":1,"makers":"north-south","tricks":{number}}}',
        f'"type":"enter_tap","tap":{{"type":"official_ruling_given","table":1,"reason":"so","points":[{number},{number}]}}',
        f'"type":"enter_tap","tap":{{"type":"deal_misdealt","table":{number}}}',
        f'"type":"set_tables","numbers":[{number}]',
        f'"type":"extend_round","ms":{number}',
        f'"type":"withdraw_team","team":{number}',
        f'"type":"enter_paper_result","table":1,"points":[{number},0]',
        f'"type":"undo_entry","to":{number}',
        f'"type":"change_tournament_settings","settings":{{"clock_ms":{number}}}',
        f'"type":"give_fair_play","team":1,"points":{number}',
    )
    return f'{{"id":"m","by":{number}}}' if rng.random() < 0.1 else f'{{"id":"m",{rng.choice(fields)}}}'


def refused(rng: Random) -> Message:
    """Return a valid message that a director may not send during a round."""
    text, many = rng.choice(TEXTS), rng.randrange(1_001, 99_000)
    table: tuple[dict[str, Any], ...] = (
        {"type": "present_link", "link": ""},
        {"type": "seat_round"},
        {"type": "start_round"},
        {"type": "resume_round"},
        {"type": "end_tournament"},
        {"type": "close_round", "unsigned": True},
        {"type": "revoke_link", "grant": text},
        {"type": "revoke_link", "grant": "director"},
        {"type": "rejoin_team", "team": 1},
        {"type": "withdraw_team", "team": many},
        {"type": "grant_link", "role": "official", "name": "Ana", "table": many},
        {"type": "grant_link", "role": "director", "name": "Ana", "team": 1},
        {"type": "enter_team", "roster": {"name": text}},
        {"type": "amend_team", "team": 1, "roster": {"name": text}},
        {"type": "enter_team", "roster": {"name": "Kauri"}},
        {"type": "set_tables", "numbers": []},
        {"type": "set_tables", "numbers": [1, many + 1_000]},
        {"type": "extend_round", "ms": 0},
        {"type": "correct_result", "round": many, "table": 1, "points": [1, 2], "reason": "x"},
        {"type": "correct_result", "round": 1, "table": 1, "points": [1, 2], "reason": text},
        {"type": "undo_entry", "to": many},
        {"type": "sign_for_captain", "table": 1, "team": many},
        {"type": "enter_drawn_match_cut", "table": 1, "cards": ["As", "Ks"]},
        {"type": "answer_call", "table": 1},
        {"type": "call_for_help", "table": many},
        {"type": "sign_result", "team": 1},
        {"type": "show_conduct_card", "team": 1, "colour": "red", "reason": "x"},
        {"type": "show_conduct_card", "team": 1, "colour": "orange", "reason": text},
        {"type": "give_fair_play", "team": 1, "points": 99},
        {"type": "go_to_table", "table": 1, "seat": "east"},
        {"type": "substitute_player", "team": 1, "player": text, "fill_in": "Rua"},
        {"type": "bell"},
        {"type": "fill_in_with_bot", "table": 1, "seat": "east"},
        {"type": "claim_result", "team": 1, "points": [11, 3]},
        {"type": "enter_tap", "tap": {"type": "official_ruling_given", "table": 1, "reason": text}},
        {
            "type": "enter_tap",
            "tap": {"type": "official_ruling_given", "table": 1, "reason": "x", "points": [2**40, -(2**40)]},
        },
        {
            "type": "enter_tap",
            "tap": {"type": "deal_played", "table": 1, "makers": "east-west", "tricks": rng.choice((-1, 6))},
        },
        {"type": "enter_tap", "tap": {"type": "upcard_at_bell", "table": 1, "lay": True}},
        {"type": "enter_tap", "tap": {"type": "deal_thrown_in", "table": rng.choice((1, -1, 2**60))}},
        {"type": "change_tournament_settings", "settings": {"fair_worth": 1}},
        {"type": "change_tournament_settings", "settings": {"clock_ms": 0}},
    )
    return json.dumps(rng.choice(table) | {"id": f"r{rng.getrandbits(60)}"})


KINDS: dict[str, Callable[[Random], Message]] = {
    "garbage": garbage, "huge": huge, "deep": lambda rng: str(deep(rng)),
    "nearly large": nearly_large, "refused": refused,
    **{kind.__name__: partial(kind, good_one=good) for kind in (binary, torn, wrong, unknown, nameless)},
}  # fmt: skip


def message(rng: Random) -> tuple[str, Message]:
    """Return a kind of rude message, and a random message of that kind."""
    while True:
        kind = rng.choice(list(KINDS))
        made = KINDS[kind](rng)
        if kind in ("binary", "refused") or _is_bad(made):
            return kind, made


def _is_bad(text: Message) -> bool:
    try:
        tournament_commands.read(text)
    except InvalidMessage:
        return True
    return False


class Visitor:
    """A connection with a link, which sends only messages that must be refused."""

    def __init__(self, address: str, link: str, rng: Random) -> None:
        self._address, self._link, self._rng = address, link, rng
        self.count = Counter[str]()

    async def send(self, most: int) -> None:
        """Send ``most`` messages, each of which must be answered."""
        async with self.connect() as socket:
            await socket.send(
                tournament_commands.write(tournament_commands.PresentLink(id="greeting", link=self._link))
            )
            assert (await heard(socket))["type"] == "tournament_snapshot"
            while sum(self.count.values()) < most:
                await self._batch(socket, [message(self._rng) for _ in range(BATCH)])

    def connect(self) -> connect:
        return connect(self._address, compression=None, max_size=None, proxy=None, close_timeout=1)

    async def _batch(self, socket: ClientConnection, batch: list[tuple[str, Message]]) -> None:
        for _, made in batch:
            await socket.send(made)
        await socket.send('{"type":"ping_tournament","id":"fence"}')
        for kind, made in batch:
            told = await _answer(socket)
            assert told["type"] == "rejection", (made, told)
            judged(made, told["why"])
            self.count[kind] += 1
        assert (await _answer(socket))["type"] == "pong"


def judged(made: object, why: str) -> None:
    """Check that a refusal is one sentence without internal details."""
    assert 5 < len(why) <= 300, (made, why)
    assert len(why.splitlines()) == 1, (made, why)
    assert not INSIDES.search(why), (made, why)


async def heard(socket: ClientConnection) -> dict[str, Any]:
    """Return the next message."""
    async with asyncio.timeout(PATIENCE):
        return json.loads(await socket.recv())


async def _answer(socket: ClientConnection) -> dict[str, Any]:
    while (told := await heard(socket))["type"] == "tournament_change":
        pass
    return told


async def turned_away(visitor: Visitor, first: Message) -> tuple[str, int | None]:
    """Return the farewell and the close code after a first message that presents no valid link."""
    async with AsyncExitStack() as stack:
        socket = await stack.enter_async_context(visitor.connect())
        await socket.send(first)
        told = await heard(socket)
        assert told["type"] == "farewell", (first, told)
        judged(first, told["why"])
        try:
            await heard(socket)
        except ConnectionClosed:
            return told["why"], socket.close_code
        raise AssertionError("it was not closed")
