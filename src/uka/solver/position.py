"""A position in the play of a deal, with every hand open, and the position after a card is played."""

from __future__ import annotations

import msgspec

from uka.core.cards import Card, Hand, Suit
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import NEXT_ACTIVE, SEATS, Partnership, Seat
from uka.core.trick import winner


class InvalidPosition(UkaError):
    """Raised for a position that cannot arise in play, and for text that does not describe a position."""


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A position in the play: the hands by seat, the contract, the trick in progress, and the tricks taken.

    ``leader`` is the seat that led the trick in progress. If no trick is in progress, ``leader`` leads the next trick.
    ``taken`` is the number of tricks that each partnership has taken. The cards of a seat that sits out are ignored.
    """

    rules: Ruleset
    hands: tuple[Hand, ...]
    trump: Suit
    maker: Seat
    leader: Seat
    trick: tuple[Card, ...] = ()
    taken: tuple[int, ...] = (0, 0)
    loner: Seat | None = None
    lone_defender: Seat | None = None

    @classmethod
    def of(cls, deal: Deal) -> Position:
        """Return the position of a deal in the playing phase, with empty hands for seats that sit out.

        Raise ``InvalidPosition`` if the deal is in another phase.
        """
        contract, leader = deal.contract, deal.leader
        if deal.phase is not Phase.PLAYING or contract is None or leader is None:
            raise InvalidPosition(f"only a deal in play can be solved: this one is {deal.phase}")
        return cls(
            rules=deal.rules,
            hands=tuple(Hand.of(0 if contract.sitting_out >> i & 1 else mask) for i, mask in enumerate(deal.masks)),
            trump=contract.trump,
            maker=contract.maker,
            leader=leader,
            trick=deal.trick,
            taken=deal.taken,
            loner=contract.loner,
            lone_defender=contract.lone_defender,
        )

    @property
    def makers(self) -> Partnership:
        """The partnership that made trump."""
        return self.maker.partnership

    @property
    def sitting(self) -> int:
        """The bit mask of the seats that sit out. Bit *i* stands for the seat with index *i*."""
        return sum(1 << seat.partner.index for seat in (self.loner, self.lone_defender) if seat)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that do not sit out, clockwise from the leader."""
        seats = [self.leader]
        while (seat := NEXT_ACTIVE[self.sitting][seats[-1].index]) is not self.leader and len(seats) < len(SEATS):
            seats.append(seat)
        return tuple(seats)

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.active[len(self.trick)]

    @property
    def over(self) -> bool:
        """Whether every trick is finished."""
        return sum(self.taken) == self.rules.hand_size

    def play(self, card: Card) -> Position:
        """Return the position after the next seat plays ``card``. The method does not check that the card is lawful.

        >>> hands = tuple(Hand([card]) for card in (Card.AS, Card.S9, Card.C9, Card.TS))
        >>> west = dict(leader=Seat.WEST, taken=(2, 2))
        >>> ready = Position(rules=Ruleset(), hands=hands, trump=Suit.CLUBS, maker=Seat.EAST, **west)
        >>> ready.turn, ready.play(Card.TS).turn
        (Seat.WEST, Seat.NORTH)
        """
        hands = tuple(
            hand - {card} if seat is self.turn else hand for seat, hand in zip(SEATS, self.hands, strict=True)
        )
        trick = (*self.trick, card)
        if len(trick) < len(self.active):
            return msgspec.structs.replace(self, hands=hands, trick=trick)
        taker = winner(self.leader, trick, self.sitting, self.trump)
        taken = tuple(n + (i == taker.partnership.index) for i, n in enumerate(self.taken))
        return msgspec.structs.replace(self, hands=hands, trick=(), leader=taker, taken=taken)
