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
    """The stage of a deal. It determines the kinds of action that are open to the seat whose turn it is."""

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
    """What one seat chose in a round of calls: a call of trump, or a pass."""

    seat: Seat
    action: Action


class Contract(msgspec.Struct, frozen=True, gc=False):
    """The contract of a deal: the maker, the trump suit, and the seats that play or defend alone.

    ``ordered`` is true if the maker accepted the turn-up. ``sitting_out`` is the bit mask of the seats that sit out.
    """

    maker: Seat
    trump: Suit
    ordered: bool
    loner: Seat | None = None
    lone_defender: Seat | None = None
    sitting_out: int = 0

    @property
    def makers(self) -> Partnership:
        """The partnership that made trump."""
        return self.maker.partnership

    @property
    def defenders(self) -> Partnership:
        """The partnership that did not make trump."""
        return self.maker.partnership.other


class PublicDeal(msgspec.Struct, frozen=True, gc=False):
    """The public part of a deal.

    ``up_suit`` is the suit of the turn-up. If the joker is turned up, ``up_suit`` is None until the dealer names a
    suit. ``declined`` holds the seats that declined in the current phase. ``went_under`` is the seat that exchanges a
    farmer's hand, and ``shown`` the cards that it showed. ``taken`` is the number of tricks by partnership.
    ``revoke_claims`` holds the claims of a revoke, as (partnership that made the claim, trick). ``proven`` holds the
    proven revokes, as (seat that revoked, trick, card). ``ruled_revokes`` holds the offending side of each revoke that
    an official found.
    """

    rules: Ruleset
    dealer: Seat
    phase: Phase
    turn: Seat | None
    upcard: Card
    up_suit: Suit | None
    buried: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()
    declined: tuple[Seat, ...] = ()
    went_under: Seat | None = None
    shown: tuple[Card, ...] = ()
    contract: Contract | None = None
    picked_up: Seat | None = None
    given: bool = False
    leader: Seat | None = None
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    taken: tuple[int, ...] = (0, 0)
    revokes: bool = False
    revoke_claims: tuple[tuple[Partnership, int], ...] = ()
    proven: tuple[tuple[Seat, int, Card], ...] = ()
    ruled_revokes: tuple[Partnership, ...] = ()
    result: DealResult | None = None

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.result is not None

    @property
    def points(self) -> tuple[int, ...]:
        """The points scored in the deal, by partnership.

        While the deal goes on, only penalties for revokes are scored.
        """
        if self.result is not None:
            return self.result.points
        return self.with_penalties((0,) * len(self.rules.partnerships))

    def with_penalties(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """Return the points of the deal by partnership, after the penalties for revokes.

        ``points`` holds the points without revokes.
        """
        if not (self.proven or self.ruled_revokes):
            return points
        return after_revokes(points, self.revoked, self.rules.revoke_penalty)

    @property
    def revoked(self) -> tuple[Partnership, ...]:
        """The offending side of each revoke, whether a claim proved it or an official ruled it."""
        return (*[seat.partnership for seat, _, _ in self.proven], *self.ruled_revokes)

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
        """The round of calls: 1 until the turn-up is turned down, then 2."""
        before = len(self.calls) - (self.contract is not None)
        return 1 if before < len(SEATS) else 2

    @property
    def dealer_is_stuck(self) -> bool:
        """Whether all other seats have passed and the dealer must call. This rule is known as "stick the dealer"."""
        if len(self.calls) < 2 * len(SEATS) - 1 or self.phase is not Phase.CALLING:
            return False
        rules = self.rules
        if rules.nobody_calls in ("throw_in", "throw_in_same"):
            return False
        spared = rules.nobody_calls == "dealer_names" or not rules.dealer_calls_in_second
        return len(self.calls) == 2 * len(SEATS) - spared

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that do not sit out, clockwise from the dealer's left."""
        sitting_out = self.contract.sitting_out if self.contract else 0
        return tuple(s for s in clockwise(self.dealer.left) if not sitting_out >> s.index & 1)

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards of the trick in progress, each with the seat that played it."""
        if self.leader is None or self.contract is None:
            return ()
        return plays_from(self.leader, self.trick, self.contract.sitting_out)
