"""The play solved exactly with every card seen, in compiled code (``src/kernels``) that knows tables and no rules.

>>> import uka
>>> rules = uka.Ruleset()
>>> deal = uka.Deal.start(rules, dealer=uka.Seat.SOUTH, pack=uka.shuffled(rules, seed=7))
>>> deal, _ = deal.apply(uka.OrderUp())
>>> deal, _ = deal.apply(deal.legal_actions()[0])  # the dealer's discard
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
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from uka.core.cards import CARDS, Card
from uka.core.deal import Deal
from uka.core.public import Phase
from uka.core.ruleset import Ruleset
from uka.core.tables import tables

from . import _native

if TYPE_CHECKING:
    from typing_extensions import Buffer

T = TypeVar("T")


class PackedPosition(NamedTuple):
    """A position of the play in plain integers; seats, suits, sides and cards by index.

    ``hands`` are masks by seat, ``plays`` the cards of the trick in progress, ``leader`` who leads or led it, ``trump``
    4 for no trump, ``sitting`` the mask of the seats that sit out (what they hold does not count), ``side`` the
    partnership whose tricks are counted. The first lead of a deal is known by the full hands.
    """

    hands: tuple[int, ...]
    leader: int
    trump: int
    plays: tuple[int, ...] = ()
    sitting: int = 0
    side: int = 0


class TrickDistribution(NamedTuple):
    """How many worlds give each number of tricks: by the sum of their weights, and of the squares of these."""

    weights: list[float]
    squares: list[float]

    def mean(self, worth: Sequence[float]) -> tuple[float, float]:
        """The mean of what each number of tricks is worth, and its standard error.

        >>> TrickDistribution([0, 1, 3], [0, 1, 3]).mean([0, 10, 20])
        (17.5, 2.165...)
        """
        total = sum(self.weights)
        mean = sum(map(mul, self.weights, worth)) / total
        spread = sum(square * (one - mean) ** 2 for square, one in zip(self.squares, worth, strict=False))
        return mean, sqrt(spread) / total


def packed_position(deal: Deal) -> PackedPosition:
    """The position of a deal in play, for the tricks of the makers; ``ValueError`` in any other phase."""
    contract, leader = deal.contract, deal.leader
    if deal.phase is not Phase.PLAYING or contract is None or leader is None:
        raise ValueError("only a deal in play has a position of the play")
    return PackedPosition(
        hands=deal.masks,
        leader=leader.index,
        trump=contract.trump.index,
        plays=tuple(card.index for card in deal.trick),
        sitting=contract.sitting,
        side=contract.makers.index,
    )


class DoubleDummySolver:
    """The exact worth of positions under one ruleset; ``ValueError`` for a position that cannot come up.

    Worth is in tricks from the position on, the trick in progress included, with the best play of both sides.
    """

    def __init__(self, rules: Ruleset) -> None:
        t = tables(rules)
        self._native = _native.Solver(t.pack, t.hand_size, t.suit, t.strength, t.must_head, t.first_lead_trump)

    def tricks(self, position: PackedPosition) -> int:
        """The tricks that the position's side takes."""
        return _asked(self._native.tricks, position)

    def values(self, position: PackedPosition) -> dict[Card, int]:
        """The tricks that the position's side takes after each lawful card of the seat in turn, in index order."""
        return {CARDS[index]: tricks for index, tricks in _asked(self._native.values, position)}

    def solve_all(
        self,
        hands: Buffer,
        leaders: Buffer,
        trumps: Buffer,
        sitting: Buffer,
        sides: Buffer,
        into: Buffer,
        *,
        plays: Buffer | None = None,
        threads: int = 1,
    ) -> None:
        """Solve *n* positions at once, into a buffer; the interpreter is free meanwhile.

        ``hands`` uint64 *n* by 4; ``leaders``, ``trumps``, ``sitting``, ``sides`` uint8 *n*; ``plays`` int8 *n* by 3,
        -1 after the last card. ``into`` int8 *n*: the tricks; or *n* by 33: those after each card, -1 where it may not
        be played. ``ValueError`` names the first position that cannot come up; what ``into`` holds then is not told.
        """
        try:
            self._native.solve_all(hands, leaders, trumps, sitting, sides, plays, into, threads)
        except TypeError:
            raise ValueError(
                "positions are solved in contiguous buffers of integers, and into a writable one"
            ) from None

    def count(self, hands: Buffer, common: PackedPosition, weights: Buffer | None = None) -> TrickDistribution:
        """How many of *n* worlds give each number of tricks: a position that differs in its hands alone.

        ``hands`` uint64 *n* by 4, for those of ``common``; ``weights`` float64 *n*, 1 each without. ``ValueError`` for
        a world that cannot come up.
        """
        return TrickDistribution(*_asked(self._native.count, (hands, weights, *common[1:])))

    def count_by_card(
        self, hands: Buffer, common: PackedPosition, weights: Buffer | None = None
    ) -> dict[Card, TrickDistribution]:
        """The same after each card that the seat in turn may play, in index order; it holds the same in all worlds."""
        found = _asked(self._native.count_by_card, (hands, weights, *common[1:]))
        return {CARDS[index]: TrickDistribution(*counts) for index, counts in found}


def _asked(question: Callable[..., T], position: tuple[object, ...]) -> T:
    try:
        return question(*position)
    except TypeError:
        raise ValueError("a position is four masks, a few card indexes and small integers, none below zero") from None
