"""Worlds as deals: a world (a layout of the hidden cards) becomes a ``Deal`` that looks like the real one to a seat."""

from __future__ import annotations

from random import Random
from typing import NamedTuple, TypeAlias, cast

from uka.bots.pimc import WorldBuffers
from uka.core.cards import CardMask, cards_of, mask_of
from uka.core.deal import Deal
from uka.core.observation import Observation
from uka.core.public_deal import PublicDeal

HandMasks: TypeAlias = tuple[tuple[CardMask, ...], tuple[CardMask, ...], tuple[CardMask, ...]]
"""A row of ``WorldBuffers``: the hand of each seat, its hand during the bidding, and its discards."""


class WeightedWorld(NamedTuple):
    """A world (a layout of the hidden cards), and how many times it was chosen, in proportion to its probability."""

    deal: Deal
    times: int


def hand_masks(worlds: WorldBuffers) -> list[HandMasks]:
    """Return the hands and discards of each world."""
    hands, hands_at_call, discards = (map(tuple, _nested_list(rows)) for rows in worlds)
    return list(zip(hands, hands_at_call, discards, strict=True))


def _nested_list(rows: memoryview[int]) -> list[list[int]]:
    return cast(list[list[int]], rows.tolist())  # the type of memoryview knows no second dimension


def deal_in_world(row: HandMasks, seen: Observation, rng: Random) -> Deal:
    """Return a deal that looks like ``seen`` to the observing seat, with the hidden cards as in ``row``.

    The order of the kitty is random.
    """
    hands, hands_at_call, discards = row
    contract = seen.contract
    order = [seat for seat in (seen.picked_up, contract.loner if contract else None) if seat is not None]
    laid = tuple([(seat, card) for seat in dict.fromkeys(order) for card in cards_of(discards[seat.index])])
    gift = 0
    if seen.given and contract is not None and contract.loner is not None:
        giver = contract.loner.partner.index
        gift = hands_at_call[giver] & (hands[contract.loner.index] | discards[contract.loner.index])
    elsewhere = mask_of(
        (*seen.buried, *seen.shown, seen.upcard, *(card for trick in seen.tricks for card in trick.cards))
    )
    for mask in (*hands, *discards, mask_of(seen.trick)):
        elsewhere |= mask
    kitty = list(cards_of(seen.rules.pack_mask & ~elsewhere))
    rng.shuffle(kitty)
    return Deal(
        **{name: getattr(seen, name) for name in PublicDeal.__struct_fields__},
        masks=hands,
        kitty=tuple(kitty),
        turn_legal=seen.legal_actions,
        discards=laid,
        gift=next(iter(cards_of(gift)), None),
        kitty_taken=seen.kitty_taken,
    )
