"""Remembers in the store which tokens have been used, so that no token can be used twice, at any server."""

from __future__ import annotations

from uka.store import Store, StoreUnavailable

from ..base.clock import ServerClock
from ..base.shared_value import SharedValue

KEPT_TOKENS = 500
"""The number of the latest used tokens that are kept for ever. If a clock is set back, an expired token is valid."""
MOST_TOKENS = 5_000
"""The maximum number of used tokens that are remembered."""
CLOCK_ERROR = 3_600.0
"""Additional seconds for which every used token is kept, in case a clock is set back by less than this."""


class UsedTokens:
    """Remembers which tokens of one kind have been used, as one value in the store."""

    def __init__(self, store: Store, key: str, lifetime: float, clock: ServerClock) -> None:
        """``key`` is the key of the value in the store. A token is valid for ``lifetime`` seconds."""
        self._used = SharedValue[dict[str, float]](store, key, {})
        """The nonces of used tokens, each with the time until which it is kept, in seconds since 1970."""
        self._clock, self._kept_for = clock, 2 * lifetime + CLOCK_ERROR

    async def use(self, nonce: str) -> bool:
        """Mark the token with this ``nonce`` as used, and return True; return False if it has been used before.

        Raise ``StoreUnavailable`` if the store can't be read or written, or if too many tokens were used recently.
        """
        return await self._used.change(lambda used: used if nonce in used else self._with_nonce(used, nonce))

    def _with_nonce(self, used: dict[str, float], nonce: str) -> dict[str, float]:
        """Return ``used`` with ``nonce`` added, and without old tokens that need not be kept."""
        now = self._clock.now() / 1_000
        oldest_kept = len(used) - KEPT_TOKENS
        kept = {
            other: until for index, (other, until) in enumerate(used.items()) if index >= oldest_kept or until > now
        }
        if len(kept) >= MOST_TOKENS:
            raise StoreUnavailable("too many links were used recently: try again later")
        return kept | {nonce: now + self._kept_for}
