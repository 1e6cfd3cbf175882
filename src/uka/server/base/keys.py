"""The server's secret keys. They are saved in the store, and all processes of the server share them."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from uka.store import InvalidStore, Store

SIZE = 32
"""The size of a key, in bytes."""


class ServerKeys(NamedTuple):
    """The secret keys of a server, each of ``SIZE`` bytes."""

    secret: bytes
    """The key that signs cookies, invitations and links."""
    signing: bytes
    """The private Ed25519 key that signs game records."""
    deals: bytes
    """The key from which the shuffles of days and of duplicate matches are derived."""

    @classmethod
    async def load_or_create(cls, store: Store) -> ServerKeys:
        """Read the keys from ``store``; create each key that the store does not have yet.

        Raise ``InvalidStore`` if a stored key does not have ``SIZE`` bytes: anybody could sign with an empty key.
        """
        return cls(
            secret=await _load_or_create(store, "key"),
            signing=await _load_or_create(store, "signing key"),
            deals=await _load_or_create(store, "deals key"),
        )


async def _load_or_create(store: Store, name: str) -> bytes:
    await store.put(name, secrets.token_bytes(SIZE))  # does nothing if the key exists
    key = await store.get(name)
    if key is None or len(key) != SIZE:
        raise InvalidStore(f"the store's {name} is damaged: restore a backup")
    return key
