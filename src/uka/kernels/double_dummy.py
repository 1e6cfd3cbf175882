"""The double-dummy solver. It finds how many tricks a side takes if all hands are open and both sides play their best.

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
from math import sqrt
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from uka.core.cards import CARDS, Card
from uka.core.deal import Deal
from uka.core.play_tables import play_tables
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset

from .compiled import native

if TYPE_CHECKING:
    from typing_extensions import Buffer

T = TypeVar("T")
Rows: TypeAlias = Sequence[Sequence[int]]


class PackedPosition(NamedTuple):
    """A position in the play, in plain integers. Seats, suits, partnerships and cards are indexes.

    ``hands`` are card masks by seat. ``plays`` lists the cards of the trick in progress. ``leader`` is the seat that
    led that trick or leads the next trick. ``trump`` is 4 for no trump. ``sitting`` is the mask of the seats that sit
    out; their cards are ignored. ``side`` is the partnership whose tricks are counted. If all hands are full, the next
    card is the first lead of a deal.
    """

    hands: tuple[int, ...]
    leader: int
    trump: int
    plays: tuple[int, ...] = ()
    sitting: int = 0
    side: int = 0


class PositionBatch(NamedTuple):
    """*n* positions as buffers, with one buffer for each field of ``PackedPosition``.

    ``hands`` is uint64 of shape *n* by 4. ``leaders``, ``trumps``, ``sitting`` and ``sides`` are uint8 of length *n*.
    ``plays`` is int8 of shape *n* by 3, with -1 after the last card. It is None if no position has a trick in progress.
    """

    hands: Buffer
    leaders: Buffer
    trumps: Buffer
    sitting: Buffer
    sides: Buffer
    plays: Buffer | None = None


class TrickDistribution(NamedTuple):
    """The distribution of a side's number of tricks over weighted worlds.

    For each number of tricks, ``weights`` holds the sum of the weights of the worlds with that result, and ``squares``
    the sum of their squared weights.
    """

    weights: list[float]
    squares: list[float]

    def mean(self, worth: Sequence[float]) -> tuple[float, float]:
        """Return the expected value and its standard error. ``worth`` lists the value of each number of tricks.

        >>> TrickDistribution([0, 1, 3], [0, 1, 3]).mean([0, 10, 20])
        (17.5, 2.165...)
        """
        total = sum(self.weights)
        mean = sum(map(mul, self.weights, worth)) / total
        spread = sum(square * (one - mean) ** 2 for square, one in zip(self.squares, worth, strict=False))
        return mean, sqrt(spread) / total


def packed_position(deal: Deal) -> PackedPosition:
    """Return the position of a deal in play, with the makers' side as ``side``.

    Raise ``ValueError`` in any other phase.
    """
    contract, leader = deal.contract, deal.leader
    if deal.phase is not Phase.PLAYING or contract is None or leader is None:
        raise ValueError("only a deal in play has a position of the play")
    return PackedPosition(
        hands=deal.masks,
        leader=leader.index,
        trump=contract.trump.index,
        plays=tuple(card.index for card in deal.trick),
        sitting=contract.sitting_out,
        side=contract.makers.index,
    )


def trick_tables(rules: Ruleset) -> tuple[int, int, Rows, Sequence[Rows], bool, bool]:
    """Return the rules of trick taking as tables, in the form that the kernels read."""
    t = play_tables(rules)
    return t.pack, t.hand_size, t.suit, t.strength, t.must_head, t.first_lead_trump


class DoubleDummySolver:
    """Solves positions under one ruleset. Each method raises ``ValueError`` if a position is impossible.

    The value of a position is the number of further tricks that its side takes if both sides play their best. The trick
    in progress counts.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._native = native.DoubleDummySolver(trick_tables(rules))

    def tricks(self, position: PackedPosition) -> int:
        """Return the value of a position, in tricks."""
        return _solved(self._native.tricks, position)

    def values(self, position: PackedPosition) -> dict[Card, int]:
        """Return the value of the position after each lawful card of the seat whose turn it is, in index order."""
        return {CARDS[index]: tricks for index, tricks in _solved(self._native.values, position)}

    def solve_all(self, positions: PositionBatch, into: Buffer, *, threads: int = 1) -> None:
        """Solve *n* positions and write the values to a buffer. This method releases the interpreter's lock.

        ``into`` is int8 of length *n* for the values, or int8 of shape *n* by 33 for the value after each card. Cards
        that may not be played have -1. Raise ``ValueError`` with the number of the first impossible position; the
        contents of ``into`` are then undefined.
        """
        try:
            self._native.solve_all(positions, into, threads)
        except TypeError:
            raise ValueError(
                "positions must be contiguous buffers of integers, and the buffer for the values writable"
            ) from None

    def count(self, hands: Buffer, common: PackedPosition, weights: Buffer | None = None) -> TrickDistribution:
        """Return the distribution of the value over *n* worlds. Worlds are positions that differ only in their hands.

        ``common`` holds the fields that the worlds share; its ``hands`` are ignored. ``hands`` is uint64 of shape *n*
        by 4. ``weights`` is float64 of length *n*; by default each weight is 1.
        """
        return TrickDistribution(*_solved(self._native.count, (hands, weights, (*common[1:],))))

    def count_by_card(
        self, hands: Buffer, common: PackedPosition, weights: Buffer | None = None
    ) -> dict[Card, TrickDistribution]:
        """Return the distribution of the value after each lawful card of the seat whose turn it is, in index order.

        The arguments are those of ``count``. The hand of the seat whose turn it is must be the same in all worlds.
        """
        rows = _solved(self._native.count_by_card, (hands, weights, (*common[1:],)))
        return {CARDS[index]: TrickDistribution(*counts) for index, counts in rows}


def _solved(solve: Callable[..., T], position: tuple[object, ...]) -> T:
    try:
        return solve(*position)
    except TypeError:
        raise ValueError("a position is four masks, a few card indexes and small integers, none below zero") from None
