"""What a claimant knows: its own cards, and what its observation proves about the unseen cards."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from uka.core.cards import mask_of
from uka.core.legality import holds_natural
from uka.core.observation import Observation
from uka.core.seats import SEATS, Seat
from uka.kernels.evidence import cards_out_of_play, excluded_cards, played_cards, proves_natural

Masks = tuple[int, ...]
"""A tuple of card masks, one for each seat."""


class RequiredCard(NamedTuple):
    """A proof that a certain seat holds at least one card of the mask ``cards``.

    ``seat`` is the index of that seat, or None if that seat sits out, so that its cards are not played.
    """

    seat: int | None
    cards: int


class ClaimantKnowledge(NamedTuple):
    """What a claimant knows of the cards that are not yet played.

    ``mine`` is the mask of the claimant's own cards, and ``unseen`` that of the cards that the claimant has not seen.
    ``left`` is, for each seat, the number of cards in its hand, but 0 for the claimant. ``lacks`` is, for each seat,
    the mask of the unseen cards that the seat cannot hold. ``slots`` lists the proofs that a seat holds a card of a
    given set.
    """

    mine: int
    unseen: int
    left: tuple[int, ...]
    lacks: Masks
    slots: tuple[RequiredCard, ...]


def claimant_knowledge(seen: Observation) -> ClaimantKnowledge:
    """Return what the observing seat knows of the hidden cards."""
    contract, me = seen.contract, seen.seat
    assert contract is not None
    assert me is not None
    played, _ = played_cards(seen)
    mine, gone = mask_of(seen.cards), cards_out_of_play(seen) | sum(played)
    left = [0 if _sits(seen, seat) else seen.rules.hand_size - played[seat.index].bit_count() for seat in SEATS]
    lacks = excluded_cards(seen)
    left[me.index] = 0
    unseen = seen.rules.pack_mask & ~gone & ~mine
    slots = tuple(slot for slot in (_kept(seen), _natural(seen)) if slot and slot.cards & unseen)
    for seat in SEATS:
        if seat not in _takers(seen):
            lacks[seat.index] |= seen.upcard.bit
    return ClaimantKnowledge(mine, unseen, tuple(left), tuple(mask & unseen for mask in lacks), slots)


def _takers(seen: Observation) -> tuple[Seat, ...]:
    """Return the seats that may hold the turn-up.

    The seat that picked up the turn-up may hold it. If that seat gave a card to a loner, the loner may hold it too.
    """
    taker, loner = seen.picked_up, seen.contract.loner if seen.contract else None
    if taker is None:
        return ()
    return (taker, loner) if seen.given and loner and taker is loner.partner else (taker,)


def _kept(seen: Observation) -> RequiredCard | None:
    """Return the proof that a seat other than the observer still holds the turn-up, or None if there is no proof."""
    takers = _takers(seen)
    if not seen.rules.keep_upcard or len(takers) != 1 or takers[0] is seen.seat or _sits(seen, takers[0]):
        return None
    return RequiredCard(takers[0].index, seen.upcard.bit)


def _natural(seen: Observation) -> RequiredCard | None:
    """Return the proof that the maker still holds a card with the trump suit printed on it, or None.

    Some rulesets require such a card for a call. There is no proof if the maker has played such a card, or has
    discarded a card since the call.
    """
    contract = seen.contract
    assert contract is not None
    maker, suit = contract.maker, contract.trump
    changed = maker is seen.picked_up or (seen.given and maker is contract.loner)
    if not proves_natural(seen) or changed or maker is seen.seat:
        return None
    played, _ = played_cards(seen)
    cards = mask_of(card for card in seen.rules.cards if holds_natural(card.bit, suit))
    if played[maker.index] & cards:
        return None
    return RequiredCard(None if _sits(seen, maker) else maker.index, cards & ~seen.upcard.bit)


def _sits(seen: Observation, seat: Seat) -> bool:
    return seen.contract is not None and bool(seen.contract.sitting_out >> seat.index & 1)


def is_consistent(known: ClaimantKnowledge) -> bool:
    """Return whether a layout exists in which every seat holds only cards that it may hold.

    The test uses Hall's marriage theorem.
    """
    wanted = list[tuple[int, int]]()
    kept = [0] * len(known.left)
    for slot in known.slots:
        held = known.unseen & slot.cards
        if slot.seat is not None:
            kept[slot.seat] += 1
            held &= ~known.lacks[slot.seat]
        wanted.append((1, held))
    for seat, left in enumerate(known.left):
        if left < kept[seat]:
            return False
        if left > kept[seat]:
            wanted.append((left - kept[seat], known.unseen & ~known.lacks[seat]))
    for size in range(1, len(wanted) + 1):
        for some in combinations(wanted, size):
            count, cards = 0, 0
            for n, mask in some:
                count += n
                cards |= mask
            if cards.bit_count() < count:
                return False
    return True
