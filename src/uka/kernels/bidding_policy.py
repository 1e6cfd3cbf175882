"""Bidding policies as tables. A table has a row for each information set of the abstraction and a column for each bid.

An information set is a seat's position relative to the dealer, a calling round and a bucket of hands. A table is a
buffer of float32 with average-strategy weights, which a ``CfrTrainer`` computes. The probability of each bid is
proportional to the weight of the bid in its row.

Two hands share a bucket if they differ only in which low cards of a suit they hold. They also share a bucket if they
differ only in the suit of the upcard. They also share a bucket if one hand becomes the other when the two suits that
do not have the colour of the upcard are exchanged.
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

from .automaton import NO_SUIT, NONE, state_key
from .bidding import BiddingPhase, cards_shown
from .compiled import native

if TYPE_CHECKING:
    from typing_extensions import Buffer

MOST_TRICKS = 8
ALONE_KINDS = 4
"""The number of codes for who plays alone: nobody, a loner, a lone defender, or both."""
CONTRACT_KINDS = 2 * ALONE_KINDS
"""The number of kinds of contract. A kind is a pair of the makers' side and the code for who plays alone."""
TERMINALS = 1 + CONTRACT_KINDS * (MOST_TRICKS + 1)
BIDS_PER_ROW = 11
"""The number of columns of a table: pass, then each trump with a partner, then each trump alone."""
TREMBLE = 0.05
"""The assumed probability that a seat ignores the policy and makes a random legal bid."""


def contract_kind(makers: int, alone: int) -> int:
    """Return the index of a kind of contract, from 0 to ``CONTRACT_KINDS`` - 1.

    ``makers`` is 0 if the dealer's side made trump, otherwise 1. ``alone`` is a code of ``alone_kind``.
    """
    return makers * ALONE_KINDS + alone


def terminal_index(makers: int, alone: int, tricks: int) -> int:
    """Return the index of an end of the bidding, from 0 to ``TERMINALS`` - 1. Index 0 means that nobody made trump.

    In a ``TerminalDistribution``, ``makers`` is the index of the makers' partnership. In ``Model.ends``, it is 0 if the
    dealer's side made trump, otherwise 1. ``alone`` is a code of ``alone_kind``. ``tricks`` is the number of tricks
    that the makers take.
    """
    return 1 + contract_kind(makers, alone) * (MOST_TRICKS + 1) + tricks


def alone_kind(contract: Contract) -> int:
    """Return a code for who plays alone in a contract: 0 nobody, 1 a loner, 2 a lone defender, 3 both of them."""
    return (contract.loner is not None) + 2 * (contract.lone_defender is not None)


class TerminalDistribution(NamedTuple):
    """How deals end after a choice.

    For each terminal state there are two sums over the worlds whose deal ends in that state. ``weights`` holds the sum
    of the weights of these worlds, and ``squares`` the sum of their squared weights. ``terminal_index`` returns the
    index of a terminal state. The index depends on the makers' partnership, on who plays alone, and on the makers'
    double-dummy tricks.
    """

    weights: list[float]
    squares: list[float]

    def mean(self, worth: Sequence[float]) -> tuple[float, float]:
        """Return the expected value and its standard error. ``worth`` lists the value of each terminal state."""
        total = sum(self.weights)
        mean = sum(map(mul, self.weights, worth)) / total
        spread = sum(square * (one - mean) ** 2 for square, one in zip(self.squares, worth, strict=True))
        return mean, sqrt(spread) / total


class BiddingPolicy:
    """A bidding policy under a ruleset. The constructor raises ``ValueError`` if the table has the wrong size.

    The table was trained under the ruleset ``of``. The default of ``of`` is ``rules``. The pack of ``of`` must hold all
    cards of the pack of ``rules``, except perhaps the joker. If only the pack of ``rules`` has the joker, a joker in
    the hand counts as the highest card of the upcard's suit that is neither in the hand nor turned up.
    """

    def __init__(self, rules: Ruleset, table: Buffer, of: Ruleset | None = None) -> None:
        self._bidding = BiddingPhase(rules)
        self._native = native.BiddingPolicy(self._bidding.rule_tables, play_tables(of or rules).pack)
        self._table = table
        if memoryview(table).nbytes != 4 * self._native.size():
            raise ValueError(f"a table for these rules has {self._native.size()} cells")

    def chances(self, seen: Observation) -> dict[Action, float]:
        """Return the probability of each legal bid. They are equal if training never reached the information set."""
        assert seen.seat is not None
        row, columns = self._native.bids(self._point(seen), seen.seat.index, seen.hand.mask)
        cells = memoryview(self._table).cast("B").cast("f")
        weights = {ACTIONS[action]: max(0.0, cells[row + column]) for column, action in columns}
        total = sum(weights.values())
        return {action: cell / total if total else 1 / len(weights) for action, cell in weights.items()}

    def weigh(self, seen: Observation, called: Buffer, weights: Buffer, tremble: float = TREMBLE) -> None:
        """Multiply the importance weights of *n* worlds by the likelihood of the other seats' calls in each world.

        ``called`` is uint64 of shape *n* by 4: the hands during the bidding, as ``WorldSampler.draw`` returns them.
        ``weights`` is float64 of length *n*. ``tremble`` is the probability that a seat makes a random legal bid.
        """
        others = sum(1 << seat.index for seat in SEATS if seat is not seen.seat)
        actions = [call.action.index for call in seen.calls]
        self._native.weigh(self._table, (self._point(_before(seen)), actions, others, tremble), called, weights)

    def evaluate(
        self, seen: Observation, hands: Buffer, weights: Buffer | None = None, *, seed: int
    ) -> dict[Action, TerminalDistribution]:
        """Return how deals end after each choice of the seat whose turn it is, if all seats then bid by the policy.

        ``hands`` is uint64 of shape *n* by 4, with worlds from ``WorldSampler.draw``. ``weights`` is float64 of length
        *n*; by default each weight is 1. ``seed`` selects the random numbers.
        """
        rows = self._native.evaluate(self._table, self._point(seen), cards_shown(seen), hands, weights, seed)
        return {ACTIONS[action]: TerminalDistribution(sums, squares) for action, sums, squares in sorted(rows)}

    def reaches(self, deal: PublicDeal) -> bool:
        """Return whether the rules allow the calls of a deal."""
        return state_key(deal) in self._bidding.automaton.keys

    def _point(self, seen: PublicDeal) -> tuple[int, int, int, int, int]:
        return (
            self._bidding.automaton.state(seen),
            seen.dealer.index,
            seen.upcard.index,
            seen.up_suit.index if seen.up_suit else NO_SUIT,
            seen.trump.index if seen.trump else NONE,
        )


def _before(seen: Observation) -> Observation:
    """Return the observation in the form that it had before the first call."""
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
    """Return the number of cells that a policy table has under a ruleset."""
    return native.BiddingPolicy(BiddingPhase(rules).rule_tables, play_tables(rules).pack).size()


def pack_table(table: Buffer) -> bytearray:
    """Return a table packed into two bytes for each row: the two most frequent bids, and the share of the second bid.

    The packed table leaves out other bids. The share is the second bid's weight divided by the sum of the weights of
    the two bids, rounded to a multiple of 1/30. The bytes that name bids come before the bytes that hold shares.
    """
    packed = bytearray(2 * (memoryview(table).nbytes // 4 // BIDS_PER_ROW))
    native.pack_table(table, packed)
    return packed


def unpack_table(packed: Buffer) -> array[float]:
    """Return the table from its packed bytes. Each row sums to 1, or to 0 if training never reached the row.

    Raise ``ValueError`` if the bytes are not a packed table.
    """
    table = array("f", bytes(2 * BIDS_PER_ROW * memoryview(packed).nbytes))
    native.unpack_table(packed, table)
    return table


def blend_tables(table: Buffer, keep: float, other: Buffer, share: float) -> None:
    """Multiply each cell of ``table`` by ``keep``, then add ``share`` times the same cell of ``other``."""
    try:
        native.blend_tables(table, keep, other, share)
    except TypeError:
        raise ValueError("tables are buffers of float32, and the first must be writable") from None


class CfrTrainer:
    """Trains bidding by self-play with external-sampling CFR. A double-dummy solution replaces the play of the cards.

    ``payoffs[kind][tricks]`` is the makers' score, which is negative if the defenders score. ``kind`` is a result of
    ``contract_kind``, and ``tricks`` the makers' double-dummy tricks. The score comes from the score table, or is the
    mean score of real play with that number of double-dummy tricks.
    """

    def __init__(self, rules: Ruleset, payoffs: Sequence[Sequence[float]]) -> None:
        rows = [[*row, *[0.0] * (MOST_TRICKS + 1 - len(row))] for row in payoffs]
        self._native = native.CfrTrainer(BiddingPhase(rules).rule_tables, rows)

    @property
    def size(self) -> int:
        """The number of cells in a policy table."""
        return self._native.size()

    def train(self, regrets: Buffer, sums: Buffer, *, seed: int, deals: int, against: Buffer | None = None) -> None:
        """Train on ``deals`` further deals. Each deal is traversed once for every seat.

        This method releases the interpreter's lock. ``regrets`` (cumulative regrets) and ``sums`` (average-strategy
        weights) are tables that start with zeros. If ``against`` is given, the other three seats follow that policy.
        The training then approaches a best response to that policy.
        """
        self._native.train(regrets, sums, against, seed, deals)

    def match(self, tables: Sequence[Buffer], *, seed: int, deals: int) -> tuple[float, float]:
        """Play deals in which each of the four seats bids by a policy of its own.

        Return the mean score of the dealer's side per deal and the standard error of that mean. ``tables`` holds the
        policy of each seat, clockwise from the dealer.
        """
        mean, square = self._native.match(tables, seed, deals)
        return mean, sqrt(max(0.0, square - mean * mean) / deals)
