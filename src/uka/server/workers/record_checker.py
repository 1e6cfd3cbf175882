"""Records of strangers are read, verified and told in a process of their own, which is ended when it takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple, TypeVar

import msgspec

from uka.core.errors import UkaError
from uka.core.seats import Seat
from uka.records import fair, parse
from uka.table.game_replay import replay
from uka.wire.http_bodies import GameVerdicts

from ..base.problems import HttpRefusal
from .process import NICE, set_up_process

T = TypeVar("T")
WAITING = 4
"""Records that may wait for one that is being read."""


class RecordFault(NamedTuple):
    """What is wrong with a record, or with what is asked of it."""

    why: str


def verify_record(data: bytes) -> tuple[GameVerdicts, ...]:
    """The verdicts on each game of a record; this runs in the worker."""
    return tuple(GameVerdicts(number, fair.verify(log)) for number, log in enumerate(parse(data).games))


def replay_record(data: bytes, game: int, seat: Seat | None, deal: int | None) -> bytes:
    """A game of a record step by step, as JSON; this runs in the worker."""
    games = parse(data).games
    if game >= len(games):
        raise UkaError(f"there is no game {game}: the record has {len(games)}, counted from 0")
    return msgspec.json.encode(replay(games[game], seat=seat, deal=deal, game=game, games=len(games)))


def run_guarded(work: Callable[..., T], *about: Any) -> T | RecordFault:
    """What some work gives, or what is wrong with the record; this runs in the worker."""
    try:
        return work(*about)
    except UkaError as error:
        return RecordFault(str(error))
    except RecursionError:
        return RecordFault("the record is nested too deep")


class RecordChecker:
    """One worker process, started when there is something to read."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def verify(self, data: bytes) -> tuple[GameVerdicts, ...]:
        """The verdicts on a record, one at a time; ``HttpRefusal`` if it is none, or takes too long."""
        return await self.do(verify_record, data)

    async def replayed(self, data: bytes, game: int, seat: Seat | None, deal: int | None) -> bytes:
        """A game of a record step by step, as JSON; refused as ``verify`` is."""
        return await self.do(replay_record, data, game, seat, deal)

    async def do(self, work: Callable[..., T], *about: Any) -> T:
        """What some work in the process gives, one at a time; refused as ``verify`` is."""
        if self._waiting > WAITING:
            raise HttpRefusal(503, "too many records are being read: try again in a moment", wait=self._seconds)
        self._waiting += 1
        try:
            async with self._turn:
                found = await self._ask(work, *about)
        finally:
            self._waiting -= 1
        if isinstance(found, RecordFault):
            raise HttpRefusal(400, found.why)
        return found

    async def _ask(self, work: Callable[..., T], *about: Any) -> T | RecordFault:
        pool = self._pool = self._pool or ProcessPoolExecutor(
            1, mp_context=multiprocessing.get_context("spawn"), initializer=set_up_process, initargs=(NICE,)
        )
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(run_guarded, work, *about)), self._seconds)
        except TimeoutError:
            self.close()
            return RecordFault("the record takes too long to read")
        except BrokenProcessPool:
            self.close()
            return RecordFault("the record could not be read")

    def close(self) -> None:
        """End the worker; another is started when it is needed."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
