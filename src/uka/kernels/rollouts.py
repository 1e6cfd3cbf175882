"""Whole deals from shuffle to score in compiled code, many at once: by chance, or by a cheap player's rules of thumb.

>>> import uka
>>> policy = RolloutPolicy.HEURISTIC
>>> tally = Rollouts(uka.ruleset("cardgames")).deals(10_000, seed=7, calls=policy, play=policy)
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
from uka.core.public import Phase, PublicDeal
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import SEATS, Seat

from . import _native
from .bidding import OUTCOMES, BiddingPhase, cards_shown

if TYPE_CHECKING:
    from typing_extensions import Buffer


class RolloutPolicy(IntEnum):
    """Who chooses: chance, evenly among all that is allowed, or the cheap player."""

    RANDOM = 0
    HEURISTIC = 1


class RolloutTally(NamedTuple):
    """What many deals came to; points by partnership, makers by seat index where trump was made."""

    deals: int
    points: tuple[int, int]
    squares: int
    """The sum of the squares of what the first partnership made more than the other."""
    outcomes: dict[Outcome, int]
    makers: tuple[int, ...]

    @property
    def mean(self) -> float:
        """What the first partnership made more than the other, a deal."""
        return (self.points[0] - self.points[1]) / self.deals

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(max(0.0, self.squares / self.deals - self.mean**2) / self.deals)


class Rollouts:
    """Playouts under one ruleset.

    Results go into buffers where they are wanted, a row a deal: ``points`` and ``tricks`` int8 *n* by 2, by
    partnership; ``outcomes`` int8 *n*, places in ``Outcome``; ``makers`` int8 *n*, seats, -1 where trump was not made.
    Deal *i* of a seed is the same for any number of deals and threads. ``ValueError`` for what is malformed; the
    interpreter is free meanwhile.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.calls = BiddingPhase(rules)
        self._book = self.calls.book

    def deals(
        self,
        size: int,
        *,
        seed: int = 0,
        dealer: Seat = SEATS[0],
        calls: RolloutPolicy = RolloutPolicy.RANDOM,
        play: RolloutPolicy = RolloutPolicy.RANDOM,
        threads: int = 1,
        points: Buffer | None = None,
        tricks: Buffer | None = None,
        outcomes: Buffer | None = None,
        makers: Buffer | None = None,
    ) -> RolloutTally:
        """So many deals from the shuffle on, every order of the pack as likely as any other."""
        into = points, tricks, outcomes, makers
        return _tally(size, _native.deals, self._book, size, dealer.index, calls, play, seed, threads, *into)

    def onward(
        self,
        seen: PublicDeal,
        hands: Buffer,
        kitties: Buffer | None = None,
        *,
        seed: int = 0,
        calls: RolloutPolicy = RolloutPolicy.HEURISTIC,
        play: RolloutPolicy = RolloutPolicy.HEURISTIC,
        threads: int = 1,
        points: Buffer | None = None,
        tricks: Buffer | None = None,
        outcomes: Buffer | None = None,
        makers: Buffer | None = None,
    ) -> RolloutTally:
        """One deal on from where it stands, in many worlds that agree with what is open of it, each to its end.

        ``hands`` uint64 *n* by 4: masks by seat, as they are now. ``kitties`` int8 *n* by *k*: what lies under the
        turn-up, top first, needed while it may be taken. ``ValueError`` names the first world that cannot be.
        """
        into = points, tricks, outcomes, makers
        size = _rows(hands)
        if seen.phase is Phase.PLAYING:
            state, dealer, here = _in_play(self.calls, seen)
            told = state, dealer, hands, *here, play
            return _tally(size, _native.on_from_play, self._book, *told, seed, threads, *into)
        told = *self.calls.place(seen), cards_shown(seen), hands, kitties, calls, play
        return _tally(size, _native.on_from_calls, self._book, *told, seed, threads, *into)

    def heuristic_action(self, deal: Deal) -> Action:
        """What the cheap player does for the seat in turn, of whose cards it looks at no others."""
        if deal.phase is Phase.OVER:
            raise ValueError("the deal is over: there is nothing to be decided")
        if deal.phase is not Phase.PLAYING:
            return ACTIONS[_native.cheap_action(self._book, self.calls.hold(deal))]
        state, dealer, here = _in_play(self.calls, deal)
        return PLAYS[_native.cheap_card(self._book, state, dealer, deal.masks, *here)]


def _rows(hands: Buffer) -> int:
    try:
        return (memoryview(hands).shape or (0,))[0]
    except TypeError:
        raise ValueError("hands must be a buffer of uint64, by 4") from None


Here: TypeAlias = tuple[int, int, list[int], int, int, int]
"""Leader, trump, the trick in progress, who sits out, the mask of what is gone, the makers' tricks."""


def _in_play(calls: BiddingPhase, seen: PublicDeal) -> tuple[int, int, Here]:
    """A deal in play but for its hands: its contract and dealer, and where it stands."""
    contract, leader = seen.contract, seen.leader
    assert contract is not None
    assert leader is not None
    here = (
        leader.index,
        contract.trump.index,
        [card.index for card in seen.trick],
        contract.sitting,
        mask_of(card for trick in seen.tricks for card in trick.cards),
        seen.taken[contract.makers.index],
    )
    return calls.automaton.state(seen), seen.dealer.index, here


def _tally(size: int, run: Callable[..., list[int]], *asked: Any) -> RolloutTally:
    try:
        a, b, squares, *counts = run(*asked)
    except TypeError:
        raise ValueError(
            "playouts are told whole numbers, none below zero, contiguous buffers to read and writable ones for results"
        ) from None
    outcomes = dict(zip(OUTCOMES, counts, strict=False))
    return RolloutTally(size, (a, b), squares, outcomes, tuple(counts[len(OUTCOMES) :]))
