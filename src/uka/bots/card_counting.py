"""Card counting from an observation: unseen cards, voids, and the chance that a seat can beat a card.

A hidden card is equally likely to be in any hidden place, with three exceptions: the turn-up that was picked up, suits
in which a seat is void, and trumps, of which the maker holds more than others.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from uka.core.cards import Card, Suit, cards_of, mask_of, pack
from uka.core.legality import lawful_mask
from uka.core.observation import Observation
from uka.core.seats import NEXT_ACTIVE, Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH, Trick
from uka.kernels.evidence import cards_out_of_play, played_cards

NO_TRUMP = Suit.NO_TRUMP.index
MAKER_TRUMPS = 1.6
"""How many times likelier the maker is to hold an unseen trump than another seat."""


@cache
def pack_mask(size: int, joker: bool) -> int:
    """The mask of all cards of a pack."""
    return mask_of(pack(size, joker))


@cache
def stronger(trump: int, led: int, worth: int) -> int:
    """The mask of the cards whose strength in a trick exceeds ``worth``; indexes as in ``uka.core.trick.STRENGTH``."""
    return sum(1 << card for card, strength in enumerate(STRENGTH[trump][led]) if strength > worth)


def trumps_of(trump: int) -> int:
    """The mask of all trumps; 0 at no trump."""
    return 0 if trump == NO_TRUMP else FOLLOW[trump][trump]


def lowest(cards: int, trump: int) -> Card:
    """The lowest of some cards, side suits before trumps."""
    return min(cards_of(cards), key=lambda card: height(card, trump))


def height(card: Card, trump: int) -> int:
    """The strength of a card in a trick to which it is led."""
    return STRENGTH[trump][EFFECTIVE[trump][card.index].index][card.index]


class CountedPosition:
    """A position of the play as the seat in turn counts it.

    ``mine`` and ``unseen`` are masks of cards. ``left`` is the number of cards in each seat's hand. ``voids`` holds for
    each seat the mask of the suits that it did not follow. ``later`` are the seats that play to this trick after this
    one.
    """

    __slots__ = ("held", "known", "later", "left", "makers", "me", "mine", "seen", "trump", "unseen", "voids")

    def __init__(self, seen: Observation) -> None:
        contract = seen.contract
        assert contract is not None
        assert seen.seat is not None
        assert seen.leader is not None
        self.seen, self.me, self.trump = seen, seen.seat, contract.trump.index
        self.makers = contract.makers
        self.mine = mask_of(seen.cards)
        played, self.voids = played_cards(seen)
        self.left = [
            0 if contract.sitting_out >> seat.index & 1 else seen.rules.hand_size - played[seat.index].bit_count()
            for seat in seen.rules.seats
        ]
        gone = cards_out_of_play(seen)
        for cards in played:
            gone |= cards
        self.unseen = pack_mask(seen.rules.pack, seen.rules.joker) & ~gone & ~self.mine
        self.held = self.unseen.bit_count() or 1
        self.known = [0, 0, 0, 0]
        if seen.picked_up is not None:
            self.known[seen.picked_up.index] = seen.upcard.bit & self.unseen
        self.later = self._later(seen.leader, contract.sitting_out)

    def _later(self, leader: Seat, sitting: int) -> tuple[Seat, ...]:
        seats, seat = list[Seat](), NEXT_ACTIVE[sitting][self.me.index]
        while seat is not leader and seat is not self.me:
            seats.append(seat)
            seat = NEXT_ACTIVE[sitting][seat.index]
        return tuple(seats)

    @property
    def making(self) -> bool:
        """Whether this seat's side made trump."""
        return self.me.partnership is self.makers

    def trumps_out(self) -> int:
        """The mask of the unseen trumps that an opponent may hold."""
        trumps = trumps_of(self.trump) & self.unseen
        return trumps if any(not self.shown_out(seat, self.trump) for seat in self.opponents()) else 0

    def opponents(self) -> list[Seat]:
        """The opponents who play."""
        return [seat for seat in self.me.partnership.other.seats if not self.sitting(seat)]

    def sitting(self, seat: Seat) -> bool:
        """Whether a seat sits out."""
        assert self.seen.contract is not None
        return bool(self.seen.contract.sitting_out >> seat.index & 1)

    def shown_out(self, seat: Seat, suit: int) -> bool:
        """Whether a seat is known to be void in a suit."""
        return suit != NO_TRUMP and bool(self.voids[seat.index] >> suit & 1)

    def has(self, seat: Seat, mask: int, suit: int) -> float:
        """The chance that a seat holds at least one of some unseen cards, all of one suit."""
        mask &= self.unseen
        if not mask or self.shown_out(seat, suit):
            return 0.0
        if self.known[seat.index] & mask:
            return 1.0
        count: float = (mask & ~self._elsewhere(seat)).bit_count()
        if suit == self.trump and self.seen.maker is seat:
            count *= MAKER_TRUMPS
        return 1.0 - self._miss(seat) ** count

    def lacks(self, seat: Seat, suit: int) -> float:
        """The chance that a seat is void in a suit."""
        return 1.0 - self.has(seat, FOLLOW[self.trump][suit], suit)

    def beats(self, seat: Seat, led: int, worth: int) -> float:
        """The chance that a seat that has still to play can beat a card of strength ``worth``."""
        above = stronger(self.trump, led, worth)
        chance = self.has(seat, above & FOLLOW[self.trump][led], led)
        if self.trump in (led, NO_TRUMP):
            return chance
        ruff = self.has(seat, above & trumps_of(self.trump), self.trump)
        return chance + self.lacks(seat, led) * ruff if ruff else chance

    def holds_up(self, led: int, worth: int, against: list[Seat]) -> float:
        """The chance that no seat in ``against`` beats a card of strength ``worth``."""
        chance = 1.0
        for seat in against:
            chance *= 1.0 - self.beats(seat, led, worth)
        return chance

    def _miss(self, seat: Seat) -> float:
        unknown = self.left[seat.index] - self.known[seat.index].bit_count()
        return max(0.0, 1.0 - unknown / self.held)

    def _elsewhere(self, seat: Seat) -> int:
        """The mask of the cards that are known to be in another hand."""
        taken = self.seen.picked_up
        return 0 if taken is None or taken is seat else self.known[taken.index]


def certain_revoke(seen: Observation) -> int | None:
    """The number of a trick, from 0, in which an opponent certainly revoked; None if no such revoke can be claimed.

    It is certain if the seat later played a card that the rules would have made it play there.
    """
    if not seen.revokes or seen.seat is None or seen.contract is None:
        return None
    side, sitting = seen.seat.partnership, seen.contract.sitting_out
    tricks = seen.tricks
    if seen.leader is not None and seen.trick:
        tricks = (*tricks, Trick(seen.leader, seen.trick, seen.leader))
    played = [trick.plays(sitting) for trick in tricks]
    held = dict.fromkeys(seen.rules.seats, 0)
    revoke = None
    for number in reversed(range(len(tricks))):
        for place, (seat, card) in enumerate(played[number]):
            held[seat] |= card.bit
            if seat.partnership is side or (side, number) in seen.revoke_claims:
                continue
            if not card.bit & _lawful(seen, tricks, number, place, held[seat]):
                revoke = number
    return revoke


def _lawful(seen: Observation, tricks: tuple[Trick, ...], number: int, place: int, hand: int) -> int:
    """The mask of the cards that were lawful at an earlier play for a seat with this hand."""
    before = replace(seen, tricks=tricks[:number], trick=tricks[number].cards[:place])
    return lawful_mask(before, hand)
