"""The search for played cards that a file does not name, and the check of the plays that the file names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.core.cards import JOKER, Card, Suit, cards_of, mask_of
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, lawful_plays, plays_from, winner

from ..errors import InvalidRecord
from .cards import single_card
from .constraints import DealConstraints, known_cards
from .matching import match_cards

MAX_STEPS = 6_000
"""The maximum number of cards that the search tries for one deal. The reader refuses a deal that needs more."""


class PlayedCard(NamedTuple):
    """A card that a seat played to a trick."""

    seat: Seat
    card: Card
    trick: int
    """The number of the trick, from 0."""
    before: tuple[Card, ...]
    """The earlier cards of the same trick."""


class SearchBudget:
    """The number of cards that the search for unknown plays may still try for a deal."""

    def __init__(self) -> None:
        self.left = MAX_STEPS

    def spend(self) -> bool:
        """Count one more card that the search tries. Return false if the budget does not allow this card."""
        self.left -= 1
        return self.left >= 0


class PlaySearch:
    """The search for all sequences of plays that fit the tricks of a deal in a file.

    ``all_known`` is true if the file names all cards played, and ``named`` is the bit mask of the cards that it names.
    """

    def __init__(self, constraints: DealConstraints, budget: SearchBudget) -> None:
        self.constraints, self.budget = constraints, budget
        self.trump = constraints.deal.trump or Suit.NO_TRUMP
        self.sitting_out = constraints.deal.contract.sitting_out if constraints.deal.contract else 0
        self.masks = [mask for trick in constraints.tricks for mask in trick]
        self.all_known = all(map(single_card, self.masks))
        self.named = known_cards(self.masks)

    def sequences(self) -> Iterator[tuple[PlayedCard, ...]]:
        """Yield every sequence of plays of the deal in which no play contradicts the rules or the file."""
        leader = self.constraints.deal.leader
        if leader is None:
            yield ()
        else:
            yield from self._search(0, leader, (), ())

    def _search(
        self, number: int, leader: Seat, cards: tuple[Card, ...], plays: tuple[PlayedCard, ...]
    ) -> Iterator[tuple[PlayedCard, ...]]:
        if number == len(self.constraints.tricks):
            yield plays
        elif len(cards) == len(self.constraints.deal.active):
            yield from self._search(number + 1, winner(leader, cards, self.sitting_out, self.trump), (), plays)
        elif len(cards) == len(self.constraints.tricks[number]):
            yield plays
        else:
            for card in self._candidates(self.constraints.tricks[number][len(cards)], cards):
                if not self.budget.spend():
                    return
                *_, (seat, _) = plays_from(leader, (*cards, card), self.sitting_out)
                play = PlayedCard(seat, card, number, cards)
                if next(self._faults(play, plays), None) is None and self._leaves_enough(play, plays):
                    yield from self._search(number, leader, (*cards, card), (*plays, play))

    def _candidates(self, mask: int, before: tuple[Card, ...]) -> list[Card]:
        """Return the cards that a play in the file can be, the likeliest first.

        ``mask`` is the bit mask of the cards that the file's text can mean. ``before`` holds the earlier cards of the
        trick. An unknown card probably did not take the trick. So cards that follow suit come first, and low cards come
        before high cards.
        """
        if card := single_card(mask):
            return [card]
        suits = EFFECTIVE[self.trump.index]
        led = suits[before[0].index] if before else None

        def unlikely(card: Card) -> tuple[bool, bool, bool, int]:
            suit = suits[card.index]
            return led not in (None, suit), suit is self.trump, card is JOKER, card.rank.index

        return sorted(cards_of(mask & ~self.named), key=unlikely)

    def _leaves_enough(self, play: PlayedCard, before: tuple[PlayedCard, ...]) -> bool:
        """Whether the unknown plays after ``play`` can be filled with the cards that are left.

        ``before`` holds the plays before ``play``.
        """
        if self.all_known:
            return True
        used = mask_of(earlier.card for earlier in before) | play.card.bit
        left = cards_of(self.constraints.pack & ~used)
        return match_cards(self.masks[len(before) + 1 :], left, allow_leftover=True) is not None

    def lawful(self, play: PlayedCard, held: Card) -> bool:
        """Whether ``play`` was legal by the rules of the game if its seat also held the card ``held``."""
        hand = play.card.bit | held.bit
        return bool(lawful_plays(hand, play.before, self.trump, self.constraints.rules.must_head) & play.card.bit)

    def may_hold(self, seat: Seat, plays: tuple[PlayedCard, ...]) -> int:
        """Return the bit mask of the cards that ``seat`` can still hold after ``plays``, if these plays were legal."""
        mine = [play for play in plays if play.seat is seat]
        return mask_of(card for card in self.constraints.rules.cards if all(self.lawful(play, card) for play in mine))

    def check(self) -> None:
        """Raise ``InvalidRecord`` if a play is illegal. All cards played must be known.

        The field ``faults`` of the exception holds one exception for each illegal play.
        """
        faults = dict[tuple[int, int], InvalidRecord]()
        plays = tuple[PlayedCard, ...]()
        leader = self.constraints.deal.leader
        for number, trick in enumerate(self.constraints.tricks):
            assert leader is not None
            cards = tuple(card for mask in trick if (card := single_card(mask)))
            for index, (seat, card) in enumerate(plays_from(leader, cards, self.sitting_out)):
                play = PlayedCard(seat, card, number, cards[:index])
                for where, fault in self._faults(play, plays):
                    faults.setdefault((where.trick, len(where.before)), fault)
                plays += (play,)
            leader = winner(leader, cards, self.sitting_out, self.trump)
        if faults:
            raise _combined_fault([faults[place] for place in sorted(faults)])

    def _faults(self, play: PlayedCard, before: tuple[PlayedCard, ...]) -> Iterator[tuple[PlayedCard, InvalidRecord]]:
        """Yield each illegal play that ``play`` reveals, with an exception that gives the reason.

        ``before`` holds the plays before ``play``. One of them can be the illegal play: ``play`` can show that its seat
        failed to follow suit earlier.
        """
        for earlier in before:
            if earlier.seat is play.seat and not self.lawful(earlier, play.card):
                led = EFFECTIVE[self.trump.index][earlier.before[0].index]
                why = f"{led} were led and had to be followed, but {play.seat} still held {play.card}"
                yield self._fault(earlier, f"{why}, played to trick {play.trick + 1}")
            if earlier.card is play.card:
                yield self._fault(play, f"{play.card} was played before, to trick {earlier.trick + 1}")
        for statement in self.constraints.statements:
            if statement.mask & play.card.bit and play.seat not in statement.locations:
                yield self._fault(play, f"{play.card} {statement.why}")

    def _fault(self, play: PlayedCard, why: str) -> tuple[PlayedCard, InvalidRecord]:
        number = self.constraints.parsed.number
        return play, InvalidRecord(why, deal=number, trick=play.trick, seat=play.seat, card=play.card)


def _combined_fault(faults: list[InvalidRecord]) -> InvalidRecord:
    first, *rest = faults
    why = first.why + "".join(f"; and trick {(f.trick or 0) + 1}, {f.seat}, {f.card}: {f.why}" for f in rest)
    deal, trick, seat, card = first.deal, first.trick, first.seat, first.card
    return InvalidRecord(why, deal=deal, trick=trick, seat=seat, card=card, faults=tuple(faults))
