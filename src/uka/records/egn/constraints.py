"""What a file says of where each card of a deal can be, under one interpretation of the file's upcard and calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from uka.core.cards import JOKER, LOW_MASK, Card, cards_of, mask_of
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat, clockwise

from .cards import single_card
from .parsed_deal import ParsedDeal
from .recorded_actions import RecordedActions

CardLocation = Seat | str
PICKUP = "pickup"
"""The location of the card that was discarded after the upcard was picked up."""
GIFT = "gift"
"""The location of the card that a loner discarded after the partner passed a card to the loner."""
SHOWN = "shown"
"""The location of the cards that were shown in the exchange of a farmer's hand."""
KITTY = "kitty"
"""The location of the cards that stayed in the kitty."""


class CardStatement(NamedTuple):
    """What a file says about a card, or about all cards not dealt to a seat: where they can be when the deal ends."""

    mask: int
    """The bit mask of the cards that the card can be, or of all cards not dealt to the seat."""
    locations: frozenset[CardLocation]
    """Where the card can be when the deal ends."""
    why: str
    """The reason, as the end of a sentence about the card, such as "was discarded"."""


def known_cards(masks: Iterable[int]) -> int:
    """Return the bit mask of the known cards.

    ``masks`` holds, for each card, the bit mask of the cards that it can be. A card is known if its mask has one bit.
    """
    return mask_of(card for mask in masks if (card := single_card(mask)))


class DealConstraints:
    """What a file says of where the cards of a deal can be, under one interpretation of the file.

    ``deal`` is an arbitrary deal to which the recorded calls were applied. It shows who leads, who sits out, who has
    taken the upcard, and how many cards were discarded. Its cards have no meaning.
    """

    def __init__(self, rules: Ruleset, parsed: ParsedDeal, upcard: Card, recorded: RecordedActions) -> None:
        self.rules, self.parsed, self.upcard, self.recorded = rules, parsed, upcard, recorded
        self.deal, _ = recorded.run(_arbitrary_deal(rules, parsed.dealer, upcard, recorded.goes_under), parsed.number)
        self._check_calls()
        self.pack = rules.pack_mask
        self.loner = self.deal.contract.loner if self.deal.contract and self.deal.given else None
        self.tricks = self._trick_masks()
        state = parsed.form.initial_state
        self.hands = [self._masks(hand) for hand in state.player_cards] or [[], [], [], []]
        self.kitty = self._masks(state.kitty)
        self.discards = [GIFT] * len(self.deal.discards)
        if self.deal.discards and self.deal.discards[0][0] is self.deal.picked_up:
            self.discards[0] = PICKUP
        self.laid: dict[CardLocation, list[int]] = {PICKUP: [], GIFT: [], SHOWN: []}
        self.gift = self.pack
        self.taken = [self.pack] * len(self.deal.kitty_taken)
        self._read_exchanges()
        self._check_counts()
        self.statements = tuple(self._all_statements())
        self._check_statements()

    def allowed_mask(self, where: CardLocation) -> int:
        """Return the bit mask of the cards that can be in the location ``where`` when the deal ends."""
        mask = self.pack
        for statement in self.statements:
            if where not in statement.locations:
                mask &= ~statement.mask
        return mask

    def final_locations(self, seat: Seat) -> frozenset[CardLocation]:
        """Return the locations where a card that was dealt to ``seat`` can be when the deal ends."""
        ends: set[CardLocation] = {seat}
        if seat is self.deal.picked_up and PICKUP in self.discards:
            ends.add(PICKUP)
        if self.loner and seat in (self.loner, self.loner.partner):
            ends.add(self.loner)
            ends |= {GIFT} & {*self.discards}
        if seat is self.deal.went_under:
            ends.add(SHOWN)
        return frozenset(ends)

    def _masks(self, texts: Iterable[str], trick: int | None = None) -> list[int]:
        return [self.parsed.mask(text, self.pack, self.deal.trump, trick) for text in texts]

    def _check_calls(self) -> None:
        parsed, deal = self.parsed, self.deal
        if len(deal.calls) < len(parsed.calls):
            seat = clockwise(parsed.dealer.left)[len(deal.calls) % len(SEATS)]
            raise parsed.fault(f"call {len(deal.calls) + 1}: nothing is called any more once trump is made", seat)
        if self.recorded.goes_under is not deal.went_under:
            raise parsed.fault(
                "cards were exchanged with the kitty, which the rules do not allow", self.recorded.goes_under
            )
        lone = self.recorded.lone_defender
        if lone and (deal.contract is None or deal.contract.lone_defender is not lone):
            raise parsed.fault("a defender may go alone only against a loner, and where the rules allow it", lone)
        if parsed.alone and deal.contract is None:
            raise parsed.fault("someone is marked as alone, but nobody made trump")
        lead = parsed.play.initial_lead if parsed.play else None
        if isinstance(lead, int) and parsed.play and parsed.play.tricks and deal.leader is not parsed.seat(lead):
            raise parsed.fault(f"the record has {parsed.seat(lead)} lead, but by the rules {deal.leader} leads")

    def _trick_masks(self) -> list[list[int]]:
        """Return, for each card of each trick, the bit mask of the cards that the file may mean."""
        tricks = list(self.parsed.play.tricks) if self.parsed.play else []
        size = len(self.deal.active)
        while tricks and not tricks[-1]:
            tricks.pop()
        if tricks and self.deal.phase is not Phase.PLAYING:
            raise self.parsed.fault("cards are played, but trump is not made")
        if len(tricks) > self.rules.hand_size:
            raise self.parsed.fault(f"{len(tricks)} tricks are given: a deal has {self.rules.hand_size}")
        for number, trick in enumerate(tricks):
            if len(trick) > size or (len(trick) < size and number < len(tricks) - 1):
                raise self.parsed.fault(f"{len(trick)} cards are played to it, but {size} seats play", trick=number)
        return [self._masks(trick, number) for number, trick in enumerate(tricks)]

    def _read_exchanges(self) -> None:
        """Find the cards of the discard and of each exchange. Raise ``InvalidRecord`` if an exchange is illegal."""
        parsed = self.parsed
        partner = self.loner.partner if self.loner else None
        discard = parsed.bidding.discard if parsed.bidding else None
        if isinstance(discard, str):
            if not self.discards:
                raise parsed.fault(f"{discard} is marked as discarded, but nobody had a card too many")
            self.laid[self.discards[0]] = self._masks([discard])
        for exchange in parsed.exchanges:
            cards = self._masks(exchange.cards)
            sender = parsed.seat(exchange.sender) if isinstance(exchange.sender, int) else None
            receiver = parsed.seat(exchange.receiver)
            if sender is None and receiver is self.deal.went_under and len(cards) == len(self.taken):
                self.taken = cards
            elif sender and sender is self.deal.went_under and len(cards) == len(self.deal.shown):
                self.laid[SHOWN] = cards
            elif partner and sender is partner and receiver is self.loner and len(cards) == 1:
                self.gift = cards[0]
            elif partner and sender is self.loner and receiver is partner and len(cards) == 1:
                self.laid[GIFT] = cards
            else:
                raise parsed.fault("cards are exchanged, which the rules don't allow", sender or receiver)

    def _check_counts(self) -> None:
        for seat in SEATS:
            count = len(self.hands[seat.index])
            if count > self.rules.hand_size:
                why = f"{count} cards are dealt to a hand: a hand has {self.rules.hand_size}"
                raise self.parsed.fault(why, seat)
        if len(self.kitty) > len(self.deal.kitty) + len(self.deal.kitty_taken):
            raise self.parsed.fault(f"{len(self.kitty)} cards are given for the kitty: too many")

    def _all_statements(self) -> Iterator[CardStatement]:
        deal, under = self.deal, self.deal.went_under
        drawn = self.final_locations(under) - {SHOWN} if under else frozenset[CardLocation]()
        if taker := deal.picked_up:
            yield CardStatement(
                self.upcard.bit, self.final_locations(taker) - {SHOWN}, f"was turned up and picked up by {taker}"
            )
        else:
            yield CardStatement(self.upcard.bit, frozenset(), "was turned up and not taken")
        for where, why in ((PICKUP, "was discarded"), (GIFT, "was laid away by the loner"), (SHOWN, "was shown")):
            yield from (CardStatement(mask, frozenset({where}), why) for mask in self.laid[where])
        if self.loner:
            yield CardStatement(self.gift, self.final_locations(self.loner), f"was passed to {self.loner}")
        yield from (CardStatement(mask, drawn, f"was taken from the kitty by {under}") for mask in self.taken)
        yield from (CardStatement(mask, drawn | {KITTY}, "lay in the kitty") for mask in self.kitty)
        for seat in SEATS:
            yield from self._hand_statements(seat)

    def _hand_statements(self, seat: Seat) -> Iterator[CardStatement]:
        hand, taker = self.hands[seat.index], self.deal.picked_up
        yield from (CardStatement(mask, self.final_locations(seat), f"was dealt to {seat}") for mask in hand)
        whole = known_cards(hand).bit_count() == self.rules.hand_size
        if whole and seat not in (self.deal.went_under, self.loner):
            others = self.pack & ~known_cards(hand) & ~(self.upcard.bit if seat is taker else 0)
            mine: set[CardLocation] = {seat, PICKUP} if seat is taker else {seat}
            yield CardStatement(
                others, frozenset({*SEATS, PICKUP, GIFT, SHOWN, KITTY}) - mine, f"was not dealt to {seat}"
            )

    def _check_statements(self) -> None:
        """Keep only the statements about known cards. Raise ``InvalidRecord`` if two of them contradict each other.

        A statement about an unknown or partly known card is dropped. A statement about all cards not dealt to a seat
        is kept: these cards are known, since it is made only if the whole hand of the seat is known.
        """
        self.statements = tuple(s for s in self.statements if single_card(s.mask) or s.why.startswith("was not"))
        for i, statement in enumerate(self.statements):
            for earlier in self.statements[:i]:
                if card := single_card(statement.mask & earlier.mask):
                    self._check_compatible(card, earlier, statement)

    def _check_compatible(self, card: Card, first: CardStatement, second: CardStatement) -> None:
        if first == second:
            raise self.parsed.fault(f"{card} {first.why} twice")
        turned_down = card is self.upcard and not self.deal.picked_up
        if not first.locations & second.locations and not (turned_down and second.why.startswith("was not")):
            raise self.parsed.fault(f"{card} {first.why}, and {second.why}")


def _arbitrary_deal(rules: Ruleset, dealer: Seat, upcard: Card, goes_under: Seat | None) -> Deal:
    """Return an arbitrary deal with the upcard ``upcard``.

    ``goes_under`` is None, or the seat that exchanges a farmer's hand: it is dealt low cards, which it can exchange.
    """
    cards = [card for card in rules.cards if card is not upcard and card is not JOKER]
    cards.sort(key=lambda card: not card.bit & LOW_MASK)
    size, seats = rules.hand_size, sorted(SEATS, key=lambda seat: seat is not goes_under)
    hands = {seat: cards[i * size : i * size + size] for i, seat in enumerate(seats)}
    return Deal.arranged(rules, dealer=dealer, hands=hands, upcard=upcard)


def cards_left(constraints: DealConstraints, played: int) -> tuple[Card, ...]:
    """Return the cards that were neither played nor turned down. ``played`` is the bit mask of the cards played."""
    turned_down = 0 if constraints.deal.picked_up else constraints.upcard.bit
    return cards_of(constraints.pack & ~(played | turned_down))
