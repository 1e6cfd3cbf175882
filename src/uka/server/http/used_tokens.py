"""The tokens that have been used, in the store: each can be used once, at any server and after any restart."""

from __future__ import annotations

from uka.store import Store, StoreUnavailable

from ..base.clock import ServerClock
from ..base.shared_value import SharedValue

KEPT_TOKENS = 500
"""The number of the latest used tokens that are kept for ever: a clock that is set back makes them good again."""
MOST_TOKENS = 5_000
"""The maximum number of used tokens that are kept."""
CLOCK_ERROR = 3_600.0
"""Seconds for which any used token is kept after it has expired."""


class UsedTokens:
    """Remembers which tokens have been used, under one key of the store."""

    def __init__(self, store: Store, key: str, lifetime: float, clock: ServerClock) -> None:
        self._used = SharedValue[dict[str, float]](store, key, {})
        """The nonces of used tokens, each with the time until which it is kept, in seconds since 1970."""
        self._clock, self._kept_for = clock, 2 * lifetime + CLOCK_ERROR

    async def use(self, nonce: str) -> bool:
        """Mark a token as used, and return True; return False if it has been used before.

        Raise ``StoreUnavailable`` if this can't be known, or if too many tokens were used recently.
        """
        return await self._used.change(lambda used: used if nonce in used else self._with(used, nonce))

    def _with(self, used: dict[str, float], nonce: str) -> dict[str, float]:
        present, older = self._clock.now() / 1_000, len(used) - KEPT_TOKENS
        used = {nonce: until for place, (nonce, until) in enumerate(used.items()) if place >= older or until > present}
        if len(used) >= MOST_TOKENS:
            raise StoreUnavailable("too many links were used recently: try again later")
        return used | {nonce: present + self._kept_for}
