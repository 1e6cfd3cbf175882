"""The alarm of a log that a page hosts."""

from __future__ import annotations

import asyncio

from uka.offline.alarm import Alarm


class Rung(Alarm):
    """An alarm whose work is to note a word."""

    def __init__(self) -> None:
        super().__init__()
        self.done = list[str]()
        self.ended = asyncio.Event()

    def note(self, seconds: float, word: str) -> None:
        """Note ``word`` after ``seconds``, in place of another word."""

        def work() -> None:
            self.done.append(word)
            self.ended.set()

        self.set(seconds, work)


def timers() -> int:
    """Return the number of timers in the event loop, cancelled ones too."""
    return len(asyncio.get_running_loop()._scheduled)  # type: ignore[attr-defined]


async def test_only_what_was_set_last_is_done_whether_later_or_sooner() -> None:
    before, alarm = timers(), Rung()
    for seconds, word in ((0.0, "first"), (0.02, "later"), (3_600.0, "never"), (0.01, "last")):
        alarm.note(seconds, word)
    await alarm.ended.wait()
    assert timers() == before  # so nothing else can be done
    assert alarm.done == ["last"]
    assert not alarm.is_set
    alarm.close()


async def test_an_alarm_that_is_set_later_and_later_keeps_one_timer_in_the_loop() -> None:
    before, alarm = timers(), Rung()
    for minutes in range(1, 1_000):
        alarm.note(60.0 * minutes, "later")
        alarm.stop()
    assert timers() == before + 1
    alarm.close()


async def test_work_may_set_the_alarm_again() -> None:
    alarm, ended, left = Alarm(), asyncio.Event(), 5

    def work() -> None:
        nonlocal left
        left -= 1
        alarm.set(0.0, work) if left else ended.set()

    alarm.set(0.0, work)
    await ended.wait()
    assert not alarm.is_set


async def test_an_alarm_that_is_stopped_or_closed_does_nothing() -> None:
    stopped, closed, last = Rung(), Rung(), Rung()
    stopped.note(0.0, "stopped")
    stopped.stop()
    closed.note(0.0, "closed")
    closed.close()
    last.note(0.01, "last")
    await last.ended.wait()
    assert stopped.done == closed.done == []
