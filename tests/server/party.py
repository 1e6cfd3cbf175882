"""Simulated people at a table of a real server: they play, watch, come late, leave, and send what is refused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any, Literal, NamedTuple, cast

import httpx
import pytest
from msgspec.structs import replace

from tests.server.leaks import Answer, Frame, Heard
from tests.server.web import listening, served
from uka.client import Client, CommandRefused, ConnectionEnded, TableSession
from uka.client import table_socket as link
from uka.client.bot_moves import next_move
from uka.core.actions import ACTIONS, PASS, Action, GoAlone, GoUnder
from uka.core.observation import Observation
from uka.core.seats import SEATS, Seat
from uka.server.base import logs
from uka.server.http.request import RequestServices
from uka.server.live.context import ServerContext
from uka.table import TableSettings, TableStage
from uka.table import timers as clock
from uka.wire import table_commands

AT_ONCE = TableSettings(
    answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=60_000, hand_ms=0, away_ms=0, bots="random", public=True
)
LONGEST = 300
"""Seconds that a game may take on the slowest machine; only a hang takes longer."""
NAMES = ("Ana", "Ben", "Caro", "Dan")
CUTS = 10
"""How often connections are closed in a game."""
SOON = 0.2
"""Seconds between two checks of a condition."""


class World(NamedTuple):
    """What is played, and by how many people; bots have the other seats.

    ``withholds`` names a player who opens no share at first. The ``late`` people come in the middle of a deal and wait
    for a bot's seat.
    """

    rules: str
    changes: dict[str, Any]
    people: int = 4
    settings: TableSettings = AT_ONCE
    games: int = 1
    late: tuple[str, ...] = ()
    withholds: str = ""


REVOKES = replace(AT_ONCE, reveal="deal", revokes=True)
FREE_PACKETS = {"target": 0, "deals": 4, "bridge": False, "packets": "free"}
BY_HAND = replace(AT_ONCE, by_hand=True, hand_ms=60_000)
WORLDS = {
    "uka": World("uka", {"target": 0, "deals": 3}),
    "tainui, with bots": World("tainui", {"target": 0, "deals": 5}, people=2, games=2, late=("Fay", "Hal")),
    "practice": World("uka", {"target": 0, "deals": 3}, people=1, games=2),
    "revokes, told deal by deal": World("uka", {"target": 6}, settings=REVOKES),
    "alone": World("north_american", {"target": 6, "partner_alone": "ordered", "defend_alone": "against_loner"}),
    "partner's best": World("cardgames", {"target": 5, "partners_best": True}),
    "going under, with bots": World("cardgames", {"pack": 32, "target": 8, "farmers_hand": "exchange"}, people=2),
    "benny": World("british", {"target": 6}),
    "by hand": World("bicycle", FREE_PACKETS, people=2, settings=BY_HAND, late=("Fay",)),
    "practice, told deal by deal": World("knock", {"target": 5}, people=1, settings=REVOKES),
    "a share withheld": World("knock", {"target": 0, "deals": 3}, people=2, games=2, withholds="Ben"),
}


class Bold:
    """A bot that goes alone and exchanges cards whenever it may, and otherwise acts at random.

    Until somebody has gone alone it passes where it may not, so that this occurs in every game.
    """

    name = "bold"

    def __init__(self) -> None:
        self._alone = False
        """Whether it has seen somebody play alone."""

    def choose(self, observation: Observation, rng: Random) -> Action:
        legal = observation.lawful_actions
        bold = [a for a in legal if isinstance(a, GoUnder | GoAlone) or getattr(a, "alone", False)]
        contract = observation.contract
        self._alone = self._alone or (contract is not None and contract.loner is not None)
        if not self._alone and not bold and PASS in legal:
            return PASS
        return rng.choice(bold if bold and (not self._alone or rng.random() < 0.8) else legal)


class Party:
    """The people at a table, and what they are sent. Eve watches; Gil watches until he leaves in the first deal."""

    def __init__(
        self, url: str, context: ServerContext, world: World, stack: AsyncExitStack, heard: Heard, seed: int = 0
    ) -> None:
        self.url, self.context, self.world, self.stack, self.heard = url, context, world, stack, heard
        self.rng = Random(f"{world} {seed}")
        self.at: dict[str, TableSession] = {}
        self.seated = NAMES[: world.people]
        self.moving = set({4: ("Caro", "Dan"), 2: ("Ben",)}.get(world.people, ()))
        """Players who will change places after a deal."""
        self.places = dict[str, Seat]()
        """Their new seats, from the first rest on."""
        self.bold, self.hinted = Bold(), False
        """The bot that chooses for all players; whether one who practises was given a hint."""
        self.taken_back = 0
        self.claimed = set[tuple[str, int]]()
        """Players who claimed the remaining tricks, and at which version."""
        self.played = 0
        """The number of finished games."""

    async def come(self) -> None:
        client = await self.client(NAMES[0])
        world = self.world
        ticket = await client.open(world.rules, changes=world.changes, settings=world.settings)
        self.table, self.invitation = ticket.table, ticket.invitation
        self.live = await self.context.tables.find(ticket.table)
        await self.attend(client)
        for name in (*self.seated[1:], "Eve", "Gil"):
            await self.attend(await self.client(name))
        for name, seat in zip(self.seated, SEATS, strict=False):
            await self.at[name].sit(seat)
        if self.world.withholds:
            at = self.at[self.world.withholds]
            at._open_share = partial(self.withhold, at, at._open_share)  # type: ignore[method-assign]

    async def client(self, name: str) -> Client:
        return await self.stack.enter_async_context(Client(self.url, name, timeout=LONGEST))

    async def attend(self, client: Client) -> TableSession:
        assert client.name
        tap = partial(self.keep, client.guest.player)
        at = client.attend(self.table, self.invitation, tap=tap)
        self.at[client.name] = await self.stack.enter_async_context(at)
        return at

    def keep(self, player: str, way: Literal["in", "out"], text: str) -> None:
        self.heard.frames.append(Frame(player, way, text))

    @property
    def over(self) -> bool:
        return self.live.table.stage is TableStage.OVER

    async def play(self) -> None:
        """Play all games; in the first, people change places after a deal, or one takes a bot's seat."""
        while self.played < self.world.games:
            await self.at["Ana"].begin()
            await self.play_one()
            self.played += 1
            await self.look_up()

    async def play_one(self) -> None:
        """Play a game to its end."""
        first = not self.played
        late = self.world.late if first else ()
        beside = [self.probe(at, Random(name)) for name, at in self.at.items() if name != "Gil"]
        beside += [self.ask(at) for at in self.at.values()] + [self.cut("Ben" if "Ben" in self.at else "Ana")]
        beside += [self.cut("Eve"), self.leave("Gil") if first else self.knock_again("Gil")]
        if not first and self.world.people == 2:
            beside.append(self.step_out("Ben"))
        tasks = [asyncio.create_task(work) for work in beside]
        try:
            async with asyncio.TaskGroup() as group:
                for name in (*self.seated, *late):
                    group.create_task(self.come_late(name) if name in late else self.sit_and_play(name))
            self.seated += late
            for name, at in self.at.items():
                if name != "Gil":
                    await at.until(lambda at=at: at.scene.stage is TableStage.OVER)
        finally:
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
        for error in done:
            if isinstance(error, Exception):
                raise error

    # Players

    async def sit_and_play(self, name: str) -> None:
        at, bot = self.at[name], self.bold
        while at.scene.stage is not TableStage.OVER:
            if self.world.people == 1 and at.my_turn and not self.hinted:
                await self.hint(at)
            version, rests = at.version, at.scene.stage is TableStage.SHUFFLING and at.scene.last is not None
            with suppress(CommandRefused):
                if rests and name in self.moving:
                    await self.change(at, self.new_place(name))
                    self.moving.remove(name)
                    continue
                asked = None if rests and self.moving else self.special(at) or next_move(at, bot, self.rng)
                if asked is not None:
                    await asked
                    continue
            if at.version == version:
                with suppress(TimeoutError):
                    async with asyncio.timeout(SOON):
                        await at.until(lambda version=version: at.version != version)

    def special(self, at: TableSession) -> Awaitable[int] | None:
        """Return a claim of the remaining tricks, or in practice sometimes an undo, if it is allowed."""
        if at.my_turn and at.deal and at.deal.claim and (at.player, at.version) not in self.claimed:
            self.claimed.add((at.player, at.version))
            return at.claim()
        if at.seat is not None and at.scene.undo is at.seat and self.taken_back < 20 and self.rng.random() < 0.3:
            self.taken_back += 1
            return at.undo()
        return None

    async def hint(self, at: TableSession) -> None:
        """Ask for a hint at one's turn, which others may ask for at a wrong time only."""
        async with self.browser(at) as http:
            await self.get(http, at.player, f"/api/tables/{self.table}/hint")
        self.hinted = not self.heard.answers[-1].text.startswith('{"why"')

    async def come_late(self, name: str) -> None:
        """Come in the middle of a deal, wait for a bot's seat, and play on; the host admits Hal at once."""
        while not self.live.table.in_deal and not self.over:
            await asyncio.sleep(0.01)
        at = await self.attend(await self.client(name))
        while at.seat is None and not self.over:
            await at.until(lambda: self.calls_for(name) or at.seat is not None or self.over)
            with suppress(CommandRefused):
                if self.calls_for(name):
                    await at.sit(self.free[0])
                if name == "Hal" and self.live.table.booked(at.player):
                    await self.at["Ana"].admit(at.player)
            await asyncio.sleep(0.01)
        await self.sit_and_play(name)

    def calls_for(self, name: str) -> bool:
        """Return whether a deal has just begun in which a person may reserve a seat; Hal comes after Fay."""
        table, deal = self.live.table, self.at[name].deal
        waits = table.booked(self.at[name].player) is None and (name != "Hal" or self.at_seats > 2)
        return bool(waits and self.free and table.in_deal and deal and not deal.tricks)

    @property
    def free(self) -> list[Seat]:
        """Return the seats that are neither taken nor reserved."""
        chairs = zip(SEATS, self.live.table.chairs, strict=True)
        return [seat for seat, chair in chairs if chair.player is None and chair.booked is None]

    @property
    def at_seats(self) -> int:
        return sum(chair.player is not None for chair in self.live.table.chairs)

    def new_place(self, name: str) -> Seat:
        """Return the seat that a player changes to: Caro and Dan exchange seats, and Ben takes a bot's.

        A draw for partners may have changed the seats at which they began.
        """
        if not self.places:
            seats = {other: self.seat_of(other) for other in self.moving}
            self.places = {"Caro": seats["Dan"], "Dan": seats["Caro"]} if "Dan" in seats else {"Ben": self.free[0]}
        return self.places[name]

    def seat_of(self, name: str) -> Seat:
        player = self.at[name].player
        return next(seat for seat, chair in zip(SEATS, self.live.table.chairs, strict=True) if chair.player == player)

    async def change(self, at: TableSession, to: Seat) -> None:
        """Take another seat once it is free; a concurrent probe may have taken a third one."""
        while at.seat is not to:
            with suppress(CommandRefused):
                await (at.sit(to) if at.seat is None else at.stand())
            await asyncio.sleep(0.01)

    async def step_out(self, name: str) -> None:
        """Leave a seat in the middle of a deal, watch for a moment, and take it again."""
        at = self.at[name]
        await at.until(lambda: at.scene.stage is TableStage.PLAYING and at.seat is not None)
        seat = at.seat
        assert seat is not None
        with suppress(CommandRefused):
            await at.stand()
        await asyncio.sleep(0.05)
        await self.change(at, seat)

    async def withhold(self, at: TableSession, opens: Callable[..., Awaitable[int]], *share: Any) -> int:
        """Open all shares but that of the third pack."""
        if share[1] == 2:
            return at.version
        return await opens(*share)

    # Probes and requests

    async def probe(self, at: TableSession, rng: Random) -> None:
        """Send commands that are refused, and requests for a new snapshot."""
        for number in count():
            if self.over:
                return
            cards = at.deal.cards if at.deal else ()
            wrong = [a for a in ACTIONS if getattr(a, "card", None) in cards or rng.random() < 0.1] or [*ACTIONS]
            tries: tuple[Callable[[], Awaitable[object]], ...] = (
                lambda wrong=wrong: at.act(rng.choice(wrong)),
                lambda: at.act(rng.choice(ACTIONS), version=max(at.version - rng.randint(1, 9), 0)),
                lambda: at._link.ask(
                    table_commands.SyncTable(since=max(at.version - rng.randint(0, 20), 0), id=at.fresh)
                ),
                lambda: at._link.ask(table_commands.SyncTable(id=at.fresh)),
                lambda: at.sit(self.seat_of("Ana")),  # she never leaves it, so nobody can take it
                lambda: at.claim(),
                lambda: at.open_share(at.scene.number, rng.randbytes(32)),
            )
            with suppress(CommandRefused):
                await (tries[number] if number < len(tries) else rng.choice(tries))()  # each at least once
            await asyncio.sleep(rng.uniform(0.02, 0.1))

    async def cut(self, name: str) -> None:
        """Close a person's connection in the middle of a deal, repeatedly; their client reconnects."""
        at, cuts = self.at[name], 0
        while not self.over and cuts < CUTS:
            await asyncio.sleep(SOON)
            if self.live.table.stage is TableStage.PLAYING:
                for attendant in self.live.audience:
                    if attendant.player == at.player:
                        cuts += 1
                        attendant.farewell("the server is restarting: it will be back soon", 1012, again=True)

    async def leave(self, name: str) -> None:
        """Leave the table in the middle of a deal."""
        at = self.at[name]
        await at.until(lambda: at.scene.stage is TableStage.PLAYING)
        await at.leave()

    async def knock_again(self, name: str) -> None:
        """Open the table's socket repeatedly, as a person who has left."""
        client = self.at[name].client
        assert isinstance(client, Client)
        while not self.over:
            at = client.attend(self.table, tap=partial(self.keep, client.guest.player))
            with suppress(CommandRefused, ConnectionEnded):
                async with at:
                    pass
            await asyncio.sleep(0.1)

    async def ask(self, at: TableSession) -> None:
        """Send all HTTP requests that a client may, as long as the game lasts."""
        async with self.browser(at) as http:
            while not self.over:
                for path in self.paths:
                    await self.get(http, at.player, path)
                await asyncio.sleep(5 * SOON)

    async def look_up(self) -> None:
        """Request everything about the finished game."""
        number = self.played - 1
        record = f"/api/tables/{self.table}/records/{number}"
        for at in self.at.values():
            async with self.browser(at) as http:
                for path in (*self.paths, f"{record}?form=egn", f"{record}/replay?seat=north&deal=0"):
                    await self.get(http, at.player, path)
        async with self.browser(self.at["Eve"]) as http:
            await self.get(http, self.at["Eve"].player, f"{record}/review?seat=north&deal=0")

    @property
    def paths(self) -> tuple[str, ...]:
        table = f"/api/tables/{self.table}"
        here = (table, f"{table}/hint", f"{table}/records", "/api/lobby", "/api/me", "/metrics")
        records = (f"{table}/records/{number}" for number in range(self.played + 1))
        return (*here, *(f"{record}{more}" for record in records for more in ("", "?form=egn", "/replay")))

    @asynccontextmanager
    async def browser(self, at: TableSession) -> AsyncGenerator[httpx.AsyncClient]:
        _, cookie = at.client.socket(at.table, None)
        plain: dict[str, Any] = {"trust_env": False, "verify": False, "timeout": LONGEST}
        async with httpx.AsyncClient(base_url=self.url, headers=cookie, **plain) as http:
            yield http

    async def get(self, http: httpx.AsyncClient, player: str, path: str) -> None:
        since = self.live.table.seq
        text = (await http.get(path)).text
        self.heard.answers.append(Answer(player, path, text, since, self.live.table.seq))


# A table from beginning to end

Playing = Callable[[Party], Awaitable[None]]


async def game(
    world: World,
    play: Playing = Party.play,
    prepare: Callable[[pytest.MonkeyPatch], None] = lambda _: None,
    seed: int = 0,
) -> Heard:
    """Play at a table and return everything that was heard, even if a game fails."""
    heard = Heard()
    with logged(heard), pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "FIRST", 0.02)
        if world.withholds:
            patch.setattr(clock, "OPEN_MS", 1_000)
        async with served() as web, listening(web) as url:
            prepare(patch)
            heard.key = cast(RequestServices, web.app.state["services"]).archive.key
            try:
                async with AsyncExitStack() as stack:
                    party = Party(url, web.context, world, stack, heard, seed)
                    await party.come()
                    async with asyncio.timeout(LONGEST * world.games):
                        await play(party)
            except Exception as error:
                heard.failed = error
            heard.lines = await party.live.lines()
    return heard


@contextmanager
def logged(heard: Heard) -> Generator[None]:
    """Record all log messages of the server and of uvicorn."""
    handler = _Keeping(heard)
    root, level = logging.getLogger(), logging.getLogger().level
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logs, "_Stderr", lambda *_: handler)
        logs.configure_logging("json")
        root.addHandler(handler)
        root.setLevel(logging.INFO)
        try:
            yield
        finally:
            root.removeHandler(handler)
            root.setLevel(level)
    logs.configure_logging(None)


class _Keeping(logging.Handler):
    """A log handler that records all messages."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("httpx"):  # httpx is the clients' library
            self._heard.logged.append(self.format(record))

    def msg(self, line: str) -> None:
        self._heard.logged.append(line)

    debug = info = warning = error = critical = exception = msg
