"""Rollouts in compiled code: deals that are played to the end at random or by a fast policy of simple rules.

>>> import uka
>>> options = RolloutOptions(seed=7, bidding=RolloutPolicy.HEURISTIC, play=RolloutPolicy.HEURISTIC)
>>> tally = Rollouts(uka.ruleset("cardgames")).play_deals(10_000, options)
>>> tally.deals, tally.outcomes[Outcome.EUCHRED] < tally.outcomes[Outcome.MADE]
(10000, True)
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from uka.core.actions import ACTIONS, PLAYS, Action
from uka.core.cards import mask_of
from uka.core.deal import Deal
from uka.core.public_deal import Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import SEATS, Seat

from .bidding import OUTCOMES, BiddingPhase, cards_shown
from .compiled import native

if TYPE_CHECKING:
    from typing_extensions import Buffer


class RolloutPolicy(IntEnum):
    """How a seat chooses in a rollout."""

    RANDOM = 0
    """Any legal action, with equal probabilities."""
    HEURISTIC = 1
    """By simple rules that look only at the seat's hand and the cards played."""


class RolloutOptions(NamedTuple):
    """How rollouts are played."""

    bidding: RolloutPolicy = RolloutPolicy.RANDOM
    """The policy up to the first lead."""
    play: RolloutPolicy = RolloutPolicy.RANDOM
    """The policy for the play of the cards."""
    seed: int = 0
    """The number that determines all random choices."""
    threads: int = 1


class RolloutBuffers(NamedTuple):
    """Buffers of int8 for the results of *n* deals. A result without a buffer is not written."""

    points: Buffer | None = None
    """The points of both partnerships: *n* by 2."""
    tricks: Buffer | None = None
    """The tricks of both partnerships: *n* by 2."""
    outcomes: Buffer | None = None
    """The index in ``Outcome`` of the outcome: *n*."""
    makers: Buffer | None = None
    """The index of the maker's seat, or -1 if nobody made trump: *n*."""


class RolloutTally(NamedTuple):
    """The totals of many deals."""

    deals: int
    """The number of deals."""
    points: tuple[int, int]
    """The points of each partnership, north-south first."""
    squares: int
    """The sum over all deals of the squared difference between the points of the two partnerships."""
    outcomes: dict[Outcome, int]
    """The number of deals with each outcome."""
    makers: tuple[int, ...]
    """The number of deals in which each seat made trump, by ``seat.index``."""

    @property
    def mean(self) -> float:
        """The mean, per deal, of the points of north-south minus those of east-west."""
        north_south, east_west = self.points
        return (north_south - east_west) / self.deals

    @property
    def error(self) -> float:
        """The standard error of ``mean``."""
        return sqrt(max(0.0, self.squares / self.deals - self.mean * self.mean) / self.deals)


RANDOM_OPTIONS = RolloutOptions()
HEURISTIC_OPTIONS = RolloutOptions(RolloutPolicy.HEURISTIC, RolloutPolicy.HEURISTIC)
NO_BUFFERS = RolloutBuffers()


class Rollouts:
    """Plays rollouts under one ruleset.

    With the same seed, deal *i* is the same whatever the number of deals or threads. Malformed arguments raise
    ``ValueError``. The methods that play many deals release the interpreter's lock.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._bidding = BiddingPhase(rules)
        self._rule_tables = self._bidding.rule_tables

    def play_deals(
        self,
        size: int,
        options: RolloutOptions = RANDOM_OPTIONS,
        *,
        dealer: Seat = SEATS[0],
        into: RolloutBuffers = NO_BUFFERS,
    ) -> RolloutTally:
        """Shuffle and play ``size`` deals, each dealt by ``dealer``.

        Return the sums of the deals' results, and write the result of each deal to ``into``.
        """
        return _tally(
            size, native.rollout_deals, self._rule_tables, size, dealer.index, _as_integers(options), (*into,)
        )

    def play_worlds(
        self,
        seen: PublicDeal,
        hands: Buffer,
        kitties: Buffer | None = None,
        options: RolloutOptions = HEURISTIC_OPTIONS,
        *,
        into: RolloutBuffers = NO_BUFFERS,
    ) -> RolloutTally:
        """Play the deal of which ``seen`` is the public part to its end in each of *n* worlds. Return the totals.

        ``hands`` is uint64 of shape *n* by 4: the current hands in each world, as card masks by seat. ``kitties`` is
        int8 of shape *n* by *k*: the cards under the upcard, from the top. It is required while a seat may still take
        these cards. The results are written to ``into``. Raise ``ValueError`` with the number of the first impossible
        world.
        """
        size = _row_count(hands)
        if seen.phase is Phase.PLAYING:
            contract, play = _contract_and_play(self._bidding, seen)
            worlds = (contract, play, hands)
            return _tally(size, native.rollout_from_play, self._rule_tables, *worlds, _as_integers(options), (*into,))
        worlds = (self._bidding.public_indexes(seen), cards_shown(seen), (hands, kitties))
        return _tally(size, native.rollout_from_bidding, self._rule_tables, *worlds, _as_integers(options), (*into,))

    def heuristic_action(self, deal: Deal) -> Action:
        """Return the action that the heuristic policy chooses for the seat whose turn it is.

        It looks only at the hand of that seat and at what everybody knows. Raise ``ValueError`` if the deal is over.
        """
        if deal.phase is Phase.OVER:
            raise ValueError("the deal is over: no seat is to act")
        if deal.phase is not Phase.PLAYING:
            return ACTIONS[native.policy_action(self._rule_tables, self._bidding.deal_state(deal))]
        contract, play = _contract_and_play(self._bidding, deal)
        return PLAYS[native.policy_card(self._rule_tables, contract, play, deal.masks)]


def _as_integers(options: RolloutOptions) -> tuple[int, int, int, int]:
    """Return ``options`` as plain integers."""
    bidding, play, seed, threads = options
    return int(bidding), int(play), seed, threads


def _row_count(hands: Buffer) -> int:
    try:
        shape = memoryview(hands).shape
    except TypeError:
        raise ValueError("hands must be a buffer of uint64, n by 4") from None
    return shape[0] if shape else 0


PlayRow: TypeAlias = tuple[int, int, list[int], int, int, int]
"""The play so far in integers.

The items are the leader, the trump, the cards of the trick in progress, the seats that sit out, the cards of finished
tricks, and the number of tricks that the makers have taken. Seats that sit out and finished tricks are bit masks.
"""


def _contract_and_play(bidding: BiddingPhase, seen: PublicDeal) -> tuple[tuple[int, int], PlayRow]:
    """Return two tuples that describe a deal in play, without the hands.

    The first holds the index of the contract's state in the bidding automaton, and the index of the dealer. The second
    describes the play so far.
    """
    contract, leader = seen.contract, seen.leader
    assert contract is not None
    assert leader is not None
    play = (
        leader.index,
        contract.trump.index,
        [card.index for card in seen.trick],
        contract.sitting_out,
        mask_of(card for trick in seen.tricks for card in trick.cards),
        seen.taken[contract.makers.index],
    )
    return (bidding.automaton.state(seen), seen.dealer.index), play


def _tally(size: int, run: Callable[..., list[int]], *arguments: Any) -> RolloutTally:
    """Call ``run``, which plays ``size`` deals, with ``arguments``. Return the totals of these deals."""
    try:
        north_south, east_west, squares, *counts = run(*arguments)
    except TypeError:
        raise ValueError(
            "rollouts take non-negative integers, contiguous buffers as input and writable buffers for results"
        ) from None
    by_outcome, by_maker = counts[: len(OUTCOMES)], counts[len(OUTCOMES) :]
    outcomes = dict(zip(OUTCOMES, by_outcome, strict=True))
    return RolloutTally(size, (north_south, east_west), squares, outcomes, tuple(by_maker))
