"""Infers the possible locations of each card that a seat has not seen.

The result consists of plain integers. It determines which worlds are consistent with an observation, and holds no
probabilities. ``evidence`` returns what the plays and the calls prove. If a card was passed face down to a loner, the
loner may hold it, have played it or have discarded it. Each of these possibilities is a separate case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.core.cards import LOW_MASK, SUIT_MASK, cards_of, mask_of
from uka.core.legality import holds_natural
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .evidence import excluded_cards, played_cards, proves_natural

NONE = -1
UNDER = 3
Masks = tuple[int, ...]


class CardLocation(NamedTuple):
    """A location that holds ``size`` hidden cards, all of them from the mask ``allowed``.

    ``hand``, ``away`` and ``called`` are indexes of seats, or -1 for no seat. ``hand`` is the seat that holds the cards
    now. ``away`` is the seat that discarded the cards face down. ``called`` is the seat that held the cards during the
    bidding; before the first call, ``called`` is the same seat as ``hand``.
    """

    size: int
    allowed: int
    hand: int = NONE
    away: int = NONE
    called: int = NONE


class HoldingProof(NamedTuple):
    """A proof that at least ``need`` cards of the mask ``cards`` lie in certain locations.

    ``places`` is a bit mask of the indexes that these locations have in ``HiddenCardCase.places``.
    """

    cards: int = 0
    places: int = 0
    need: int = 0


class HiddenCardCase(NamedTuple):
    """One case of the inference: the locations of the hidden cards, and the cards whose location is certain.

    ``hands``, ``away``, ``called`` and ``uncalled`` are card masks by seat. A seat holds the cards in ``hands`` now,
    discarded the cards in ``away``, and held the cards in ``called`` during the bidding. It did not hold the cards in
    ``uncalled`` during the bidding.
    """

    places: tuple[CardLocation, ...]
    hands: Masks
    away: Masks
    called: Masks
    uncalled: Masks
    proof: HoldingProof = HoldingProof()


class HiddenCards(NamedTuple):
    """The possible cases of the inference. ``unseen`` is the mask of the hidden cards."""

    unseen: int
    cases: tuple[HiddenCardCase, ...]


def infer_hidden_cards(seen: Observation, *, trusting: bool = True) -> HiddenCards:
    """Return the possible locations of the cards that the observing seat has not seen.

    ``trusting`` has the same meaning as in ``evidence.excluded_cards``. Raise ``ValueError`` for a spectator, for a
    finished deal and for an impossible observation.

    >>> import uka
    >>> deal = uka.Deal.start(uka.Ruleset(), dealer=uka.Seat.SOUTH, pack=uka.shuffled(uka.Ruleset(), seed=7))
    >>> known = infer_hidden_cards(deal.observe(deal.turn))
    >>> known.unseen.bit_count(), [place.size for place in known.cases[0].places]
    (18, [5, 5, 5, 3])
    """
    if seen.seat is None:
        raise ValueError("hidden cards are inferred for a seat: a spectator has none")
    if seen.over:
        raise ValueError("the deal is over: no card is hidden")
    return _Inference(seen, trusting).knowledge()


class _Inference:
    """The inference from one observation. Masks and counts are lists indexed by seat."""

    def __init__(self, seen: Observation, trusting: bool) -> None:
        assert seen.seat is not None
        self.seen, self.me, self.pack = seen, seen.seat.index, seen.rules.pack_mask
        self.blind = seen.phase is Phase.NAMING and not seen.cards
        self.own = mask_of(seen.cards)
        self.played, _ = played_cards(seen)
        self.excluded = excluded_cards(seen, trusting=trusting)
        self._exchanges()
        self.turn_up = seen.upcard.bit if seen.picked_up else 0
        gone = self.own | self.laid | mask_of((*seen.buried, *seen.shown)) | (seen.upcard.bit & ~self.turn_up)
        for mask in self.played:
            gone |= mask
        self.unseen = self.pack & ~gone

    def _exchanges(self) -> None:
        """Set which seat took the upcard, which passed a card to a loner, and which of these seats have discarded."""
        seen, contract = self.seen, self.seen.contract
        self.taker = seen.picked_up.index if seen.picked_up else NONE
        loner = contract.loner if contract and seen.given else None
        self.loner, self.giver = (loner.index, loner.partner.index) if loner else (NONE, NONE)
        waiting = seen.phase is Phase.DISCARDING
        self.taker_laid = self.taker != NONE and (not waiting or seen.given)
        self.loner_laid = seen.given and not waiting
        self.gift, away = 0, seen.put_away
        if self.giver == self.me:
            self.gift, away = away[-1].bit, away[:-1]
        elif self.loner == self.me:
            self.gift = mask_of(seen.received)
        self.laid = mask_of(away)

    def knowledge(self) -> HiddenCards:
        if self.loner == NONE or self.gift:
            return HiddenCards(self.unseen, (self._case(self.gift, "known"),))
        return HiddenCards(self.unseen, tuple(self._gifts()))

    def _gifts(self) -> Iterator[HiddenCardCase]:
        """Yield the cases of a card passed face down to a loner.

        The loner holds the card, has discarded it, or has played it.
        """
        played = self.played[self.loner]
        if self.taker == self.giver and played & self.turn_up:
            yield self._case(self.turn_up, "played")
            return
        if self._size(self.loner):
            yield self._case(0, "held")
        if self.loner_laid:
            yield self._case(0, "laid")
        for card in cards_of(played & ~(self.turn_up if self.taker == self.loner else 0)):
            yield self._case(card.bit, "played")

    def _case(self, gift: int, now: str) -> HiddenCardCase:
        places = tuple(place for place in self._places(gift, now) if place.size)
        hands, away, called, uncalled = [0] * 4, [0] * 4, list(self.played), [self.turn_up] * 4
        hands[self.me], away[self.me] = self.own, self.laid
        called[self.me] |= self.own | self.laid
        if gift:
            called[self.giver] |= gift
            called[self.loner] &= ~gift
            uncalled[self.loner] |= gift
        called = [mask & ~self.turn_up for mask in called]
        proof = self._proof(places, called, uncalled)
        return HiddenCardCase(places, tuple(hands), tuple(away), tuple(called), tuple(uncalled), proof)

    def _places(self, gift: int, now: str) -> Iterator[CardLocation]:
        me, left = self.me, self.unseen.bit_count()
        mine = gift if self.giver == me else 0  # the loner still holds or has discarded the card that this seat passed
        for seat in range(len(self.seen.rules.seats)):
            if seat == me and not self.blind:
                continue
            size = self._size(seat)
            kept = self.unseen & ~self.excluded[seat]
            if now == "held" and seat == self.loner:
                size, left = size - 1, left - 1
                yield self._place(1, kept, hand=seat, called=self.giver)
            left -= size
            yield self._place(size, kept & ~(0 if seat == self.loner else mine), hand=seat, called=seat)
        if self.taker_laid and self.taker != me:
            left -= 1
            yield self._place(1, self.unseen & ~mine, away=self.taker, called=self.taker)
        if self.loner_laid and self.loner != me:
            left -= 1
            yield self._place(1, self.unseen, away=self.loner, called=self.giver if now == "laid" else self.loner)
        if left != self._kitty():
            raise ValueError("the observation is impossible: it leaves too many or too few cards unseen")
        yield self._place(left, self.unseen & ~mine)

    def _place(
        self, size: int, allowed: int, *, hand: int = NONE, away: int = NONE, called: int = NONE
    ) -> CardLocation:
        """Return a location with the given seats. ``allowed`` is the mask of the cards that may lie there.

        The upcard is excluded from ``allowed`` if the cards did not come from the seat that took the upcard. It is
        also excluded from that seat's discards if the rules make the seat keep the upcard.
        """
        kept = self.seen.rules.keep_upcard and away == self.taker
        if called != self.taker or called == NONE or kept:
            # The upcard can lie here only if the observing seat took the upcard and passed it to the loner.
            allowed &= ~self.turn_up | self.gift
        return CardLocation(size, allowed, hand, away, called)

    def _size(self, seat: int) -> int:
        """Return the number of cards that a seat holds now."""
        seen = self.seen
        size = seen.rules.hand_size - self.played[seat].bit_count()
        size += (seat == self.taker) - (seat == self.taker and self.taker_laid) - (seat == self.giver)
        size += (seat == self.loner) - (seat == self.loner and self.loner_laid)
        showing = seen.phase is Phase.SHOWING and seen.went_under is not None and seen.went_under.index == seat
        return size - len(seen.shown) * showing

    def _kitty(self) -> int:
        """Return the number of cards that remain under the upcard."""
        seen, rules = self.seen, self.seen.rules
        taken = UNDER if seen.went_under and seen.phase is not Phase.SHOWING else 0
        return len(rules.cards) - rules.hand_size * len(rules.seats) - 1 - len(seen.buried) - taken

    def _proof(self, places: tuple[CardLocation, ...], called: list[int], uncalled: list[int]) -> HoldingProof:
        """Return a proof that one seat held certain cards during the bidding, or an empty proof if there is none.

        There are two such proofs. Some rulesets allow a call only with a card that has the trump suit printed on it. A
        seat that exchanges a farmer's hand holds the low cards that it must still show. ``called`` and ``uncalled``
        have the same meaning as in ``HiddenCardCase``.
        """
        seen, contract = self.seen, self.seen.contract
        if seen.phase is Phase.SHOWING and seen.went_under and seen.went_under.index != self.me:
            return HoldingProof(LOW_MASK, _indexes(places, seen.went_under.index), UNDER - len(seen.shown))
        if contract is None or contract.maker.index == self.me:
            return HoldingProof()
        maker = contract.maker.index
        if not proves_natural(seen) or holds_natural(called[maker], contract.trump):
            return HoldingProof()
        return HoldingProof(SUIT_MASK[contract.trump.index] & ~uncalled[maker], _indexes(places, maker), 1)


def _indexes(places: tuple[CardLocation, ...], called: int) -> int:
    """Return the bit mask of the indexes of the locations whose cards were in one seat's hand during the bidding.

    ``called`` is the index of that seat.
    """
    return sum(1 << i for i, place in enumerate(places) if place.called == called)
