"""The hash chain of one person's shares. A share is the person's random input to a shuffle.

The last link of the chain is the commitment.
"""

from __future__ import annotations

from collections.abc import Callable

from uka.records.fair import CHAIN, SIZE, ChainLink, chain


class ShareChain:
    """A hash chain of shares.

    ``randomness`` is called with a number of bytes and returns random bytes, from which the chain starts.
    """

    def __init__(self, randomness: Callable[[int], bytes]) -> None:
        self._links = chain(randomness(SIZE))
        self._places = {link.hex(): place for place, link in enumerate(self._links)}

    @property
    def commitment(self) -> bytes:
        """The last link of the chain. The person commits to this link before revealing any share."""
        return self._links[0]

    def share(self, number: int, known: ChainLink | None) -> bytes | None:
        """Return the share of pack ``number``, or None if the chain is too short.

        ``known`` is the link that the table received last: the commitment or a share. Return None if ``known`` is not a
        link of this chain.
        """
        place = None if known is None else self._places.get(known.value)
        if known is None or place is None:
            return None
        place += number - known.number
        return self._links[place] if 0 < place <= CHAIN else None
