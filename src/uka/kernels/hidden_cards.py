"""Where each card may lie that a seat has not seen.

The result says, in plain integers, which worlds (layouts of the hidden cards) fit an observation. It has no
probabilities. ``evidence`` says what the calls and plays prove. If a card was given face down to a loner, the loner may
hold it, have played it or have discarded it. Each of these is a separate case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from uka.core.calling import EXCHANGED_CARDS
from uka.core.cards import LOW_MASK, SUIT_MASK, CardMask, cards_of, mask_of
from uka.core.legality import holds_natural
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .evidence import excluded_cards, played_cards, proves_natural

NONE = -1
"""The number for no seat."""
Masks: TypeAlias = tuple[CardMask, ...]
"""Cards by the index of the seat."""
GiftNow: TypeAlias = Literal["known", "held", "laid", "played"]
"""What a case assumes of the card given to a loner: the observer knows it, or the loner holds, laid or played it."""


class CardLocation(NamedTuple):
    """A place where hidden cards lie. Seats are given by their indexes, or ``NONE``."""

    size: int
    """The number of hidden cards in the place."""
    allowed: CardMask
    """The cards that may lie there."""
    hand: int = NONE
    """The seat that holds the cards now."""
    away: int = NONE
    """The seat that discarded the cards face down."""
    called: int = NONE
    """The seat that held the cards during the bidding. Before the first call, it is the same as ``hand``."""


class HoldingProof(NamedTuple):
    """The fact that at least ``need`` cards of ``cards`` lie in certain places."""

    cards: CardMask = 0
    places: int = 0
    """These places, as a bit mask of their indexes in ``HiddenCardCase.places``."""
    need: int = 0


class HiddenCardCase(NamedTuple):
    """One case of where the hidden cards may lie, with the cards whose place is certain in this case."""

    places: tuple[CardLocation, ...]
    """The places of the hidden cards."""
    hands: Masks
    """The cards that each seat certainly holds now."""
    away: Masks
    """The cards that each seat certainly discarded."""
    called: Masks
    """The cards that each seat certainly held during the bidding."""
    uncalled: Masks
    """The cards that each seat certainly did not hold during the bidding."""
    proof: HoldingProof = HoldingProof()


class HiddenCards(NamedTuple):
    """The places where the cards hidden from a seat may lie."""

    unseen: CardMask
    """The hidden cards."""
    cases: tuple[HiddenCardCase, ...]
    """The cases that exclude each other, and of which one is true."""


def infer_hidden_cards(seen: Observation, *, trusting: bool = True) -> HiddenCards:
    """Return the places where the cards hidden from the observing seat may lie.

    If ``trusting`` is true, every play counts as lawful unless it is a proven revoke (``evidence.excluded_cards``).
    Raise ``ValueError`` for a spectator, for a finished deal and for an impossible observation.

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
    return _Inference(seen, trusting).hidden_cards()


class _Inference:
    """Which cards each seat may hold, as far as one observation tells. Seats are indexes, and lists are by seat."""

    def __init__(self, seen: Observation, trusting: bool) -> None:
        assert seen.seat is not None
        self.seen = seen
        self.me = seen.seat.index
        self.pack = seen.rules.pack_mask
        self.blind = seen.phase is Phase.NAMING and not seen.cards
        self.own = mask_of(seen.cards)
        self.played, _ = played_cards(seen)
        self.excluded = excluded_cards(seen, trusting=trusting)
        self._infer_exchanges()
        self.taken_upcard = seen.upcard.bit if seen.picked_up else 0
        gone = self.own | self.laid | mask_of((*seen.buried, *seen.shown)) | (seen.upcard.bit & ~self.taken_upcard)
        for mask in self.played:
            gone |= mask
        self.unseen = self.pack & ~gone

    def _infer_exchanges(self) -> None:
        """Set which seat took the upcard, which gave a card to a loner, and which of these seats have discarded."""
        seen, contract = self.seen, self.seen.contract
        self.taker = seen.picked_up.index if seen.picked_up else NONE
        loner = contract.loner if contract and seen.given else None
        self.loner = loner.index if loner else NONE
        self.giver = loner.partner.index if loner else NONE
        waiting = seen.phase is Phase.DISCARDING
        self.taker_laid = self.taker != NONE and (not waiting or seen.given)
        self.loner_laid = seen.given and not waiting
        self.gift = 0  # the card given to the loner, if the observer knows it
        own_discards = seen.put_away
        if self.giver == self.me:
            *own_discards, gift = seen.put_away
            self.gift = gift.bit
        elif self.loner == self.me:
            self.gift = mask_of(seen.received)
        self.laid = mask_of(own_discards)

    def hidden_cards(self) -> HiddenCards:
        """Return the result of the inference."""
        if self.loner == NONE or self.gift:
            return HiddenCards(self.unseen, (self._case(self.gift, "known"),))
        return HiddenCards(self.unseen, tuple(self._cases_of_unknown_gift()))

    def _cases_of_unknown_gift(self) -> Iterator[HiddenCardCase]:
        """Yield the possible cases if a loner was given a card that the observer does not know.

        The loner holds the card, has discarded it, or has played it.
        """
        played = self.played[self.loner]
        if self.taker == self.giver and played & self.taken_upcard:
            yield self._case(self.taken_upcard, "played")
            return
        if self._hand_size(self.loner):
            yield self._case(0, "held")
        if self.loner_laid:
            yield self._case(0, "laid")
        for card in cards_of(played & ~(self.taken_upcard if self.taker == self.loner else 0)):
            yield self._case(card.bit, "played")

    def _case(self, gift: CardMask, now: GiftNow) -> HiddenCardCase:
        """Return the case in which the card given to a loner is known, held, laid or played, as ``now`` says.

        ``gift`` is a mask of this card. It is 0 if the case does not say which card it is, or if no card was given.
        """
        places = tuple(place for place in self._places(gift, now) if place.size)
        seats = len(self.seen.rules.seats)
        hands = [0] * seats
        hands[self.me] = self.own
        away = [0] * seats
        away[self.me] = self.laid
        called = list(self.played)
        called[self.me] |= self.own | self.laid
        uncalled = [self.taken_upcard] * seats
        if gift:
            called[self.giver] |= gift
            called[self.loner] &= ~gift
            uncalled[self.loner] |= gift
        called = [mask & ~self.taken_upcard for mask in called]
        proof = self._holding_proof(places, called, uncalled)
        return HiddenCardCase(places, tuple(hands), tuple(away), tuple(called), tuple(uncalled), proof)

    def _places(self, gift: CardMask, now: GiftNow) -> Iterator[CardLocation]:
        """Yield the places of the hidden cards: the hands not seen, the discards, and the cards under the upcard."""
        me, left = self.me, self.unseen.bit_count()
        mine = gift if self.giver == me else 0  # the loner still holds or has discarded the card that this seat gave
        for seat in range(len(self.seen.rules.seats)):
            if seat == me and not self.blind:
                continue
            size = self._hand_size(seat)
            allowed = self.unseen & ~self.excluded[seat]
            if now == "held" and seat == self.loner:
                size -= 1
                left -= 1
                yield self._place(1, allowed, hand=seat, called=self.giver)
            if seat != self.loner:
                allowed &= ~mine
            left -= size
            yield self._place(size, allowed, hand=seat, called=seat)
        if self.taker_laid and self.taker != me:
            left -= 1
            yield self._place(1, self.unseen & ~mine, away=self.taker, called=self.taker)
        if self.loner_laid and self.loner != me:
            left -= 1
            yield self._place(1, self.unseen, away=self.loner, called=self.giver if now == "laid" else self.loner)
        if left != self._kitty_size():
            raise ValueError("the observation is impossible: it leaves too many or too few cards unseen")
        yield self._place(left, self.unseen & ~mine)

    def _place(
        self, size: int, allowed: CardMask, *, hand: int = NONE, away: int = NONE, called: int = NONE
    ) -> CardLocation:
        """Return a place of ``size`` cards from ``allowed``, except the upcard if the upcard cannot lie there.

        An upcard that a seat took lies only among cards that came from this seat. It is not among the discards of this
        seat if the rules oblige the seat to keep the upcard.
        """
        must_keep = self.seen.rules.keep_upcard and away == self.taker
        if called != self.taker or called == NONE or must_keep:
            # The upcard can lie here only if the observing seat took the upcard and gave it to the loner.
            allowed &= ~self.taken_upcard | self.gift
        return CardLocation(size, allowed, hand, away, called)

    def _hand_size(self, seat: int) -> int:
        """Return the number of cards that the seat with the index ``seat`` holds now."""
        seen = self.seen
        size = seen.rules.hand_size - self.played[seat].bit_count()
        if seat == self.taker and not self.taker_laid:
            size += 1
        if seat == self.giver:
            size -= 1
        if seat == self.loner and not self.loner_laid:
            size += 1
        if seen.phase is Phase.SHOWING and seen.went_under is not None and seen.went_under.index == seat:
            size -= len(seen.shown)
        return size

    def _kitty_size(self) -> int:
        """Return the number of cards that lie under the upcard now."""
        seen, rules = self.seen, self.seen.rules
        taken = EXCHANGED_CARDS if seen.went_under and seen.phase is not Phase.SHOWING else 0
        return len(rules.cards) - rules.hand_size * len(rules.seats) - 1 - len(seen.buried) - taken

    def _holding_proof(
        self, places: tuple[CardLocation, ...], called: list[CardMask], uncalled: list[CardMask]
    ) -> HoldingProof:
        """Return the proof that one seat held certain cards during the bidding, or an empty proof if there is none.

        There are two kinds of proof. Under some rules, only a seat that holds a card with the trump suit printed on it
        may make trump. And a seat that exchanges a farmer's hand holds the low cards that it must still show.
        ``places``, ``called`` and ``uncalled`` are fields of the ``HiddenCardCase`` that the proof is for.
        """
        seen, contract = self.seen, self.seen.contract
        if seen.phase is Phase.SHOWING and seen.went_under and seen.went_under.index != self.me:
            must_show = EXCHANGED_CARDS - len(seen.shown)
            return HoldingProof(LOW_MASK, _places_held_by(seen.went_under.index, places), must_show)
        if contract is None or contract.maker.index == self.me:
            return HoldingProof()
        maker = contract.maker.index
        if not proves_natural(seen) or holds_natural(called[maker], contract.trump):
            return HoldingProof()
        natural_trumps = SUIT_MASK[contract.trump.index] & ~uncalled[maker]
        return HoldingProof(natural_trumps, _places_held_by(maker, places), 1)


def _places_held_by(seat: int, places: tuple[CardLocation, ...]) -> int:
    """Return which of ``places`` hold cards that ``seat`` held during the bidding, as a bit mask of their indexes."""
    return sum(1 << index for index, place in enumerate(places) if place.called == seat)
