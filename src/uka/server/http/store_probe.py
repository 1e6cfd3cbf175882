"""Checks that the store can be written to."""

from __future__ import annotations

import asyncio

from uka.store import Store


class StoreProbe:
    """Probes a store with a small write; concurrent checks share one write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._probe: asyncio.Task[None] | None = None

    async def check(self, patience: float) -> None:
        """Return once a write has succeeded.

        Raises ``StoreUnavailable`` if it fails, and ``TimeoutError`` after ``patience`` seconds.
        """
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._store.probe())
            # Without this, asyncio would log an error that no check has retrieved.
            self._probe.add_done_callback(lambda probe: probe.cancelled() or probe.exception())
        async with asyncio.timeout(patience):
            await asyncio.shield(self._probe)
