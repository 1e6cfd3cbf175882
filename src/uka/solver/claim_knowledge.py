"""What a seat that claims the remaining tricks knows: its own cards, and which seats can hold the unseen cards."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from uka.core.cards import CardMask, mask_of
from uka.core.legality import holds_natural
from uka.core.observation import Observation
from uka.core.seats import SEATS, Seat
from uka.kernels.evidence import cards_out_of_play, excluded_cards, played_cards, proves_natural


class RequiredCard(NamedTuple):
    """A fact that a claimant knows: a certain seat holds at least one card of ``cards``."""

    seat: int | None
    """The index of that seat, or None if it sits out, so that its cards are not played."""
    cards: CardMask


class ClaimantKnowledge(NamedTuple):
    """What a claimant knows of the cards that are not yet played."""

    mine: CardMask
    """The claimant's own cards."""
    unseen: CardMask
    """The cards that the claimant has not seen."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each seat's hand, by the index of the seat. It is 0 for the claimant."""
    cannot_hold: tuple[CardMask, ...]
    """The unseen cards that each seat cannot hold, by the index of the seat."""
    required: tuple[RequiredCard, ...]
    """The facts that a seat holds at least one of certain cards."""


def claimant_knowledge(seen: Observation) -> ClaimantKnowledge:
    """Return what the seat that observes ``seen`` knows of the cards that are not yet played."""
    assert seen.contract is not None
    assert seen.seat is not None
    played, _ = played_cards(seen)
    mine = mask_of(seen.cards)
    unseen = seen.rules.pack_mask & ~mine & ~cards_out_of_play(seen) & ~sum(played)
    hand_sizes = [
        0 if _sits_out(seen, seat) else seen.rules.hand_size - played[seat.index].bit_count() for seat in SEATS
    ]
    hand_sizes[seen.seat.index] = 0
    cannot_hold = excluded_cards(seen)
    for seat in SEATS:
        if seat not in _possible_upcard_holders(seen):
            cannot_hold[seat.index] |= seen.upcard.bit
    return ClaimantKnowledge(
        mine=mine,
        unseen=unseen,
        hand_sizes=tuple(hand_sizes),
        cannot_hold=tuple(mask & unseen for mask in cannot_hold),
        required=tuple(fact for fact in (_kept_upcard(seen), _natural_trump(seen)) if fact and fact.cards & unseen),
    )


def _possible_upcard_holders(seen: Observation) -> tuple[Seat, ...]:
    """Return the seats that may hold the upcard or may have discarded it.

    These are the seat that picked up the upcard, and the loner if that seat gave the loner a card.
    """
    taker = seen.picked_up
    loner = seen.contract.loner if seen.contract else None
    if taker is None:
        return ()
    return (taker, loner) if seen.given and loner and taker is loner.partner else (taker,)


def _kept_upcard(seen: Observation) -> RequiredCard | None:
    """Return the fact that a seat other than the observer kept the upcard, or None if that is not certain.

    The upcard may have been played since.
    """
    holders = _possible_upcard_holders(seen)
    if not seen.rules.keep_upcard or len(holders) != 1 or holders[0] is seen.seat or _sits_out(seen, holders[0]):
        return None
    return RequiredCard(holders[0].index, seen.upcard.bit)


def _natural_trump(seen: Observation) -> RequiredCard | None:
    """Return the fact that the maker still has a card with the trump suit printed on it, or None if not certain.

    Some rules require such a card for a call. It is not certain any more if the maker has played such a card, or has
    discarded a card since the call.
    """
    contract = seen.contract
    assert contract is not None
    maker, suit = contract.maker, contract.trump
    discarded_since = maker is seen.picked_up or (seen.given and maker is contract.loner)
    if not proves_natural(seen) or discarded_since or maker is seen.seat:
        return None
    played, _ = played_cards(seen)
    cards = mask_of(card for card in seen.rules.cards if holds_natural(card.bit, suit))
    if played[maker.index] & cards:
        return None
    return RequiredCard(None if _sits_out(seen, maker) else maker.index, cards & ~seen.upcard.bit)


def _sits_out(seen: Observation, seat: Seat) -> bool:
    return seen.contract is not None and bool(seen.contract.sitting_out >> seat.index & 1)


def is_consistent(known: ClaimantKnowledge) -> bool:
    """Return whether the unseen cards can lie so that every seat holds only cards that ``known`` allows it.

    The test uses Hall's marriage theorem: any group of demands must have as many cards to meet them as it asks for.
    """
    demands = list[tuple[int, CardMask]]()  # how many cards are needed, and which cards can be among them
    required_of = [0] * len(known.hand_sizes)
    for required in known.required:
        cards = known.unseen & required.cards
        if required.seat is not None:
            required_of[required.seat] += 1
            cards &= ~known.cannot_hold[required.seat]
        demands.append((1, cards))
    for seat, hand_size in enumerate(known.hand_sizes):
        others = hand_size - required_of[seat]
        if others < 0:
            return False
        if others:
            demands.append((others, known.unseen & ~known.cannot_hold[seat]))
    for size in range(1, len(demands) + 1):
        for group in combinations(demands, size):
            needed, available = 0, 0
            for count, cards in group:
                needed += count
                available |= cards
            if available.bit_count() < needed:
                return False
    return True
