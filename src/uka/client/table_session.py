"""A session of a person at a table: it receives updates, sends commands, and takes part in the shuffles.

For each shuffle, the session contributes a share: a random number.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Protocol, Self, TypeVar

from uka.bots import Bot
from uka.coach import MadeChoice
from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.records import Log
from uka.records.fair import CHAIN, SIZE, ChainLink, Receipt, UnfairDeal, chain
from uka.table import TableStage
from uka.wire import table_commands
from uka.wire.http_bodies import ChoiceExplanation, DealReview, Hint, RecordSummary, ServerHealth, TableTicket
from uka.wire.socket_updates import Ack
from uka.wire.table_updates import ChatUpdate, TableSnapshot

from .bot_moves import next_move
from .command_sender import CommandSender
from .errors import CommandRefused, ConnectionEnded, LogFull, ServerNotReady, StaleCommand
from .session_state import SessionState, milliseconds, with_new_lines
from .table_mirror import AppliedUpdate, StateUpdate
from .table_socket import MessageTap, TableSocket


class ShareChain:
    """A person's shares, the random inputs to the shuffles of successive packs, as one hash chain.

    The hash of each link of the chain is the link before it. The first link is the person's commitment, and each later
    link is the share of one pack. So whoever knows the commitment can check each share. ``randomness`` is called with a
    number, and returns that many random bytes, from which the last link of the chain is made.
    """

    def __init__(self, randomness: Callable[[int], bytes]) -> None:
        self._links = chain(randomness(SIZE))
        self._positions = {link.hex(): position for position, link in enumerate(self._links)}

    @property
    def commitment(self) -> bytes:
        """The first link of the chain. The person sends it to the server before opening any share."""
        return self._links[0]

    def share(self, number: int, known: ChainLink | None) -> bytes | None:
        """Return the share of pack ``number``, or None if this chain has no share of that pack.

        ``known`` is the link that the table has received last from this seat, the commitment or a share. The chain has
        no share if ``known`` is None or belongs to another chain.
        """
        if known is None or known.value not in self._positions:
            return None
        position = self._positions[known.value] + number - known.number
        return self._links[position] if 0 < position <= CHAIN else None


T = TypeVar("T")
_NO_GAME = (TableStage.SEATING, TableStage.OVER)
RETRY_AFTER = 0.2
"""The time, in seconds, after which a command that was refused for the moment is sent again."""


class ServerConnection(Protocol):
    """The parts of a ``Client`` that a session uses, or that the users of a session need."""

    @property
    def patience(self) -> float: ...
    def socket_address(self, table: str, last_version: int | None) -> tuple[str, dict[str, str]]: ...
    async def join(self, table: str, invitation: str | None = None, *, watch: bool = False) -> TableTicket: ...
    async def record(self, table: str) -> Log: ...
    async def records(self, table: str) -> list[RecordSummary]: ...
    async def hint(self, table: str) -> Hint: ...
    async def review(self, table: str, number: int, seat: Seat, deal: int) -> DealReview: ...
    async def why(self, table: str, deal: int, made: MadeChoice) -> ChoiceExplanation: ...
    async def health(self) -> ServerHealth: ...


class TableSession(SessionState, CommandSender):
    """A session of a person at a table, for use in ``async with``.

    Iteration yields the table as it is, then all later updates, in order and without gaps.

    A method that waits for the server asks for the server's health whenever the server has been silent for the
    client's ``patience``. The method raises ``ServerNotReady`` if the server says that it cannot go on, and ``LogFull``
    if the table is paused for good.
    """

    def __init__(
        self,
        client: ServerConnection,
        table: str,
        invitation: str | None = None,
        *,
        watch: bool = False,
        tap: MessageTap | None = None,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        SessionState.__init__(self)
        CommandSender.__init__(self)
        self.client, self.table = client, table
        self.cheated: str | None = None
        """A sentence that says how the server first broke a promise about the shuffles, or None if it broke none."""
        self._entrance, self._watches, self._randomness = invitation, watch, randomness
        self._link = TableSocket(lambda since: client.socket_address(table, since), self, tap, client.patience)
        self._chain = ShareChain(randomness)
        self._step: tuple[tuple[str, ...], int, str] | None = None
        """This client's last contribution to a shuffle: the game, the pack, and the state of the client's share."""
        self._readers = set[asyncio.Queue[AppliedUpdate | None]]()
        self._changed = asyncio.Event()
        self._end: Exception | None = None
        self._leaving = False
        self._tasks = set[asyncio.Task[Any]]()

    async def __aenter__(self) -> Self:
        if self._entrance is not None:
            await self.client.join(self.table, self._entrance, watch=self._watches)
        self._spawn(self._run())
        try:
            await self.until(lambda: self._mirror.snapshot is not None)
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

    @property
    def connected(self) -> bool:
        """Whether the session is connected now. If not, it tries to connect again."""
        return self._link.connected

    # Updates and commands

    async def __aiter__(self) -> AsyncIterator[AppliedUpdate]:
        reader = asyncio.Queue[AppliedUpdate | None]()
        self._readers.add(reader)
        try:
            yield AppliedUpdate(None, (), self.whole)
            while self._end is None or not reader.empty():
                if (update := await self._from_server(reader.get())) is not None:
                    yield update
        finally:
            self._readers.discard(reader)
        if not self._leaving:
            raise self._end

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until ``condition`` returns true. It is called at once and after each update.

        If the connection ends first, raise the error that ended it.
        """
        while not condition():
            if self._end is not None:
                raise self._end
            await self._from_server(self._changed.wait())

    async def _from_server(self, awaited: Coroutine[Any, Any, T]) -> T:
        """Wait for ``awaited``, which ends when the server sends something, and return its result.

        Whenever the server has been silent for the client's ``patience``, check that the server can still go on.
        """
        waiting = asyncio.get_running_loop().create_task(awaited)
        try:
            while True:
                await asyncio.wait((waiting,), timeout=self.client.patience)
                if waiting.done():
                    return waiting.result()
                self._check_log()
                await self._check_health()
        finally:
            waiting.cancel()

    def _check_log(self) -> None:
        """Raise ``LogFull`` if the table is paused for good."""
        if self._mirror.snapshot is not None and self.scene.paused == "log_full":
            raise LogFull("the game can't go on: the table's log is full; open another table")

    async def _check_health(self) -> None:
        """Raise ``ServerNotReady`` if the server says that it is not ready."""
        try:
            health = await self.client.health()
        except UkaError:  # the socket finds out whether the server is gone
            return
        if not health.ready and self.connected:
            raise ServerNotReady(f"the game can't go on: {health.why}")

    async def do(self, command: table_commands.TableCommand) -> int:
        """Send ``command``, and wait for the update that it causes. Return the version of the table after it.

        Raise ``CommandRefused`` if the server refuses the command, and ``StaleCommand`` if it does so because the table
        has changed since the version for which the command was chosen.
        """
        answer = await self._from_server(self._link.send(command))
        version = answer.version if isinstance(answer, Ack) else 0
        await self.until(lambda: self.version >= version)
        return version

    async def leave(self) -> None:
        """Leave the table. The server then closes the connection."""
        self._leaving = True
        with suppress(ConnectionEnded):
            await self.do(table_commands.LeaveTable(id=self.next_id()))

    async def play(self, bot: Bot, rng: Random | None = None) -> None:
        """Let ``bot`` play at this person's seat to the end of the game, with random choices from ``rng``.

        Raise ``UnfairDeal`` if the server did not shuffle fairly, and ``LogFull`` if the table is paused for good.
        A command that the server refuses for a time, for example because it cannot save, is sent again. Raise
        ``CommandRefused`` if it is still refused after the client's ``patience`` in seconds, or is refused for good.
        """
        if self.seat is None:
            raise CommandRefused("you have no seat at this table: sit down first")
        rng, since = rng or Random(), None
        while self.scene.stage is not TableStage.OVER:
            version, move = self.version, next_move(self, bot, rng)
            if move is None:
                self._check_log()
                await self.until(lambda version=version: self.version != version)
                continue
            try:
                await move
                since = None
            except CommandRefused as refusal:
                since = await self._retry_later(refusal, version, since)
        if self.cheated:
            raise UnfairDeal(self.cheated)

    async def _retry_later(self, refusal: CommandRefused, version: int, since: float | None) -> float | None:
        """Wait before a refused command is sent again. Raise ``refusal`` if the command cannot succeed.

        ``since`` is the time of the first refusal at ``version`` of the table, or None if ``refusal`` is the first.
        Return the time of the first refusal, for the next call. If the table has changed since ``version``, return None
        at once.
        """
        if self.version != version:
            return None
        now = asyncio.get_running_loop().time()
        first = now if since is None else since
        passing = refusal.again or isinstance(refusal, StaleCommand)
        if not passing or now - first >= self.client.patience:
            raise refusal
        await asyncio.sleep(RETRY_AFTER)
        return first

    async def record(self) -> Log:
        """Fetch and verify the record of the last finished game.

        Raise ``UnfairDeal`` unless every pack was shuffled fairly, and as this session observed.
        """
        log = await self.client.record(self.table)
        self._fairness.check_record(log)
        if self.cheated:
            raise UnfairDeal(self.cheated)
        return log

    # Listening for updates

    @property
    def last_version(self) -> int | None:
        """The last known version of the table, or None before the first update."""
        return self._mirror.version

    @property
    def behind(self) -> bool:
        """Whether updates are missing: whether the server is known to have reached a later version."""
        return self._mirror.behind

    def note_server_version(self, version: int) -> None:
        """Remember that the server has reached the version ``version``."""
        self._mirror.known = max(self._mirror.known, version)

    def hear(self, update: StateUpdate, *, first: bool) -> None:
        """Take an update from the server. Updates may arrive in any order.

        ``first`` is true if ``update`` is the first on a connection.
        """
        for each in self._mirror.hear(update, first=first):
            self._check(each)
            for reader in self._readers:
                reader.put_nowait(each)
        if isinstance(update, TableSnapshot):
            self._ahead = update.now - milliseconds()
        self._wake()
        self._take_part()

    def hear_chat(self, update: ChatUpdate) -> None:
        """Take lines of the table's chat from the server. A line that is known already counts once."""
        self._chat_lines = with_new_lines(self._chat_lines, update.lines)
        self._chat_reports = with_new_lines(self._chat_reports, update.reports)
        self._wake()

    def _wake(self) -> None:
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
            self._wake()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Fair dealing: contributions to the shuffles

    def _check(self, update: AppliedUpdate) -> None:
        try:
            self._fairness.process(update)
        except UkaError as broken:
            self.cheated = self.cheated or str(broken)

    @property
    def receipt(self) -> Receipt:
        """What this session observed of the shuffles. The record of the game must agree with it."""
        return self._fairness.receipt

    @property
    def withheld(self) -> dict[int, tuple[Seat, ...]]:
        """A dict from the number of each abandoned pack to the seats that did not open their shares of the pack."""
        return self._fairness.withheld

    def _take_part(self) -> None:
        """Send this person's next contribution to the shuffle, if one is due: a commitment or a share.

        A share is the person's random input to the shuffle of one pack. A commitment to this session's chain of shares
        is due if the table has no commitment from this person, or one to another chain.
        """
        shares, own, scene = self._fairness.shares, self.seat_view, self.scene
        if shares is None or own is None or own.away:
            return
        state = scene.share_states[own.seat.index]
        if scene.stage in _NO_GAME or scene.settings.deals:  # nobody contributes to the shuffle of given deals
            return
        share = self._chain.share(shares.number, shares.links[own.seat.index])
        send: Callable[[], Awaitable[int]] | None = None
        if state == "awaited" and share is not None and scene.stage is TableStage.SHUFFLING:
            send = partial(self._open_share, own.seat, shares.number, share)
        elif state == "none" or (state == "committed" and share is None):
            send = self._commit
        step = (self.commitments[:1], shares.number, state)
        if send is not None and step != self._step:
            self._step = step
            self._spawn(self._contribute(send))

    async def _commit(self) -> int:
        self._chain = ShareChain(self._randomness)
        self._fairness.commitment = self._chain.commitment.hex()
        return await self.commit(self._chain.commitment)

    async def _open_share(self, seat: Seat, number: int, share: bytes) -> int:
        try:
            self._fairness.note_opening(seat, share)
        except UnfairDeal as broken:
            self.cheated = self.cheated or str(broken)
            raise
        return await self.open_share(number, share)

    async def _contribute(self, send: Callable[[], Awaitable[int]]) -> None:
        """Send a command that contributes to a shuffle, and try again if the server refuses it for the moment."""
        try:
            await send()
        except CommandRefused as refusal:
            # A final refusal is ignored: another client of this person has already sent the command, or this client
            # sent the command too late.
            if refusal.again:
                await asyncio.sleep(RETRY_AFTER)
                self._step = None
                self._take_part()
        except UkaError:  # the connection has ended, which the session reports elsewhere
            return
