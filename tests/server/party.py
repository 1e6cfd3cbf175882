"""Simulated people at a table of a real server: they play, watch, come late, leave, and send what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tests.server.visitors import SOON, Visitors, meanwhile
from uka.client import CommandRefused, TableSession
from uka.client.bot_moves import next_move
from uka.core.actions import ACTIONS, PASS, Action, GoAlone, GoUnder
from uka.core.observation import Observation
from uka.core.seats import SEATS, Seat
from uka.table import TableSettings, TableStage
from uka.table import timers as clock
from uka.wire import table_commands

AT_ONCE = TableSettings(
    answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=60_000, hand_ms=0, away_ms=0, bots="random", public=True
)
NAMES = ("Ana", "Ben", "Caro", "Dan")
CUTS = 10
"""How often connections are closed in a game."""


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

    @contextmanager
    def arranged(self) -> Generator[None]:
        """Prepare this process for the game."""
        with pytest.MonkeyPatch.context() as patch:
            if self.withholds:
                patch.setattr(clock, "OPEN_MS", 1_000)
            yield

    def company(self, visitors: Visitors, seed: int) -> Party:
        """Return those who play."""
        return Party(visitors, self, seed)


REVOKES = replace(AT_ONCE, secrets_open_after="deal", revokes=True)
FREE_PACKETS = {"target": 0, "deals": 4, "bridge": False, "packets": "free"}
BY_HAND = replace(AT_ONCE, by_hand=True, hand_ms=60_000)
INVITED = replace(AT_ONCE, public=False)
"""People come by invitation alone, and have a chat."""
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
    "with a chat": World("uka", {"target": 0, "deals": 4}, people=2, settings=INVITED, late=("Fay",)),
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
    """The people at a table. Eve watches; Gil watches until he leaves in the first deal."""

    def __init__(self, visitors: Visitors, world: World, seed: int = 0) -> None:
        self.visitors, self.world = visitors, world
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
        world = self.world
        for name in (*self.seated, "Eve", "Gil"):
            await self.visitors.come(name)
        ticket = await self.visitors.clients[NAMES[0]].open(world.rules, changes=world.changes, settings=world.settings)
        self.table, self.invitation = ticket.table, ticket.invitation
        self.live = await self.visitors.know(ticket.table)
        for name in (*self.seated, "Eve", "Gil"):
            await self.attend(name)
        for name, seat in zip(self.seated, SEATS, strict=False):
            await self.at[name].sit(seat)
        for name, at in self.at.items():
            with suppress(CommandRefused):  # most tables are public, and have no chat
                await at.chat(f"Hello from {name}")
        if world.withholds:
            at = self.at[world.withholds]
            at._open_share = partial(self.withhold, at, at._open_share)  # type: ignore[method-assign]

    async def attend(self, name: str) -> TableSession:
        self.at[name] = await self.visitors.attend(name, self.table, self.invitation)
        return self.at[name]

    def over(self) -> bool:
        return self.live.table.stage is TableStage.OVER

    def holds(self) -> bool:
        """Return whether the players wait, because something must happen elsewhere first."""
        return False

    async def play(self) -> None:
        """Play all games; in the first, people change places after a deal, or one takes a bot's seat."""
        while self.played < self.world.games:
            await self.at["Ana"].begin()
            await self.play_one()
            await self.look_up()

    async def play_one(self) -> None:
        """Play a game to its end."""
        late = self.world.late if not self.played else ()
        async with meanwhile(self.beside()):
            async with asyncio.TaskGroup() as group:
                for name in (*self.seated, *late):
                    group.create_task(self.come_late(name) if name in late else self.sit_and_play(name))
            self.seated += late
            for at in self.at.values():
                if self.live.table.member(at.player):
                    await at.until(lambda at=at: at.scene.stage is TableStage.OVER)
        self.played += 1

    def beside(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Return what happens beside a game."""
        first = not self.played
        beside = [self.probe(at, Random(name)) for name, at in self.at.items() if name != "Gil"]
        beside += [self.visitors.ask(name, lambda: self.paths, self.over) for name in self.at]
        beside += [self.cut("Ben" if "Ben" in self.at else "Ana"), self.cut("Eve")]
        beside.append(self.leave("Gil") if first else self.visitors.keep_knocking("Gil", self.table, self.over))
        if not first and self.world.people == 2:
            beside.append(self.step_out("Ben"))
        return beside

    # Players

    async def sit_and_play(self, name: str) -> None:
        at, bot = self.at[name], self.bold
        while at.scene.stage is not TableStage.OVER:
            if self.holds():
                await asyncio.sleep(SOON)
                continue
            if self.world.people == 1 and at.my_turn and not self.hinted:
                self.hinted = await self.visitors.get(name, f"/api/tables/{self.table}/hint")
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

    async def come_late(self, name: str) -> None:
        """Come in the middle of a deal, wait for a bot's seat, and play on; the host admits Hal at once."""
        while not self.live.table.in_deal and not self.over():
            await asyncio.sleep(0.01)
        await self.visitors.come(name)
        at = await self.attend(name)
        while at.seat is None and not self.over():
            await at.until(lambda: self.calls_for(name) or at.seat is not None or self.over())
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
            if self.over():
                return
            if self.holds():
                await asyncio.sleep(SOON)
                continue
            cards = at.deal.cards if at.deal else ()
            wrong = [a for a in ACTIONS if getattr(a, "card", None) in cards or rng.random() < 0.1] or [*ACTIONS]
            tries: tuple[Callable[[], Awaitable[object]], ...] = (
                lambda wrong=wrong: at.act(rng.choice(wrong)),
                lambda: at.act(rng.choice(ACTIONS), version=max(at.version - rng.randint(1, 9), 0)),
                lambda: at._link.send(
                    table_commands.SyncTable(since=max(at.version - rng.randint(0, 20), 0), id=at.next_id())
                ),
                lambda: at._link.send(table_commands.SyncTable(id=at.next_id())),
                lambda: at.sit(self.seat_of(self.seated[0])),  # who never leaves it, so nobody can take it
                lambda: at.claim(),
                lambda: at.open_share(at.scene.number, rng.randbytes(32)),
                lambda cards=cards: at.chat(f"I hold {' '.join(map(str, cards))}"),
                lambda: at.report(at.chat_lines[-1].id if at.chat_lines else "none"),
            )
            with suppress(CommandRefused):
                await (tries[number] if number < len(tries) else rng.choice(tries))()  # each at least once
            await asyncio.sleep(rng.uniform(0.02, 0.1))

    async def cut(self, name: str) -> None:
        """Close a person's connection in the middle of a deal, repeatedly; their client reconnects."""
        at, cuts = self.at[name], 0
        while not self.over() and cuts < CUTS:
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

    async def look_up(self) -> None:
        """Request everything about the finished game."""
        table = f"/api/tables/{self.table}"
        record, seen = f"{table}/records/{self.played - 1}", self.live.table.observe(None)
        assert seen is not None
        first_call = f"{table}/why?deal={seen.number}&call=0"  # every deal has one
        for name in self.at:
            for path in (*self.paths, first_call, f"{record}?form=egn", f"{record}/replay?seat=north&deal=0"):
                await self.visitors.get(name, path)
        await self.visitors.get("Eve", f"{record}/review?seat=north&deal=0")

    @property
    def paths(self) -> tuple[str, ...]:
        table = f"/api/tables/{self.table}"
        here = (table, f"{table}/hint", f"{table}/records", "/api/lobby", "/api/me", "/metrics")
        records = (f"{table}/records/{number}" for number in range(self.played + 1))
        kinds = ("", "?form=egn", "/replay", "/why?deal=0&step=1")
        return (*here, *self.questions, *(f"{record}{more}" for record in records for more in kinds))

    @property
    def questions(self) -> Sequence[str]:
        """Questions why somebody made a call or played a card in the present deal or, after it, in the last one."""
        seen, rng = self.live.table.observe(None), Random(self.live.table.seq)
        if seen is None:
            return ()
        asked = [f"deal={deal}&call={rng.randrange(4)}" for deal in range(max(seen.number - 1, 0), seen.number + 1)]
        asked += [f"deal={seen.number}&trick={rng.randrange(5)}&seat={rng.choice(SEATS)}"]
        return [f"/api/tables/{self.table}/why?{each}" for each in asked]
