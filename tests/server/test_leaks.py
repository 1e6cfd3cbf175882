"""A real server sends and logs nothing that the recipient may not know at that moment."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.leaks import Heard, Leak, check, leaks
from tests.server.party import NAMES, WORLDS, Party, World, game
from tests.table.test_unseen import LEAKS as TOLD
from tests.table.worlds import steps_of
from uka.core.actions import CallTrump, GoAlone, GoUnder, OrderUp
from uka.core.cards import Card, cards_of
from uka.core.seats import Partnership, Seat
from uka.records import Acted, Dealt
from uka.server.base.logs import log
from uka.server.http import records
from uka.server.live import audience, lobby
from uka.server.live import table as live
from uka.server.sockets import table as socket
from uka.server.sockets.hub import SocketHub
from uka.server.workers import record_archive as archive
from uka.table import Table
from uka.table.entries import (
    ActionUndone,
    PacketPatternChosen,
    PlayerAdmitted,
    PlayerLeft,
    SeatBooked,
    SeatTaken,
    SharesWithheld,
)
from uka.table.views import encoder as showing
from uka.table.views import facts as deal_facts
from uka.wire import http_bodies, table_updates

pytestmark = pytest.mark.server

DAILY = ("uka", "tainui, with bots", "practice")
"""The worlds of each run; ``make prove`` repeats all."""
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
    "name", [name if name in DAILY else pytest.param(name, marks=pytest.mark.exhaustive) for name in WORLDS]
)
async def test_no_client_receives_what_it_may_not_know(name: str) -> None:
    world = WORLDS[name]
    heard = await game(world)
    check(heard)
    entries = [line.entry for line in heard.lines]
    told = [json.loads(frame.text) for frame in heard.frames if frame.way == "in"]
    assert heard.count()["games"] == world.games
    first = next(i for i, entry in enumerate(entries) if isinstance(entry, Dealt))
    happened = Counter(map(type, entries[first:]))
    assert all(happened[kind] for kind in (PlayerLeft, *HAPPENS.get(name, ()))), happened
    assert sum(t["tell"] == "refused" for t in told) > 10
    assert any(t.get("stale") for t in told)
    assert any(t["tell"] == "farewell" for t in told)
    assert any(t["tell"] == "news" and len(t["lines"]) > 3 for t in told)
    assert sum(t["tell"] == "change" for t in told) > 100
    assert all(told_by(path, heard) for path in (*TOLD_BY_ALL, *TOLD_BY.get(name, ())))
    assert len(heard.logged) > 20
    actions = [entry.action for entry in entries if isinstance(entry, Acted)]
    alone = any(isinstance(a, GoAlone) or (isinstance(a, OrderUp | CallTrump) and a.alone) for a in actions)
    assert alone or world.people == 1
    assert "going under" not in name or any(isinstance(a, GoUnder) for a in actions)


async def test_the_secrets_of_a_game_are_sent_to_all_who_stayed() -> None:
    heard = await game(World("uka", {"target": 0, "deals": 2}))
    check(heard)
    table = steps_of(list(heard.lines))[-1].table
    for player in {member.player for member in table.members}:
        mine = "".join(frame.text for frame in heard.frames if frame.player == player and frame.way == "in")
        assert all(secret in mine for secret in table.secrets[: table.number])


# The checks find leaks


def neighbour(table: Table, player: str) -> str:
    """Return the person whose view a faulty server sends to ``player``."""
    people = [chair.player for chair in table.chairs if chair.player]
    at = people.index(player) if player in people else -1
    return people[(at + 1) % len(people)] if people else player


def missed_by_another(patch: pytest.MonkeyPatch) -> None:
    missed = audience.Audience.missed_update
    patch.setattr(
        audience.Audience,
        "missed_update",
        lambda self, table, player, *more: missed(self, table, neighbour(table, player), *more),
    )


def updates_of_another(patch: pytest.MonkeyPatch) -> None:
    for name in ("text", "text_of_changes"):
        text = getattr(audience._UpdateMessages, name)
        patch.setattr(
            audience._UpdateMessages, name, lambda self, player, text=text: text(self, neighbour(self._table, player))
        )


def changes_of_another(patch: pytest.MonkeyPatch) -> None:
    deal = showing.ChangeEncoder.deal
    patch.setattr(showing.ChangeEncoder, "deal", lambda self, player: deal(self, neighbour(self._now.table, player)))


def welcome_of_another(patch: pytest.MonkeyPatch) -> None:
    welcome = live.welcome_message
    patch.setattr(
        live, "welcome_message", lambda id, table, player, *more: welcome(id, table, neighbour(table, player), *more)
    )


def secrets_in_the_welcome(patch: pytest.MonkeyPatch) -> None:
    welcome = live.welcome_message

    def telling(id: str, table: Table, *more: Any) -> str:
        return table_updates.write(replace(table_updates.read(welcome(id, table, *more)), secrets=table.secrets))  # type: ignore[type-var]

    patch.setattr(live, "welcome_message", telling)


def hands(table: Table) -> str:
    deal = table.game.deal if table.game else None
    return " ".join(str(card) for mask in deal.masks for card in cards_of(mask)) if deal else ""


def refusal_that_knows(patch: pytest.MonkeyPatch) -> None:
    done = socket._done

    async def telling(hub: SocketHub, live: live.LiveTable, *more: Any) -> table_updates.TableUpdate:
        tell = await done(hub, live, *more)
        return (
            replace(tell, why=f"{tell.why}: {hands(live.table)}")
            if isinstance(tell, table_updates.TableRejection)
            else tell
        )

    patch.setattr(socket, "_done", telling)


def titles_of_all_cards(patch: pytest.MonkeyPatch) -> None:
    """Name every bower, wherever it is, as if it could be seen."""
    jacks = [Card.JC, Card.JD, Card.JH, Card.JS]
    for module in (deal_facts, showing):
        patch.setattr(module, "titles", lambda seen: tuple((card, "left") for card in jacks))


def labels_of_another(patch: pytest.MonkeyPatch) -> None:
    """Label each choice with a card of another player's hand."""
    part = showing.TableViews._part

    def telling(self: showing.TableViews, viewer: Seat | None) -> showing.PrivatePart:
        told = part(self, viewer)
        return told._replace(facts=(*told.facts[:2], tuple(hands(self.table).split())))

    patch.setattr(showing.TableViews, "_part", telling)


def hands_in_the_lobby(patch: pytest.MonkeyPatch) -> None:
    told = lobby.table_summary
    patch.setattr(lobby, "table_summary", lambda live: replace(told(live), title=hands(live.table)))


def record_before_the_end(patch: pytest.MonkeyPatch) -> None:
    line = http_bodies.RecordSummary(0, NAMES, (0, 0), Partnership.NORTH_SOUTH, 1, 0, 0)

    async def games(self: archive.RecordArchive, table: str) -> tuple[Any, ...]:
        return (archive.ArchivedGame(line, b"\n".join(await self._store.read(table))),)

    async def log(self: archive.ArchivedGame) -> Any:
        return self.text.decode()

    patch.setattr(archive.RecordArchive, "games", games)
    patch.setattr(archive.ArchivedGame, "log", log)
    patch.setattr(records, "_text", lambda log, form: log)


SABOTAGE: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    **{name: leak for name, leak in TOLD.items() if name != "secrets in the view"},
    "what somebody missed is another's": missed_by_another,
    "the updates are another's": updates_of_another,
    "the changes of the deal are another's": changes_of_another,
    "the welcome is another's": welcome_of_another,
    "secrets in the welcome": secrets_in_the_welcome,
    "a refusal tells the hands": refusal_that_knows,
    "bowers in other hands are told": titles_of_all_cards,
    "a choice is worded by another's cards": labels_of_another,
    "the lobby tells the hands": hands_in_the_lobby,
    "a record is told before the end": record_before_the_end,
}


def shares_before_their_time(patch: pytest.MonkeyPatch) -> None:
    """Send a secret in the middle of a sentence."""
    change = table_updates.TableChange

    def telling(*fields: Any) -> table_updates.TableChange:
        return replace(change(*fields), invitation="invited by " + "5e" * 32)

    patch.setattr(audience.table_updates, "TableChange", telling)


def logs_the_hands(patch: pytest.MonkeyPatch) -> None:
    publish = live.LiveTable.publish

    def telling(self: live.LiveTable, steps: Any) -> None:
        publish(self, steps)
        log.info("a step was told", hands=hands(self.table))

    patch.setattr(live.LiveTable, "publish", telling)


SABOTAGE |= {"digits of a secret": shares_before_their_time, "the log tells the hands": logs_the_hands}


async def played_or_found(party: Party) -> None:
    """Play until something leaks; confused clients may never end the game."""
    playing = asyncio.create_task(party.play())
    try:
        while not playing.done() and not await leaked(party):
            await asyncio.wait([playing], timeout=0.5)
        if playing.done():
            await playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def leaked(party: Party) -> bool:
    """Return whether anything has leaked so far."""
    far, heard = Heard(), party.heard
    far.frames, far.answers, far.logged, far.key = [*heard.frames], [*heard.answers], [*heard.logged], heard.key
    far.lines = await party.live.lines()
    return any(True for _ in leaks(far))


def forgiving(read: Callable[[str], table_updates.TableUpdate], text: str) -> table_updates.TableUpdate:
    """Read a message like a client that ignores entries which it can't know."""
    try:
        return read(text)
    except table_updates.UnknownUpdate:
        told = json.loads(text)
        lines = [{key: value for key, value in line.items() if key != "entry"} for line in told["lines"]]
        return read(json.dumps(told | {"lines": lines}))


LONG_GAME = World("uka", {"target": 0, "deals": 30})
"""A game so long that what leaks in some deals only, like a discard, occurs before its end."""


@pytest.mark.parametrize("leak", SABOTAGE)
async def test_the_checks_find_a_leak(leak: str) -> None:
    def prepare(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(table_updates, "read", partial(forgiving, table_updates.read))
        SABOTAGE[leak](patch)

    heard = await game(LONG_GAME, played_or_found, prepare)
    with pytest.raises(Leak):
        check(heard)
