"""The signed tokens by which a guest becomes the same person on a second device."""

from __future__ import annotations

from uka.wire.http_bodies import Guest

from ..base.clock import ServerClock
from ..base.expiring_tokens import ExpiringTokens

LIFETIME = 600
"""The number of seconds for which a token is valid."""
OFFER_RATE = (0.02, 10.0)
"""The ``Rate`` at which one guest may create tokens: tokens per second in the long run, and tokens in one burst."""


def transfer_tokens(key: bytes, clock: ServerClock) -> ExpiringTokens[Guest]:
    """Return the object that writes and reads the tokens with which a second device becomes the same guest.

    A token contains the guest and is signed with ``key``.
    """
    return ExpiringTokens(key, "transfer", Guest, LIFETIME, clock)
