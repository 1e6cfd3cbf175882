"""Being at a table: it is kept as it is told, asks are made, and the seat does its part in dealing fairly by itself."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Protocol, Self

from msgspec.structs import replace

from uka.bots import Bot
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.records import Log
from uka.records.fair import Receipt, UnfairDeal
from uka.table import DealView, Person, PublicTable, TableStage
from uka.table.views.public_table import SeatView
from uka.wire import table_commands
from uka.wire.http_bodies import DealReview, Hint, RecordSummary, TableTicket
from uka.wire.table_updates import TableAck, TableSnapshot

from .bot_moves import next_move
from .command_sender import CommandSender
from .errors import CommandRefused, ConnectionEnded, StaleCommand
from .fairness_check import FairnessCheck
from .share_chain import ShareChain
from .table_mirror import StateUpdate, TableMirror
from .table_socket import MessageTap, TableSocket

_NO_GAME = (TableStage.SEATING, TableStage.OVER)
AGAIN = 0.2
"""Seconds after which what was refused for the moment is asked again."""


class ServerConnection(Protocol):
    """The client that a session belongs to: what the session needs of it, and what its users reach through it."""

    @property
    def patience(self) -> float: ...
    def socket(self, table: str, since: int | None) -> tuple[str, dict[str, str]]: ...
    async def join(self, table: str, invitation: str | None = None) -> TableTicket: ...
    async def record(self, table: str) -> Log: ...
    async def records(self, table: str) -> list[RecordSummary]: ...
    async def hint(self, table: str) -> Hint: ...
    async def review(self, table: str, number: int, seat: Seat, deal: int) -> DealReview: ...


class TableSession(CommandSender):
    """A person at a table. Iterating gives the table as it is, then all news of it, in order and without a gap.

    ``cheated`` says which promise of fair dealing the server broke, if it did.
    """

    def __init__(
        self,
        client: ServerConnection,
        table: str,
        invitation: str | None = None,
        *,
        tap: MessageTap | None = None,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__()
        self.client, self.table = client, table
        self.cheated: str | None = None
        self._entrance, self._randomness = invitation, randomness
        self._mirror = TableMirror()
        self._link = TableSocket(lambda since: client.socket(table, since), self, tap, client.patience)
        self._promises = FairnessCheck()
        self._chain = ShareChain(randomness)
        self._step: tuple[tuple[str, ...], int, str] | None = None
        """The step of fair dealing that this client took last: game, pack, and what its share was."""
        self._ahead = 0
        self._seen: tuple[DealView | None, Observation | None] = (None, None)
        self._readers = set[asyncio.Queue[StateUpdate | None]]()
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
    def _whole(self) -> TableSnapshot:
        if self._mirror.whole is None:
            raise ConnectionEnded("nothing was heard from the table yet")
        return self._mirror.whole

    @property
    def whole(self) -> TableSnapshot:
        """The table as it is known now."""
        promises = self._promises
        return replace(self._whole, commitments=promises.commitments, secrets=promises.secrets, shares=promises.shares)

    @property
    def scene(self) -> PublicTable:
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
        """The server's commitments, by the packs' numbers."""
        return self._promises.commitments

    @property
    def secrets(self) -> tuple[str, ...]:
        """The packs' secrets that are told."""
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
        waits = scene.stage is TableStage.PLAYING and not scene.paused and place is not None and not place.away
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

    async def __aiter__(self) -> AsyncIterator[StateUpdate]:
        reader = asyncio.Queue[StateUpdate | None]()
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
        """Wait until something holds of the table; ``ConnectionEnded`` if the connection ends before."""
        while not holds():
            if self._end is not None:
                raise self._end
            await self._changed.wait()

    async def do(self, ask: table_commands.LoggedTableCommand) -> int:
        """Ask for anything, and wait until it is done and heard of; ``CommandRefused`` or ``StaleCommand`` if it is
        not.
        """
        answer = await self._link.ask(ask)
        version = answer.version if isinstance(answer, TableAck) else 0
        await self.until(lambda: self.version >= version)
        return version

    async def leave(self) -> None:
        """Leave the table, which ends the connection."""
        self._leaving = True
        with suppress(ConnectionEnded):
            await self.do(table_commands.LeaveTable(id=self.fresh))

    async def play(self, bot: Bot, rng: Random | None = None) -> None:
        """Let a bot play this seat to the end of the game. ``UnfairDeal`` if the server broke a promise in it."""
        if self.seat is None:
            raise CommandRefused("you have no seat at this table: sit down first")
        rng = rng or Random()
        while self.scene.stage is not TableStage.OVER:
            version, asked = self.version, next_move(self, bot, rng)
            if asked is None:
                await self.until(lambda version=version: self.version != version)
                continue
            try:
                await asked
            except CommandRefused as no:
                await self._look_again(no, version)
        if self.cheated:
            raise UnfairDeal(self.cheated)

    async def _look_again(self, no: CommandRefused, version: int) -> None:
        """What was refused is no fault if the table has gone on since."""
        if self.version == version:
            if not (no.again or isinstance(no, StaleCommand)):
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

    def hear(self, tell: StateUpdate, *, first: bool) -> None:
        """The table, or news of it, in any order."""
        for heard in self._mirror.hear(tell, first=first):
            self._keep_promises(heard)
            for reader in self._readers:
                reader.put_nowait(heard)
        if isinstance(tell, TableSnapshot):
            self._ahead = tell.now - _milliseconds()
        self._stir()
        self._take_part()

    def _stir(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def _run(self) -> None:
        try:
            await self._link.run()
        except Exception as error:
            self._end = error
        finally:
            self._end = self._end or ConnectionEnded("the connection was closed here")
            for reader in self._readers:
                reader.put_nowait(None)
            self._stir()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Dealing fairly

    def _keep_promises(self, heard: StateUpdate) -> None:
        try:
            if isinstance(heard, TableSnapshot):
                self._promises.welcomed(heard)
            else:
                self._promises.heard(heard)
        except UkaError as broken:
            self.cheated = self.cheated or str(broken)

    @property
    def receipt(self) -> Receipt:
        """What was seen of fair dealing in this game, to hold its record against."""
        return self._promises.receipt

    @property
    def withheld(self) -> dict[int, tuple[Seat, ...]]:
        """The seats that withheld a share in this game, by the number of the pack that was given up."""
        return self._promises.withheld

    def _take_part(self) -> None:
        """Commit to a chain of shares where this seat has none, and open the share that is awaited."""
        shares, place, scene = self._promises.shares, self.place, self.scene
        if shares is None or place is None or place.away or place.share == "withheld" or scene.stage in _NO_GAME:
            return
        share = self._chain.share(shares.number, shares.links[place.seat.index])
        do: Callable[[], Awaitable[int]] | None = None
        if place.share == "awaited" and share is not None and scene.stage is TableStage.SHUFFLING:
            do = partial(self._open_share, place.seat, shares.number, share)
        elif place.share == "none" or (place.share == "committed" and share is None):
            do = self._commit
        step = (self.commitments[:1], shares.number, place.share)
        if do is not None and step != self._step:
            self._step = step
            self._spawn(self._dealing(do))

    async def _commit(self) -> int:
        self._chain = ShareChain(self._randomness)
        self._promises.commitment = self._chain.commitment.hex()
        return await self.commit(self._chain.commitment)

    async def _open_share(self, seat: Seat, number: int, share: bytes) -> int:
        try:
            self._promises.opening(seat, share)
        except UnfairDeal as broken:
            self.cheated = self.cheated or str(broken)
            raise
        return await self.open_share(number, share)

    async def _dealing(self, do: Callable[[], Awaitable[int]]) -> None:
        try:
            await do()
        except CommandRefused as no:  # another client of this person did it, or the time for it is over
            if no.again:
                await asyncio.sleep(AGAIN)
                self._step = None
                self._take_part()
        except UkaError:  # the connection has ended, which others are told
            return


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
