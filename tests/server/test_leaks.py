"""What comes over the wire: no frame and no answer of a real server tells a client what it may not know just then."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from random import Random
from typing import Any, Literal, NamedTuple

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tests.server.web import listening, served
from tests.table.test_unseen import LEAKS as TOLD
from tests.table.test_unseen import known, packs_open
from tests.table.worlds import deal_of, steps_of
from uka.client import Attendance, Client, Refused, link
from uka.client.moves import move
from uka.core import events as ev
from uka.core.actions import ACTIONS, Action, CallTrump, GoAlone, GoUnder, OrderUp
from uka.core.cards import Card, cards_of
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.seats import SEATS, Partnership, Seat
from uka.records import Acted, Dealt
from uka.server import archive, audience, live, lobby, records, socket
from uka.server.hall import Hall
from uka.table import DealView, Line, Settings, Stage, Step, Table, showing
from uka.table import facts as deal_facts
from uka.table.entries import Sat
from uka.wire import asks, forms, tells

CARD = re.compile(r"(?<![\w/-])(?:[789TJQKA][cdhs])(?![\w/-])|\"B\"")
QUOTED = re.compile(r'"(?:[789TJQKA][cdhs]|B)"')
AT_ONCE = Settings(
    answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=60_000, hand_ms=0, away_ms=0, bots="random", public=True
)
LONGEST = 120
"""Seconds that a game may take on the slowest machine: this ends a hang, and nothing else."""
NAMES = ("Ana", "Ben", "Caro", "Dan")


class Leak(AssertionError):
    """Somebody was told what they may not know."""


class World(NamedTuple):
    """What is played, and by how many people; bots hold the other seats."""

    rules: str
    changes: dict[str, Any]
    people: int = 4
    settings: Settings = AT_ONCE


WORLDS = {
    "uka": World("uka", {"target": 6}),
    "tainui, with bots": World("tainui", {"target": 8}, people=2),
    "alone": World("north_american", {"target": 6, "partner_alone": "ordered", "defend_alone": "against_loner"}),
    "partner's best": World("cardgames", {"target": 5, "partners_best": True}),
    "going under, with bots": World("cardgames", {"pack": 32, "target": 8, "farmers_hand": "exchange"}, people=2),
    "benny": World("british", {"target": 6}),
    "revokes, told deal by deal": World("uka", {"target": 6}, settings=replace(AT_ONCE, reveal="deal", revokes=True)),
}


# What was heard


class Frame(NamedTuple):
    """A message over a socket, as text."""

    player: str
    way: Literal["in", "out"]
    text: str


class Answer(NamedTuple):
    """An answer over HTTP, and the table's version when it had come."""

    path: str
    text: str
    version: int


class Heard:
    """All that a game's clients were sent, and the log afterwards."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.answers: list[Answer] = []
        self.lines: tuple[Line, ...] = ()
        self.failed: Exception | None = None


class Knowledge:
    """What each person may know at each version, by the log."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self.steps: dict[int, tuple[Step, Deal | None]] = {}
        start: Deal | None = None
        for step in steps_of(list(lines)):
            start = deal_of(step.table) if isinstance(step.line.entry, Dealt) else start
            self.steps[step.line.seq] = step, start
        self.secrets = {secret for step, _ in self.steps.values() for secret in step.table.secrets}

    def cards(self, player: str, version: int) -> set[str]:
        """The cards that a person may be told at a version, as text."""
        if version not in self.steps:
            return set()
        step, start = self.steps[version]
        table = step.table
        cards = {card for _, card in table.draw.shown} if table.draw else set()
        cards |= {card for event in step.events if isinstance(event, ev.RedealClaimed) for card in event.cards}
        if start is not None and table.game and table.game.deal:
            cards |= known(deal_of(table), start, table.seat_of(player))
        return {str(card) for card in cards}

    def hidden(self, version: int) -> set[str]:
        """The secrets that nobody may be told at a version."""
        table = self.steps[version][0].table if version in self.steps else None
        return self.secrets - set(table.secrets[: packs_open(table)]) if table else self.secrets


def leaks(heard: Heard) -> Iterator[str]:
    """What somebody was told too early, or at all."""
    knowledge = Knowledge(heard.lines)
    yield from leaks_of_frames(knowledge, heard.frames)
    for path, text, version in heard.answers:
        cards, secrets = set(CARD.findall(text)), {s for s in knowledge.hidden(version) if s in text}
        if cards or secrets:
            yield f"{path} tells {cards} and {len(secrets)} secrets at {version}"


def leaks_of_frames(knowledge: Knowledge, frames: list[Frame]) -> Iterator[str]:
    versions, said = dict[str, int](), dict[tuple[str, str], set[str]]()
    for player, way, text in frames:
        if way == "out":
            said[player, json.loads(text)["id"]] = tokens(text)
            continue
        told = json.loads(text)
        found, allowed = tokens(text), set[str]()
        if told["tell"] in ("news", "welcome"):
            since, version = told.get("since"), told["scene"]["version"]
            for line in range(version if since is None else since + 1, version + 1):
                allowed |= knowledge.cards(player, line)
            found |= {card for text in worded(told.get("deal") or {}) for card in CARD.findall(text)}
            versions[player] = max(version, versions.get(player, 0))
        else:
            found |= set(CARD.findall(told.get("why", "")))
            allowed = said.get((player, told.get("id", "")), set[str]())
        version = versions.get(player, 0)
        allowed |= knowledge.cards(player, version)
        if strangers := found - allowed:
            yield f"{player} knows {strangers} at {version}: {text[:300]}"
        if any(secret in text for secret in knowledge.hidden(version)):
            yield f"{player} knows a secret at {version}: {text[:300]}"


def worded(deal: dict[str, Any]) -> Iterator[str]:
    """The sentences in a deal as it was told."""
    yield from (why for _, why in deal.get("why_not", ()))
    for words in deal.get("facts", {}).values():
        yield from (text for text in words if isinstance(text, str)) if isinstance(words, list) else ()


def tokens(text: str) -> set[str]:
    return {token.strip('"') for token in QUOTED.findall(text)}


def check(heard: Heard) -> None:
    for leak in leaks(heard):
        raise Leak(leak)
    if heard.failed:
        raise heard.failed


# A game


class Bold:
    """Plays alone and goes under wherever it may, and anything else."""

    name = "bold"

    def choose(self, observation: Observation, rng: Random) -> Action:
        legal = observation.lawful_actions
        bold = [a for a in legal if isinstance(a, GoUnder | GoAlone) or getattr(a, "alone", False)]
        return rng.choice(bold if bold and rng.random() < 0.8 else legal)


class Party:
    """People at one table of a server: who sits, who watches, what they were sent."""

    def __init__(self, url: str, hall: Hall, world: World, stack: AsyncExitStack, heard: Heard) -> None:
        self.url, self.hall, self.world, self.stack, self.heard = url, hall, world, stack, heard
        self.rng = Random(str(world))
        self.at: dict[str, Attendance] = {}
        self.seated = NAMES[: world.people]
        self.moving = {"Caro": Seat.WEST, "Dan": Seat.SOUTH} if world.people == 4 else {"Ben": Seat.WEST}
        """Who is still to change places, and where to."""

    async def come(self) -> None:
        for name in (*self.seated, "Eve"):
            client = await self.stack.enter_async_context(Client(self.url, name, timeout=LONGEST))
            if name == NAMES[0]:
                world = self.world
                ticket = await client.open(world.rules, changes=world.changes, settings=world.settings)
                self.live = await self.hall.find(ticket.table)
            tap = partial(self.keep, client.guest.player)
            at = client.attend(ticket.table, ticket.invitation, tap=tap)
            self.at[name] = await self.stack.enter_async_context(at)
        for name, seat in zip(self.seated, SEATS, strict=False):
            await self.at[name].sit(seat)

    def keep(self, player: str, way: Literal["in", "out"], text: str) -> None:
        self.heard.frames.append(Frame(player, way, text))

    @property
    def over(self) -> bool:
        return self.live.table.stage is Stage.OVER

    async def play(self) -> None:
        """A game to its end; two people change places after the first deal, or one takes a bot's seat."""
        await self.at["Ana"].begin()
        beside = [self.probe(at, Random(name)) for name, at in self.at.items()]
        beside += [self.ask(at) for at in self.at.values()] + [self.cut("Ben"), self.cut("Eve")]
        tasks = [asyncio.create_task(work) for work in beside]
        try:
            async with asyncio.TaskGroup() as group:
                for name in self.seated:
                    group.create_task(self.sit_and_play(name))
            for at in self.at.values():
                await at.until(lambda at=at: at.scene.stage is Stage.OVER)
        finally:
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
        for error in done:
            if isinstance(error, Exception):
                raise error

    async def sit_and_play(self, name: str) -> None:
        at, bot = self.at[name], Bold()
        while at.scene.stage is not Stage.OVER:
            version, rests = at.version, at.scene.stage is Stage.SHUFFLING and at.scene.last is not None
            with suppress(Refused):
                if rests and name in self.moving:
                    await self.change(at, self.moving[name])
                    del self.moving[name]
                    continue
                asked = None if rests and self.moving else move(at, bot, self.rng)
                if asked is not None:
                    await asked
                    continue
            if at.version == version:
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await at.until(lambda version=version: at.version != version)

    async def change(self, at: Attendance, to: Seat) -> None:
        """Sit down elsewhere, once that is free; a probe on its way may have taken another seat meanwhile."""
        while at.seat is not to:
            with suppress(Refused):
                await (at.sit(to) if at.seat is None else at.stand())
            await asyncio.sleep(0.01)

    async def probe(self, at: Attendance, rng: Random) -> None:
        """Ask for what is refused, and to be told again."""
        while not self.over:
            cards = at.deal.cards if at.deal else ()
            wrong = [a for a in ACTIONS if getattr(a, "card", None) in cards or rng.random() < 0.1]
            tries: tuple[Callable[[], Awaitable[object]], ...] = (
                lambda wrong=wrong: at.act(rng.choice(wrong)),
                lambda: at.act(rng.choice(ACTIONS), version=max(at.version - rng.randint(1, 9), 0)),
                lambda: at._link.ask(asks.Sync(since=max(at.version - rng.randint(0, 20), 0), id=at.fresh)),
                lambda: at._link.ask(asks.Sync(id=at.fresh)),
                lambda: at.sit(rng.choice([seat for seat in SEATS if at.place is not None] or [Seat.NORTH])),
            )
            with suppress(Refused):
                await rng.choice(tries)()
            await asyncio.sleep(rng.uniform(0.005, 0.03))

    async def cut(self, name: str) -> None:
        """End somebody's connection in mid-deal, again and again; they come back by themselves."""
        at = self.at[name]
        while not self.over:
            await asyncio.sleep(0.1)
            if self.live.table.stage is Stage.PLAYING:
                for attendant in self.live.audience:
                    if attendant.player == at.player:
                        attendant.farewell("the server is going down; it will be back", 1012, again=True)

    async def ask(self, at: Attendance) -> None:
        """Ask over HTTP what a client may, as long as the game lasts."""
        _, cookie = at.client.socket(at.table, None)
        table = f"/api/tables/{at.table}"
        paths = (
            table,
            "/api/lobby",
            "/metrics",
            f"{table}/records",
            f"{table}/records/0",
            f"{table}/records/0?form=egn",
            f"{table}/records/0/replay",
        )
        async with httpx.AsyncClient(
            base_url=self.url, headers=cookie, trust_env=False, verify=False, timeout=LONGEST
        ) as http:
            while not self.over:
                for path in paths:
                    text = (await http.get(path)).text
                    if not self.over:
                        self.heard.answers.append(Answer(path, text, self.live.table.seq))
                await asyncio.sleep(0.05)


async def game(world: World, sabotage: Callable[[pytest.MonkeyPatch], None] | None = None) -> Heard:
    """All that was heard in a game, even if it could not be played to its end."""
    heard = Heard()
    async with served() as web:
        async with listening(web) as url:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(link, "FIRST", 0.02)
                if sabotage:
                    patch.setattr(tells, "read", partial(forgiving, tells.read))
                    sabotage(patch)
                try:
                    async with AsyncExitStack() as stack:
                        party = Party(url, web.hall, world, stack, heard)
                        await party.come()
                        async with asyncio.timeout(LONGEST):
                            await (played_or_found(party) if sabotage else party.play())
                except Exception as error:
                    heard.failed = error
        heard.lines = await party.live.lines()
    return heard


async def played_or_found(party: Party) -> None:
    """A game until something leaks: confused clients may never end it."""
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
    """Whether anything leaked so far."""
    far = Heard()
    far.frames, far.answers = list(party.heard.frames), list(party.heard.answers)
    far.lines = await party.live.lines()
    return any(True for _ in leaks(far))


def forgiving(read: Callable[[str], tells.Tell], text: str) -> tells.Tell:
    """A client that goes on when it is told entries which it can't know."""
    try:
        return read(text)
    except tells.NotUka:
        told = json.loads(text)
        lines = [{key: value for key, value in line.items() if key != "entry"} for line in told["lines"]]
        return read(json.dumps(told | {"lines": lines}))


def whole(heard: Heard) -> tuple[list[object], list[dict[str, Any]]]:
    """The entries of the log, and what came over the sockets."""
    return [line.entry for line in heard.lines], [json.loads(f.text) for f in heard.frames if f.way == "in"]


@pytest.mark.parametrize("name", WORLDS)
async def test_no_client_is_sent_what_it_may_not_know(name: str) -> None:
    heard = await game(WORLDS[name])
    check(heard)
    entries, told = whole(heard)
    first = next(i for i, entry in enumerate(entries) if isinstance(entry, Dealt))
    assert any(isinstance(entry, Sat) for entry in entries[first:])
    assert sum(t["tell"] == "refused" for t in told) > 10
    assert any(t.get("stale") for t in told)
    assert any(t["tell"] == "farewell" for t in told)
    assert any(t["tell"] == "news" and len(t["lines"]) > 3 for t in told)
    assert len(heard.answers) > 20
    actions = [entry.action for entry in entries if isinstance(entry, Acted)]
    alone = [a for a in actions if isinstance(a, GoAlone) or (isinstance(a, OrderUp | CallTrump) and a.alone)]
    assert alone
    assert "going under" not in name or any(isinstance(a, GoUnder) for a in actions)
    steps = steps_of(list(heard.lines))
    secrets = steps[-1].table.secrets[: steps[-1].table.number]
    for player in {frame.player for frame in heard.frames}:
        mine = "".join(frame.text for frame in heard.frames if frame.player == player and frame.way == "in")
        assert all(secret in mine for secret in secrets)


# A leak is found


def neighbour(table: Table, player: str) -> str:
    """The person whom somebody else's view is mixed up with."""
    people = [chair.player for chair in table.chairs if chair.player]
    at = people.index(player) if player in people else -1
    return people[(at + 1) % len(people)] if people else player


def missed_by_another(patch: pytest.MonkeyPatch) -> None:
    missed = audience.Audience.missed
    patch.setattr(
        audience.Audience,
        "missed",
        lambda self, table, player, *more: missed(self, table, neighbour(table, player), *more),
    )


def news_of_another(patch: pytest.MonkeyPatch) -> None:
    text = audience._News.text
    patch.setattr(audience._News, "text", lambda self, player: text(self, neighbour(self._table, player)))


def welcome_of_another(patch: pytest.MonkeyPatch) -> None:
    welcome = live.welcome
    patch.setattr(live, "welcome", lambda id, table, player, *more: welcome(id, table, neighbour(table, player), *more))


def secrets_in_the_welcome(patch: pytest.MonkeyPatch) -> None:
    welcome = live.welcome

    def telling(id: str, table: Table, *more: Any) -> str:
        return tells.write(replace(tells.read(welcome(id, table, *more)), secrets=table.secrets))  # type: ignore[type-var]

    patch.setattr(live, "welcome", telling)


def hands(table: Table) -> str:
    deal = table.game.deal if table.game else None
    return " ".join(str(card) for mask in deal.masks for card in cards_of(mask)) if deal else ""


def refusal_that_knows(patch: pytest.MonkeyPatch) -> None:
    done = socket._done

    async def telling(hall: Hall, live: live.Live, *more: Any) -> tells.Tell:
        tell = await done(hall, live, *more)
        return replace(tell, why=f"{tell.why}: {hands(live.table)}") if isinstance(tell, tells.Refusal) else tell

    patch.setattr(socket, "_done", telling)


def titles_of_all_cards(patch: pytest.MonkeyPatch) -> None:
    """Says of every bower of the pack which it is, wherever it lies, as if it were in sight."""
    jacks = [Card.JC, Card.JD, Card.JH, Card.JS]
    for module in (deal_facts, showing):
        patch.setattr(module, "titles", lambda seen: tuple((card, "left") for card in jacks))


def labels_of_another(patch: pytest.MonkeyPatch) -> None:
    """Words each choice by a card of somebody else's hand."""
    to = showing.Showing.to

    def telling(self: showing.Showing, viewer: Seat | None) -> msgspec.Raw | None:
        told = to(self, viewer)
        deal = told and msgspec.json.decode(told, type=DealView)
        words = tuple(hands(self._table).split())
        return deal and msgspec.Raw(msgspec.json.encode(replace(deal, facts=replace(deal.facts, labels=words))))

    patch.setattr(showing.Showing, "to", telling)


def hands_in_the_lobby(patch: pytest.MonkeyPatch) -> None:
    told = lobby.line_of
    patch.setattr(lobby, "line_of", lambda live: replace(told(live), title=hands(live.table)))


def record_before_the_end(patch: pytest.MonkeyPatch) -> None:
    line = forms.RecordLine(0, NAMES, (0, 0), Partnership.NORTH_SOUTH, 1, 0, 0)

    async def games(self: archive.Archive, table: str) -> tuple[Any, ...]:
        return (archive.Filed(line, b"\n".join(await self._store.read(table))),)

    async def log(self: archive.Filed) -> Any:
        return self.text.decode()

    patch.setattr(archive.Archive, "games", games)
    patch.setattr(archive.Filed, "log", log)
    patch.setattr(records, "_text", lambda log, form: log)


SABOTAGE: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    **{name: leak for name, leak in TOLD.items() if name != "secrets in the view"},
    "what somebody missed is another's": missed_by_another,
    "the news are another's": news_of_another,
    "the welcome is another's": welcome_of_another,
    "secrets in the welcome": secrets_in_the_welcome,
    "a refusal tells the hands": refusal_that_knows,
    "bowers in other hands are told": titles_of_all_cards,
    "a choice is worded by another's cards": labels_of_another,
    "the lobby tells the hands": hands_in_the_lobby,
    "a record is told before the end": record_before_the_end,
}


@pytest.mark.parametrize("leak", SABOTAGE)
async def test_a_leak_would_be_found(leak: str) -> None:
    heard = await game(World("uka", {"target": 3}), SABOTAGE[leak])
    with pytest.raises(Leak):
        check(heard)
