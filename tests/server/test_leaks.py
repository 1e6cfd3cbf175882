"""A real server sends and logs nothing that the recipient may not know at that moment."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest

from tests.server.day_company import DAYS, END
from tests.server.disclosed import DayRule
from tests.server.game import Company, game
from tests.server.heard import Answer, Frame, Heard
from tests.server.knowledge import Knowledge
from tests.server.leaks import Leak, check, leaks
from tests.server.match_company import MATCHES, RESULTS
from tests.server.party import WORLDS as TABLES
from tests.server.party import World as TableWorld
from tests.server.sabotage import SABOTAGE
from tests.table.worlds import steps_of
from uka.core.actions import CallTrump, GoAlone, GoUnder, OrderUp
from uka.records import Acted, Dealt
from uka.table.entries import (
    ActionUndone,
    PacketPatternChosen,
    PlayerAdmitted,
    PlayerLeft,
    SeatBooked,
    SeatTaken,
    SharesWithheld,
)
from uka.wire import table_updates

pytestmark = pytest.mark.server

DAILY = ("tainui, with bots", "practice")
"""The worlds of each run; ``make prove`` repeats all. Another test plays the one with a chat, and checks it too."""
HAPPENS: dict[str, tuple[type, ...]] = {
    "uka": (SeatTaken,),
    "tainui, with bots": (SeatBooked, PlayerAdmitted, SeatTaken),
    "practice": (ActionUndone,),
    "by hand": (SeatBooked, PacketPatternChosen),
    "a share withheld": (SharesWithheld,),
}
"""Events that must occur for a game to be a useful test."""


TOLD_BY_ALL = ("/records/0", "/records/0/replay", "/review?seat=north&deal=0", "/api/lobby", "/metrics")
TOLD_BY = {"practice": ("/hint",)}
"""Paths whose responses must be checked at least once."""


def told_by(path: str, heard: Heard) -> bool:
    """Return whether a request of a path was answered and not refused."""
    return any(each.path.endswith(path) and not each.text.startswith('{"why"') for each in heard.answers)


@pytest.mark.parametrize(
    "name", [name if name in DAILY else pytest.param(name, marks=pytest.mark.exhaustive) for name in TABLES]
)
async def test_no_client_receives_what_it_may_not_know(name: str) -> None:
    world = TABLES[name]
    heard = await game(world)
    check(heard)
    entries = [line.entry for line in heard.lines]
    told = [json.loads(frame.text) for frame in heard.frames if frame.way == "in"]
    assert heard.count()["games"] == world.games
    first = next(i for i, entry in enumerate(entries) if isinstance(entry, Dealt))
    happened = Counter(map(type, entries[first:]))
    assert all(happened[kind] for kind in (PlayerLeft, *HAPPENS.get(name, ()))), happened
    assert sum(t["type"] == "rejection" for t in told) > 10
    assert any(t.get("stale") for t in told)
    assert any(t["type"] == "farewell" for t in told)
    assert any(t.get("whole") and len(t["lines"]) > 3 for t in told)
    assert sum(t["type"] == "table_change" for t in told) > 100
    assert all(told_by(path, heard) for path in (*TOLD_BY_ALL, *TOLD_BY.get(name, ())))
    why = [answer.path for answer in heard.answers if answer.told and "/why?" in answer.path]
    assert any("/records/" in path for path in why)
    assert any("/records/" not in path for path in why)
    assert len(heard.logged) > 20
    actions = [entry.action for entry in entries if isinstance(entry, Acted)]
    alone = any(isinstance(a, GoAlone) or (isinstance(a, OrderUp | CallTrump) and a.alone) for a in actions)
    assert alone or world.people == 1
    assert "going under" not in name or any(isinstance(a, GoUnder) for a in actions)


async def test_who_watches_a_deal_has_no_chat_meanwhile() -> None:
    heard = await game(TABLES["with a chat"])
    check(heard)
    (facts,) = [Knowledge(lines) for lines in heard.logs.values()]
    read = {(frame.player, line["id"]): line for frame in heard.frames for line in lines_of_chat(frame)}
    in_deal = {id for (_, id), line in read.items() if facts.moments[line["version"]].step.table.in_deal}
    readers = {name: {id for other, id in read if other == player} for name, player in heard.players.items()}
    assert in_deal & readers["Ana"] & readers["Ben"]
    assert readers["Eve"]
    assert not in_deal & (readers["Eve"] | readers["Gil"])
    assert not any(text.encode() in line.text for line in heard.lines for text in ("Hello from", "I hold"))


def lines_of_chat(frame: Frame) -> list[dict[str, Any]]:
    """Return the lines of a chat that a client was sent with a message."""
    told = json.loads(frame.text)
    return told.get("lines", []) if frame.way == "in" and told["type"] == "chat_update" else []


async def test_the_secrets_of_a_game_are_sent_to_all_who_stayed() -> None:
    heard = await game(TableWorld("uka", {"target": 0, "deals": 2}))
    check(heard)
    table = steps_of(list(heard.lines))[-1].table
    for player in {member.player for member in table.members}:
        mine = "".join(frame.text for frame in heard.frames if frame.player == player and frame.way == "in")
        assert all(secret in mine for secret in table.secrets[: table.number])


# Matches and days


def asked(heard: Heard, path: str) -> dict[str, list[Answer]]:
    """Return the responses to a path, by the names of those who asked."""
    return {
        name: [each for each in heard.answers if (each.player, each.path) == (player, path)]
        for name, player in heard.players.items()
    }


def daily(worlds: Iterable[str], name: str) -> list[Any]:
    """Return the names of worlds; all but one are for ``make prove``."""
    return [each if each == name else pytest.param(each, marks=pytest.mark.exhaustive) for each in worlds]


@pytest.mark.parametrize("world", daily(MATCHES, "a match"))
async def test_nobody_learns_of_the_other_table_of_a_match_before_both_are_done(world: str) -> None:
    heard = await game(MATCHES[world])
    check(heard)
    (rule,), facts = heard.rules, {table: Knowledge(lines) for table, lines in heard.logs.items()}
    one, two = rule.tables
    assert heard.count()["games"] == 2
    assert any(isinstance(line.entry, PlayerLeft) for line in heard.logs[two])

    def halfway(answer: Answer) -> bool:
        """Return whether the first game was over when something was asked, and the second was not when it came."""
        return facts[one].over(answer.since.version(one)) > facts[two].over(answer.until.version(two))

    for path in [f"/api/tables/{table}{more}" for table in rule.tables for more in RESULTS]:
        for name, answers in asked(heard, path).items():
            assert any(map(halfway, answers)), (name, path)
            assert answers[-1].told, (name, path)
    followed = {(frame.player, frame.table) for frame in heard.frames if frame.version is not None}
    places = {"Ana": {one}, "Caro": {two}, "Dan": {one, two}, "Eve": {one}, "Gil": {two}, "Flo": set[str]()}
    for name, tables in places.items():
        assert {table for player, table in followed if player == heard.players[name]} == tables, name
    for name in ("Ana", "Caro", "Dan", "Eve"):  # both tables' people can check the shuffles at the end
        came = "".join(each.text for each in heard.frames if each.player == heard.players[name] and each.way == "in")
        assert sum(secret in came for secret in facts[one].packs) == MATCHES[world].deals + 1, name


@pytest.mark.parametrize("world", daily(DAYS, "a day"))
async def test_nobody_learns_of_the_games_of_a_day_before_it_is_over(world: str) -> None:
    heard = await game(DAYS[world])
    check(heard)
    board, other = heard.rules
    assert isinstance(board, DayRule)
    assert (len(board.tables), len(other.tables)) == (3, 1)
    assert heard.count()["games"] == 4
    facts = {table: Knowledge(lines) for table, lines in heard.logs.items()}
    ana, ben = [board.counted[heard.players[name]] for name in ("Ana", "Ben")]
    times = {each.until.at for each in heard.answers}
    assert min(times) < END.timestamp() - 3_600 < END.timestamp() < max(times)

    def halfway(answer: Answer) -> bool:
        """Return whether Ana had finished when something was asked, and Ben had not when it came."""
        return facts[ana].over(answer.since.version(ana)) > facts[ben].over(answer.until.version(ben))

    for path in [f"/api/tables/{table}{more}" for table in board.tables for more in RESULTS]:
        for name, answers in asked(heard, path).items():
            assert any(map(halfway, answers)), (name, path)
            assert any(END.timestamp() < each.since.at < board.closes for each in answers), (name, path)
            assert answers[-1].told, (name, path)
    for name, answers in asked(heard, board.page).items():
        pages = [(each, json.loads(each.text)) for each in answers]
        compared = [each for each, page in pages if page["averages"]]
        assert any(map(halfway, compared)) is (name == "Ana")
        assert pages[-1][1]["seed"], name


# The checks find leaks


async def played_or_found(company: Company, says: str) -> None:
    """Play until a leak is found whose sentence matches ``says``; confused clients may never end the game."""
    playing = asyncio.create_task(company.play())
    try:
        while not playing.done() and not await leaked(company, says):
            await asyncio.wait([playing], timeout=0.5)
        if playing.done():
            await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def leaked(company: Company, says: str) -> bool:
    """Return whether a leak whose sentence matches ``says`` has been found so far."""
    heard = company.visitors.heard
    far = Heard()
    far.frames, far.answers, far.logged = [*heard.frames], [*heard.answers], [*heard.logged]
    far.rules, far.public = heard.rules, heard.public
    await company.visitors.logs()
    far.logs = heard.logs
    return any(re.search(says, leak) for leak in leaks(far))


def forgiving(read: Callable[[str], table_updates.TableUpdate], text: str) -> table_updates.TableUpdate:
    """Read a message like a client that ignores entries which it can't know."""
    try:
        return read(text)
    except table_updates.UnknownUpdate:
        told = json.loads(text)
        parts = {
            part: [{key: value for key, value in line.items() if key != "entry"} for line in told[part]]
            for part in ("lines", "own_lines")
            if part in told
        }
        return read(json.dumps(told | parts))


@pytest.mark.daily(6)
@pytest.mark.parametrize("leak", SABOTAGE)
async def test_the_checks_find_a_leak(leak: str) -> None:
    fault, world, says = SABOTAGE[leak]

    def prepare(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(table_updates, "read", partial(forgiving, table_updates.read))
        fault(patch)

    heard = await game(world, partial(played_or_found, says=says), prepare)
    with pytest.raises(Leak):
        check(heard)
    assert any(re.search(says, leak) for leak in leaks(heard))
