"""The real table in simulated time, with updates for one person as a server would send them, but without a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from msgspec.structs import replace

from tests.table.driver import Driver
from uka.client.table_mirror import AppliedUpdate
from uka.core.actions import Action
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.hosting.audience import snapshot_message
from uka.table import PublicTable, TableLineView, TableSettings, line_view
from uka.table.commands import gameplay, people
from uka.terminal.games.remote import RemoteGame
from uka.wire.table_updates import TableSnapshot, read

SERVER = "http://uka.test"
AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=60_000, hand_ms=60_000, bots="random")


class AtHand:
    """A person's session at a driver's table, with the interface of ``uka.client``.

    Nothing happens until a test lets it. Unless ``named`` is true, the bots have no names.
    """

    table, invitation = "abcdefgh", "-friends-come-in"

    def __init__(self, driver: Driver, player: str, *, named: bool = False) -> None:
        self.driver, self.player, self.named = driver, player, named
        self.connected, self.cheated = True, None
        self.asked: list[str] = []
        self._told = driver.table.seq
        self._news: asyncio.Queue[AppliedUpdate | Exception] = asyncio.Queue()

    @property
    def whole(self) -> TableSnapshot:
        return self._told_with(())

    def _told_with(self, lines: tuple[TableLineView, ...]) -> TableSnapshot:
        told = read(snapshot_message(self.table, self.driver.table, self.player, self.invitation, self.now, lines))
        assert isinstance(told, TableSnapshot)
        return replace(told, scene=self._scene(told.scene))

    def _scene(self, scene: PublicTable) -> PublicTable:
        return scene if self.named else replace(scene, seats=tuple(replace(seat, persona=None) for seat in scene.seats))

    @property
    def now(self) -> int:
        return self.driver.now

    def news(self) -> AppliedUpdate | None:
        """The updates that the person has not received yet."""
        steps, since = self.driver.steps, self._told
        lines = tuple(line_view(s, s.table.seat_of(self.player)) for s in steps if s.line.seq > since)
        self._told, told = self.driver.table.seq, self._told_with(lines)
        return AppliedUpdate(since, told.lines, told) if lines else None

    def tell(self) -> None:
        if update := self.news():
            self._news.put_nowait(update)

    def end(self, error: Exception) -> None:
        self._news.put_nowait(error)

    async def __aiter__(self) -> AsyncIterator[Any]:
        yield AppliedUpdate(None, (), self.whole)
        while True:
            heard = await self._news.get()
            if isinstance(heard, Exception):
                raise heard
            yield heard

    # What a person asks for

    def _do(self, command: Callable[..., Any], *args: Any) -> int:
        self.asked.append(command.__name__)
        self.driver.do(command, self.player, *args)
        self.tell()
        return self.driver.table.seq

    async def act(self, action: Action, version: int | None) -> int:
        return self._do(gameplay.submit_action, action, version)

    async def claim(self, version: int | None) -> int:
        return self._do(gameplay.claim_tricks, version)

    async def sit(self, seat: Seat) -> int:
        return self._do(people.sit, seat)

    async def stand(self) -> int:
        return self._do(people.stand)

    async def away(self) -> int:
        return self._do(people.take_break)

    async def back(self) -> int:
        return self._do(people.end_break)

    async def pause(self) -> int:
        return self._do(people.pause)

    async def resume(self) -> int:
        return self._do(people.resume)

    async def swap(self, a: Seat, b: Seat) -> int:
        return self._do(people.swap_seats, a, b)

    async def bot(self, seat: Seat, level: str | None = None) -> int:
        return self._do(people.seat_bot, seat, level)

    async def empty(self, seat: Seat) -> int:
        return self._do(people.remove_bot, seat)

    async def remove(self, player: str) -> int:
        return self._do(people.remove_player, player)

    async def change_host(self, player: str) -> int:
        return self._do(people.change_host, player)

    async def begin(self) -> int:
        self._do(gameplay.begin_game, self.driver.rng.randbytes(32 * 64))
        return self.driver.table.seq

    async def ready(self) -> int:
        return self._do(gameplay.declare_ready)

    async def draw_card(self, place: int) -> int:
        return self._do(gameplay.take_draw_card, place)

    async def name_dealer(self, dealer: Seat) -> int:
        return self._do(gameplay.name_dealer, dealer)

    async def cut(self, cards: int) -> int:
        return self._do(gameplay.cut_pack, cards)

    async def deal_cards(self, packet_pattern: str | None) -> int:
        return self._do(gameplay.deal_cards, packet_pattern)


def at_hand(
    rules: Ruleset,
    *seated: str,
    me: str = "ana",
    settings: TableSettings = AT_ONCE,
    seed: object = 0,
    named: bool = False,
) -> AtHand:
    """Return a session at a table whose host is the first of ``seated``, who sit from north on.

    The person ``me`` watches if they are not among ``seated``. Bots are called by their seats unless ``named`` is true.
    """
    driver = Driver(rules, settings, seed=seed, host=seated[0] if seated else "ana")
    driver.seat(*seated)
    if driver.table.member(me) is None:
        driver.do(people.join, me, me.capitalize())
    return AtHand(driver, me, named=named)


def remote(at: AtHand) -> RemoteGame:
    return RemoteGame(at, SERVER)  # type: ignore[arg-type]
