"""Rollouts in compiled code: deals played to the end by random choice or by a fast heuristic policy.

>>> import uka
>>> options = RolloutOptions(seed=7, bidding=RolloutPolicy.HEURISTIC, play=RolloutPolicy.HEURISTIC)
>>> tally = Rollouts(uka.ruleset("cardgames")).deals(10_000, options)
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
    """The way in which a seat chooses in a rollout: uniformly among the legal actions, or by the heuristic policy."""

    RANDOM = 0
    HEURISTIC = 1


class RolloutOptions(NamedTuple):
    """The policy for the bidding, the policy for the play, the random seed, and the number of threads."""

    bidding: RolloutPolicy = RolloutPolicy.RANDOM
    play: RolloutPolicy = RolloutPolicy.RANDOM
    seed: int = 0
    threads: int = 1


class RolloutBuffers(NamedTuple):
    """Optional buffers for the results, with a row for each deal.

    ``points`` and ``tricks`` are int8 of shape *n* by 2, by partnership. ``outcomes`` is int8 of length *n* with
    indexes in ``Outcome``. ``makers`` is int8 of length *n* with seat indexes, or -1 if nobody made trump.
    """

    points: Buffer | None = None
    tricks: Buffer | None = None
    outcomes: Buffer | None = None
    makers: Buffer | None = None


class RolloutTally(NamedTuple):
    """The totals of many deals.

    ``points`` is indexed by partnership. ``outcomes`` holds the number of deals with each outcome. ``makers`` holds the
    number of deals in which each seat made trump, indexed by seat.
    """

    deals: int
    points: tuple[int, int]
    squares: int
    """The sum over all deals of the squared difference between the points of the two partnerships."""
    outcomes: dict[Outcome, int]
    makers: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean, per deal, of the first partnership's points minus the second partnership's."""
        return (self.points[0] - self.points[1]) / self.deals

    @property
    def error(self) -> float:
        """The standard error of ``mean``."""
        return sqrt(max(0.0, self.squares / self.deals - self.mean**2) / self.deals)


RANDOMLY = RolloutOptions()
HEURISTICALLY = RolloutOptions(RolloutPolicy.HEURISTIC, RolloutPolicy.HEURISTIC)
NO_BUFFERS = RolloutBuffers()


class Rollouts:
    """Rollouts under one ruleset. The methods that play many deals release the interpreter's lock.

    For a given seed, deal *i* does not depend on the number of deals or threads. Malformed arguments raise
    ``ValueError``.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._bidding = BiddingPhase(rules)
        self._rule_tables = self._bidding.rule_tables

    def deals(
        self,
        size: int,
        options: RolloutOptions = RANDOMLY,
        *,
        dealer: Seat = SEATS[0],
        into: RolloutBuffers = NO_BUFFERS,
    ) -> RolloutTally:
        """Play ``size`` deals from the shuffle, and return their totals. All orders of the pack are equally likely."""
        return _tally(size, native.rollout_deals, self._rule_tables, size, dealer.index, _row(options), (*into,))

    def onward(
        self,
        seen: PublicDeal,
        hands: Buffer,
        kitties: Buffer | None = None,
        options: RolloutOptions = HEURISTICALLY,
        *,
        into: RolloutBuffers = NO_BUFFERS,
    ) -> RolloutTally:
        """Play a deal to its end in each of *n* worlds that agree with the public facts ``seen``. Return the totals.

        ``hands`` is uint64 of shape *n* by 4: the current hands, as card masks by seat. ``kitties`` is int8 of shape
        *n* by *k*: the cards under the upcard, from the top. It is required while a seat may still take these cards.
        Raise ``ValueError`` with the number of the first impossible world.
        """
        size = _rows(hands)
        if seen.phase is Phase.PLAYING:
            contract, play = _in_play(self._bidding, seen)
            worlds = contract, play, hands
            return _tally(size, native.rollout_from_play, self._rule_tables, *worlds, _row(options), (*into,))
        worlds = self._bidding.point(seen), cards_shown(seen), (hands, kitties)
        return _tally(size, native.rollout_from_bidding, self._rule_tables, *worlds, _row(options), (*into,))

    def heuristic_action(self, deal: Deal) -> Action:
        """Return the heuristic policy's action for the seat whose turn it is. The policy uses only its hand."""
        if deal.phase is Phase.OVER:
            raise ValueError("the deal is over: no seat is to act")
        if deal.phase is not Phase.PLAYING:
            return ACTIONS[native.policy_action(self._rule_tables, self._bidding.deal_state(deal))]
        contract, play = _in_play(self._bidding, deal)
        return PLAYS[native.policy_card(self._rule_tables, contract, play, deal.masks)]


def _row(options: RolloutOptions) -> tuple[int, int, int, int]:
    bidding, play, seed, threads = options
    return int(bidding), int(play), seed, threads


def _rows(hands: Buffer) -> int:
    try:
        return (memoryview(hands).shape or (0,))[0]
    except TypeError:
        raise ValueError("hands must be a buffer of uint64, n by 4") from None


PlayRow: TypeAlias = tuple[int, int, list[int], int, int, int]
"""The leader, the trump, the cards of the trick in progress, the seats that sit out, the cards of finished tricks, and
the number of tricks that the makers have taken. The seats and the cards of finished tricks are bit masks."""


def _in_play(bidding: BiddingPhase, seen: PublicDeal) -> tuple[tuple[int, int], PlayRow]:
    """Return two tuples that describe a deal in play, without the hands.

    The first tuple holds the index of the contract's state in the automaton, and the index of the dealer.
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
    try:
        a, b, squares, *counts = run(*arguments)
    except TypeError:
        raise ValueError(
            "rollouts take non-negative integers, contiguous buffers as input and writable buffers for results"
        ) from None
    outcomes = dict(zip(OUTCOMES, counts, strict=False))
    return RolloutTally(size, (a, b), squares, outcomes, tuple(counts[len(OUTCOMES) :]))
