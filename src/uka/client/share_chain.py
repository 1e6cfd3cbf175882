"""The hash chain of one person's shares: its commitment, and the share of each pack."""

from __future__ import annotations

from collections.abc import Callable

from uka.records.fair import CHAIN, SIZE, ChainLink, chain


class ShareChain:
    """A hash chain whose root comes from ``randomness``."""

    def __init__(self, randomness: Callable[[int], bytes]) -> None:
        self._links = chain(randomness(SIZE))
        self._places = {link.hex(): place for place, link in enumerate(self._links)}

    @property
    def commitment(self) -> bytes:
        """The last link of the chain, which the person commits to before opening the first share."""
        return self._links[0]

    def share(self, number: int, known: ChainLink | None) -> bytes | None:
        """Return the share of a pack. ``known`` is the last link of the chain that the table knows.

        Returns None if ``known`` is not in this chain, or if the chain is too short.
        """
        place = None if known is None else self._places.get(known.value)
        if known is None or place is None:
            return None
        place += number - known.number
        return self._links[place] if 0 < place <= CHAIN else None
