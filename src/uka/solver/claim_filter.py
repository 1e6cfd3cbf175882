"""A filter that rules out cards before the search that decides a claim of the remaining tricks.

The filter samples layouts of the hidden cards and solves each of them double-dummy. A card that loses a trick in one of
these layouts cannot begin a strategy that wins every trick.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from uka import kernels
from uka.core.cards import CardMask, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS
from uka.core.trick import suit_strength

from .claim_knowledge import ClaimantKnowledge

LAYOUT_COUNT = 40
"""The number of sampled layouts that are solved double-dummy for one claim."""


@lru_cache(16)
def _solver(rules: Ruleset) -> kernels.DoubleDummySolver:
    return kernels.DoubleDummySolver(rules)


class DoubleDummyFilter:
    """Rules out cards with which a seat that claims all remaining tricks would lose a trick.

    The filter samples layouts of the hidden cards that fit the claimant's knowledge, and solves them double-dummy.
    """

    def __init__(self, seen: Observation, known: ClaimantKnowledge) -> None:
        assert seen.contract is not None
        assert seen.seat is not None
        assert seen.leader is not None
        self._known = known
        self._trump = seen.contract.trump.index
        self._me = seen.seat.index
        self._side = seen.seat.partnership
        self._solver = _solver(seen.rules)
        self._position = kernels.PackedPosition(
            hands=(),
            leader=seen.leader.index,
            trump=self._trump,
            plays=tuple(card.index for card in seen.trick),
            sitting_out=seen.contract.sitting_out,
            side=self._side.index,
        )

    def never_losing(self, lawful: CardMask) -> CardMask:
        """Return the cards of ``lawful`` with which the claimant's side takes every trick in all sampled layouts.

        ``lawful`` holds the cards that the claimant may play. With any that is not returned, the claim fails.
        """
        rng = Random(0)
        remaining = self._known.mine.bit_count()
        winning = lawful
        for number in range(LAYOUT_COUNT):
            if not winning:
                break
            hands = self._sampled_hands(rng, high_to_opponents=number % 2 == 1)
            if hands is not None:
                tricks_by_card = self._solver.values(self._position._replace(hands=hands))
                winning &= mask_of(card for card, tricks in tricks_by_card.items() if tricks == remaining)
        return winning

    def _sampled_hands(self, rng: Random, *, high_to_opponents: bool) -> tuple[CardMask, ...] | None:
        """Return random hands that the claimant's knowledge allows, by seat, or None if the sampling fails.

        If ``high_to_opponents`` is true, the opponents get mostly high cards.
        """
        known = self._known
        free = list(cards_of(known.unseen))
        hands = [0] * len(SEATS)
        rng.shuffle(free)
        if high_to_opponents:
            free.sort(key=lambda card: suit_strength(card, self._trump) + rng.randrange(8), reverse=True)
        hands[self._me] = known.mine
        for required in known.required:
            excluded = known.cannot_hold[required.seat] if required.seat is not None else 0
            card = next((card for card in free if card.bit & required.cards & ~excluded), None)
            if card is None:
                return None
            free.remove(card)
            if required.seat is not None:
                hands[required.seat] |= card.bit
        others = sorted(SEATS, key=lambda seat: (seat.partnership is self._side, rng.random()))
        for seat in (seat.index for seat in others if seat.index != self._me):
            allowed = [card for card in free if not card.bit & known.cannot_hold[seat]]
            held = allowed[: known.hand_sizes[seat] - hands[seat].bit_count()]
            hands[seat] |= mask_of(held)
            if hands[seat].bit_count() < known.hand_sizes[seat]:
                return None
            free = [card for card in free if card not in held]
        return tuple(hands)
