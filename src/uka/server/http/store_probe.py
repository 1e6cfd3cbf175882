"""Checks, on behalf of the health routes, that the store can be written to."""

from __future__ import annotations

import asyncio

from uka.store import Store


class StoreProbe:
    """Checks that a store can be written to, by writing a small value. Concurrent checks share one write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._probe: asyncio.Task[None] | None = None

    async def check(self, patience: float) -> None:
        """Write a small value to the store, and return when the write has succeeded.

        Raise ``StoreUnavailable`` if the write fails, and ``TimeoutError`` if it takes more than ``patience`` seconds.
        """
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._store.probe())
            # The callback retrieves the error of a failed write; asyncio would log an error that no code retrieves.
            self._probe.add_done_callback(lambda probe: probe.cancelled() or probe.exception())
        async with asyncio.timeout(patience):
            await asyncio.shield(self._probe)
