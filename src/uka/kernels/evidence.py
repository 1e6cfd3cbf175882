"""The facts about hidden cards that the public events of a deal prove.

World sampling, claims of the remaining tricks and card counting use these facts.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from uka.core.cards import Card, mask_of
from uka.core.legality import holds_natural, lawful_mask, needs_natural
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import NEXT_ACTIVE, SEATS, Seat
from uka.core.trick import EFFECTIVE, Trick


def cards_out_of_play(seen: Observation) -> int:
    """Return the mask of the unplayed cards that the observing seat knows to be out of play."""
    out = mask_of(seen.buried) | mask_of(seen.shown) | mask_of(seen.put_away)
    refused = seen.calling_round == 2 if seen.contract is None else seen.picked_up is None
    return out | seen.upcard.bit if refused else out


def played_cards(seen: Observation) -> tuple[list[int], list[int]]:
    """Return two lists of masks by seat: of the cards that the seat played, and of the suits that it failed to follow.

    In a mask of suits, bit *i* stands for the suit with index *i*.
    """
    played, voids = [0] * len(SEATS), [0] * len(SEATS)
    contract = seen.contract
    if contract is None or seen.leader is None:
        return played, voids
    effective, next_active = EFFECTIVE[contract.trump.index], NEXT_ACTIVE[contract.sitting_out]
    for leader, cards in (*((trick.leader, trick.cards) for trick in seen.tricks), (seen.leader, seen.trick)):
        seat = leader
        for card in cards:
            played[seat.index] |= card.bit
            led = effective[cards[0].index]
            if effective[card.index] is not led:
                voids[seat.index] |= 1 << led.index
            seat = next_active[seat.index]
    return played, voids


def excluded_cards(seen: Observation, *, trusting: bool = True) -> list[int]:
    """Return, for each seat, the mask of the cards that the seat cannot hold because of its earlier plays.

    The rules would have forced the seat to play such a card earlier. ``trusting`` matters only if the ruleset lets
    players revoke. If it is true, every play counts as lawful unless it is a proven revoke. If it is false, a play
    counts as lawful only if a claim of a revoke at that play was refuted.
    """
    pack, excluded = seen.rules.pack_mask, [0] * len(SEATS)
    for before, seat, card, lawful in _plays(seen, trusting):
        if lawful:
            excluded[seat.index] |= pack & ~_largest_hand(before, card)
    return excluded


def proves_natural(seen: Observation) -> bool:
    """Return whether the call of trump proves that the maker held a card with the trump suit printed on it."""
    contract = seen.contract
    if contract is None or holds_natural(0, contract.trump):
        return False
    return needs_natural(replace(seen, phase=Phase.CALLING, calls=seen.calls[:-1], contract=None), contract.maker)


def _largest_hand(before: Observation, card: Card) -> int:
    """Return the mask of all cards that a seat could have held if its play of ``card`` was lawful."""
    hand = before.rules.pack_mask | card.bit
    while not card.bit & (lawful := lawful_mask(before, hand)):
        hand &= ~lawful
    return hand


def _plays(seen: Observation, trusting: bool) -> Iterator[tuple[Observation, Seat, Card, bool]]:
    """Yield every play of the deal: the observation before, the seat, the card, and whether it counts as lawful."""
    if seen.contract is None or seen.leader is None:
        return
    tricks = (*seen.tricks, Trick(seen.leader, seen.trick, seen.leader)) if seen.trick else seen.tricks
    proven = {(seat, number) for seat, number, _ in seen.proven}
    for number, trick in enumerate(tricks):
        claimed = {side.other for side, trick_claimed in seen.revoke_claims if trick_claimed == number}
        refuted = claimed - {seat.partnership for seat, in_trick in proven if in_trick == number}
        for place, (seat, card) in enumerate(trick.plays(seen.contract.sitting_out)):
            before = replace(seen, tricks=tricks[:number], trick=trick.cards[:place])
            trusted = trusting and (seat, number) not in proven
            yield before, seat, card, trusted or not seen.revokes or seat.partnership in refuted
            # A refuted claim proves that the accused side's first play to the trick was lawful. It does not prove this
            # of the side's second play to the trick, because the claim may have been made before that play.
            refuted.discard(seat.partnership)
