"""A small value in the store that several processes read and change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from uka.store import Store, StoreUnavailable

TRIES = 20
"""The number of attempts at a change if others change the value at the same moment."""
T = TypeVar("T")


class SharedValue(Generic[T]):
    """A value under one key of a store. A change replaces it, and of several replacements only one succeeds."""

    def __init__(self, store: Store, key: str, initial: T) -> None:
        """``initial`` is the value before the first change. All values have its type."""
        self._store, self._key, self._initial = store, key, initial

    async def read(self) -> T:
        """Return the present value."""
        return self._decoded(await self._store.get(self._key))

    async def change(self, change: Callable[[T], T]) -> bool:
        """Replace the value by what ``change`` returns for it; return False if that is the same value.

        Raise ``StoreUnavailable`` if too many others change the value at the same moment.
        """
        for _ in range(TRIES):
            known = await self._store.get(self._key)
            before = self._decoded(known)
            after = change(before)
            if after == before:
                return False
            if await self._store.put(self._key, msgspec.json.encode(after), expected=known):
                return True
        raise StoreUnavailable("too many people do this at once: try again in a moment")

    def _decoded(self, known: bytes | None) -> T:
        return self._initial if known is None else msgspec.json.decode(known, type=type(self._initial))
