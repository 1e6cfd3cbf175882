"""Assignments of every card of a deal to a hand, the kitty or the discards, after the cards played are chosen.

Cards whose location does not follow from the file are marked as unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.core.cards import LOW_MASK, Card, mask_of
from uka.core.seats import SEATS, Seat

from .cards import possible_cards, single_card
from .constraints import GIFT, KITTY, PICKUP, SHOWN, CardLocation, DealConstraints, cards_left, known_cards
from .matching import match_cards
from .play_search import PlayedCard, PlaySearch


class CardSlot(NamedTuple):
    """A place in a hand, the kitty or the discards, for a card that the record does not show being played."""

    location: CardLocation
    """The hand, the kitty or the discards."""
    mask: int
    """The bit mask of the cards that may be at this place."""
    in_file: bool
    """Whether the file names the card."""


def placements(plays: PlaySearch, played: tuple[PlayedCard, ...]) -> Iterator[CardPlacement]:
    """Yield assignments of all cards to locations, the likeliest first. ``played`` holds the cards played.

    In the first assignment, the upcard is not among the discards. If all plays are known, the last assignment ignores
    whether the plays were legal, so that its replay raises an exception that names the broken rule.
    """
    constraints = plays.constraints
    left = cards_left(constraints, mask_of(play.card for play in played))
    held = {seat: plays.may_hold(seat, played) for seat in SEATS}
    attempts = [(held, constraints.pack & ~constraints.upcard.bit), (held, constraints.pack)]
    if plays.all_known:
        attempts.append((dict.fromkeys(SEATS, constraints.pack), constraints.pack))
    for hold, lay in attempts:
        slots = [*_hand_slots(constraints, played, hold), *_discard_slots(constraints, lay), *_kitty_slots(constraints)]
        if cards := match_cards([slot.mask for slot in slots], left):
            yield CardPlacement(plays, played, slots, cards)


def _hand_slots(
    constraints: DealConstraints, played: tuple[PlayedCard, ...], hold: dict[Seat, int]
) -> Iterator[CardSlot]:
    """Yield a slot for each card that stayed in a hand and was never played.

    ``hold`` maps each seat to the bit mask of the cards that it can hold. If a hand stayed as dealt, its slots take
    only the cards that the file allows in that hand.
    """
    for seat in SEATS:
        count = constraints.deal.masks[seat.index].bit_count() - sum(play.seat is seat for play in played)
        own_cards_only = constraints.final_locations(seat) == frozenset[CardLocation]({seat})
        as_dealt = count == constraints.rules.hand_size and own_cards_only
        in_file = constraints.hands[seat.index] if as_dealt else []
        for mask in _padded_masks(in_file, constraints.pack, count):
            yield CardSlot(seat, constraints.allowed_mask(seat) & hold[seat] & mask, False)


def _discard_slots(constraints: DealConstraints, discardable: int) -> Iterator[CardSlot]:
    """Yield a slot for each card that was discarded, or shown in the exchange of a farmer's hand.

    ``discardable`` is the bit mask of the cards that may be discarded.
    """
    places = [(where, 0, discardable) for where in constraints.discards]
    places += [(SHOWN, i, LOW_MASK) for i in range(len(constraints.deal.shown))]
    for where, i, limit in places:
        in_file = constraints.laid[where]
        mask = in_file[i] if i < len(in_file) else constraints.pack
        sure = single_card(mask) is not None
        yield CardSlot(where, constraints.allowed_mask(where) & mask & (constraints.pack if sure else limit), sure)


def _kitty_slots(constraints: DealConstraints) -> Iterator[CardSlot]:
    """Yield a slot for each card that stayed in the kitty, in the order of the file."""
    in_file = [mask for mask in constraints.kitty if not mask & known_cards(constraints.taken)]
    for mask in _padded_masks(in_file, constraints.pack, len(constraints.deal.kitty)):
        yield CardSlot(KITTY, constraints.allowed_mask(KITTY) & mask, single_card(mask) is not None)


def _padded_masks(masks: list[int], pack: int, count: int) -> list[int]:
    """Return ``count`` bit masks: the first ones of ``masks``, and then ``pack`` for each card that is missing."""
    return (masks + [pack] * count)[:count]


class CardPlacement:
    """An assignment of every card of a deal to a hand, the kitty or the discards."""

    def __init__(
        self, plays: PlaySearch, played: tuple[PlayedCard, ...], slots: list[CardSlot], cards: tuple[Card, ...]
    ) -> None:
        self.constraints, self.named = plays.constraints, plays.named
        self.played, self.slots, self.cards = played, slots, cards
        self.gift = self._passed_card()
        self.taken = self._taken_from_kitty()
        self.kitty = (*self.taken, *self.cards_at(KITTY))

    def cards_at(self, where: CardLocation) -> tuple[Card, ...]:
        """Return the cards assigned to the location ``where``."""
        return tuple(card for slot, card in zip(self.slots, self.cards, strict=True) if slot.location == where)

    def _final_cards(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that ``seat`` discarded, showed to exchange a farmer's hand, kept in hand, or played."""
        deal = self.constraints.deal
        away = self.cards_at(PICKUP) if seat is deal.picked_up else ()
        away += self.cards_at(GIFT) if seat is self.constraints.loner else ()
        away += self.cards_at(SHOWN) if seat is deal.went_under else ()
        return (*away, *self.cards_at(seat), *(play.card for play in self.played if play.seat is seat))

    def _received_cards(self, seat: Seat) -> list[Card]:
        """Return the cards, except the upcard, that ``seat`` may have received after its hand was dealt."""
        dealt = known_cards(self.constraints.hands[seat.index]) | mask_of(self.cards_at(SHOWN))
        dealt |= self.constraints.upcard.bit if seat is self.constraints.deal.picked_up else 0
        return [card for card in self._final_cards(seat) if not card.bit & dealt]

    def _passed_card(self) -> Card | None:
        """Return the card that the partner passed to the loner, or None if there is no loner or no card fits."""
        constraints, loner = self.constraints, self.constraints.loner
        if loner is None:
            return None
        possible = constraints.gift
        owned = known_cards(constraints.hands[loner.partner.index])
        hand_is_known = owned.bit_count() == constraints.rules.hand_size
        if hand_is_known and loner.partner is not constraints.deal.went_under:
            possible &= owned | constraints.upcard.bit
        return next((card for card in self._received_cards(loner) if card.bit & possible), None)

    def _taken_from_kitty(self) -> tuple[Card, ...]:
        """Return the cards that were taken for a farmer's hand, or () if none were or they do not fit."""
        under, loner = self.constraints.deal.went_under, self.constraints.loner
        if under is None:
            return ()
        late = [card for card in self._received_cards(under) if card is not self.gift]
        if self.gift and loner and under is loner.partner:
            late.append(self.gift)
        return match_cards(self.constraints.taken, late, allow_leftover=True) or ()

    def dealt_hands(self) -> dict[Seat, tuple[Card, ...]] | None:
        """Return the hands as dealt, each in the order of the file, or None if the hands contradict the file."""
        hands = {seat: self._dealt_hand(seat) for seat in SEATS}
        return {seat: hand for seat, hand in hands.items() if hand} if all(hands.values()) else None

    def _dealt_hand(self, seat: Seat) -> tuple[Card, ...] | None:
        """Return the hand as dealt to ``seat``, in the order of the file, or None if its cards contradict the file."""
        deal, loner = self.constraints.deal, self.constraints.loner
        late = {self.constraints.upcard} if seat is deal.picked_up else set[Card]()
        late |= {*self.taken} if seat is deal.went_under else set()
        ended = list(self._final_cards(seat))
        if self.gift and loner and seat is loner:
            late.add(self.gift)
        elif self.gift and loner and seat is loner.partner:
            ended.append(self.gift)
        in_file = self.constraints.hands[seat.index]
        masks = _padded_masks(in_file, self.constraints.pack, self.constraints.rules.hand_size)
        return match_cards(masks, [card for card in ended if card not in late])

    def unknown(self) -> tuple[Card, ...]:
        """Return the cards whose location does not follow from the file."""
        constraints = self.constraints
        vague = {play.card for play in self.played if not play.card.bit & self.named}
        guessed = {self.gift} if self.gift and not single_card(constraints.gift) else set[Card]()
        guessed |= {card for card in self.taken if not card.bit & known_cards(constraints.taken)}
        open_slots = [i for i, slot in enumerate(self.slots) if not slot.in_file]
        loose = {self.cards[i] for i in open_slots if vague or self._may_lie_elsewhere(i)}
        turned = single_card(constraints.pack & possible_cards(constraints.parsed.form.initial_state.up_card))
        cards = (vague | guessed | loose | {constraints.upcard}) - {turned}
        return tuple(card for card in constraints.rules.cards if card in cards)

    def _may_lie_elsewhere(self, index: int) -> bool:
        """Return whether the card assigned to the slot at ``index`` may be in another location instead.

        This is so if all cards can be assigned to slots with this card in another location.
        """
        card, where = self.cards[index], self.slots[index].location
        masks = [slot.mask & ~card.bit if slot.location == where else slot.mask for slot in self.slots]
        return match_cards(masks, self.cards) is not None
