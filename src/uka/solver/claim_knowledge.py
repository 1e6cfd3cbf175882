"""What a seat can tell of the cards that it does not see, from its observation and nothing else."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from uka.core.cards import mask_of
from uka.core.legality import holds_natural, lawful_mask
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import NEXT_ACTIVE, SEATS, Seat
from uka.core.trick import Trick

Masks = tuple[int, ...]
"""One mask a seat."""


class RequiredCard(NamedTuple):
    """One of some cards that must lie with a seat; ``seat`` None: with nobody who plays."""

    seat: int | None
    cards: int


class ClaimantKnowledge(NamedTuple):
    """What everyone can tell of the others' cards, and the claimant's own beside it.

    ``unseen`` cards lie with the others or out of play, ``left`` are the cards in each hand, ``lacks`` the cards that
    each seat cannot hold, ``slots`` what must lie somewhere.
    """

    mine: int
    unseen: int
    left: tuple[int, ...]
    lacks: Masks
    slots: tuple[RequiredCard, ...]


def claimant_knowledge(seen: Observation) -> ClaimantKnowledge:
    """What the seat of an observation can tell of the cards."""
    contract, me = seen.contract, seen.seat
    assert contract is not None
    assert me is not None
    tricks = [(trick.leader, trick.cards) for trick in seen.tricks]
    if seen.leader is not None and seen.trick:
        tricks.append((seen.leader, seen.trick))
    mine, gone = mask_of(seen.cards), _out_of_play(seen)
    left = [0 if contract.sitting_out >> seat.index & 1 else seen.rules.hand_size for seat in SEATS]
    lacks = [0] * len(SEATS)
    for number, (leader, cards) in enumerate(tricks):
        seat = leader
        for place, card in enumerate(cards):
            gone |= card.bit
            left[seat.index] -= 1
            before = replace(seen, tricks=seen.tricks[:number], trick=cards[:place])
            lacks[seat.index] |= sum(
                x.bit for x in seen.rules.cards if not card.bit & lawful_mask(before, card.bit | x.bit)
            )
            seat = NEXT_ACTIVE[contract.sitting_out][seat.index]
    left[me.index] = 0
    unseen = mask_of(seen.rules.cards) & ~gone & ~mine
    slots = tuple(slot for slot in (_kept(seen), _natural(seen)) if slot and slot.cards & unseen)
    for seat in SEATS:
        if seat not in _takers(seen):
            lacks[seat.index] |= seen.upcard.bit
    return ClaimantKnowledge(mine, unseen, tuple(left), tuple(mask & unseen for mask in lacks), slots)


def _out_of_play(seen: Observation) -> int:
    gone = mask_of(seen.buried) | mask_of(seen.shown) | mask_of(seen.put_away)
    return gone if seen.picked_up else gone | seen.upcard.bit


def _takers(seen: Observation) -> tuple[Seat, ...]:
    """Who may hold the turn-up: the one who picked it up, or a loner to whom it was passed."""
    taker, loner = seen.picked_up, seen.contract.loner if seen.contract else None
    if taker is None:
        return ()
    return (taker, loner) if seen.given and loner and taker is loner.partner else (taker,)


def _kept(seen: Observation) -> RequiredCard | None:
    """The turn-up in the hand of the one who had to keep it."""
    takers = _takers(seen)
    if not seen.rules.keep_upcard or len(takers) != 1 or takers[0] is seen.seat or _sits(seen, takers[0]):
        return None
    return RequiredCard(takers[0].index, seen.upcard.bit)


def _natural(seen: Observation) -> RequiredCard | None:
    """The printed card of trump that a call proves, if the maker has not played one.

    Nothing is concluded where the maker has put a card away since: it may have been that one.
    """
    contract = seen.contract
    assert contract is not None
    maker, suit = contract.maker, contract.trump
    asked = replace(seen, phase=Phase.CALLING, calls=seen.calls[:-1], contract=None)
    exempt = not seen.rules.natural_needed or holds_natural(0, suit) or asked.dealer_is_stuck
    changed = maker is seen.picked_up or (seen.given and maker is contract.loner)
    if exempt or changed or maker is seen.seat:
        return None
    cards = mask_of(card for card in seen.rules.cards if holds_natural(card.bit, suit))
    for trick in (*seen.tricks, Trick(seen.leader or maker, seen.trick, maker)):
        if any(seat is maker and card.bit & cards for seat, card in trick.plays(contract.sitting_out)):
            return None
    return RequiredCard(None if _sits(seen, maker) else maker.index, cards & ~seen.upcard.bit)


def _sits(seen: Observation, seat: Seat) -> bool:
    return seen.contract is not None and bool(seen.contract.sitting_out >> seat.index & 1)


def is_consistent(known: ClaimantKnowledge) -> bool:
    """Whether some layout agrees with all that is known: each hand can be filled (Hall's theorem)."""
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
