"""The signed tokens by which a guest becomes the same person on a second device."""

from __future__ import annotations

from uka.wire.http_bodies import Guest

from ..base.clock import ServerClock
from ..base.expiring_tokens import ExpiringTokens

LIFETIME = 600
"""The time in seconds during which a token is valid."""
OFFERS = (0.02, 10.0)
"""The rate limit of new tokens for one guest: tokens per second in the long run, and tokens in one burst."""


def transfer_tokens(key: bytes, clock: ServerClock) -> ExpiringTokens[Guest]:
    """Return the maker of tokens, which are signed with the server's key. A token contains the guest."""
    return ExpiringTokens(key, "transfer", Guest, LIFETIME, clock)
