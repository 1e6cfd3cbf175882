"""Sampling of worlds, which are layouts of the hidden cards that fit an observation, and resampling by weights.

>>> from array import array
>>> import uka
>>> deal = uka.Deal.start(uka.Ruleset(), dealer=uka.Seat.SOUTH, pack=uka.shuffled(uka.Ruleset(), seed=7))
>>> worlds = WorldSampler(infer_hidden_cards(deal.observe(deal.turn)))
>>> worlds.count  # 18! / (5! 5! 5! 3!)
617512896
>>> hands = world_buffer(2)
>>> worlds.draw(hands, seed=1)
>>> [sum(hands[i, seat] for seat in range(4)).bit_count() for i in range(2)]
[20, 20]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .compiled import native
from .hidden_cards import HiddenCards, infer_hidden_cards

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["HiddenCards", "WorldSampler", "gather", "infer_hidden_cards", "resample", "world_buffer"]


class WorldSampler:
    """Samples worlds that fit what a seat knows, all of them equally likely.

    The constructor raises ``ValueError`` if there is no such world.
    """

    def __init__(self, known: HiddenCards) -> None:
        try:
            self._native = native.WorldSampler(*known)
        except TypeError:
            raise ValueError("hidden cards are described by masks and small integers of the documented range") from None

    @property
    def count(self) -> int:
        """The number of worlds: ways to distribute the hidden cards and to choose the card given to a loner."""
        return self._native.count()

    def draw(self, hands: Buffer, *, away: Buffer | None = None, called: Buffer | None = None, seed: int) -> None:
        """Sample *n* worlds and write them, as card masks by seat, to uint64 buffers of shape *n* by 4.

        ``hands`` receives the current hands, that of the observing seat too. ``away`` receives the cards that each seat
        discarded face down. ``called`` receives the hands during the bidding, or the current hands if there are no
        calls yet. ``seed`` is from 0 to 2 ** 64 - 1. This method releases the interpreter's lock.
        """
        try:
            self._native.draw(hands, away, called, seed)
        except TypeError:
            raise ValueError("worlds go into writable buffers of uint64, and a seed is an integer of 64 bits") from None


def world_buffer(count: int) -> memoryview[int]:
    """Return a buffer of zeros for the hands of ``count`` worlds: uint64 of shape ``count`` by 4."""
    return memoryview(bytearray(8 * 4 * count)).cast("Q", (count, 4))


def resample(weights: Buffer, picks: Buffer, *, seed: int) -> None:
    """Pick *m* of *n* weighted items, and write their indexes to ``picks`` in ascending order.

    ``weights`` is float64 of length *n*, without negative weights. ``picks`` is uint32 of length *m*. An item with the
    share *w* of the total weight is picked *m w* times on average, and always *m w* times rounded down or up
    (systematic resampling).
    """
    try:
        native.resample(weights, picks, seed)
    except TypeError:
        raise ValueError("weights must be a buffer of float64 and picks a writable buffer of uint32") from None


def gather(rows: Buffer, picks: Buffer, into: Buffer) -> None:
    """Copy to ``into`` the rows of ``rows`` whose indexes are in ``picks``.

    ``rows`` is uint64 of shape *n* by 4, ``picks`` uint32 of length *m*, and ``into`` uint64 of shape *m* by 4. Raise
    ``ValueError`` if a buffer is different, or if there is no row with an index in ``picks``.
    """
    try:
        native.gather(rows, picks, into)
    except TypeError:  # of nanobind, for a cell of another type; its message lists the C++ signature
        raise ValueError("rows, picks and into must be buffers of uint64, uint32 and writable uint64") from None
