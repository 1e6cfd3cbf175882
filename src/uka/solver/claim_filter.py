"""A filter for claims of the remaining tricks, which rules out cards before the search.

The filter solves sampled layouts of the hidden cards double-dummy. A card that loses a trick in one of these layouts
cannot begin a strategy that wins every trick.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from uka import kernels
from uka.core.cards import Card, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.core.trick import EFFECTIVE, STRENGTH

from .claim_knowledge import ClaimantKnowledge, RequiredCard

LAYOUTS = 40
"""The number of layouts that are solved double-dummy before the search."""


@lru_cache(16)
def _solver(rules: Ruleset) -> kernels.DoubleDummySolver:
    return kernels.DoubleDummySolver(rules)


def height(card: Card, trump: int) -> int:
    """Return the strength of a card in a trick in which its own suit was led."""
    return STRENGTH[trump][EFFECTIVE[trump][card.index].index][card.index]


class DoubleDummyFilter:
    """Rules out cards by solving sampled layouts of the hidden cards, which the claimant's knowledge allows."""

    def __init__(self, seen: Observation, known: ClaimantKnowledge) -> None:
        assert seen.contract is not None
        assert seen.seat is not None
        assert seen.leader is not None
        self._known, self._trump = known, seen.contract.trump.index
        self._me, self._side = seen.seat.index, seen.seat.partnership
        self._solver = _solver(seen.rules)
        self._position = kernels.PackedPosition(
            hands=(),
            leader=seen.leader.index,
            trump=self._trump,
            plays=tuple(card.index for card in seen.trick),
            sitting=seen.contract.sitting_out,
            side=self._side.index,
        )

    def winning(self, mine: int) -> int:
        """Return the lawful cards with which the claimant's side takes every remaining trick in all sampled layouts.

        ``mine`` is the mask of the claimant's lawful cards; the result is a mask too. If the claimant plays a card that
        is not in the result, the claim fails.
        """
        rng, remaining = Random(0), self._known.mine.bit_count()
        for number in range(LAYOUTS):
            hands = self._layout(rng, number) if mine else None
            if hands is not None:
                position = self._position._replace(hands=hands)
                values = self._solver.values(position)
                mine &= mask_of(card for card, tricks in values.items() if tricks == remaining)
        return mine

    def _layout(self, rng: Random, number: int) -> tuple[int, ...] | None:
        """Return random hands that the claimant's knowledge allows, as masks, or None if the sampling fails.

        ``number`` is the number of the layout. In layouts with an odd number, the opponents get mostly high cards.
        """
        known, free, hands = self._known, list(cards_of(self._known.unseen)), [0] * len(SEATS)
        rng.shuffle(free)
        if number % 2:
            free.sort(key=lambda card: height(card, self._trump) + rng.randrange(8), reverse=True)
        hands[self._me] = known.mine
        for slot in known.slots:
            card = next((card for card in free if card.bit & self._may(known, slot)), None)
            if card is None:
                return None
            free.remove(card)
            if slot.seat is not None:
                hands[slot.seat] |= card.bit
        others = sorted(SEATS, key=lambda seat: (seat.partnership is self._side, rng.random()))
        for seat in (seat.index for seat in others if seat.index != self._me):
            fit = [card for card in free if not card.bit & known.lacks[seat]]
            held = fit[: known.left[seat] - hands[seat].bit_count()]
            hands[seat] |= mask_of(held)
            if hands[seat].bit_count() < known.left[seat]:
                return None
            free = [card for card in free if card not in held]
        return tuple(hands)

    def _may(self, known: ClaimantKnowledge, slot: RequiredCard) -> int:
        return slot.cards & ~(known.lacks[slot.seat] if slot.seat is not None else 0)
