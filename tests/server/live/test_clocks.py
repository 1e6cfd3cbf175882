"""Due turns and timers are done soon whatever the clocks do, and nobody loses time by it."""

from __future__ import annotations

import asyncio
import json
import math
import time
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.alike import alike
from tests.clock import Clock
from tests.server.live.test_liveness import ANA, ORDINARY, Seen, Spectator, begun, overdue, playing, started, until
from tests.server.progress import goes_on
from tests.server.web import served
from uka import rulesets
from uka.server.base.clock import awake
from uka.server.live.table import LiveTable
from uka.table.commands import gameplay, people, quick
from uka.table.entries import Phrase
from uka.tournament import DIRECTOR
from uka.wire.http_bodies import Guest

pytestmark = pytest.mark.server


# The wall clock

SHIFTS = (-3_600, 86_400, -86_400, -600, -60, 60, 600, 3_600)
"""Seconds by which a wall clock is set: a minute, ten minutes, a change of zone, and a day's leap, either way."""
ALLOWED = 30.0
"""Seconds within which a table goes on after any fault, on a busy machine. Clocks are set by more than that."""


@pytest.mark.daily(1)
@alike("shift", *SHIFTS, daily=2)
async def test_a_wall_clock_that_is_set(clock: Clock, shift: int) -> None:
    async with playing(2) as (context, tables):
        clock.shift(shift)
        for _ in range(2):
            await goes_on(*tables, within=ALLOWED)
        for table in tables:
            assert abs(table.live.table.at - 1_000 * time.time() + 1_000 * shift) < 60_000, (
                "time neither leaps nor stops"
            )
        assert overdue(context) == 0


@pytest.mark.daily(1)
@pytest.mark.parametrize("shift", [-3_600, 3_600])
async def test_a_wall_clock_that_is_wrong_for_some_seconds(clock: Clock, tmp_path: Path, shift: int) -> None:
    """What began during the error goes on after it, and after a restart too."""
    async with served(path=tmp_path / "uka.db") as web:
        before = await begun(web.context)
        clock.shift(shift)
        during = await begun(web.context)
        await goes_on(before, during, within=ALLOWED)
        clock.shift(-shift)
        for _ in range(3):
            await goes_on(before, during, within=ALLOWED)
        assert overdue(web.context) == 0
        ids = before.live.id, during.live.id
    async with served(path=tmp_path / "uka.db") as web:
        tables = [Seen(await web.context.tables.find(id)) for id in ids]
        for table in tables:
            table.live.arrive(Spectator("ana"))
            await table.live.mark_connected("ana")
        for _ in range(2):
            await goes_on(*tables, within=ALLOWED)
        assert overdue(web.context) == 0


@pytest.mark.daily(1)
@alike("shift", -3_600, 86_400, 3_600, daily=2)
async def test_a_server_that_starts_with_a_wrong_clock_which_is_then_set_right(
    clock: Clock, tmp_path: Path, shift: int
) -> None:
    """A laptop whose clock is wrong until the network tells the time: old and new games go on, before and after."""
    async with served(path=tmp_path / "uka.db") as web:
        id = (await begun(web.context)).live.id
        await goes_on(Seen(await web.context.tables.find(id)), within=ALLOWED)
    clock.shift(shift)
    async with served(path=tmp_path / "uka.db") as web:
        old, new = Seen(await web.context.tables.find(id)), await begun(web.context)
        old.live.arrive(Spectator("ana"))
        await old.live.mark_connected("ana")
        await goes_on(old, new, within=ALLOWED)
        clock.shift(-shift)
        later = await begun(web.context)
        for _ in range(2):
            await goes_on(old, new, later, within=ALLOWED)
        await asyncio.sleep(2)
        assert overdue(web.context) == 0


@pytest.mark.daily(1)
@alike("shift", -600, 86_400, 600, daily=2)
async def test_a_person_keeps_the_time_for_a_choice_when_the_wall_clock_is_set(clock: Clock, shift: int) -> None:
    """Nobody loses a turn because the clock leaps, and nobody gets a longer one."""
    settings = replace(ORDINARY, move_ms=3_000, bank_ms=0, answer_ms=20)
    async with served() as web:
        live = await web.context.tables.open(rulesets.find("uka"), ANA, settings)
        live.arrive(Spectator("ana"))
        seat = live.table.rules.seats[0]
        await live.do(lambda table: people.sit(table, "ana", seat), "ana")
        await live.mark_connected("ana")
        since = time.monotonic()
        await live.do(lambda table: gameplay.begin_game(table, "ana", live.packs.batch(table)), "ana")
        await until(lambda: live.table.turn is seat)
        began = live.table.seq
        await asyncio.sleep(0.2)
        clock.shift(shift)
        await asyncio.sleep(1)
        await live.do(lambda table: people.say(table, "ana", Phrase.WOW, 0), "ana")  # looks for due timers too
        assert live.table.turn is seat or time.monotonic() - since > 3
        await until(lambda: live.table.turn is not seat, ALLOWED)
        assert time.monotonic() - since > 2.5
        assert live.table.seq > began
        assert overdue(web.context) == 0


@pytest.mark.daily(1)
@alike("shift", -3_600, 3_600, -60, 60, daily=2)
async def test_a_bell_rings_in_time_when_the_wall_clock_is_set(clock: Clock, shift: int) -> None:
    async with served() as web:
        since, event = time.monotonic(), await started(web.context, 2_000)
        clock.shift(shift)
        await event.do(lambda t: (), DIRECTOR)  # looks for a due bell too
        assert event.tournament.round
        assert not event.tournament.round.rang or time.monotonic() - since > 2
        await until(lambda: event.tournament.round and event.tournament.round.rang, ALLOWED)
        assert time.monotonic() - since > 1.5
        assert overdue(web.context) == 0


async def test_a_bell_rings_in_time_after_a_restart_with_another_clock(clock: Clock, tmp_path: Path) -> None:
    async with served(path=tmp_path / "uka.db") as web:
        clock.shift(3_600)
        id = (await started(web.context, 2_000)).id
        clock.shift(-3_600)
    async with served(path=tmp_path / "uka.db") as web:
        event = await web.context.tournaments.find(id)
        await until(lambda: event.tournament.round and event.tournament.round.rang, ALLOWED)
        assert overdue(web.context) == 0


async def test_clients_count_by_the_time_of_the_log(clock: Clock) -> None:
    """A page counts down to a table's times, so it is told the table's time and not the wall clock's."""
    async with playing(1) as (_, (table,)):
        clock.shift(-3_600)
        live, spectator = table.live, Spectator("ben")
        heard: list[str] = []
        spectator.push = heard.append  # type: ignore[method-assign]
        live.arrive(spectator)
        assert json.loads(heard[0])["now"] >= live.table.at


# Suspensions of the machine

ASLEEP = (8 * 3_600, 3, 30)
"""Seconds for which a laptop is suspended."""


@alike("seconds", *ASLEEP)
async def test_games_go_on_where_they_were_after_a_suspension(clock: Clock, seconds: int) -> None:
    async with playing(2) as (context, tables):
        before = [table.live.table.at for table in tables]
        clock.suspend(seconds)
        for _ in range(2):
            await goes_on(*tables, within=ALLOWED)
        await asyncio.sleep(1.5)  # two looks of the watchdog
        assert all(table.live.table.at - at < 20_000 for table, at in zip(tables, before, strict=True))
        assert overdue(context) == 0


@alike("seconds", *ASLEEP)
async def test_nobody_counts_as_absent_for_the_time_of_a_suspension(clock: Clock, seconds: int) -> None:
    """A person whose page is closed keeps the rest of their time, and a page that is open is not sent away."""
    async with served(idle_after=20.0) as web:
        live = await web.context.tables.open(rulesets.find("uka"), ANA, replace(ORDINARY, away_ms=3_000))
        ana, spectator = Spectator("ana"), Spectator("ben")
        sent_away: list[str] = []
        spectator.farewell = lambda why, code, **_: sent_away.append(why)  # type: ignore[method-assign]
        live.arrive(ana)
        live.arrive(spectator)
        seat = live.table.rules.seats[0]
        await live.do(lambda table: people.sit(table, "ana", seat), "ana")
        await live.mark_connected("ana")
        await live.do(lambda table: gameplay.begin_game(table, "ana", live.packs.batch(table)), "ana")
        since = time.monotonic()
        live.depart(ana)
        await until(lambda: live.table.chair(seat).lost is not None)
        clock.suspend(seconds)
        web.context.tables.sweep(awake())
        await live.do(lambda table: people.say(table, "ana", Phrase.WOW, live.now()), "ana")  # looks for due timers too
        assert not live.table.chair(seat).away or time.monotonic() - since > 3
        assert sent_away == []
        await until(lambda: live.table.chair(seat).away, ALLOWED)
        assert time.monotonic() - since > 2
        assert overdue(web.context) == 0


@alike("seconds", *ASLEEP)
async def test_the_bell_of_a_round_rings_as_soon_as_the_laptop_is_opened(clock: Clock, seconds: int) -> None:
    """The hall's clock ran on: people played by it, and their phones rang."""
    async with served() as web:
        event = await started(web.context, 20_000)
        round_ = event.tournament.round
        assert round_
        assert round_.started is not None
        bell = round_.started + 20_000
        for _ in range(math.ceil(20 / seconds)):
            clock.suspend(seconds)
            await asyncio.sleep(0.1)
        await until(lambda: event.tournament.round and event.tournament.round.rang, 15)
        assert event.tournament.at == bell
        assert overdue(web.context) == 0


async def test_a_suspension_shorter_than_the_round_takes_its_time_from_it(clock: Clock) -> None:
    async with served() as web:
        since, event = time.monotonic(), await started(web.context, 22_000)
        clock.suspend(19)
        assert event.tournament.round
        assert not event.tournament.round.rang or time.monotonic() - since > 3
        await until(lambda: event.tournament.round and event.tournament.round.rang, 15)
        assert overdue(web.context) == 0


async def test_no_clock_and_no_ghost_makes_anything_overdue(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    """People ask for quick games and mostly never come, rounds run, tables are loaded again, and clocks leap."""
    monkeypatch.setattr(quick, "WAIT_MS", 5_000)
    random, end = Random(7), time.monotonic() + (20 if exhaustive else 8)
    async with served(absent_after=2.0, empty_after=1.0, heir_after=1.0) as web:
        tables = web.context.tables

        async def people() -> None:
            for number in count():
                guest = Guest(f"guest{number}", f"Guest {number}")
                live = await web.context.quick_games.seat(rulesets.find("uka"), "novice", guest, f"192.0.2.{number}")
                if random.random() < 0.3:
                    live.arrive(spectator := Spectator(guest.player))
                    await live.mark_connected(guest.player)
                    live.spawn_later(random.uniform(0, 8), partial(left, live, spectator))
                await asyncio.sleep(random.uniform(0, 0.4))

        async def left(live: LiveTable, spectator: Spectator) -> None:
            live.depart(spectator)

        async def bells() -> None:
            while True:
                await started(web.context, random.choice([500, 2_000, 6_000]))
                await asyncio.sleep(2)

        async def clocks() -> None:
            while True:
                await asyncio.sleep(random.uniform(0, 2))
                change = random.choice([clock.shift, clock.suspend])
                change(random.choice([1, 3, 60, 86_400]) * (random.choice([-1, 1]) if change == clock.shift else 1))

        async def memory() -> None:
            while True:
                await asyncio.sleep(random.uniform(0, 2))
                for live in [live for live in tables.all if not live.audience and not live.busy]:
                    tables.unload(live)
                    await tables.find(live.id)

        tasks = [asyncio.create_task(each()) for each in (people, bells, clocks, memory)]
        done, _ = await asyncio.wait(tasks, timeout=end - time.monotonic(), return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            task.cancel()
        assert not done, [task.exception() for task in done]
        await asyncio.sleep(3)
        assert overdue(web.context) == 0
