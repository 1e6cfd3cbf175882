"""Bidding policies, which say how often a seat makes each bid, and their training by self-play.

A policy is a table: a buffer of float32 with a row for each information set and a column for each bid. An information
set is all that the policy tells apart: the seat counted from the dealer, the calling round, and the *bucket* of the
hand. The probability of a bid is proportional to its weight in the row. A ``CfrTrainer`` computes the weights.

A bucket holds hands that are treated as one. Two hands share a bucket if they differ only in which low cards of a suit
they hold, or only in the suit of the upcard, or if one becomes the other when the two suits that do not have the colour
of the upcard are exchanged.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from math import fsum, sqrt
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
"""The number of tricks for which the kernels' tables have room."""
ALONE_KINDS = 4
"""The number of codes of ``alone_kind``: nobody plays alone, a loner does, a lone defender does, or both do."""
CONTRACT_KINDS = 2 * ALONE_KINDS
"""The number of kinds of contract. A kind is the makers' side together with the code for who plays alone."""
TERMINALS = 1 + CONTRACT_KINDS * (MOST_TRICKS + 1)
"""The number of terminal states, which ``terminal_index`` counts."""
BIDS_PER_ROW = 11
"""The number of columns of a policy's table: pass, then each trump with a partner, then each trump alone."""
TREMBLE = 0.05
"""The assumed probability that a seat ignores the policy and makes a random legal bid."""


def contract_kind(makers_from_dealer: int, alone_code: int) -> int:
    """Return the index of the kind of a contract, from 0 to ``CONTRACT_KINDS`` - 1.

    ``makers_from_dealer`` is 0 if the dealer's side made trump, otherwise 1. ``alone_code`` is from ``alone_kind``.
    """
    return makers_from_dealer * ALONE_KINDS + alone_code


def terminal_index(makers_from_dealer: int, alone_code: int, tricks: int) -> int:
    """Return the index of a terminal state: who made trump, who plays alone, and how many tricks the makers take.

    The index is from 1 to ``TERMINALS`` - 1. The index 0 is that of deals in which nobody made trump.
    ``makers_from_dealer`` is 0 if the dealer's side made trump, otherwise 1. ``alone_code`` is from ``alone_kind``.
    """
    return 1 + contract_kind(makers_from_dealer, alone_code) * (MOST_TRICKS + 1) + tricks


def alone_kind(contract: Contract) -> int:
    """Return the code for who plays alone in ``contract``: 0 nobody, 1 a loner, 2 a lone defender, 3 both of them."""
    loner = 1 if contract.loner else 0
    lone_defender = 2 if contract.lone_defender else 0
    return loner + lone_defender


class Ending(NamedTuple):
    """How the bidding ends in a layout of the cards, and how many tricks the makers then take."""

    makers: int
    """The index of the makers' partnership, or -1 if nobody makes trump. The other fields are then 0."""
    alone: int
    """Who plays alone, as a code of ``alone_kind``."""
    trump: int
    """The index of trump."""
    solved: int
    """The number of tricks that the makers take double-dummy."""
    least: int
    """A number of tricks that the makers take at least, however all seats play."""
    most: int
    """A number of tricks that the makers take at most, however all seats play."""


class EndingDistribution:
    """How often deals end in each way after a choice, over weighted layouts of the hidden cards (worlds).

    ``masses`` maps each ending to the sum of the weights of the worlds that end so, and to the sum of the squares of
    these weights.
    """

    __slots__ = ("masses", "total")
    total: float
    """The sum of the weights of all worlds."""

    def __init__(self, masses: Mapping[Ending, tuple[float, float]]) -> None:
        self.masses = masses
        self.total = fsum(weight for weight, _ in masses.values())

    def __add__(self, other: EndingDistribution) -> EndingDistribution:
        """Return the distribution over the worlds of both distributions."""
        masses = dict(self.masses)
        for ending, (weight, square) in other.masses.items():
            mine, squared = masses.get(ending, (0.0, 0.0))
            masses[ending] = mine + weight, squared + square
        return EndingDistribution(masses)

    def mean(self, value: Callable[[Ending], float]) -> tuple[float, float]:
        """Return the mean of ``value`` over the endings of all worlds, and the standard error of that mean."""
        values = [(value(ending), *mass) for ending, mass in self.masses.items()]
        mean = fsum(weight * each for each, weight, _ in values) / self.total
        spread = fsum(square * (each - mean) * (each - mean) for each, _, square in values)
        return mean, sqrt(spread) / self.total


class BiddingPolicy:
    """A bidding policy for deals played by ``rules``.

    ``table`` was trained by self-play under a ruleset that ``of`` gives, by default ``rules``. The pack of that ruleset
    must hold all cards of the pack of ``rules``, except perhaps the joker. If only ``rules`` has a joker, a joker in
    the hand counts as the highest card of the upcard's suit that is neither in the hand nor turned up. The constructor
    raises ``ValueError`` if ``table`` has the wrong size.
    """

    def __init__(self, rules: Ruleset, table: Buffer, of: Ruleset | None = None) -> None:
        self._bidding = BiddingPhase(rules)
        self._native = native.BiddingPolicy(self._bidding.rule_tables, play_tables(of or rules).pack)
        self._table = table
        if memoryview(table).nbytes != 4 * self._native.size():
            raise ValueError(f"a table for these rules has {self._native.size()} cells")

    def chances(self, seen: Observation) -> dict[Action, float]:
        """Return a dict from each legal bid to its probability.

        All are equal if training never reached the seat's situation.
        """
        assert seen.seat is not None
        first_cell, columns = self._native.bids(self._public_indexes(seen), seen.seat.index, seen.hand.mask)
        cells = memoryview(self._table).cast("B").cast("f")
        weights = {ACTIONS[action]: max(0.0, cells[first_cell + column]) for column, action in columns}
        total = fsum(weights.values())
        if not total:
            return dict.fromkeys(weights, 1 / len(weights))
        return {action: weight / total for action, weight in weights.items()}

    def weigh(self, seen: Observation, called: Buffer, weights: Buffer, tremble: float = TREMBLE) -> None:
        """Multiply the importance weights of *n* worlds by the likelihood of the other seats' calls in each world.

        ``called`` is uint64 of shape *n* by 4: the hands during the bidding, as ``WorldSampler.draw`` writes them.
        ``weights`` is float64 of length *n* and is changed. ``tremble`` is the probability that a seat makes a random
        legal bid in place of one by the policy.
        """
        others = sum(1 << seat.index for seat in SEATS if seat is not seen.seat)
        actions = [call.action.index for call in seen.calls]
        calls = (self._public_indexes(_before_calls(seen)), actions, others, tremble)
        self._native.weigh(self._table, calls, called, weights)

    def evaluate(
        self, seen: Observation, hands: Buffer, weights: Buffer | None = None, *, seed: int
    ) -> dict[Action, EndingDistribution]:
        """Return a dict from each choice of the seat whose turn it is to how deals end after it.

        All seats then bid by the policy. ``hands`` is uint64 of shape *n* by 4: worlds, as ``WorldSampler.draw`` writes
        them. ``weights`` is float64 of length *n*; by default each weight is 1. ``seed`` determines the random numbers.
        """
        rows = self._native.evaluate(self._table, self._public_indexes(seen), cards_shown(seen), hands, weights, seed)
        return {
            ACTIONS[action]: EndingDistribution({Ending(*fields): mass for fields, mass in masses})
            for action, masses in sorted(rows)
        }

    def allows_bidding(self, deal: PublicDeal) -> bool:
        """Return whether the rules allow the bidding so far of ``deal``."""
        return state_key(deal) in self._bidding.automaton.keys

    def _public_indexes(self, seen: PublicDeal) -> tuple[int, int, int, int, int]:
        """Return the automaton's state, and the indexes of the dealer, the upcard, its suit and trump."""
        return (
            self._bidding.automaton.state(seen),
            seen.dealer.index,
            seen.upcard.index,
            seen.up_suit.index if seen.up_suit else NO_SUIT,
            seen.trump.index if seen.trump else NONE,
        )


def _before_calls(seen: Observation) -> Observation:
    """Return the public part of ``seen`` as it was before the first call."""
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
    """Return the number of cells of a policy's table under ``rules``."""
    return native.BiddingPolicy(BiddingPhase(rules).rule_tables, play_tables(rules).pack).size()


def pack_table(table: Buffer) -> bytearray:
    """Return ``table`` packed into two bytes for each row. Only the two most frequent bids of a row are kept.

    One byte of a row names these bids. The other holds the share of the second bid in the weight of the two, rounded to
    a multiple of 1/30. The first bytes of all rows come before the second bytes, and each in an order that compresses
    well.
    """
    packed = bytearray(2 * (memoryview(table).nbytes // 4 // BIDS_PER_ROW))
    native.pack_table(table, packed)
    return packed


def unpack_table(packed: Buffer) -> array[float]:
    """Return the table that ``pack_table`` packed. Each row sums to 1, or to 0 if training never reached it.

    Raise ``ValueError`` if ``packed`` is not a packed table.
    """
    table = array("f", [0.0]) * (BIDS_PER_ROW * memoryview(packed).nbytes // 2)
    native.unpack_table(packed, table)
    return table


def blend_tables(table: Buffer, keep: float, other: Buffer, share: float) -> None:
    """Multiply each cell of ``table`` by ``keep``, then add ``share`` times the same cell of ``other``."""
    try:
        native.blend_tables(table, keep, other, share)
    except TypeError:
        raise ValueError("tables are buffers of float32, and the first must be writable") from None


class CfrTrainer:
    """Trains a bidding policy by self-play (counterfactual regret minimization, CFR, with external sampling).

    The cards are not played: a deal scores by its double-dummy tricks. ``payoffs[kind][tricks]`` is the score of makers
    whose contract has the index ``kind`` (``contract_kind``) and who take ``tricks`` double-dummy tricks. It is either
    the score by the rules or a mean score of deals that were played, and is negative if the defenders score.
    """

    def __init__(self, rules: Ruleset, payoffs: Sequence[Sequence[float]]) -> None:
        rows = [[*row, *[0.0] * (MOST_TRICKS + 1 - len(row))] for row in payoffs]
        self._native = native.CfrTrainer(BiddingPhase(rules).rule_tables, rows)

    @property
    def size(self) -> int:
        """The number of cells of a policy's table."""
        return self._native.size()

    def train(self, regrets: Buffer, sums: Buffer, *, seed: int, deals: int, against: Buffer | None = None) -> None:
        """Train on ``deals`` further deals, and add the results to ``regrets`` and ``sums``.

        ``regrets`` is a table of cumulative regrets, and ``sums`` a table of the weights of the average strategy, which
        is the policy. Both start with zeros. If ``against`` is given, the other three seats bid by that policy, and the
        training approaches a best response to it. This method releases the interpreter's lock.
        """
        self._native.train(regrets, sums, against, seed, deals)

    def match(self, tables: Sequence[Buffer], *, seed: int, deals: int) -> tuple[float, float]:
        """Play ``deals`` deals in which each of the four seats bids by a policy of its own.

        Return the mean score of the dealer's side in a deal, and its standard error. ``tables`` holds the policies,
        clockwise from the dealer.
        """
        mean, mean_square = self._native.match(tables, seed, deals)
        return mean, sqrt(max(0.0, mean_square - mean * mean) / deals)
