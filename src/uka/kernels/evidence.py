"""What the calls and plays of a deal prove about the hidden cards.

The sampling of worlds, claims of the remaining tricks and card counting rely on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from uka.core.cards import Card, CardMask, mask_of
from uka.core.legality import holds_natural, lawful_mask, needs_natural
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import NEXT_ACTIVE, SEATS, Seat
from uka.core.trick import EFFECTIVE, Trick


def cards_out_of_play(seen: Observation) -> CardMask:
    """Return the cards that nobody has played, and that the observing seat knows nobody can play any more."""
    out = mask_of(seen.buried) | mask_of(seen.shown) | mask_of(seen.put_away)
    upcard_is_out = seen.calling_round == 2 if seen.contract is None else seen.picked_up is None
    return out | seen.upcard.bit if upcard_is_out else out


def played_cards(seen: Observation) -> tuple[list[CardMask], list[int]]:
    """Return two lists by ``seat.index``: the cards that each seat played, and the suits that it failed to follow.

    The suits are a bit mask: bit *i* is set for the suit with index *i*.
    """
    played = [0] * len(SEATS)
    voids = [0] * len(SEATS)
    contract = seen.contract
    if contract is None or seen.leader is None:
        return played, voids
    effective = EFFECTIVE[contract.trump.index]
    next_active = NEXT_ACTIVE[contract.sitting_out]
    tricks = [(trick.leader, trick.cards) for trick in seen.tricks]
    tricks.append((seen.leader, seen.trick))
    for seat, cards in tricks:
        for card in cards:
            played[seat.index] |= card.bit
            led = effective[cards[0].index]
            if effective[card.index] is not led:
                voids[seat.index] |= 1 << led.index
            seat = next_active[seat.index]
    return played, voids


def excluded_cards(seen: Observation, *, trusting: bool = True) -> list[CardMask]:
    """Return the cards that each seat cannot hold because of its earlier plays, by ``seat.index``.

    With such a card, an earlier play of the seat would have been unlawful. ``trusting`` matters only where players can
    revoke. If it is true, every play counts as lawful unless it is a proven revoke. If it is false, a play counts as
    lawful only if a claim of a revoke at that play was refuted.
    """
    pack = seen.rules.pack_mask
    excluded = [0] * len(SEATS)
    for before, seat, card, lawful in _plays(seen, trusting):
        if lawful:
            excluded[seat.index] |= pack & ~_largest_hand(before, card)
    return excluded


def proves_natural(seen: Observation) -> bool:
    """Return whether the call of trump proves that the maker had a card with the trump suit printed on it.

    It does if the rules allow such a call only with such a card.
    """
    contract = seen.contract
    if contract is None or holds_natural(0, contract.trump):
        return False
    return needs_natural(replace(seen, phase=Phase.CALLING, calls=seen.calls[:-1], contract=None), contract.maker)


def _largest_hand(before: Observation, card: Card) -> CardMask:
    """Return all cards that a seat could have held together if its play of ``card`` was lawful.

    ``before`` is an observation of the deal just before that play.
    """
    hand = before.rules.pack_mask | card.bit
    while not card.bit & (lawful := lawful_mask(before, hand)):
        hand &= ~lawful
    return hand


def _plays(seen: Observation, trusting: bool) -> Iterator[tuple[Observation, Seat, Card, bool]]:
    """Yield every play of the deal as (observation before it, seat, card, whether the play counts as lawful)."""
    if seen.contract is None or seen.leader is None:
        return
    tricks = (*seen.tricks, Trick(seen.leader, seen.trick, seen.leader)) if seen.trick else seen.tricks
    proven = {(seat, number) for seat, number, _ in seen.proven}
    for number, trick in enumerate(tricks):
        claimed = {side.other for side, trick_claimed in seen.revoke_claims if trick_claimed == number}
        refuted = claimed - {seat.partnership for seat, in_trick in proven if in_trick == number}
        for played_before, (seat, card) in enumerate(trick.plays(seen.contract.sitting_out)):
            before = replace(seen, tricks=tricks[:number], trick=trick.cards[:played_before])
            trusted = trusting and (seat, number) not in proven
            yield before, seat, card, trusted or not seen.revokes or seat.partnership in refuted
            # A refuted claim proves that the accused side's first play to the trick was lawful. It does not prove this
            # of the side's second play to the trick, because the claim may have been made before that play.
            refuted.discard(seat.partnership)
