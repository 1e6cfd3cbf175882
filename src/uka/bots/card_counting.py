"""Card counting from an observation: unseen cards, voids, and the chance that a seat can beat a card.

Each hidden card is assumed to be equally likely in every hidden place, with three exceptions. An upcard that was picked
up is in the hand of the seat that took it. A seat holds no cards of a suit in which it is void. The maker holds more
unseen trumps than other seats.
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
"""The factor by which the maker is likelier than another seat to hold an unseen trump."""


@cache
def pack_mask(size: int, joker: bool) -> int:
    """Return the mask of all cards of a pack with ``size`` cards. If ``joker`` is true, the mask also has the joker."""
    return mask_of(pack(size, joker))


@cache
def stronger(trump: int, led: int, worth: int) -> int:
    """Return the mask of the cards that beat a card of strength ``worth`` in a trick.

    ``trump`` and ``led`` are indexes in the tables of ``uka.core.trick.STRENGTH``.
    """
    return sum(1 << card for card, strength in enumerate(STRENGTH[trump][led]) if strength > worth)


def trumps_of(trump: int) -> int:
    """Return the mask of all trumps, which is 0 at no trump."""
    return 0 if trump == NO_TRUMP else FOLLOW[trump][trump]


def lowest(cards: int, trump: int) -> Card:
    """Return the lowest of the given cards. Every card of a side suit is lower than every trump."""
    return min(cards_of(cards), key=lambda card: height(card, trump))


def height(card: Card, trump: int) -> int:
    """Return the strength of a card in a trick in which the card's own suit was led."""
    return STRENGTH[trump][EFFECTIVE[trump][card.index].index][card.index]


class CountedPosition:
    """A position in the play, as a seat knows it from counting cards. It is the turn of this seat, ``me``.

    ``mine`` and ``unseen`` are card masks. ``left`` is the number of cards in each hand. ``voids`` gives, for each
    seat, the mask of the suits that the seat failed to follow. ``later`` lists the seats that play to the current trick
    after ``me``.
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
        """Whether the seat's side made trump."""
        return self.me.partnership is self.makers

    def trumps_out(self) -> int:
        """Return the mask of the unseen trumps that an opponent may hold."""
        trumps = trumps_of(self.trump) & self.unseen
        return trumps if any(not self.shown_out(seat, self.trump) for seat in self.opponents()) else 0

    def opponents(self) -> list[Seat]:
        """Return the opponents who play in this deal, without a seat that sits out."""
        return [seat for seat in self.me.partnership.other.seats if not self.sitting(seat)]

    def sitting(self, seat: Seat) -> bool:
        """Return whether a seat sits out."""
        assert self.seen.contract is not None
        return bool(self.seen.contract.sitting_out >> seat.index & 1)

    def shown_out(self, seat: Seat, suit: int) -> bool:
        """Return whether a seat is known to be void in a suit."""
        return suit != NO_TRUMP and bool(self.voids[seat.index] >> suit & 1)

    def has(self, seat: Seat, mask: int, suit: int) -> float:
        """Return the chance that a seat holds at least one of the unseen cards in ``mask``.

        All cards in ``mask`` have the suit ``suit``.
        """
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
        """Return the chance that a seat is void in a suit."""
        return 1.0 - self.has(seat, FOLLOW[self.trump][suit], suit)

    def beats(self, seat: Seat, led: int, worth: int) -> float:
        """Return the chance that a seat can beat a card of strength ``worth``.

        The seat must not have played to the trick yet.
        """
        above = stronger(self.trump, led, worth)
        chance = self.has(seat, above & FOLLOW[self.trump][led], led)
        if self.trump in (led, NO_TRUMP):
            return chance
        ruff = self.has(seat, above & trumps_of(self.trump), self.trump)
        return chance + self.lacks(seat, led) * ruff if ruff else chance

    def holds_up(self, led: int, worth: int, against: list[Seat]) -> float:
        """Return the chance that no seat in ``against`` can beat a card of strength ``worth``."""
        chance = 1.0
        for seat in against:
            chance *= 1.0 - self.beats(seat, led, worth)
        return chance

    def _miss(self, seat: Seat) -> float:
        unknown = self.left[seat.index] - self.known[seat.index].bit_count()
        return max(0.0, 1.0 - unknown / self.held)

    def _elsewhere(self, seat: Seat) -> int:
        """Return the mask of the unseen cards that are known to be in the hand of a seat other than ``seat``."""
        taken = self.seen.picked_up
        return 0 if taken is None or taken is seat else self.known[taken.index]


def certain_revoke(seen: Observation) -> int | None:
    """Return the number of a trick, counted from 0, in which an opponent provably revoked.

    Return None if no proven revoke can be claimed. A revoke is proven if the opponent's later plays show that the
    opponent held cards that made the play to that trick unlawful.
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
    """Return the mask of the cards that a seat with the given hand could lawfully play at an earlier moment.

    ``number`` is the number of the trick, and ``place`` the number of cards in that trick at that moment.
    """
    before = replace(seen, tricks=tricks[:number], trick=tricks[number].cards[:place])
    return lawful_mask(before, hand)
