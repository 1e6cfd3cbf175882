"""The server's secret keys. They are saved in the store, and all processes of the server share them."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from uka.store import InvalidStore, Store

SIZE = 32
"""The size of a key, in bytes."""


class ServerKeys(NamedTuple):
    """The secret keys of a server.

    ``secret`` signs cookies, invitations and links. ``signing`` is the private Ed25519 key that signs game records.
    From ``deals`` follow the deals of days and matches.
    """

    secret: bytes
    signing: bytes
    deals: bytes

    @classmethod
    async def load(cls, store: Store) -> ServerKeys:
        """Read the keys from a store; if the store has no keys yet, create them.

        Raise ``InvalidStore`` if a key has another size: everybody could sign with an empty one.
        """
        names = "key", "signing key", "deals key"
        return cls(*[await _key(store, name) for name in names])


async def _key(store: Store, name: str) -> bytes:
    await store.put(name, secrets.token_bytes(SIZE))
    key = await store.get(name)
    if key is None or len(key) != SIZE:
        raise InvalidStore(f"the store's {name} is damaged: restore a backup")
    return key
