"""Rollouts in compiled code: deals played to their score by random choice or by a fast heuristic policy.

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

from . import _native
from .bidding import OUTCOMES, BiddingPhase, cards_shown

if TYPE_CHECKING:
    from typing_extensions import Buffer


class RolloutPolicy(IntEnum):
    """How a rollout chooses: a uniformly random legal action, or the heuristic policy."""

    RANDOM = 0
    HEURISTIC = 1


class RolloutOptions(NamedTuple):
    """The policies of the bidding and of the play, the seed of chance, and the number of threads."""

    bidding: RolloutPolicy = RolloutPolicy.RANDOM
    play: RolloutPolicy = RolloutPolicy.RANDOM
    seed: int = 0
    threads: int = 1


class RolloutBuffers(NamedTuple):
    """Buffers for the results, a row for each deal; each is optional.

    ``points`` and ``tricks`` are int8 *n* by 2, by partnership. ``outcomes`` is int8 *n*: indexes in ``Outcome``.
    ``makers`` is int8 *n*: seats by index, -1 where trump was not made.
    """

    points: Buffer | None = None
    tricks: Buffer | None = None
    outcomes: Buffer | None = None
    makers: Buffer | None = None


class RolloutTally(NamedTuple):
    """The totals of many deals: points by partnership, deals by outcome, and by seat index how often it made trump."""

    deals: int
    points: tuple[int, int]
    squares: int
    """The sum of the squared differences between the points of the first partnership and of the other."""
    outcomes: dict[Outcome, int]
    makers: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean a deal of the first partnership's points minus the other's."""
        return (self.points[0] - self.points[1]) / self.deals

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(max(0.0, self.squares / self.deals - self.mean**2) / self.deals)


RANDOMLY = RolloutOptions()
HEURISTICALLY = RolloutOptions(RolloutPolicy.HEURISTIC, RolloutPolicy.HEURISTIC)
NO_BUFFERS = RolloutBuffers()


class Rollouts:
    """Rollouts under one ruleset; they release the interpreter's lock.

    Deal *i* of a seed is the same for any number of deals and threads. Malformed arguments raise ``ValueError``.
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
        """Play ``size`` deals from the shuffle; every order of the pack is equally likely."""
        return _tally(size, _native.rollout_deals, self._rule_tables, size, dealer.index, _row(options), (*into,))

    def onward(
        self,
        seen: PublicDeal,
        hands: Buffer,
        kitties: Buffer | None = None,
        options: RolloutOptions = HEURISTICALLY,
        *,
        into: RolloutBuffers = NO_BUFFERS,
    ) -> RolloutTally:
        """Play a deal to its end in each of *n* worlds that agree with its public side.

        ``hands`` is uint64 *n* by 4: the hands now, as masks by seat. ``kitties`` is int8 *n* by *k*: the cards under
        the turn-up, top first; it is needed while somebody may take them. ``ValueError`` names the first impossible
        world.
        """
        size = _rows(hands)
        if seen.phase is Phase.PLAYING:
            contract, play = _in_play(self._bidding, seen)
            worlds = contract, play, hands
            return _tally(size, _native.rollout_from_play, self._rule_tables, *worlds, _row(options), (*into,))
        worlds = self._bidding.point(seen), cards_shown(seen), (hands, kitties)
        return _tally(size, _native.rollout_from_bidding, self._rule_tables, *worlds, _row(options), (*into,))

    def heuristic_action(self, deal: Deal) -> Action:
        """The action that the heuristic policy chooses for the seat in turn; it looks at no other hand."""
        if deal.phase is Phase.OVER:
            raise ValueError("the deal is over: no seat is to act")
        if deal.phase is not Phase.PLAYING:
            return ACTIONS[_native.policy_action(self._rule_tables, self._bidding.deal_state(deal))]
        contract, play = _in_play(self._bidding, deal)
        return PLAYS[_native.policy_card(self._rule_tables, contract, play, deal.masks)]


def _row(options: RolloutOptions) -> tuple[int, int, int, int]:
    bidding, play, seed, threads = options
    return int(bidding), int(play), seed, threads


def _rows(hands: Buffer) -> int:
    try:
        return (memoryview(hands).shape or (0,))[0]
    except TypeError:
        raise ValueError("hands must be a buffer of uint64, n by 4") from None


PlayRow: TypeAlias = tuple[int, int, list[int], int, int, int]
"""Leader, trump, the trick in progress, the seats that sit out, the cards of finished tricks, the makers' tricks."""


def _in_play(bidding: BiddingPhase, seen: PublicDeal) -> tuple[tuple[int, int], PlayRow]:
    """The contract state and the dealer of a deal in play, and the state of the play without the hands."""
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
