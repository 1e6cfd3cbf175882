"""One table in memory: a single writer, on disk before anyone is told, driven by its own clock."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import msgspec

from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.store import Conflict, Store, StoreUnavailable
from uka.table import (
    Due,
    Line,
    Person,
    Scene,
    Step,
    Table,
    act,
    deal_view,
    due,
    evolve,
    parse,
    people,
    play,
    put,
    scene,
    shown,
    tick,
)
from uka.table.entries import BOT, TABLE, Joined, Left, Paused, Removed, Resumed
from uka.table.events import Event
from uka.wire import tells

from .commands import Command, fresh_secrets
from .metrics import Metrics
from .options import Options
from .thinkers import Thinkers, fallback

Players: TypeAlias = tuple[str | None, ...]
TRIES = 5
"""How often a command is decided anew where another process wrote first."""
AGAIN = 1.0
"""Seconds until what the store refused is tried again."""
THINK = 1_000
"""Milliseconds before an answer is due that a bot is asked."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Attendant(Protocol):
    """A client at a table, as the table sees it."""

    player: str
    heard: float

    def push(self, text: str) -> None:
        """Send a message, without waiting."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Say why, then end the connection."""
        ...


class Told(NamedTuple):
    """A line that was told, what happened by it, and who sat where after it."""

    line: Line
    events: tuple[Event, ...]
    players: Players


class Around(NamedTuple):
    """What all tables of a server share."""

    store: Store
    thinkers: Thinkers
    metrics: Metrics
    options: Options
    invitation: Callable[[Live], str]


class Live:
    """A table, its clients and its clock. All that changes it goes through ``do``, one thing at a time."""

    def __init__(self, id: str, table: Table, around: Around) -> None:
        self.id, self.table, self.around = id, table, around
        self.touched = time.monotonic()
        self.audience: set[Attendant] = set()
        self.resting = False
        """Whether the table was paused because everyone had left."""
        self._recent: deque[Told] = deque(maxlen=around.options.remembered)
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._asked: tuple[int, Seat] | None = None
        self._closed = False
        self._doubtful = False
        """Whether the store may hold lines that this process has not seen."""

    # What changes it

    async def do(self, command: Command, by: str, id: str = "") -> int:
        """Carry a command out and tell everyone; the version that it led to, of a message done before too.

        It is on disk when this returns. ``UkaError`` refuses it, and nothing is different then; after
        ``StoreUnavailable`` it may still turn out to be done, so the message may be sent again under its id.
        """
        async with self._lock:
            return await self._do(lambda table: act(table, command, at=now(), by=by, id=id), by, id)

    async def _do(self, decide: Callable[[Table], tuple[Table, tuple[Step, ...]]], by: str = "", id: str = "") -> int:
        for _ in range(TRIES):
            await self._catch_up()
            _, steps = decide(self.table)
            try:
                await self._keep(steps)
            except Conflict:
                self.around.metrics.conflicts.inc()
                continue
            done = self.table.applied(by, id)
            return self.table.seq if done is None else done
        raise StoreUnavailable("the table is busy elsewhere: try again")

    async def _keep(self, steps: tuple[Step, ...]) -> None:
        if not steps:
            return
        lines = [step.line.text for step in steps]
        self._doubtful = True  # until it is known what became of them, whatever happens here
        with self.around.metrics.append_seconds.time():
            await self.around.store.append(self.id, steps[0].line.seq, lines)
        self._doubtful = False
        self._tell(steps)

    async def _catch_up(self) -> None:
        if not self._doubtful:
            return
        lines = parse(await self.around.store.read(self.id, self.table.seq + 1))
        self._doubtful = False
        if lines:
            self._tell(tuple(follow(self.table, lines)))

    async def lines(self) -> tuple[Line, ...]:
        """The whole log."""
        return parse(await self.around.store.read(self.id))

    # Who is told

    def arrive(self, attendant: Attendant, since: int | None = None) -> None:
        """A client comes: it is told the table, or what it missed, and from here on everything."""
        self.sync(attendant, since)
        first = not self.present(attendant.player)
        self.audience.add(attendant)
        if first:
            self._spawn(self._return(attendant.player))

    def depart(self, attendant: Attendant) -> None:
        """A client goes."""
        self.audience.discard(attendant)
        self.touched = time.monotonic()
        if self._closed or self.present(attendant.player):
            return
        self._spawn(self.quietly(lambda table: people.lost(table, attendant.player), attendant.player))
        loop, options = asyncio.get_running_loop(), self.around.options
        if not self.audience:
            loop.call_later(options.empty_after, lambda: self._spawn(self._rest()))
        if attendant.player == self.table.host:
            loop.call_later(options.heir_after, lambda: self._spawn(self._find_host()))

    def present(self, player: str) -> bool:
        """Whether a person has a connection."""
        return any(attendant.player == player for attendant in self.audience)

    def sync(self, attendant: Attendant, since: int | None) -> None:
        """Tell a client the lines after a version; the whole table where that is too long ago, or never was."""
        first = self._recent[0].line.seq if self._recent else self.table.seq + 1
        if since is None or not first <= since + 1 <= self.table.seq + 1:
            self.around.metrics.welcomes.inc()
            attendant.push(self._welcome(attendant.player))
            return
        self.around.metrics.refills.inc()
        told = [told for told in self._recent if told.line.seq > since]
        viewers = [_seat(told.players, attendant.player, self.table) for told in told]
        viewer = self.table.seat_of(attendant.player)
        attendant.push(self._news(since, told, viewers, viewer, _scene(self.table), gathered=True))

    def _tell(self, steps: tuple[Step, ...]) -> None:
        since, self.table = self.table.seq, steps[-1].table
        told = [Told(step.line, step.events, players(step.table)) for step in steps]
        self._recent.extend(told)
        self.note(step.line for step in steps)
        self.touched = time.monotonic()
        gathered = any(isinstance(step.line.entry, GATHERING) for step in steps)
        common, made = _scene(self.table), dict[tuple[Seat | None, ...], str]()
        for attendant in tuple(self.audience):
            viewers = tuple(_seat(t.players, attendant.player, self.table) for t in told)
            if viewers not in made:
                made[viewers] = self._news(since, told, viewers, viewers[-1], common, gathered=gathered)
            attendant.push(made[viewers])
        self._dismiss()
        self._plan()

    def _news(
        self,
        since: int,
        told: Iterable[Told],
        viewers: Iterable[Seat | None],
        viewer: Seat | None,
        common: msgspec.Raw,
        *,
        gathered: bool,
    ) -> str:
        """News for one viewer; with all that are there if somebody came or went."""
        news = tells.News(
            since,
            tuple(shown(t, seat) for t, seat in zip(told, viewers, strict=True)),
            cast(Scene, common),
            deal_view(self.table, viewer),
            persons(self.table) if gathered else None,
            self.around.invitation(self) if gathered else None,
        )
        return tells.write(news)

    def _welcome(self, player: str) -> str:
        table = self.table
        return tells.write(
            tells.Welcome(
                table=self.id,
                player=player,
                now=now(),
                rules=table.rules,
                invitation=self.around.invitation(self),
                people=persons(table),
                scene=scene(table),
                deal=deal_view(table, table.seat_of(player)),
                commitments=table.commitments,
                secrets=table.secrets[: table.told],
            )
        )

    def _dismiss(self) -> None:
        """Who is not at the table any more is told so."""
        for attendant in tuple(self.audience):
            if self.table.member(attendant.player) is None:
                self.audience.discard(attendant)
                sent = attendant.player in self.table.removed
                attendant.farewell("the host has sent you away" if sent else "you have left the table", 4403)

    # Who is there

    async def quietly(self, command: Command, by: str) -> None:
        """Carry out what nobody waits for; a refusal means that it is not needed."""
        try:
            await self.do(command, by)
        except StoreUnavailable:
            self._later()
        except UkaError:
            pass

    async def _return(self, player: str) -> None:
        await self.quietly(lambda table: people.returned(table, player), player)
        if self.resting and self.table.paused is not None:
            await self.quietly(lambda table: people.resume(table, TABLE), TABLE)

    async def _rest(self) -> None:
        if not self.audience and self.table.playing and self.table.paused is None:
            await self.quietly(lambda table: people.pause(table, TABLE), TABLE)

    async def freeze(self) -> None:
        """Stop the clocks at the time of the last line, when all connections ended with the server that had them."""
        table = self.table
        if table.playing and table.paused is None:
            gone = [chair.player for chair in table.chairs if chair.player is not None]
            entries = tuple(entry for player in gone for entry in people.lost(table, player))
            entries += people.pause(table, TABLE)
            async with self._lock:
                await self._do(lambda table: put(table, entries, at=table.at, by=TABLE))

    async def _find_host(self) -> None:
        host = self.table.host
        if self.present(host):
            return
        there = [chair.player for chair in self.table.chairs if chair.player and self.present(chair.player)]
        if there:
            await self.quietly(lambda table: people.hand_over(table, TABLE, there[0]), TABLE)

    def note(self, lines: Iterable[Line]) -> None:
        """Learn from lines whether the table was paused by itself."""
        for line in lines:
            if isinstance(line.entry, Paused):
                self.resting = line.by == TABLE
            elif isinstance(line.entry, Resumed):
                self.resting = False

    # Its clock

    def _plan(self) -> None:
        """Wake up when something is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        coming = due(self.table, choices=self._asked is None or self._asked[0] != self.table.moved)
        if coming is not None:
            ahead = THINK if coming.what == "choice" else 0
            wait = max(coming.at - ahead - now(), 0) / 1_000
            self._timer = asyncio.get_running_loop().call_later(wait, self._wake, coming)

    def _later(self) -> None:
        """Wake up in a while, after the store refused."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(AGAIN, self._plan)

    def _wake(self, coming: Due) -> None:
        self._timer = None
        if coming.what == "choice" and coming.seat is not None:
            self._asked = (self.table.moved, coming.seat)
            self._spawn(self._choose(coming.seat, coming.at, self.table))
            self._plan()
        else:
            self._spawn(self._tick(coming))

    async def _tick(self, coming: Due) -> None:
        secrets = fresh_secrets() if coming.what == "secrets" else b""
        try:
            async with self._lock:
                if due(self.table, choices=False) == coming:
                    await self._do(lambda table: tick(table, now(), secrets))
        except StoreUnavailable:
            self._later()
            return
        if self._timer is None:
            self._plan()

    async def _choose(self, seat: Seat, at: int, table: Table) -> None:
        """Ask the bot of a seat, and let it answer at the time that the table says, whatever it holds."""
        observation, chair = table.observe(seat), table.chair(seat)
        if observation is None:
            return
        level = chair.bot or table.settings.bots
        thinking = asyncio.ensure_future(self.around.thinkers.choose(level, observation))
        prompt = table.settings.answer_ms == 0
        try:
            await asyncio.sleep(max(at - now(), 0) / 1_000)
            if not thinking.done():
                # One late time only, so that how long a bot thinks tells nothing.
                await asyncio.wait([thinking], timeout=self.around.options.bot_deadline)
                if not prompt:
                    await asyncio.sleep(max(at / 1_000 + self.around.options.bot_deadline - now() / 1_000, 0))
            if not thinking.done():
                self.around.thinkers.missed()
            action = thinking.result() if thinking.done() else None
        finally:
            thinking.cancel()
        self.around.metrics.bot_answers.labels("fallback" if action is None else "bot").inc()
        chosen = action or fallback(observation)
        await self._answer(lambda t: play.choose(t, seat, chosen, table.seq, now()), table.moved)

    async def _answer(self, command: Command, moved: int) -> None:
        try:
            async with self._lock:
                if self.table.moved == moved:
                    await self._do(lambda table: put(table, command(table), at=now(), by=BOT))
        except StoreUnavailable:
            self._asked = None
            self._later()
        except UkaError:  # the person is back, or the table was paused
            self._asked = None
            self._plan()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._lock.locked() or bool(self._tasks)

    def close(self) -> None:
        """Stop the clock; what is on disk is all there is."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()


GATHERING = (Joined, Left, Removed)
"""What changes who is at a table."""


def follow(table: Table | None, lines: Iterable[Line]) -> Iterator[Step]:
    """The steps of lines after a table."""
    for line in lines:
        table, events = evolve(table, line)
        yield Step(line, events, table)


def players(table: Table) -> Players:
    """Who sits where, by the seats' order."""
    return tuple(chair.player for chair in table.chairs)


def persons(table: Table) -> tuple[Person, ...]:
    """Who is at the table."""
    return tuple(Person(member.player, member.name) for member in table.members)


def _seat(players: Players, player: str, table: Table) -> Seat | None:
    return table.rules.seats[players.index(player)] if player in players else None


def _scene(table: Table) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(scene(table)))
