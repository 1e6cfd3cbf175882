"""Card counting from an observation: the unseen cards, the suits that seats are void in, and the chances of holdings.

Each unseen card is assumed to be equally likely in every hidden place, with three exceptions. An upcard that was picked
up is in the hand of the seat that took it. A seat holds no card of a suit that it failed to follow. The maker holds
more unseen trumps than other seats.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from uka.core.cards import CARDS, Card, CardMask, Suit, cards_of, mask_of, pack
from uka.core.legality import lawful_mask
from uka.core.observation import Observation
from uka.core.seats import PLAY_ORDER, Seat
from uka.core.trick import FOLLOW, STRENGTH, Trick, suit_strength
from uka.kernels.evidence import cards_out_of_play, played_cards

from .elementary import power

NO_TRUMP = Suit.NO_TRUMP.index
MAKER_TRUMPS = 1.6
"""How much likelier the maker is than another seat to hold an unseen trump, as a factor."""


@cache
def pack_mask(size: int, joker: bool) -> CardMask:
    """Return all cards of the pack of ``size`` cards, and the joker too if ``joker`` is true."""
    return mask_of(pack(size, joker))


@cache
def cards_beating(trump: int, led: int, strength: int) -> CardMask:
    """Return the cards that beat a card of the strength ``strength`` in a trick.

    ``trump`` is the index of the trump, and ``led`` the index of the suit that was led.
    """
    return mask_of(card for card in CARDS if STRENGTH[trump][led][card.index] > strength)


def trumps_of(trump: int) -> CardMask:
    """Return all cards that are trumps if ``trump`` is the index of the trump. At no trump there are none."""
    return 0 if trump == NO_TRUMP else FOLLOW[trump][trump]


def lowest_card(cards: CardMask, trump: int) -> Card:
    """Return the lowest card of ``cards``. A card of another suit is lower than every trump.

    ``trump`` is the index of the trump.
    """
    return min(cards_of(cards), key=lambda card: suit_strength(card, trump))


class CountedPosition:
    """A position in the play, as the seat whose turn it is knows it from counting cards."""

    __slots__ = (
        "hand_sizes", "hidden_count", "known_cards", "later", "makers", "me", "mine", "seen", "trump", "unseen",
        "voids",
    )  # fmt: skip
    me: Seat
    """The seat whose turn it is."""
    trump: int
    """The index of the trump."""
    mine: CardMask
    """The cards of ``me``."""
    unseen: CardMask
    """The cards that ``me`` has not seen."""
    hidden_count: int
    """The number of cards in ``unseen``, but at least 1."""
    hand_sizes: list[int]
    """The number of cards in each seat's hand, by ``seat.index``; 0 for a seat that sits out."""
    voids: list[int]
    """The suits that each seat failed to follow, by ``seat.index``, as a bit mask of the suits' indexes."""
    known_cards: list[CardMask]
    """The unseen cards that each seat is known to hold, by ``seat.index``."""
    later: tuple[Seat, ...]
    """The seats that play to the current trick after ``me``."""

    def __init__(self, seen: Observation) -> None:
        contract = seen.contract
        assert contract is not None
        assert seen.seat is not None
        assert seen.leader is not None
        self.seen = seen
        self.me = seen.seat
        self.trump = contract.trump.index
        self.makers = contract.makers
        self.mine = mask_of(seen.cards)
        played, self.voids = played_cards(seen)
        self.hand_sizes = [
            0 if contract.sitting_out >> seat.index & 1 else seen.rules.hand_size - played[seat.index].bit_count()
            for seat in seen.rules.seats
        ]
        gone = cards_out_of_play(seen)
        for cards in played:
            gone |= cards
        self.unseen = pack_mask(seen.rules.pack, seen.rules.joker) & ~gone & ~self.mine
        self.hidden_count = self.unseen.bit_count() or 1
        self.known_cards = [0] * len(seen.rules.seats)
        if seen.picked_up is not None:
            self.known_cards[seen.picked_up.index] = seen.upcard.bit & self.unseen
        order = PLAY_ORDER[contract.sitting_out][seen.leader.index]
        self.later = order[order.index(seen.seat) + 1 :]

    @property
    def is_making_side(self) -> bool:
        """Whether the side of ``me`` made trump."""
        return self.me.partnership is self.makers

    def needs_every_trick(self) -> bool:
        """Return whether the side of ``me`` must take every remaining trick to improve the result of the deal.

        Makers improve the result when they make the contract, and then again when they take all tricks. Makers who go
        alone are held to all tricks from the start. Defenders improve it when they euchre the makers.
        """
        seen, contract = self.seen, self.seen.contract
        assert contract is not None
        size = seen.rules.hand_size
        taken = seen.taken[self.me.partnership.index]
        reachable = taken + size - len(seen.tricks)
        enough = size // 2 + 1
        marching = self.is_making_side and (taken >= enough or contract.loner is not None)
        return reachable == enough or (marching and reachable == size)

    def trumps_out(self) -> CardMask:
        """Return the unseen trumps, or an empty mask if no opponent can hold one."""
        trumps = trumps_of(self.trump) & self.unseen
        return trumps if any(not self.is_void(seat, self.trump) for seat in self.opponents()) else 0

    def opponents(self) -> list[Seat]:
        """Return the opponents of ``me`` who do not sit out."""
        return [seat for seat in self.me.partnership.other.seats if not self.sits_out(seat)]

    def sits_out(self, seat: Seat) -> bool:
        """Return whether ``seat`` sits out."""
        assert self.seen.contract is not None
        return bool(self.seen.contract.sitting_out >> seat.index & 1)

    def is_void(self, seat: Seat, suit: int) -> bool:
        """Return whether ``seat`` failed to follow the suit with the index ``suit``, so that it has none."""
        return suit != NO_TRUMP and bool(self.voids[seat.index] >> suit & 1)

    def chance_of_any(self, seat: Seat, cards: CardMask, suit: int) -> float:
        """Return the chance that ``seat`` holds at least one of the unseen cards among ``cards``.

        All of ``cards`` count as the suit with the index ``suit``.
        """
        cards &= self.unseen
        if not cards or self.is_void(seat, suit):
            return 0.0
        if self.known_cards[seat.index] & cards:
            return 1.0
        count: float = (cards & ~self._known_elsewhere(seat)).bit_count()
        if suit == self.trump and self.seen.maker is seat:
            count *= MAKER_TRUMPS
        return 1.0 - power(self._chance_elsewhere(seat), count)

    def chance_of_void(self, seat: Seat, suit: int) -> float:
        """Return the chance that ``seat`` has no card of the suit with the index ``suit``."""
        return 1.0 - self.chance_of_any(seat, FOLLOW[self.trump][suit], suit)

    def chance_to_beat(self, seat: Seat, led: int, strength: int) -> float:
        """Return the chance that ``seat``, which plays later, can beat a card of the strength ``strength``.

        ``led`` is the index of the suit that was led.
        """
        above = cards_beating(self.trump, led, strength)
        chance = self.chance_of_any(seat, above & FOLLOW[self.trump][led], led)
        if self.trump in (led, NO_TRUMP):
            return chance
        ruff = self.chance_of_any(seat, above & trumps_of(self.trump), self.trump)
        return chance + self.chance_of_void(seat, led) * ruff if ruff else chance

    def chance_unbeaten(self, led: int, strength: int, against: list[Seat]) -> float:
        """Return the chance that no seat in ``against`` can beat a card of the strength ``strength``.

        ``led`` is the index of the suit that was led.
        """
        chance = 1.0
        for seat in against:
            chance *= 1.0 - self.chance_to_beat(seat, led, strength)
        return chance

    def _chance_elsewhere(self, seat: Seat) -> float:
        """Return the chance that an unseen card, of which nothing is known, is not in the hand of ``seat``."""
        unknown = self.hand_sizes[seat.index] - self.known_cards[seat.index].bit_count()
        return max(0.0, 1.0 - unknown / self.hidden_count)

    def _known_elsewhere(self, seat: Seat) -> CardMask:
        """Return the unseen cards that are known to be in the hand of a seat other than ``seat``."""
        taker = self.seen.picked_up
        return 0 if taker is None or taker is seat else self.known_cards[taker.index]


def certain_revoke(seen: Observation) -> int | None:
    """Return the number, from 0, of the first trick in which an opponent certainly revoked, or None.

    A revoke is certain if the opponent's later plays show cards with which the play to that trick was unlawful. Return
    None if there is no such revoke that the side of the observing seat can still claim.
    """
    if not seen.revokes or seen.seat is None or seen.contract is None:
        return None
    side = seen.seat.partnership
    tricks = seen.tricks
    if seen.leader is not None and seen.trick:
        tricks = (*tricks, Trick(seen.leader, seen.trick, seen.leader))
    plays = [trick.plays(seen.contract.sitting_out) for trick in tricks]
    held = dict.fromkeys(seen.rules.seats, 0)  # of each seat, the cards that it has played from a trick on
    revoke = None
    for number in reversed(range(len(tricks))):
        for played_before, (seat, card) in enumerate(plays[number]):
            held[seat] |= card.bit
            if seat.partnership is side or (side, number) in seen.revoke_claims:
                continue
            before = replace(seen, tricks=tricks[:number], trick=tricks[number].cards[:played_before])
            if not card.bit & lawful_mask(before, held[seat]):
                revoke = number
    return revoke
