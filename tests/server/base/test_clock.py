"""The time of a log: a wall clock that is wrong, or is set right, neither stops it nor makes it leap."""

from __future__ import annotations

import time

import pytest

from tests.clock import NOON, Clock
from uka.server.base import clock as clocks
from uka.server.base.clock import SLOW_ANSWER, SUSPENDED_AFTER, AwakeTime, LogClock, ServerClock

HOUR = 3_600
DAY = 24 * HOUR
SHIFTS = (-DAY, -HOUR, -600, -60, -1, 1, 60, 600, HOUR, DAY)


def now() -> int:
    return ServerClock().now()


class Pace:
    """The seconds since some moment, which a test sets."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def pace() -> Pace:
    return Pace()


@pytest.fixture
def stopped(clock: Clock) -> Clock:
    """A wall clock that stays at the time that it is set to."""
    clock.stop(NOON.timestamp())
    return clock


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch, pace: Pace) -> Pace:
    """What ``elapsed`` returns."""
    monkeypatch.setattr(clocks, "elapsed", pace)
    return pace


# The time of a log


@pytest.mark.parametrize("shift", SHIFTS)
def test_a_running_timer_takes_no_notice_of_the_wall_clock(stopped: Clock, pace: Pace, shift: int) -> None:
    log, since = LogClock(0, now, pace), now()
    stopped.shift(shift)
    pace.seconds += 5
    assert log.now(lambda: True) == since + 5_000


@pytest.mark.parametrize("ahead", [1, 60, 600, HOUR, DAY])
def test_a_log_ahead_of_the_wall_clock_goes_on_from_its_last_line(stopped: Clock, pace: Pace, ahead: int) -> None:
    last = now() + 1_000 * ahead
    log = LogClock(last, now, pace)
    assert log.now(lambda: True) == log.now(lambda: False) == last
    pace.seconds += 5
    assert log.now(lambda: True) == log.now(lambda: False) == last + 5_000


@pytest.mark.parametrize("shift", SHIFTS)
def test_without_a_timer_the_time_follows_the_wall_clock_but_never_goes_back(
    stopped: Clock, pace: Pace, shift: int
) -> None:
    log, since = LogClock(0, now, pace), now()
    stopped.shift(shift)
    assert log.now(lambda: False) == since + max(1_000 * shift, 0)


def test_the_timers_are_asked_for_only_if_the_present_time_is_ahead(pace: Pace) -> None:
    present, asked = [1_000_000], list[bool]()
    log = LogClock(0, lambda: present[0], pace)
    log.now(lambda: not asked.append(True))
    assert not asked
    present[0] += 60_000
    log.now(lambda: not asked.append(True))
    assert asked == [True]


def test_a_later_line_of_another_process_is_where_the_time_goes_on(stopped: Clock, pace: Pace) -> None:
    log = LogClock(0, now, pace)
    log.note(now() + 60_000)
    assert log.now(lambda: True) == now() + 60_000
    pace.seconds += 5
    log.note(now())  # an earlier line changes nothing
    assert log.now(lambda: True) == now() + 65_000


def test_a_time_of_absence_counts(stopped: Clock, pace: Pace) -> None:
    """The server was stopped for a minute: the log goes on at the wall clock's time."""
    assert LogClock(now() - 60_000, now, pace).now(lambda: True) == now()


# Suspensions


@pytest.mark.parametrize("shift", [10, 600, 10 * HOUR])
def test_a_suspension_of_the_machine_counts_as_elapsed_but_not_as_awake(clock: Clock, shift: int) -> None:
    awake, since = AwakeTime(), clocks.elapsed()
    table, hall = LogClock(0, now, awake), LogClock(0, now, clocks.elapsed)
    at_table, in_hall = table.now(lambda: True), hall.now(lambda: True)
    clock.suspend(shift)
    assert shift <= clocks.elapsed() - since < 2 * shift
    assert table.now(lambda: True) - at_table < 1_000 * shift <= hall.now(lambda: True) - in_hall < 2_000 * shift


def test_a_short_stop_counts_as_awake(pace: Pace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", pace)
    awake = AwakeTime()
    before = awake()
    for seconds in (1.0, SUSPENDED_AFTER, SUSPENDED_AFTER + 1, 1.0):
        pace.seconds += seconds
        awake()
    assert awake() - before == 2 + SUSPENDED_AFTER


# The store's clock


class Told:
    """A store with another clock, which needs some seconds to answer."""

    def __init__(self, measured: Pace, ahead: float) -> None:
        self.ahead, self.takes, self._measured = ahead, 0.0, measured

    async def now(self) -> int:
        self._measured.seconds += self.takes
        return round(1_000 * (time.time() + self.ahead))


@pytest.mark.parametrize("ahead", [-DAY, -60, 60, HOUR])
async def test_the_clock_of_a_shared_store_counts_whatever_the_wall_clock_does(
    clock: Clock, measured: Pace, ahead: int
) -> None:
    server, store = ServerClock(), Told(measured, ahead)
    clock.stop(1_800_000_000)
    await server.sync_with(store)
    assert server.now() == 1_000 * (1_800_000_000 + ahead)
    clock.shift(HOUR)
    assert server.now() == 1_000 * (1_800_000_000 + ahead)
    measured.seconds += 30
    assert server.now() == 1_000 * (1_800_000_030 + ahead)
    assert server.today.toordinal() == 719_163 + (1_800_000_030 + ahead) // DAY


async def test_a_slow_store_is_believed_only_if_nothing_else_is_known(clock: Clock, measured: Pace) -> None:
    server, store = ServerClock(), Told(measured, 0)
    clock.stop(1_800_000_000)
    store.takes = 4.0
    await server.sync_with(store)
    assert server.now() == 1_800_000_002_000  # it was asked, or answered, two seconds ago
    store.takes, store.ahead = SLOW_ANSWER / 2, 10
    await server.sync_with(store)
    told = server.now()
    store.takes, store.ahead = 4.0, 20
    await server.sync_with(store)
    assert server.now() == told + 4_000
