"""The constraints of a deal's file on where each card was, under one reading of its calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from uka.core.cards import JOKER, LOW_MASK, Card, cards_of, mask_of
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat, clockwise

from .cards import known
from .readings import ParsedDeal
from .script import DealScript

CardLocation = Seat | str
PICKUP, GIFT, SHOWN, KITTY = "pickup", "gift", "shown", "kitty"
"""Where a card may end but in a seat's hand: laid away after the pick-up, laid away by a loner who was passed a card,
shown by a seat going under, left in the kitty."""


class CardConstraint(NamedTuple):
    """A constraint: the only places that some cards may be in, and why."""

    mask: int
    bins: frozenset[CardLocation]
    why: str


def known_cards(masks: Iterable[int]) -> int:
    """The cards of those masks that are one card."""
    return mask_of(card for mask in masks if (card := known(mask)))


class DealConstraints:
    """One reading of a deal. ``deal`` is any deal after the calls told: it knows who leads, who sits out, who has
    taken the turn-up, what is laid away; its cards mean nothing."""

    def __init__(self, rules: Ruleset, told: ParsedDeal, upcard: Card, script: DealScript) -> None:
        self.rules, self.told, self.upcard, self.script = rules, told, upcard, script
        self.deal, _ = script.run(_some_deal(rules, told.dealer, upcard, script.under), told.number)
        self._check_calls()
        self.pack = mask_of(rules.cards)
        self.loner = self.deal.contract.loner if self.deal.contract and self.deal.given else None
        self.tricks = self._tricks()
        state = told.form.initial_state
        self.hands = [self._read(hand) for hand in state.player_cards] or [[], [], [], []]
        self.kitty = self._read(state.kitty)
        self.discards = [GIFT] * len(self.deal.discards)
        if self.deal.discards and self.deal.discards[0][0] is self.deal.picked_up:
            self.discards[0] = PICKUP
        self.laid: dict[CardLocation, list[int]] = {PICKUP: [], GIFT: [], SHOWN: []}
        self.gift = self.pack
        self.taken = [self.pack] * len(self.deal.kitty_taken)
        self._exchanged()
        self._check_counts()
        self.claims = tuple(self._claims())
        self._check_claims()

    def allowed(self, where: CardLocation) -> int:
        """The cards that may be in a place."""
        mask = self.pack
        for claim in self.claims:
            if where not in claim.bins:
                mask &= ~claim.mask
        return mask

    def fates(self, seat: Seat) -> frozenset[CardLocation]:
        """Where a card may end that a seat was dealt."""
        ends: set[CardLocation] = {seat}
        if seat is self.deal.picked_up and PICKUP in self.discards:
            ends.add(PICKUP)
        if self.loner and seat in (self.loner, self.loner.partner):
            ends.add(self.loner)
            ends |= {GIFT} & {*self.discards}
        if seat is self.deal.went_under:
            ends.add(SHOWN)
        return frozenset(ends)

    def _read(self, texts: Iterable[str], trick: int | None = None) -> list[int]:
        return [self.told.mask(text, self.pack, self.deal.trump, trick) for text in texts]

    def _check_calls(self) -> None:
        told, deal = self.told, self.deal
        if len(deal.calls) < len(told.calls):
            seat = clockwise(told.dealer.left)[len(deal.calls) % len(SEATS)]
            raise told.wrong(f"call {len(deal.calls) + 1}: nothing is called any more once trump is made", seat)
        if self.script.under is not deal.went_under:
            raise told.wrong("cards were exchanged with the kitty, which the rules do not allow", self.script.under)
        lone = self.script.lone_defender
        if lone and (deal.contract is None or deal.contract.lone_defender is not lone):
            raise told.wrong("a defender may go alone only against a loner, and where the rules allow it", lone)
        if told.alone and deal.contract is None:
            raise told.wrong("someone is said to be alone, and nobody made trump")
        lead = told.play.initial_lead if told.play else None
        if isinstance(lead, int) and told.play and told.play.tricks and deal.leader is not told.seat(lead):
            raise told.wrong(f"{told.seat(lead)} is said to lead, and by the rules {deal.leader} leads")

    def _tricks(self) -> list[list[int]]:
        tricks, size = list(self.told.play.tricks) if self.told.play else [], len(self.deal.active)
        while tricks and not tricks[-1]:
            tricks.pop()
        if tricks and self.deal.phase is not Phase.PLAYING:
            raise self.told.wrong("cards are played, and trump is not made")
        if len(tricks) > self.rules.hand_size:
            raise self.told.wrong(f"{len(tricks)} tricks are told: a deal has {self.rules.hand_size}")
        for number, trick in enumerate(tricks):
            if len(trick) > size or (len(trick) < size and number < len(tricks) - 1):
                raise self.told.wrong(f"{len(trick)} cards are played to it, and {size} seats play", trick=number)
        return [self._read(trick, number) for number, trick in enumerate(tricks)]

    def _exchanged(self) -> None:
        told, partner = self.told, self.loner.partner if self.loner else None
        discard = told.bidding.discard if told.bidding else None
        if isinstance(discard, str):
            if not self.discards:
                raise told.wrong(f"{discard} is said to be discarded, and nobody had a card too many")
            self.laid[self.discards[0]] = self._read([discard])
        for exchange in told.exchanges:
            cards = self._read(exchange.cards)
            sender = told.seat(exchange.sender) if isinstance(exchange.sender, int) else None
            receiver = told.seat(exchange.receiver)
            if sender is None and receiver is self.deal.went_under and len(cards) == len(self.taken):
                self.taken = cards
            elif sender and sender is self.deal.went_under and len(cards) == len(self.deal.shown):
                self.laid[SHOWN] = cards
            elif partner and sender is partner and receiver is self.loner and len(cards) == 1:
                self.gift = cards[0]
            elif partner and sender is self.loner and receiver is partner and len(cards) == 1:
                self.laid[GIFT] = cards
            else:
                raise told.wrong("an exchange of cards is told that the rules do not have", sender or receiver)

    def _check_counts(self) -> None:
        for seat in SEATS:
            count = len(self.hands[seat.index])
            if count > self.rules.hand_size:
                why = f"{count} cards are said to be dealt: a hand is {self.rules.hand_size}"
                raise self.told.wrong(why, seat)
        if len(self.kitty) > len(self.deal.kitty) + len(self.deal.kitty_taken):
            raise self.told.wrong(f"{len(self.kitty)} cards are said to lie in the kitty: too many")

    def _claims(self) -> Iterator[CardConstraint]:
        deal, under = self.deal, self.deal.went_under
        drawn = self.fates(under) - {SHOWN} if under else frozenset[CardLocation]()
        if taker := deal.picked_up:
            yield CardConstraint(
                self.upcard.bit, self.fates(taker) - {SHOWN}, f"was turned up and picked up by {taker}"
            )
        else:
            yield CardConstraint(self.upcard.bit, frozenset(), "was turned up and not taken")
        for where, why in ((PICKUP, "was discarded"), (GIFT, "was laid away by the loner"), (SHOWN, "was shown")):
            yield from (CardConstraint(mask, frozenset({where}), why) for mask in self.laid[where])
        if self.loner:
            yield CardConstraint(self.gift, self.fates(self.loner), f"was passed to {self.loner}")
        yield from (CardConstraint(mask, drawn, f"was taken from the kitty by {under}") for mask in self.taken)
        yield from (CardConstraint(mask, drawn | {KITTY}, "lay in the kitty") for mask in self.kitty)
        for seat in SEATS:
            yield from self._hand_claims(seat)

    def _hand_claims(self, seat: Seat) -> Iterator[CardConstraint]:
        hand, taker = self.hands[seat.index], self.deal.picked_up
        yield from (CardConstraint(mask, self.fates(seat), f"was dealt to {seat}") for mask in hand)
        whole = known_cards(hand).bit_count() == self.rules.hand_size
        if whole and seat not in (self.deal.went_under, self.loner):
            others = self.pack & ~known_cards(hand) & ~(self.upcard.bit if seat is taker else 0)
            mine: set[CardLocation] = {seat, PICKUP} if seat is taker else {seat}
            yield CardConstraint(
                others, frozenset({*SEATS, PICKUP, GIFT, SHOWN, KITTY}) - mine, f"was not dealt to {seat}"
            )

    def _check_claims(self) -> None:
        """Keep the claims on one card, and those on all a hand has not; refuse two that cannot both be."""
        self.claims = tuple(c for c in self.claims if known(c.mask) or c.why.startswith("was not"))
        for i, claim in enumerate(self.claims):
            for other in self.claims[:i]:
                if card := known(claim.mask & other.mask):
                    self._check_pair(card, other, claim)

    def _check_pair(self, card: Card, first: CardConstraint, second: CardConstraint) -> None:
        if first == second:
            raise self.told.wrong(f"{card} {first.why} twice")
        turned_down = card is self.upcard and not self.deal.picked_up
        if not first.bins & second.bins and not (turned_down and second.why.startswith("was not")):
            raise self.told.wrong(f"{card} {first.why}, and {second.why}")


def _some_deal(rules: Ruleset, dealer: Seat, upcard: Card, under: Seat | None) -> Deal:
    """Any deal with a turn-up, in which one seat may go under."""
    cards = [card for card in rules.cards if card is not upcard and card is not JOKER]
    cards.sort(key=lambda card: not card.bit & LOW_MASK)
    size, seats = rules.hand_size, sorted(SEATS, key=lambda seat: seat is not under)
    hands = {seat: cards[i * size : i * size + size] for i, seat in enumerate(seats)}
    return Deal.arranged(rules, dealer=dealer, hands=hands, upcard=upcard)


def cards_left(facts: DealConstraints, played: int) -> tuple[Card, ...]:
    """The cards that were not played and did not lie turned down."""
    return cards_of(facts.pack & ~played & ~(0 if facts.deal.picked_up else facts.upcard.bit))
