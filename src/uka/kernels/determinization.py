"""Worlds that an observation allows, drawn with equal chance in compiled code, and drawn again by weight.

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
    """All worlds that some knowledge allows; ``ValueError`` says why if there are none."""

    def __init__(self, known: HiddenCards) -> None:
        try:
            self._native = _native.Worlds(*known)
        except TypeError:
            raise ValueError("knowledge is of masks and small integers, none below what its fields say") from None

    @property
    def count(self) -> int:
        """How many there are: ways to lay the unseen cards, and to choose which a loner was passed."""
        return self._native.count()

    def draw(self, hands: Buffer, *, away: Buffer | None = None, called: Buffer | None = None, seed: int) -> None:
        """Draw *n* worlds into buffers of uint64, *n* by 4: masks by seat; the interpreter is free meanwhile.

        ``hands`` are as held now, the own one too; ``away`` what each seat laid away face down; ``called`` the hands as
        they were at the calls, or as they are if there were none yet. ``seed`` from 0 up to 2 ** 64.
        """
        try:
            self._native.draw(hands, away, called, seed)
        except TypeError:
            raise ValueError("worlds are drawn into writable buffers of uint64, by a seed of 64 bits") from None


def world_buffer(count: int) -> memoryview[int]:
    """A buffer for so many worlds: uint64, *n* by 4."""
    return memoryview(bytearray(8 * 4 * count)).cast("Q", (count, 4))


def resample(weights: Buffer, picks: Buffer, *, seed: int) -> None:
    """Pick from *n* items by weight, into a buffer: systematic resampling, the picks in order.

    ``weights`` float64 *n*, none below zero; ``picks`` uint32 *m*, indexes of items. Of *m* picks an item with a share
    *w* of all weight gets *m w* rounded down or up, and *m w* in the mean.
    """
    try:
        _native.resample(weights, picks, seed)
    except TypeError:
        raise ValueError("weights are a buffer of float64, picks a writable one of uint32") from None


def gather(rows: Buffer, picks: Buffer, into: Buffer) -> None:
    """Copy the rows picked: ``rows`` uint64 *n* by 4, ``picks`` uint32 *m*, ``into`` uint64 *m* by 4."""
    try:
        _native.gather(rows, picks, into)
    except TypeError:
        raise ValueError("rows and picks are buffers of uint64 and uint32, what they go into is writable") from None
