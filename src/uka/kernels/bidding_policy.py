"""Bidding policies as tables, with a row for each information set of the abstraction and a column for each bid.

An information set is a seat's position relative to the dealer, the calling round and a bucket of hands. A table is a
buffer of float32 with average-strategy weights, which a ``CfrTrainer`` computes. A seat makes each bid with a
probability proportional to the weight of the bid in the row.

Two hands share a bucket if they differ only in which low cards of a suit they hold. They also share one if they differ
in the suit of the turn-up, or by an exchange of the two suits of the other colour.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from uka.core.actions import ACTIONS, Action
from uka.core.observation import Observation
from uka.core.play_tables import play_tables
from uka.core.public_deal import Contract, Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS

from . import _native
from .automaton import NO_SUIT, NONE
from .bidding import BiddingPhase, cards_shown

if TYPE_CHECKING:
    from typing_extensions import Buffer

MOST_TRICKS = 8
ALONE_KINDS = 4
"""The number of codes for who plays alone: nobody, a loner, a lone defender, or both."""
CONTRACT_KINDS = 2 * ALONE_KINDS
"""The number of kinds of contract, by the makers' side and by who plays alone."""
TERMINALS = 1 + CONTRACT_KINDS * (MOST_TRICKS + 1)
BIDS_PER_ROW = 11
"""The columns of a table: pass, then each trump with a partner, then each trump alone."""
TREMBLE = 0.05
"""The probability with which a seat is assumed to ignore the policy and to make a random legal bid."""


def contract_kind(makers: int, alone: int) -> int:
    """Return the index of a kind of contract, below ``CONTRACT_KINDS``.

    ``makers`` is 0 if the dealer's side made trump, else 1. ``alone`` is a code of ``alone_kind``.
    """
    return makers * ALONE_KINDS + alone


def terminal_index(makers: int, alone: int, tricks: int) -> int:
    """Return the index of an end of the bidding, below ``TERMINALS``; index 0 means that nobody made trump.

    ``makers`` and ``alone`` are as in ``contract_kind``. ``tricks`` is the number of the makers' tricks.
    """
    return 1 + contract_kind(makers, alone) * (MOST_TRICKS + 1) + tricks


def alone_kind(contract: Contract) -> int:
    """Return who plays alone in a contract as a code: 0 nobody, 1 a loner, 2 a lone defender, 3 both."""
    return (contract.loner is not None) + 2 * (contract.lone_defender is not None)


class TerminalDistribution(NamedTuple):
    """How deals end after a choice: for each terminal state, the sum of the worlds' weights and of the squared weights.

    ``terminal_index`` returns the index of a terminal state from the makers' partnership, who plays alone, and the
    makers' double-dummy tricks.
    """

    weights: list[float]
    squares: list[float]

    def mean(self, worth: Sequence[float]) -> tuple[float, float]:
        """Return the expected value and its standard error; ``worth`` lists the value of each terminal state."""
        total = sum(self.weights)
        mean = sum(map(mul, self.weights, worth)) / total
        spread = sum(square * (one - mean) ** 2 for square, one in zip(self.squares, worth, strict=True))
        return mean, sqrt(spread) / total


class BiddingPolicy:
    """A bidding policy under a ruleset. The constructor raises ``ValueError`` for a table of the wrong size.

    ``of`` is the ruleset under which the table was trained, if it differs. Its pack must hold all cards of ``rules``
    except perhaps the joker. A joker in hand then counts as the highest card of the turn-up's suit that is neither held
    nor turned up.
    """

    def __init__(self, rules: Ruleset, table: Buffer, of: Ruleset | None = None) -> None:
        self._bidding = BiddingPhase(rules)
        self._native = _native.BiddingPolicy(self._bidding.rule_tables, play_tables(of or rules).pack)
        self._table = table
        if memoryview(table).nbytes != 4 * self._native.size():
            raise ValueError(f"a table for these rules has {self._native.size()} cells")

    def chances(self, seen: Observation) -> dict[Action, float]:
        """Return the probability of each legal bid. All are equal if training never reached the information set."""
        assert seen.seat is not None
        row, columns = self._native.bids(self._point(seen), seen.seat.index, seen.hand.mask)
        cells = memoryview(self._table).cast("B").cast("f")
        weights = {ACTIONS[action]: max(0.0, cells[row + column]) for column, action in columns}
        total = sum(weights.values())
        return {action: cell / total if total else 1 / len(weights) for action, cell in weights.items()}

    def weigh(self, seen: Observation, called: Buffer, weights: Buffer, tremble: float = TREMBLE) -> None:
        """Multiply the weights of *n* worlds by the likelihood of the others' calls in each world (importance weights).

        ``called`` is uint64 *n* by 4: the hands during the bidding, as ``WorldSampler.draw`` returns them. ``weights``
        is float64 *n*. ``tremble`` is the probability of a random legal bid.
        """
        others = sum(1 << seat.index for seat in SEATS if seat is not seen.seat)
        actions = [call.action.index for call in seen.calls]
        self._native.weigh(self._table, (self._point(_before(seen)), actions, others, tremble), called, weights)

    def evaluate(
        self, seen: Observation, hands: Buffer, weights: Buffer | None = None, *, seed: int
    ) -> dict[Action, TerminalDistribution]:
        """Return how deals end after each choice of the seat in turn, if all seats then bid by the policy.

        ``hands`` is uint64 *n* by 4: worlds from ``WorldSampler.draw``. ``weights`` is float64 *n*, by default 1 each.
        ``seed`` selects the random numbers.
        """
        rows = self._native.evaluate(self._table, self._point(seen), cards_shown(seen), hands, weights, seed)
        return {ACTIONS[action]: TerminalDistribution(sums, squares) for action, sums, squares in sorted(rows)}

    def _point(self, seen: PublicDeal) -> tuple[int, int, int, int, int]:
        return (
            self._bidding.automaton.state(seen),
            seen.dealer.index,
            seen.upcard.index,
            seen.up_suit.index if seen.up_suit else NO_SUIT,
            seen.trump.index if seen.trump else NONE,
        )


def _before(seen: Observation) -> Observation:
    """Return the observation as it was before the first call."""
    return replace(
        seen,
        phase=Phase.CALLING,
        turn=seen.dealer.left,
        calls=(),
        declined=(),
        contract=None,
        picked_up=None,
        given=False,
        leader=None,
        trick=(),
        tricks=(),
        result=None,
    )


def table_size(rules: Ruleset) -> int:
    """Return the number of cells in a policy table for a ruleset."""
    return _native.BiddingPolicy(BiddingPhase(rules).rule_tables, play_tables(rules).pack).size()


def pack_table(table: Buffer) -> bytearray:
    """Return a table packed into two bytes a row: the two most frequent bids, and the second one's share of the two.

    Other bids are dropped, and the share is rounded to a thirtieth. The bytes that name bids come before those with
    shares.
    """
    packed = bytearray(2 * (memoryview(table).nbytes // 4 // BIDS_PER_ROW))
    _native.pack_table(table, packed)
    return packed


def unpack_table(packed: Buffer) -> array[float]:
    """Return the table from packed bytes. Each row sums to one, or to zero if training never reached it.

    Raise ``ValueError`` if the bytes hold no table.
    """
    table = array("f", bytes(2 * BIDS_PER_ROW * memoryview(packed).nbytes))
    _native.unpack_table(packed, table)
    return table


def blend_tables(table: Buffer, keep: float, other: Buffer, share: float) -> None:
    """Set each cell of ``table`` to ``keep`` times its value plus ``share`` times the same cell of ``other``."""
    try:
        _native.blend_tables(table, keep, other, share)
    except TypeError:
        raise ValueError("tables are buffers of float32, and the first must be writable") from None


class CfrTrainer:
    """Trains bidding by self-play with external-sampling CFR. A double-dummy solve replaces the play of the cards.

    ``payoffs[kind][tricks]`` is the makers' score, negative if the defenders score. ``kind`` is an index of
    ``contract_kind``, and ``tricks`` the makers' double-dummy tricks. The score is that of the score table, or the mean
    score of real play with that double-dummy value.
    """

    def __init__(self, rules: Ruleset, payoffs: Sequence[Sequence[float]]) -> None:
        rows = [[*row, *[0.0] * (MOST_TRICKS + 1 - len(row))] for row in payoffs]
        self._native = _native.CfrTrainer(BiddingPhase(rules).rule_tables, rows)

    @property
    def size(self) -> int:
        """The number of cells in a policy table."""
        return self._native.size()

    def train(self, regrets: Buffer, sums: Buffer, *, seed: int, deals: int, against: Buffer | None = None) -> None:
        """Train on ``deals`` further deals, each played once for every seat. Releases the interpreter's lock.

        ``regrets`` (cumulative regrets) and ``sums`` (average-strategy weights) are tables, all zeros at first. If
        ``against`` is given, the other three seats follow that policy, and the training approaches a best response to
        it.
        """
        self._native.train(regrets, sums, against, seed, deals)

    def match(self, tables: Sequence[Buffer], *, seed: int, deals: int) -> tuple[float, float]:
        """Play deals by four policies. Return the mean score of the dealer's side in a deal, and its standard error.

        ``tables`` holds one policy for each seat, clockwise from the dealer.
        """
        mean, square = self._native.match(tables, seed, deals)
        return mean, sqrt(max(0.0, square - mean * mean) / deals)
