"""The hash chain of one person's shares, their random inputs to the shuffles. Its last link is the commitment."""

from __future__ import annotations

from collections.abc import Callable

from uka.records.fair import CHAIN, SIZE, ChainLink, chain


class ShareChain:
    """A hash chain of shares. ``randomness`` returns the given number of random bytes, from which the chain starts."""

    def __init__(self, randomness: Callable[[int], bytes]) -> None:
        self._links = chain(randomness(SIZE))
        self._places = {link.hex(): place for place, link in enumerate(self._links)}

    @property
    def commitment(self) -> bytes:
        """The last link of the chain, which the person commits to before revealing a share."""
        return self._links[0]

    def share(self, number: int, known: ChainLink | None) -> bytes | None:
        """Return the share of pack ``number``. ``known`` is the last link of the chain that the table knows.

        Return None if ``known`` is not in this chain, or if the chain is too short.
        """
        place = None if known is None else self._places.get(known.value)
        if known is None or place is None:
            return None
        place += number - known.number
        return self._links[place] if 0 < place <= CHAIN else None
