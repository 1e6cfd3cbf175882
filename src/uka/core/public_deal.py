"""The part of a deal that everyone at the table may know. ``Deal`` and ``Observation`` extend it."""

from __future__ import annotations

from enum import Enum

import msgspec

from .actions import Action
from .cards import Card, Suit
from .ruleset import Ruleset
from .scoring import DealResult, after_revokes
from .seats import SEATS, Partnership, Seat, clockwise
from .trick import Trick, plays_from


class Phase(Enum):
    """The stage of a deal. It determines which kinds of action the seat whose turn it is may choose.

    The docstring of ``uka.core.deal`` says what happens in each phase.
    """

    NAMING = "naming"
    CLAIMING = "claiming"
    SHOWING = "showing"
    CALLING = "calling"
    DISCARDING = "discarding"
    ASKING = "asking"
    GIVING = "giving"
    PLAYING = "playing"
    OVER = "over"

    __hash__ = object.__hash__  # faster than Enum.__hash__, which is written in Python

    def __str__(self) -> str:
        return self.value


class Call(msgspec.Struct, frozen=True, gc=False):
    """What one seat chose when it could call trump: ``action`` is its call or its pass."""

    seat: Seat
    action: Action


class Contract(msgspec.Struct, frozen=True, gc=False):
    """Who made trump in a deal, which suit is trump, and who plays alone."""

    maker: Seat
    trump: Suit
    """The trump suit, or no trump."""
    ordered: bool
    """Whether the maker accepted the upcard. If not, the maker called trump in the second round of calls."""
    loner: Seat | None = None
    """The maker, or the maker's partner, who plays alone."""
    lone_defender: Seat | None = None
    """The defender who plays alone."""
    sitting_out: int = 0
    """The seats that sit out as a bit mask: bit *i* is set for the seat with index *i*."""

    @property
    def makers(self) -> Partnership:
        """The partnership that made trump."""
        return self.maker.partnership

    @property
    def defenders(self) -> Partnership:
        """The partnership that did not make trump."""
        return self.maker.partnership.other


class PublicDeal(msgspec.Struct, frozen=True, gc=False):
    """The part of a deal's state that everyone at the table may know."""

    rules: Ruleset
    dealer: Seat
    phase: Phase
    turn: Seat | None
    """The seat whose turn it is, or None if the deal is over."""
    upcard: Card
    up_suit: Suit | None
    """The suit of the upcard. If the upcard is the joker, this is None until the dealer names a suit."""
    buried: tuple[Card, ...] = ()
    """A joker that was turned up and replaced by the next card, if the rules do that."""
    calls: tuple[Call, ...] = ()
    """The calls and passes of both rounds of calls, in order."""
    declined: tuple[Seat, ...] = ()
    """The seats that declined to claim a farmer's hand or to go alone, if that is asked now."""
    went_under: Seat | None = None
    """The seat that exchanges a farmer's hand."""
    shown: tuple[Card, ...] = ()
    """The low cards that ``went_under`` has shown."""
    contract: Contract | None = None
    """Who made which trump, or None until trump is made."""
    picked_up: Seat | None = None
    """The seat that took the upcard into its hand."""
    given: bool = False
    """Whether a loner's partner has given the loner a card."""
    leader: Seat | None = None
    """The seat that led to the trick in progress or leads to the next."""
    trick: tuple[Card, ...] = ()
    """The cards of the trick in progress, in the order of play."""
    tricks: tuple[Trick, ...] = ()
    """The finished tricks."""
    taken: tuple[int, ...] = (0, 0)
    """The number of tricks that each partnership has taken, north-south first."""
    revokes: bool = False
    """Whether players can revoke, and so can claim revokes."""
    revoke_claims: tuple[tuple[Partnership, int], ...] = ()
    """The claims of a revoke, right or wrong, as (partnership that made the claim, number of the trick)."""
    proven: tuple[tuple[Seat, int, Card], ...] = ()
    """The revokes that claims proved, as (seat that revoked, number of the trick, card)."""
    ruled_revokes: tuple[Partnership, ...] = ()
    """The offending side of each revoke that an official ruled."""
    result: DealResult | None = None
    """The result, or None until the deal is over."""

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.result is not None

    @property
    def points(self) -> tuple[int, ...]:
        """The points that each partnership has scored in the deal, north-south first.

        Until the deal is over, these are penalties for revokes only.
        """
        if self.result is not None:
            return self.result.points
        return self.with_penalties((0,) * len(self.rules.partnerships))

    def with_penalties(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """Return ``points``, the points of the deal by partnership, as changed by its revokes.

        A side that revoked loses its points, and its opponents score the penalty for each revoke.
        """
        if not (self.proven or self.ruled_revokes):
            return points
        return after_revokes(points, self.revoked, self.rules.revoke_penalty)

    @property
    def revoked(self) -> tuple[Partnership, ...]:
        """The offending side of each revoke, whether a claim proved the revoke or an official ruled it."""
        proven = tuple([seat.partnership for seat, _, _ in self.proven])
        return proven + self.ruled_revokes

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or None until trump is made."""
        return self.contract.trump if self.contract else None

    @property
    def maker(self) -> Seat | None:
        """The seat that made trump, or None until trump is made."""
        return self.contract.maker if self.contract else None

    @property
    def calling_round(self) -> int:
        """The number of the round of calls: 1 until the upcard is turned down, then 2."""
        passes = len(self.calls) if self.contract is None else len(self.calls) - 1
        return 1 if passes < len(SEATS) else 2

    @property
    def dealer_is_stuck(self) -> bool:
        """Whether the dealer must make trump now because nobody else has, a rule known as "stick the dealer".

        If ``rules.nobody_calls`` is "dealer_names", the dealer must do so instead of passing for the second time. If it
        is "dealer_picks_up", so must a dealer who may not call in the second round; a dealer who may call must do so
        after passing for the second time. If the deal is thrown in when nobody calls, the dealer is never stuck.
        """
        if len(self.calls) < 2 * len(SEATS) - 1 or self.phase is not Phase.CALLING:
            return False
        rules = self.rules
        if rules.nobody_calls in ("throw_in", "throw_in_same"):
            return False
        if rules.nobody_calls == "dealer_names" or not rules.dealer_calls_in_second:
            return len(self.calls) == 2 * len(SEATS) - 1
        return len(self.calls) == 2 * len(SEATS)  # "dealer_picks_up": the dealer has passed too

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that do not sit out, clockwise from the dealer's left."""
        sitting_out = self.contract.sitting_out if self.contract else 0
        return tuple(s for s in clockwise(self.dealer.left) if not sitting_out >> s.index & 1)

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of the trick in progress, in the order of play, as (seat that played the card, card)."""
        if self.leader is None or self.contract is None:
            return ()
        return plays_from(self.leader, self.trick, self.contract.sitting_out)
