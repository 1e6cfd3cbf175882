"""What everyone at the table may know of a deal: the part that a ``Deal`` and an ``Observation`` share."""

from __future__ import annotations

from enum import Enum

import msgspec

from .actions import Action
from .cards import Card, Suit
from .ruleset import Ruleset
from .scoring import DealResult, after_revokes
from .seats import Partnership, Seat, clockwise
from .trick import Trick, plays_from


class Phase(Enum):
    """What a deal waits for."""

    NAMING = "naming"
    CLAIMING = "claiming"
    SHOWING = "showing"
    CALLING = "calling"
    DISCARDING = "discarding"
    ASKING = "asking"
    GIVING = "giving"
    PLAYING = "playing"
    OVER = "over"

    __hash__ = object.__hash__  # Enum's own is Python, and slow

    def __str__(self) -> str:
        return self.value


class Call(msgspec.Struct, frozen=True, gc=False):
    """What a seat said when asked for trump."""

    seat: Seat
    action: Action


class Contract(msgspec.Struct, frozen=True, gc=False):
    """Who made what trump, who plays alone, and the mask of the seats that sit out."""

    maker: Seat
    trump: Suit
    ordered: bool
    loner: Seat | None = None
    lone_defender: Seat | None = None
    sitting_out: int = msgspec.field(default=0, name="sitting")

    @property
    def makers(self) -> Partnership:
        """The partnership of the maker."""
        return self.maker.partnership

    @property
    def defenders(self) -> Partnership:
        """The other partnership."""
        return self.maker.partnership.other


class PublicDeal(msgspec.Struct, frozen=True, gc=False):
    """The open side of a deal.

    ``up_suit`` is the suit that the turn-up offers, None until a turned-up benny's suit is named. ``declined`` are
    the seats that said no to the question now open. ``revoke_claims`` are the (partnership, trick) pairs claimed,
    ``proven`` the revokes that were proven: who revoked, in which trick, by which card; ``ruled_revokes`` are the sides
    that revoked by an official's final say, one for each revoke.
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
        """The points scored in the deal so far, by partnership: its result's, or those paid for revokes."""
        if self.result is not None:
            return self.result.points
        return self.with_penalties((0,) * len(self.rules.partnerships))

    def with_penalties(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """What the deal comes to if its play is worth these points, by partnership: found revokes are paid for."""
        found = self.revoked
        return after_revokes(points, found, self.rules.revoke_penalty) if found else points

    @property
    def revoked(self) -> tuple[Partnership, ...]:
        """The sides whose revokes were found, one for each: proven, or by an official's final say."""
        return (*[seat.partnership for seat, _, _ in self.proven], *self.ruled_revokes)

    @property
    def trump(self) -> Suit | None:
        """The trump suit once it is made."""
        return self.contract.trump if self.contract else None

    @property
    def maker(self) -> Seat | None:
        """The seat that made trump."""
        return self.contract.maker if self.contract else None

    @property
    def calling_round(self) -> int:
        """1 while the turn-up is offered, 2 once it was turned down."""
        before = len(self.calls) - (self.contract is not None)
        return 1 if before < len(self.rules.seats) else 2

    @property
    def dealer_is_stuck(self) -> bool:
        """Whether the dealer must call (stick the dealer): nobody else called, and the rules throw no deal in."""
        rules = self.rules
        if self.phase is not Phase.CALLING or rules.nobody_calls in ("throw_in", "throw_in_same"):
            return False
        spared = rules.nobody_calls == "dealer_names" or not rules.dealer_calls_in_second
        return len(self.calls) == 2 * len(rules.seats) - spared

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play, clockwise from the dealer's left."""
        sitting_out = self.contract.sitting_out if self.contract else 0
        return tuple(s for s in clockwise(self.dealer.left) if not sitting_out >> s.index & 1)

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Who played what to the trick in progress."""
        if self.leader is None or self.contract is None:
            return ()
        return plays_from(self.leader, self.trick, self.contract.sitting_out)
