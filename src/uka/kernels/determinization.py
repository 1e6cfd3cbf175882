"""Determinization: sampling worlds that are consistent with an observation, and importance resampling.

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

from . import _native
from .hidden_cards import HiddenCards, infer_hidden_cards

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["HiddenCards", "WorldSampler", "gather", "infer_hidden_cards", "resample", "world_buffer"]


class WorldSampler:
    """Samples uniformly from the worlds consistent with what a seat knows; ``ValueError`` if there are none."""

    def __init__(self, known: HiddenCards) -> None:
        try:
            self._native = _native.WorldSampler(*known)
        except TypeError:
            raise ValueError("hidden cards are masks and small integers, none below what their fields allow") from None

    @property
    def count(self) -> int:
        """The number of worlds: ways to place the hidden cards, and to choose the card that a loner was passed."""
        return self._native.count()

    def draw(self, hands: Buffer, *, away: Buffer | None = None, called: Buffer | None = None, seed: int) -> None:
        """Sample *n* worlds into buffers of uint64, *n* by 4: masks by seat; without holding the interpreter's lock.

        ``hands`` are the hands now, including the seat's own; ``away`` the cards that each seat laid away face down;
        ``called`` the hands during the bidding, or now if there were no calls yet. ``seed`` is below 2 ** 64.
        """
        try:
            self._native.draw(hands, away, called, seed)
        except TypeError:
            raise ValueError("worlds are drawn into writable buffers of uint64, by a seed of 64 bits") from None


def world_buffer(count: int) -> memoryview[int]:
    """A buffer for *n* worlds: uint64, *n* by 4."""
    return memoryview(bytearray(8 * 4 * count)).cast("Q", (count, 4))


def resample(weights: Buffer, picks: Buffer, *, seed: int) -> None:
    """Pick from *n* items by weight into a buffer, in order: systematic resampling.

    ``weights`` float64 *n*, none below zero; ``picks`` uint32 *m*, indexes of items. Of *m* picks an item with a share
    *w* of all weight gets *m w*, rounded down or up, and *m w* on average.
    """
    try:
        _native.resample(weights, picks, seed)
    except TypeError:
        raise ValueError("weights are a buffer of float64, picks a writable one of uint32") from None


def gather(rows: Buffer, picks: Buffer, into: Buffer) -> None:
    """Copy the picked rows: ``rows`` uint64 *n* by 4, ``picks`` uint32 *m*, ``into`` uint64 *m* by 4."""
    try:
        _native.gather(rows, picks, into)
    except TypeError:
        raise ValueError("rows and picks are buffers of uint64 and uint32, what they go into is writable") from None
