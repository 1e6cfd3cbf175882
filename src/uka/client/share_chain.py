"""The chain of shares of one person: what is committed to, and the share of each pack."""

from __future__ import annotations

from collections.abc import Callable

from uka.records.fair import CHAIN, SIZE, ChainLink, chain


class ShareChain:
    """A chain made from ``randomness``, which is asked for its root."""

    def __init__(self, randomness: Callable[[int], bytes]) -> None:
        self._links = chain(randomness(SIZE))
        self._places = {link.hex(): place for place, link in enumerate(self._links)}

    @property
    def commitment(self) -> bytes:
        """What is committed to before the first share is opened."""
        return self._links[0]

    def share(self, number: int, known: ChainLink | None) -> bytes | None:
        """The share of a pack, where ``known`` is the last link that the table knows.

        None if that is no link of this chain, or the chain is too short.
        """
        place = None if known is None else self._places.get(known.value)
        if known is None or place is None:
            return None
        place += number - known.number
        return self._links[place] if 0 < place <= CHAIN else None
