"""A position in the play of a deal, with the cards of every hand."""

from __future__ import annotations

import msgspec

from uka.core.cards import Card, Hand, Suit
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import PLAY_ORDER, SEATS, Partnership, Seat
from uka.core.trick import winner


class InvalidPosition(UkaError):
    """Raised for a position that cannot arise in play, and for a text that describes no position."""


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A position in the play of a deal, with the cards of every hand."""

    rules: Ruleset
    hands: tuple[Hand, ...]
    """The hand of each seat, by ``seat.index``. The cards of a seat that sits out are ignored."""
    trump: Suit
    """The trump suit, or no trump."""
    maker: Seat
    """The seat that made trump."""
    leader: Seat
    """The seat that led the trick in progress, or leads the next one if no trick is in progress."""
    trick: tuple[Card, ...] = ()
    """The cards of the trick in progress, in the order of play."""
    taken: tuple[int, ...] = (0, 0)
    """The number of tricks that each partnership has taken, north-south first."""
    loner: Seat | None = None
    """The maker, or the maker's partner, who plays alone."""
    lone_defender: Seat | None = None
    """The defender who plays alone."""

    @classmethod
    def of(cls, deal: Deal) -> Position:
        """Return the position of ``deal``, with empty hands for seats that sit out.

        Raise ``InvalidPosition`` if ``deal`` is not in the playing phase.
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
    def sitting_out(self) -> int:
        """The seats that sit out as a bit mask: bit *i* is set for the seat with index *i*."""
        return sum(1 << seat.partner.index for seat in (self.loner, self.lone_defender) if seat)

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play to the trick, clockwise from ``leader``."""
        return PLAY_ORDER[self.sitting_out][self.leader.index]

    @property
    def turn(self) -> Seat:
        """The seat that plays next."""
        return self.active[len(self.trick)]

    @property
    def over(self) -> bool:
        """Whether every trick is finished."""
        return sum(self.taken) == self.rules.hand_size

    def play(self, card: Card) -> Position:
        """Return the position after the seat whose turn it is plays ``card``. Whether it may do so is not checked.

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
        taker = winner(self.leader, trick, self.sitting_out, self.trump)
        taken = list(self.taken)
        taken[taker.partnership.index] += 1
        return msgspec.structs.replace(self, hands=hands, trick=(), leader=taker, taken=tuple(taken))
