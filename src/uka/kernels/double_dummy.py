"""The double-dummy solver, which finds how many tricks a side takes if all cards are seen and both sides play best.

>>> import uka
>>> rules = uka.Ruleset()
>>> deal = uka.Deal.start(rules, dealer=uka.Seat.SOUTH, pack=uka.shuffled(rules, seed=7))
>>> deal, _ = deal.apply(uka.OrderUp())
>>> deal, _ = deal.apply(deal.legal_actions[0])  # the dealer's discard
>>> solver = DoubleDummySolver(rules)
>>> solver.tricks(packed_position(deal))
3
>>> solver.values(packed_position(deal))
{Card.TD: 3, Card.QD: 3, Card.AD: 3, Card.QH: 1, Card.S9: 1}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from uka.core.cards import CARDS, Card, CardMask
from uka.core.deal import Deal
from uka.core.play_tables import play_tables
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset

from .compiled import native

if TYPE_CHECKING:
    from typing_extensions import Buffer

T = TypeVar("T")
Rows: TypeAlias = Sequence[Sequence[int]]
"""A table of integers, as its rows."""


class PackedPosition(NamedTuple):
    """A position during the play of a deal. Seats, suits, partnerships and cards are given by their indexes.

    If all hands are full, the next card is the first lead of the deal.
    """

    hands: tuple[CardMask, ...]
    """The hand of each seat."""
    leader: int
    """The seat that led the trick in progress, or leads the next one if no trick is in progress."""
    trump: int
    """The trump suit, or 4 for no trump."""
    plays: tuple[int, ...] = ()
    """The cards of the trick in progress, in the order of play."""
    sitting_out: int = 0
    """The seats that sit out, as a bit mask. Their cards are ignored."""
    side: int = 0
    """The partnership whose tricks are counted."""


class PositionBatch(NamedTuple):
    """*n* positions as buffers, one for each field of ``PackedPosition``.

    Where nothing else is said, a buffer is uint8 of length *n*.
    """

    hands: Buffer
    """uint64 of shape *n* by 4."""
    leaders: Buffer
    trumps: Buffer
    sitting_out: Buffer
    sides: Buffer
    plays: Buffer | None = None
    """int8 of shape *n* by 3, with -1 after the last card, or None if no position has a trick in progress."""


class TrickDistribution(NamedTuple):
    """How often a side takes each number of tricks, over weighted layouts of the hidden cards (worlds)."""

    weights: list[float]
    """For each number of tricks, the sum of the weights of the worlds in which the side takes so many."""
    squares: list[float]
    """For each number of tricks, the sum of the squares of these weights."""

    def mean(self, values: Sequence[float]) -> tuple[float, float]:
        """Return the mean value of the worlds, and the standard error of that mean.

        ``values`` holds the value of each number of tricks.

        >>> TrickDistribution([0, 1, 3], [0, 1, 3]).mean([0, 10, 20])
        (17.5, 2.165...)
        """
        total = fsum(self.weights)
        mean = fsum(map(mul, self.weights, values)) / total
        apart = [value - mean for value in values]
        spread = fsum(map(mul, self.squares, map(mul, apart, apart)))
        return mean, sqrt(spread) / total


def packed_position(deal: Deal) -> PackedPosition:
    """Return the position of ``deal``. The field ``side`` of the position is the makers' partnership.

    Raise ``ValueError`` if ``deal`` is not in the playing phase.
    """
    contract, leader = deal.contract, deal.leader
    if deal.phase is not Phase.PLAYING or contract is None or leader is None:
        raise ValueError("only a deal in play has a position of the play")
    return PackedPosition(
        hands=deal.masks,
        leader=leader.index,
        trump=contract.trump.index,
        plays=tuple(card.index for card in deal.trick),
        sitting_out=contract.sitting_out,
        side=contract.makers.index,
    )


def trick_tables(rules: Ruleset) -> tuple[int, int, Rows, Sequence[Rows], bool, bool]:
    """Return the rules of the play in the form in which the kernels read them.

    The items are the fields ``pack``, ``hand_size``, ``suit``, ``strength``, ``must_head`` and ``first_lead_trump`` of
    ``PlayTables``.
    """
    tables = play_tables(rules)
    return tables.pack, tables.hand_size, tables.suit, tables.strength, tables.must_head, tables.first_lead_trump


class DoubleDummySolver:
    """Solves positions under one ruleset, as if all cards were seen.

    The *value* of a position is the number of further tricks, with the one in progress, that its ``side`` takes if both
    sides play their best. Each method raises ``ValueError`` if a position is impossible.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._native = native.DoubleDummySolver(trick_tables(rules))

    def tricks(self, position: PackedPosition) -> int:
        """Return the value of ``position``, in tricks."""
        return _call_solver(self._native.tricks, position)

    def values(self, position: PackedPosition) -> dict[Card, int]:
        """Return a dict from each lawful card of the seat whose turn it is to the value after it, in index order."""
        return {CARDS[index]: tricks for index, tricks in _call_solver(self._native.values, position)}

    def solve_all(self, positions: PositionBatch, into: Buffer, *, threads: int = 1) -> None:
        """Solve *n* positions and write their values to ``into``. This method releases the interpreter's lock.

        ``into`` is int8 of length *n* for the values, or int8 of shape *n* by 33 for the value after each card, which
        is -1 for a card that may not be played. Raise ``ValueError`` with the number of the first impossible position;
        the content of ``into`` is then undefined.
        """
        try:
            self._native.solve_all(positions, into, threads)
        except TypeError:
            raise ValueError(
                "positions must be contiguous buffers of integers, and the buffer for the values writable"
            ) from None

    def trick_distribution(
        self, hands: Buffer, common: PackedPosition, weights: Buffer | None = None
    ) -> TrickDistribution:
        """Return how often each value occurs in *n* worlds, which are positions that differ only in their hands.

        ``common`` holds the fields that the worlds share; its ``hands`` are ignored. ``hands`` is uint64 of shape *n*
        by 4. ``weights`` is float64 of length *n*; by default each weight is 1.
        """
        return TrickDistribution(*_call_solver(self._native.count, (hands, weights, (*common[1:],))))

    def trick_distribution_by_card(
        self, hands: Buffer, common: PackedPosition, weights: Buffer | None = None
    ) -> dict[Card, TrickDistribution]:
        """Return a dict from each lawful card of the seat whose turn it is to how often each value follows it.

        The cards are in index order. The arguments are those of ``trick_distribution``. The hand of the seat whose turn
        it is must be the same in all worlds.
        """
        rows = _call_solver(self._native.count_by_card, (hands, weights, (*common[1:],)))
        return {CARDS[index]: TrickDistribution(*counts) for index, counts in rows}


def _call_solver(solve: Callable[..., T], position: tuple[object, ...]) -> T:
    try:
        return solve(*position)
    except TypeError:
        raise ValueError("a position is four masks, a few card indexes and small integers, none below zero") from None
