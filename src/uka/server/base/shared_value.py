"""A small value in the store that several server processes read and change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from uka.store import Store, StoreUnavailable

TRIES = 20
"""The maximum number of attempts at a change; an attempt fails if another process changes the value meanwhile."""
T = TypeVar("T")


class SharedValue(Generic[T]):
    """A value under one key of a store. If several processes change it at once, no change overwrites another."""

    def __init__(self, store: Store, key: str, initial: T) -> None:
        """``initial`` is the value before the first change. All values have its type."""
        self._store, self._key, self._initial = store, key, initial

    async def read(self) -> T:
        """Return the present value."""
        return self._decoded(await self._store.get(self._key))

    async def change(self, update: Callable[[T], T]) -> bool:
        """Replace the value by ``update(value)``, and return True.

        If ``update`` does not change the value, write nothing and return False.

        If another process changes the value meanwhile, ``update`` is called again with the new value. Raise
        ``StoreUnavailable`` after ``TRIES`` attempts.
        """
        for _ in range(TRIES):
            stored = await self._store.get(self._key)
            value = self._decoded(stored)
            updated = update(value)
            if updated == value:
                return False
            if await self._store.put(self._key, msgspec.json.encode(updated), expected=stored):
                return True
        raise StoreUnavailable("too many people do this at once: try again in a moment")

    def _decoded(self, stored: bytes | None) -> T:
        return self._initial if stored is None else msgspec.json.decode(stored, type=type(self._initial))
