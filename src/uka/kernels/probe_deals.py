"""Deals that explore the bidding. Their hands differ enough to show which choices a seat has with each kind of hand."""

from __future__ import annotations

from collections.abc import Iterator

from uka.core.cards import JOKER, LOW_MASK, SUIT_MASK, Card, cards_of, mask_of
from uka.core.deal import Deal
from uka.core.dealing import arranged_pack
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS


def probe_deal(rules: Ruleset, held: tuple[int, int, tuple[Card, ...]], upcard: Card | None = None) -> Deal:
    """Return a deal in which one seat holds given cards. ``held`` is an item that ``probe_hands`` yields."""
    number, seat, cards = held
    dealer = SEATS[number % len(SEATS)]
    rest = [card for card in rules.cards if card not in cards and card is not upcard]
    rest = rest[number % len(rest) :] + rest[: number % len(rest)]
    upcard = upcard or next(card for card in rest if card is not JOKER)
    rest = [card for card in rest if card is not upcard]
    hands = {SEATS[(dealer.index + seat) % len(SEATS)]: cards}
    for place, other in enumerate(s for s in SEATS if s not in hands):
        hands[other] = tuple(rest[place :: len(SEATS) - 1][: rules.hand_size])
    used = {card for hand in hands.values() for card in hand}
    kitty = [card for card in rest if card not in used]
    return Deal.start(rules, dealer, arranged_pack(rules, dealer, hands, upcard, kitty))


def probe_hands(rules: Ruleset) -> Iterator[tuple[int, int, tuple[Card, ...]]]:
    """Yield test hands: single suits, mixed suits, and hands with many or few low cards.

    Each item is the number of the hand, the seat that holds it, counted clockwise from the dealer, and its cards.
    """
    plain = [card for card in rules.cards if card is not JOKER]
    low, high = ([card for card in plain if bool(card.bit & LOW_MASK) is is_low] for is_low in (True, False))
    joker = rules.cards[len(plain) :]
    size = rules.hand_size
    number = 0
    for seat in range(len(SEATS)):
        suits = [cards_of(mask_of(plain) & mask) for mask in SUIT_MASK]
        whole = [suit[-size:] for suit in suits]
        mixed = [(suits[i][-1], *suits[i - 1][:2], *suits[i - 2][-2:]) for i in range(len(suits))]
        lows = [(*low[:n], *high[seat : seat + size - n]) for n in range(size + 1)]
        odd = [(*low[: size - 1], *joker), (*low[: size - 2], *joker, high[0])] if joker else []
        for cards in (*whole, *mixed, *lows, *odd):
            yield number, seat, cards
            number += 1
