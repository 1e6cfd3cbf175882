"""Due turns and timers are done soon, whatever happens to workers, store or tasks."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from msgspec.structs import replace

from tests.patience import PATIENCE
from tests.server.progress import goes_on
from tests.server.web import served
from uka import rulesets
from uka.core.observation import Observation
from uka.server.base.clock import awake
from uka.server.live import driver, timer
from uka.server.live.context import ServerContext
from uka.server.live.table import LiveTable
from uka.server.live.tournament import LiveTournament
from uka.server.live.watchdog import Watchdog
from uka.store import StoreUnavailable
from uka.table import TableSettings, TableStage
from uka.table.commands import gameplay, people
from uka.tournament import DIRECTOR, Roster
from uka.tournament import TournamentSettings as Day
from uka.tournament.commands import rounds, teams
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server

ORDINARY = TableSettings(bots="novice", answer_ms=200, draw_ms=50, deal_ms=50, trick_ms=50, rest_ms=50)
ANA = Guest("ana", "Ana")


class Spectator:
    """A client that is connected and does nothing."""

    address, gone = "", False

    def __init__(self, player: str) -> None:
        self.player, self.address, self.heard = player, "192.0.2.1", awake()

    def push(self, text: str) -> None:
        pass

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        pass


class Seen(NamedTuple):
    """A live table of this process, whose progress a test checks."""

    live: LiveTable

    @property
    def version(self) -> int:
        return self.live.table.seq

    @property
    def over(self) -> bool:
        return self.live.table.stage is TableStage.OVER


async def begun(context: ServerContext, settings: TableSettings = ORDINARY) -> Seen:
    """Begin a game of bots that somebody watches."""
    live = await context.tables.open(replace(rulesets.find("uka"), target=100), ANA, settings)
    live.arrive(Spectator("ana"))
    await live.do(lambda table: gameplay.begin_game(table, "ana", live.packs.batch(table)), "ana")
    return Seen(live)


@asynccontextmanager
async def playing(
    count: int, settings: TableSettings = ORDINARY, **options: Any
) -> AsyncIterator[tuple[ServerContext, list[Seen]]]:
    """Begin games of bots at some tables, and wait until a bot has answered at each."""
    async with served(**options) as web:
        tables = [await begun(web.context, settings) for _ in range(count)]
        await until(lambda: all(table.live.table.stage is TableStage.PLAYING for table in tables))
        await goes_on(*tables)
        yield web.context, tables


async def until(holds: Callable[[], Any], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def signalled(context: ServerContext, number: signal.Signals) -> None:
    assert context.bots.process_ids
    for process in context.bots.process_ids:
        with suppress(ProcessLookupError):  # it has ended, and the pool has not noticed yet
            os.kill(process, number)


def overdue(context: ServerContext) -> float:
    """Return how often the watchdog restarted something."""
    return context.metrics.overdue._value.get()


# Workers


@pytest.mark.exhaustive
async def test_workers_suspended_for_long() -> None:
    """Meanwhile fallback choices are made, and no table stops for good."""
    async with playing(12) as (context, tables):
        stopped = context.bots.process_ids
        signalled(context, signal.SIGSTOP)
        await asyncio.sleep(8)
        for process in set(stopped) & set(context.bots.process_ids):
            os.kill(process, signal.SIGCONT)
        for _ in range(3):
            await goes_on(*tables)
        assert overdue(context) == 0, "the watchdog is not what keeps them going"


async def test_workers_killed_while_they_choose() -> None:
    """The choices of killed workers are dropped, and no table waits for them."""
    async with playing(4, ORDINARY) as (context, tables):
        signalled(context, signal.SIGSTOP)
        await until(lambda: context.bots.waiting == len(tables))
        for worker in context.bots._workers:
            worker.kill()
        for _ in range(3):
            await goes_on(*tables)
        assert overdue(context) == 0


@pytest.mark.daily(1)
@pytest.mark.parametrize("answer_ms", [0, 200])
async def test_workers_killed_repeatedly(answer_ms: int) -> None:
    async with playing(4, TableSettings(bots="club", answer_ms=answer_ms, rest_ms=50)) as (context, tables):
        for _ in range(3):
            await until(lambda: context.bots.process_ids)
            signalled(context, signal.SIGKILL)
            await goes_on(*tables)
        assert overdue(context) == 0


async def test_a_cancelled_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(2) as (context, tables):
        choose, cancelled = context.bots.choose, list[str]()

        async def cancels(level: str, observation: Observation, *more: Any, **about: Any) -> Any:
            if len(cancelled) < 4:
                cancelled.append(level)
                raise asyncio.CancelledError
            return await choose(level, observation, *more, **about)

        monkeypatch.setattr(context.bots, "choose", cancels)
        await until(lambda: len(cancelled) == 4)
        for _ in range(2):
            await goes_on(*tables)
        assert overdue(context) == 0


async def test_an_error_in_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is logged, and the due action is tried again."""
    failed, choose = list[LiveTable](), driver.TableDriver._choose

    async def fails(self: driver.TableDriver, *args: Any) -> None:
        if len(failed) < 4:
            failed.append(self._live)
            raise KeyError("a fault")
        await choose(self, *args)

    async with playing(2) as (context, tables):
        monkeypatch.setattr(driver.TableDriver, "_choose", fails)
        await until(lambda: len(failed) == 4)
        for _ in range(2):
            await goes_on(*tables)
        assert overdue(context) == 0


async def test_an_error_in_a_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    failed, tick = list[LiveTable](), driver.TableDriver._tick

    async def fails(self: driver.TableDriver, *args: Any) -> None:
        if len(failed) < 3:
            failed.append(self._live)
            raise KeyError("a fault")
        await tick(self, *args)

    monkeypatch.setattr(driver.TableDriver, "_tick", fails)
    async with served() as web:
        table = await begun(web.context)
        await until(lambda: len(failed) == 3)
        await until(lambda: table.live.table.stage is TableStage.PLAYING)
        assert overdue(web.context) == 0


async def test_a_table_paused_while_a_bot_chooses(capsys: pytest.CaptureFixture[str]) -> None:
    """A choice from before the pause is dropped without an error, and the bot is asked again."""
    async with playing(1, replace(ORDINARY, answer_ms=800)) as (_, (table,)):
        await until(lambda: table.live._driver._choosing)
        await table.live.do(lambda found: people.pause(found, "ana"), "ana")
        await asyncio.sleep(0.5)
        await table.live.do(lambda found: people.resume(found, "ana"), "ana")
        for _ in range(2):
            await goes_on(table)
        assert "failed" not in capsys.readouterr().err


# The store


@pytest.mark.daily(1)
@pytest.mark.parametrize("hangs", [False, True])
async def test_a_store_that_refuses_or_hangs(monkeypatch: pytest.MonkeyPatch, hangs: bool) -> None:
    async with playing(6) as (context, tables):
        append, well = context.store.append, asyncio.Event()

        async def ails(*args: Any, **more: Any) -> None:
            if hangs:
                await well.wait()
            elif not well.is_set():
                raise StoreUnavailable("the store's disk is full")
            await append(*args, **more)

        monkeypatch.setattr(context.store, "append", ails)
        await asyncio.sleep(4)
        well.set()
        for _ in range(2):
            await goes_on(*tables)
        assert overdue(context) == 0


async def test_people_leaving_and_coming_back_while_the_store_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot plays for a person who left meanwhile, and a person who came back is not marked as disconnected."""
    settings = TableSettings(bots="novice", answer_ms=50, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0, away_ms=500)
    async with served() as web:
        live = await web.context.tables.open(rulesets.find("uka"), ANA, settings)
        there = {player: Spectator(player) for player in ("ana", "hemi")}
        await live.do(lambda table: people.join(table, "hemi", "Hemi"), "hemi")
        for (player, spectator), seat in zip(there.items(), live.table.rules.seats, strict=False):
            live.arrive(spectator)
            await live.do(lambda table, player=player, seat=seat: people.sit(table, player, seat), player)
        await live.do(lambda table: gameplay.begin_game(table, "ana", live.packs.batch(table)), "ana")
        append = web.context.store.append

        async def refuses(*_: Any, **__: Any) -> None:
            raise StoreUnavailable("the store's disk is full")

        monkeypatch.setattr(web.context.store, "append", refuses)
        live.depart(there["ana"])
        live.depart(there["hemi"])
        await asyncio.sleep(0.1)
        live.arrive(there["hemi"])
        await live.mark_connected("hemi")
        monkeypatch.setattr(web.context.store, "append", append)
        await until(lambda: live.table.chair(live.table.rules.seats[0]).away)
        assert live.table.paused is None
        assert live.table.chair(live.table.rules.seats[1]).lost is None


async def test_a_table_that_failed_to_load_is_not_driven(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(1) as (context, (table,)):
        context.tables.unload(table.live)

        async def refuses(*_: Any, **__: Any) -> None:
            raise StoreUnavailable("the store's disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(context.store, "append", refuses)
            with pytest.raises(StoreUnavailable):
                await context.tables.find(table.live.id)
        live = await context.tables.find(table.live.id)
        live.arrive(Spectator("ana"))
        await live.mark_connected("ana")
        await goes_on(Seen(live))


# The watchdog


async def test_the_watchdog_restarts_what_no_task_will_do(capsys: pytest.CaptureFixture[str]) -> None:
    async with playing(3) as (context, tables):
        for table in tables:
            table.live._driver.stop()
            table.live._driver._timer._started.clear()
            table.live.cancel_tasks()
        await until(lambda: overdue(context) == 3)
        await goes_on(*tables)
        assert capsys.readouterr().err.count("restarted an overdue turn or timer") == 3


async def test_the_watchdog_cancels_work_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timer, "LONG", 0.5)
    hangs = set[LiveTable]()

    async def hang(self: driver.TableDriver, *_: Any) -> None:
        hangs.add(self._live)
        await asyncio.sleep(3_600)

    async with playing(2) as (context, tables):
        with monkeypatch.context() as patch:
            patch.setattr(driver.TableDriver, "_choose", hang)
            await until(lambda: len(hangs) == 2)
        await until(lambda: overdue(context) >= 2)
        await goes_on(*tables)


async def test_an_error_at_one_table_does_not_stop_the_watchdog(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(2) as (context, (ill, well)):
        watchdog = Watchdog(lambda: [ill.live, well.live], context.metrics)
        for table in (ill, well):
            table.live._driver.stop()
            table.live._driver._timer._started.clear()
            table.live.cancel_tasks()
        monkeypatch.setattr(type(ill.live), "overdue", property(lambda self: 1 / 0 if self is ill.live else True))
        await watchdog.check_all()
        await watchdog.check_all()
        await goes_on(well)


async def test_a_bell_rings_after_a_failed_attempt(monkeypatch: pytest.MonkeyPatch) -> None:
    failed, ring = list[LiveTournament](), LiveTournament._ring

    async def fails(self: LiveTournament) -> None:
        if len(failed) < 2:
            failed.append(self)
            raise KeyError("a fault")
        await ring(self)

    monkeypatch.setattr(LiveTournament, "_ring", fails)
    async with served() as web:
        event = await started(web.context)
        await until(lambda: event.tournament.round and event.tournament.round.rang)
        assert len(failed) == 2
        assert overdue(web.context) == 0


async def test_the_watchdog_rings_an_overdue_bell() -> None:
    async with served() as web:
        event = await started(web.context, 3_000)  # so that the bell can be stopped before it rings
        event._bell.stop()
        await until(lambda: event.tournament.round and event.tournament.round.rang)
        assert overdue(web.context) == 1


async def started(context: ServerContext, clock_ms: int = 1_000) -> LiveTournament:
    """Start a round whose bell is due in a second, or later."""
    event = await context.tournaments.open("A day of Uka", rulesets.find("tainui"), Day(clock_ms=clock_ms))
    await event.do(lambda t: teams.enter_all(t, DIRECTOR, [Roster(f"Team {n}") for n in range(4)]), DIRECTOR)
    await event.do(lambda t: teams.set_tables(t, DIRECTOR, (1, 2)), DIRECTOR)
    await event.do(lambda t: rounds.seat(t, DIRECTOR, "secret"), DIRECTOR)
    await event.do(lambda t: rounds.start(t, DIRECTOR), DIRECTOR)
    return event


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_a_timer_that_is_set_is_active_whatever_loop_it_runs_on(loop: str, seconds: float) -> None:
    """On some loops the handle of an immediate call has no time."""

    async def active() -> tuple[bool, bool]:
        owner = cast(
            timer.TimerOwner, SimpleNamespace(closed=False, schedule_timer=lambda: None, spawn=asyncio.create_task)
        )
        found = timer.Timer(owner)
        found.set(seconds, lambda: None)
        before = found.active
        found.stop()
        return before, found.active

    factory = pytest.importorskip(loop).new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        assert runner.run(active()) == (True, False)
