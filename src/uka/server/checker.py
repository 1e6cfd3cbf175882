"""Records of strangers are read and verified in a process of their own, which is ended when it takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from uka.core.errors import UkaError
from uka.records import fair, parse
from uka.wire.forms import GameVerdicts

from . import workers
from .problems import Denied

WAITING = 4
"""Records that may wait for one that is being verified."""


def check(data: bytes) -> tuple[GameVerdicts, ...] | str:
    """The verdicts on each game of a record, or what is wrong with it; this runs in the worker."""
    try:
        return tuple(GameVerdicts(number, fair.verify(log)) for number, log in enumerate(parse(data).games))
    except UkaError as error:
        return str(error)
    except RecursionError:
        return "the record is nested too deep"


class Checker:
    """One worker process, started when there is something to verify."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def verify(self, data: bytes) -> tuple[GameVerdicts, ...]:
        """The verdicts on a record, one at a time; ``Denied`` if it is none, or takes too long."""
        if self._waiting > WAITING:
            raise Denied(503, "too many records are being verified: try again in a moment", wait=self._seconds)
        self._waiting += 1
        try:
            async with self._turn:
                found = await self._ask(data)
        finally:
            self._waiting -= 1
        if isinstance(found, str):
            raise Denied(400, found)
        return found

    async def _ask(self, data: bytes) -> tuple[GameVerdicts, ...] | str:
        pool = self._pool = self._pool or ProcessPoolExecutor(
            1, mp_context=multiprocessing.get_context("spawn"), initializer=workers.begin
        )
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.submit(check, data)), self._seconds)
        except TimeoutError:
            self.close()
            return "the record takes too long to verify"
        except BrokenProcessPool:
            self.close()
            return "the record could not be verified"

    def close(self) -> None:
        """End the worker; another is started when it is needed."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):  # pyright: ignore[reportPrivateUsage]
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
