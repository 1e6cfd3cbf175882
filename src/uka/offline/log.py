"""A log that this process alone writes, with the alarm for what is due next."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Protocol

from uka.records import LogLine

from .alarm import Alarm
from .storage import NotKept

AGAIN = 1012
"""The code with which a connection is closed that the page opens again."""
RETRY_AFTER = 5.0
"""The number of seconds after which what is due is tried again, if the storage could not keep it."""

EARLY = 0.25
"""The number of seconds after which an alarm that was early, since somebody has set the clock back, is set again."""


class Keeper(Protocol):
    """What a log needs of the host: the clock and the storage."""

    def now(self) -> int:
        """Return the present time in milliseconds since 1970."""
        ...

    async def append(self, log: str, first: int, lines: Sequence[bytes]) -> None:
        """Store lines of a log, of which the first has the number ``first``. Return once they are kept.

        Raise ``NotKept`` if they cannot be kept.
        """
        ...


class LogPage(Protocol):
    """A page that is told of the log's changes."""

    def push(self, text: str) -> None:
        """Send the message ``text`` (JSON) to the page."""
        ...

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the reason ``why`` as the last message, then close the connection with WebSocket close code ``code``.

        If ``again`` is true, the message asks the page to connect again.
        """
        ...


class HostedLog(ABC):
    """A log with its alarm. Changes are made one after another, and each is stored before anybody is shown it."""

    def __init__(self, id: str, keeper: Keeper) -> None:
        self.id = id
        self._keeper = keeper
        self._changing = asyncio.Lock()
        """Held by the change that is being decided and stored."""
        self._alarm = Alarm()
        self._tasks = set[asyncio.Task[None]]()
        self._failed = False
        """Whether the storage could not keep the last lines."""

    @property
    @abstractmethod
    def written_at(self) -> int:
        """The time of the log's last line, in milliseconds since 1970."""

    @property
    @abstractmethod
    def clients(self) -> Iterable[LogPage]:
        """The pages that are connected."""

    @abstractmethod
    def schedule(self) -> None:
        """Set the alarm for what is due next."""

    def now(self) -> int:
        """Return the time of the log, in milliseconds since 1970. It is never before the last line's."""
        return max(self._keeper.now(), self.written_at)

    def close(self) -> None:
        """Stop the alarm and what it has begun."""
        self._alarm.close()
        for task in tuple(self._tasks):
            task.cancel()

    def tell(self, why: str) -> None:
        """Ask all pages to connect again, and say why."""
        for client in tuple(self.clients):
            client.farewell(why, AGAIN, again=True)

    async def _keep(self, lines: Sequence[LogLine[Any]]) -> None:
        """Store new lines of the log. Raise ``NotKept`` if they cannot be kept."""
        await self._keeper.append(self.id, lines[0].seq, [line.text for line in lines])
        self._failed = False

    # The alarm

    def _set_alarm(self, at: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do ``work`` at the time ``at``, in place of what the alarm was set for before."""
        self._alarm.set(max(at - self.now(), 0) / 1_000, lambda: self._begin(work))

    def _begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.get_running_loop().create_task(self._do_due(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do_due(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do what is due. If the storage cannot keep it, tell the pages once, and try again later."""
        try:
            await work()
        except NotKept as error:
            if not self._failed:
                self._failed = True
                self.tell(str(error))
            self._look_again(RETRY_AFTER)
        else:
            self._look_again(EARLY)

    def _look_again(self, seconds: float) -> None:
        """Look after ``seconds`` what is due, unless the alarm is set already."""
        if not self._alarm.is_set:
            self._alarm.set(seconds, self.schedule)
