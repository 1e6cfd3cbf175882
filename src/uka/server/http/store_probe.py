"""Whether a server's store takes what is written to it, asked of the store itself."""

from __future__ import annotations

import asyncio

from uka.store import Store


class StoreProbe:
    """Writes to a store as a probe. Everybody who asks while one is on its way waits for that one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._probe: asyncio.Task[None] | None = None

    async def check(self, patience: float) -> None:
        """Return once something was written.

        ``StoreUnavailable`` says why it was not; after ``patience`` seconds there is a ``TimeoutError``.
        """
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._store.probe())
            self._probe.add_done_callback(lambda probe: probe.cancelled() or probe.exception())  # heard, if by nobody
        async with asyncio.timeout(patience):
            await asyncio.shield(self._probe)
