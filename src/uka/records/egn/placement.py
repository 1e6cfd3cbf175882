"""Assignments of every card of a deal to a hand, the kitty or the discards, for given plays.

Cards whose location does not follow from the file are marked as unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.core.cards import LOW_MASK, Card, mask_of
from uka.core.seats import SEATS, Seat

from .cards import known, may_be
from .constraints import GIFT, KITTY, PICKUP, SHOWN, CardLocation, DealConstraints, cards_left, known_cards
from .matching import matched
from .play_search import PlayedCard, PlaySearch


class CardSlot(NamedTuple):
    """A position for one card that was not played.

    ``bin`` is the location of the position, such as a hand or the kitty. ``mask`` is the bit mask of the cards that the
    position can take. ``in_file`` is true if the file names the card.
    """

    bin: CardLocation
    mask: int
    in_file: bool


def placements(plays: PlaySearch, played: tuple[PlayedCard, ...]) -> Iterator[CardPlacement]:
    """Yield assignments of all cards to locations, the likeliest first.

    In the first assignment, the turn-up is not among the discards. If all plays are known, the last assignment also
    covers plays that break a rule: a seat may hold a card that it should have played. The replay of that assignment
    raises an exception that names the broken rule.
    """
    facts = plays.facts
    left = cards_left(facts, mask_of(play.card for play in played))
    held = {seat: plays.may_hold(seat, played) for seat in SEATS}
    tries = [(held, facts.pack & ~facts.upcard.bit), (held, facts.pack)]
    if plays.sure:
        tries.append((dict.fromkeys(SEATS, facts.pack), facts.pack))
    for hold, lay in tries:
        slots = [*_held(facts, played, hold), *_laid(facts, lay), *_kitty(facts)]
        if cards := matched([slot.mask for slot in slots], left):
            yield CardPlacement(plays, played, slots, cards)


def _held(facts: DealConstraints, played: tuple[PlayedCard, ...], hold: dict[Seat, int]) -> Iterator[CardSlot]:
    """Yield a slot for each card that stayed in a hand and was never played.

    If a hand stayed as dealt, its slots take only the cards that the file allows in that hand.
    """
    for seat in SEATS:
        count = facts.deal.masks[seat.index].bit_count() - sum(play.seat is seat for play in played)
        as_dealt = count == facts.rules.hand_size and facts.final_locations(seat) == frozenset[CardLocation]({seat})
        in_file = facts.hands[seat.index] if as_dealt else []
        for mask in (in_file + [facts.pack] * count)[:count]:
            yield CardSlot(seat, facts.allowed(seat) & hold[seat] & mask, False)


def _laid(facts: DealConstraints, lay: int) -> Iterator[CardSlot]:
    """Yield a slot for each card that was discarded or shown.

    ``lay`` is the bit mask of the cards that may be discarded.
    """
    places = [(where, 0, lay) for where in facts.discards]
    places += [(SHOWN, i, LOW_MASK) for i in range(len(facts.deal.shown))]
    for where, i, limit in places:
        in_file = facts.laid[where]
        mask = in_file[i] if i < len(in_file) else facts.pack
        sure = known(mask) is not None
        yield CardSlot(where, facts.allowed(where) & mask & (facts.pack if sure else limit), sure)


def _kitty(facts: DealConstraints) -> Iterator[CardSlot]:
    """Yield a slot for each card that stayed in the kitty, in the order of the file."""
    in_file = [mask for mask in facts.kitty if not mask & known_cards(facts.taken)]
    for mask in (in_file + [facts.pack] * len(facts.deal.kitty))[: len(facts.deal.kitty)]:
        yield CardSlot(KITTY, facts.allowed(KITTY) & mask, known(mask) is not None)


class CardPlacement:
    """An assignment of every card of a deal to a hand, the kitty or the discards."""

    def __init__(
        self, plays: PlaySearch, played: tuple[PlayedCard, ...], slots: list[CardSlot], cards: tuple[Card, ...]
    ) -> None:
        self.facts, self.named = plays.facts, plays.named
        self.played, self.slots, self.cards = played, slots, cards
        self.gift = self._gift()
        self.taken = self._taken()
        self.kitty = (*self.taken, *self.of(KITTY))

    def of(self, where: CardLocation) -> tuple[Card, ...]:
        """Return the cards assigned to a location."""
        return tuple(card for slot, card in zip(self.slots, self.cards, strict=True) if slot.bin == where)

    def _ended(self, seat: Seat) -> tuple[Card, ...]:
        """Return a seat's cards: the discarded and shown cards, then the cards left in hand, then the played cards."""
        deal = self.facts.deal
        away = self.of(PICKUP) if seat is deal.picked_up else ()
        away += self.of(GIFT) if seat is self.facts.loner else ()
        away += self.of(SHOWN) if seat is deal.went_under else ()
        return (*away, *self.of(seat), *(play.card for play in self.played if play.seat is seat))

    def _late(self, seat: Seat) -> list[Card]:
        """Return the cards, except the turn-up, that ``seat`` may have received after its hand was dealt."""
        dealt = known_cards(self.facts.hands[seat.index]) | mask_of(self.of(SHOWN))
        dealt |= self.facts.upcard.bit if seat is self.facts.deal.picked_up else 0
        return [card for card in self._ended(seat) if not card.bit & dealt]

    def _gift(self) -> Card | None:
        loner = self.facts.loner
        if loner is None:
            return None
        owned, possible = known_cards(self.facts.hands[loner.partner.index]), self.facts.gift
        if owned.bit_count() == self.facts.rules.hand_size and loner.partner is not self.facts.deal.went_under:
            possible &= owned | self.facts.upcard.bit
        return next((card for card in self._late(loner) if card.bit & possible), None)

    def _taken(self) -> tuple[Card, ...]:
        under, loner = self.facts.deal.went_under, self.facts.loner
        if under is None:
            return ()
        late = [card for card in self._late(under) if card is not self.gift]
        if self.gift and loner and under is loner.partner:
            late.append(self.gift)
        return matched(self.facts.taken, late, some=True) or ()

    def dealt(self) -> dict[Seat, tuple[Card, ...]] | None:
        """Return the hands as dealt, each in the order of the file, or None if the hands contradict the file."""
        hands = {seat: self._hand(seat) for seat in SEATS}
        return {seat: hand for seat, hand in hands.items() if hand} if all(hands.values()) else None

    def _hand(self, seat: Seat) -> tuple[Card, ...] | None:
        deal, loner = self.facts.deal, self.facts.loner
        late = {self.facts.upcard} if seat is deal.picked_up else set[Card]()
        late |= {*self.taken} if seat is deal.went_under else set()
        ended = list(self._ended(seat))
        if self.gift and loner and seat is loner:
            late.add(self.gift)
        elif self.gift and loner and seat is loner.partner:
            ended.append(self.gift)
        size, in_file = self.facts.rules.hand_size, self.facts.hands[seat.index]
        return matched((in_file + [self.facts.pack] * size)[:size], [card for card in ended if card not in late])

    def unknown(self) -> tuple[Card, ...]:
        """Return the cards whose location does not follow from the file."""
        facts = self.facts
        vague = {play.card for play in self.played if not play.card.bit & self.named}
        guessed = {self.gift} if self.gift and not known(facts.gift) else set[Card]()
        guessed |= {card for card in self.taken if not card.bit & known_cards(facts.taken)}
        open_slots = [i for i, slot in enumerate(self.slots) if not slot.in_file]
        loose = {self.cards[i] for i in open_slots if vague or self._may_move(i)}
        turned = known(facts.pack & may_be(facts.parsed.form.initial_state.up_card))
        cards = (vague | guessed | loose | {facts.upcard}) - {turned}
        return tuple(card for card in facts.rules.cards if card in cards)

    def _may_move(self, index: int) -> bool:
        """Return whether the card of the slot at ``index`` may lie in a location other than that of the slot.

        The card may lie elsewhere if all cards can be assigned to slots with this card in a different location.
        """
        card, where = self.cards[index], self.slots[index].bin
        masks = [slot.mask & ~card.bit if slot.bin == where else slot.mask for slot in self.slots]
        return matched(masks, self.cards) is not None
