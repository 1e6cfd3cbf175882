"""Being at a table: it is kept as it is told, asks are made, and the seat does its part in dealing fairly by itself."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Self

from msgspec.structs import replace

from uka.bots import Bot
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import Log
from uka.records.fair import SIZE, UnfairDeal
from uka.table import DealView, Person, Scene, Stage
from uka.table.projection import SeatView
from uka.wire import asks
from uka.wire.tells import Ack, Welcome

from .errors import Lost, Refused, Stale
from .link import Link, Tap
from .mirror import Heard, Mirror
from .moves import move
from .orders import Orders
from .promises import Promises

if TYPE_CHECKING:
    from .client import Client

AGAIN = 0.2
"""Seconds after which what was refused for the moment is asked again."""


class Attendance(Orders):
    """A person at a table. Iterating gives the table as it is, then all news of it, in order and without a gap.

    ``cheated`` says which promise of fair dealing the server broke, if it did.
    """

    def __init__(
        self,
        client: Client,
        table: str,
        invitation: str | None = None,
        *,
        tap: Tap | None = None,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__()
        self.client, self.table = client, table
        self.cheated: str | None = None
        self._entrance, self._randomness = invitation, randomness
        self._mirror = Mirror()
        self._link = Link(lambda since: client.socket(table, since), self, tap, client.patience)
        self._promises = Promises()
        self._added = set[str]()
        self._ahead = 0
        self._seen: tuple[DealView | None, Observation | None] = (None, None)
        self._readers = set[asyncio.Queue[Heard | None]]()
        self._changed = asyncio.Event()
        self._end: Exception | None = None
        self._leaving = False
        self._tasks = set[asyncio.Task[Any]]()

    async def __aenter__(self) -> Self:
        if self._entrance is not None:
            await self.client.join(self.table, self._entrance)
        self._spawn(self._run())
        try:
            await self.until(lambda: self._mirror.whole is not None)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        tasks = tuple(self._tasks)
        self._leaving = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # The table

    @property
    def _whole(self) -> Welcome:
        if self._mirror.whole is None:
            raise Lost("nothing was heard from the table yet")
        return self._mirror.whole

    @property
    def whole(self) -> Welcome:
        """The table as it is known now."""
        return replace(self._whole, commitments=self.commitments, secrets=self.secrets)

    @property
    def scene(self) -> Scene:
        """All of the table but the cards."""
        return self._whole.scene

    @property
    def deal(self) -> DealView | None:
        """The deal as this seat may know it; None before the first."""
        return self._whole.deal

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody at the table."""
        return self._whole.people

    @property
    def rules(self) -> Ruleset:
        """The rules."""
        return self._whole.rules

    @property
    def invitation(self) -> str:
        """What lets others in."""
        return self._whole.invitation

    @property
    def player(self) -> str:
        """One's own id."""
        return self._whole.player

    @property
    def version(self) -> int:
        """The number of the last line of the table's log that was told."""
        return self._whole.scene.version

    @property
    def commitments(self) -> tuple[str, ...]:
        """What the server is bound to by its word before the game, by the packs' numbers."""
        return self._promises.commitments

    @property
    def secrets(self) -> tuple[str, ...]:
        """Those of the packs' secrets that are told."""
        return self._promises.secrets

    @property
    def place(self) -> SeatView | None:
        """One's own seat and what is at it; None for a spectator."""
        return next((view for view in self.scene.seats if view.player == self.player), None)

    @property
    def seat(self) -> Seat | None:
        """One's own seat; None for a spectator."""
        return self.place.seat if self.place else None

    @property
    def observation(self) -> Observation | None:
        """What a bot needs to choose; None before the first deal."""
        deal = self.deal
        if self._seen[0] is not deal:
            self._seen = deal, deal.known(self.rules) if deal else None
        return self._seen[1]

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for an action of this seat."""
        scene, deal, place = self.scene, self.deal, self.place
        waits = scene.stage is Stage.PLAYING and not scene.paused and place is not None and not place.away
        return waits and deal is not None and deal.turn is not None and deal.turn is deal.seat

    @property
    def connected(self) -> bool:
        """Whether the server is heard now; if not, it is looked for."""
        return self._link.connected

    @property
    def now(self) -> int:
        """The server's time in milliseconds since 1970, which deadlines are told in."""
        return _milliseconds() + self._ahead

    # What happens, and what one does

    async def __aiter__(self) -> AsyncIterator[Heard]:
        reader = asyncio.Queue[Heard | None]()
        self._readers.add(reader)
        try:
            yield self.whole
            while self._end is None or not reader.empty():
                if (heard := await reader.get()) is not None:
                    yield heard
        finally:
            self._readers.discard(reader)
        if not self._leaving:
            raise self._end

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds of the table; ``Lost`` if the connection ends before."""
        while not holds():
            if self._end is not None:
                raise self._end
            await self._changed.wait()

    async def do(self, ask: asks.Command) -> int:
        """Ask for anything, and wait until it is done and heard of; ``Refused`` or ``Stale`` if it is not."""
        answer = await self._link.ask(ask)
        version = answer.version if isinstance(answer, Ack) else 0
        await self.until(lambda: self.version >= version)
        return version

    async def leave(self) -> None:
        """Leave the table, which ends the connection."""
        self._leaving = True
        with suppress(Lost):
            await self.do(asks.Leave(id=self.fresh))

    async def play(self, bot: Bot, rng: Random | None = None) -> None:
        """Let a bot play this seat to the end of the game. ``UnfairDeal`` if the server broke a promise in it."""
        if self.seat is None:
            raise Refused("you have no seat at this table: sit down first")
        rng = rng or Random()
        while self.scene.stage is not Stage.OVER:
            version, asked = self.version, move(self, bot, rng)
            if asked is None:
                await self.until(lambda version=version: self.version != version)
                continue
            try:
                await asked
            except Refused as no:
                await self._look_again(no, version)
        if self.cheated:
            raise UnfairDeal(self.cheated)

    async def _look_again(self, no: Refused, version: int) -> None:
        """What was refused is no fault if the table has gone on since."""
        if self.version == version:
            if not (no.again or isinstance(no, Stale)):
                raise no
            await asyncio.sleep(AGAIN)

    async def record(self) -> Log:
        """The record of the last game that is over, verified: ``UnfairDeal`` unless every pack is fair."""
        log = await self.client.record(self.table)
        self._promises.check(log)
        if self.cheated:
            raise UnfairDeal(self.cheated)
        return log

    # What is heard

    @property
    def since(self) -> int | None:
        """The version that is known, if any."""
        return self._mirror.version

    @property
    def behind(self) -> bool:
        """Whether something after it is missing."""
        return self._mirror.behind

    def told_of(self, version: int) -> None:
        """There is such a version."""
        self._mirror.known = max(self._mirror.known, version)

    def hear(self, tell: Heard, *, first: bool) -> None:
        """The table, or news of it, in any order."""
        for heard in self._mirror.hear(tell, first=first):
            self._keep_promises(heard)
            for reader in self._readers:
                reader.put_nowait(heard)
        if isinstance(tell, Welcome):
            self._ahead = tell.now - _milliseconds()
        self._stir()
        self._add()

    def _stir(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _run(self) -> None:
        try:
            await self._link.run()
        except Exception as error:
            self._end = error
        finally:
            self._end = self._end or Lost("the connection was closed here")
            for reader in self._readers:
                reader.put_nowait(None)
            self._stir()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Dealing fairly

    def _keep_promises(self, heard: Heard) -> None:
        try:
            if isinstance(heard, Welcome):
                self._promises.welcomed(heard)
            else:
                for line in heard.lines:
                    self._promises.heard(line)
        except UkaError as broken:
            self.cheated = self.cheated or str(broken)

    def _add(self) -> None:
        """Add to the next pack, once, as soon as the server is bound by its word for it."""
        scene, place = self.scene, self.place
        bound = self.commitments[scene.number : scene.number + 1]
        wanted = place is not None and place.added is None and not place.away
        if scene.stage is Stage.SHUFFLING and wanted and bound and bound[0] not in self._added:
            self._added.add(bound[0])
            self._spawn(self._adding(scene.number, bound[0]))

    async def _adding(self, number: int, bound: str) -> None:
        value = self._randomness(SIZE)
        try:
            await self.add(number, value)
            if self.commitments[number : number + 1] == (bound,):
                self._promises.pack(number).mine = value.hex()
        except Refused as no:  # somebody else added for this seat, or the time for it is over
            if no.again:
                await asyncio.sleep(AGAIN)
                self._added.discard(bound)
                self._add()
        except UkaError:  # the connection has ended, which others are told
            return


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
