"""The search for played cards that a file does not name, and the check of the plays that the file names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from uka.core.cards import JOKER, Card, Suit, cards_of, mask_of
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, lawful_plays, plays_from, winner

from ..errors import InvalidRecord
from .cards import known
from .constraints import DealConstraints, known_cards
from .matching import matched

MAX_STEPS = 6_000
"""The maximum number of cards that the search tries for one deal. The reader refuses a deal that needs more."""


class PlayedCard(NamedTuple):
    """A card that a seat played to a trick. ``before`` holds the earlier cards of the same trick."""

    seat: Seat
    card: Card
    trick: int
    before: tuple[Card, ...]


class SearchBudget:
    """The number of cards that the search may still try for a deal."""

    def __init__(self) -> None:
        self.left = MAX_STEPS

    def spend(self) -> bool:
        """Count one more card that the search tries. Return whether the budget allows this card."""
        self.left -= 1
        return self.left >= 0


class PlaySearch:
    """The search for all sequences of plays that fit the tricks of a file.

    ``sure`` is true if all played cards are known.
    """

    def __init__(self, facts: DealConstraints, steps: SearchBudget) -> None:
        self.facts, self.steps = facts, steps
        self.trump = facts.deal.trump or Suit.NO_TRUMP
        self.sitting_out = facts.deal.contract.sitting_out if facts.deal.contract else 0
        self.masks = [mask for trick in facts.tricks for mask in trick]
        self.sure = all(map(known, self.masks))
        self.named = known_cards(self.masks)

    def all(self) -> Iterator[tuple[PlayedCard, ...]]:
        """Yield every sequence of plays of the deal in which no play contradicts the rules or the file."""
        leader = self.facts.deal.leader
        return self._walk(0, leader, (), ()) if leader else iter(((),))

    def _walk(
        self, number: int, leader: Seat, cards: tuple[Card, ...], plays: tuple[PlayedCard, ...]
    ) -> Iterator[tuple[PlayedCard, ...]]:
        if number == len(self.facts.tricks):
            yield plays
        elif len(cards) == len(self.facts.deal.active):
            yield from self._walk(number + 1, winner(leader, cards, self.sitting_out, self.trump), (), plays)
        elif len(cards) == len(self.facts.tricks[number]):
            yield plays
        else:
            for card in self._candidates(self.facts.tricks[number][len(cards)], cards):
                if not self.steps.spend():
                    return
                seat = plays_from(leader, (*cards, card), self.sitting_out)[-1][0]
                play = PlayedCard(seat, card, number, cards)
                if next(self._faults(play, plays), None) is None and self._leaves_enough(play, plays):
                    yield from self._walk(number, leader, (*cards, card), (*plays, play))

    def _candidates(self, mask: int, before: tuple[Card, ...]) -> list[Card]:
        """Return the cards of ``mask`` that a play in the file can be, the likeliest first.

        An unknown card probably did not take the trick. So cards that follow suit come first, and low cards come before
        high cards. ``before`` holds the earlier cards of the trick.
        """
        if card := known(mask):
            return [card]
        suits = EFFECTIVE[self.trump.index]
        led = suits[before[0].index] if before else None

        def unlikely(card: Card) -> tuple[bool, bool, bool, int]:
            suit = suits[card.index]
            return led not in (None, suit), suit is self.trump, card is JOKER, card.rank.index

        return sorted(cards_of(mask & ~self.named), key=unlikely)

    def _leaves_enough(self, play: PlayedCard, before: tuple[PlayedCard, ...]) -> bool:
        """Whether enough cards are left for the unknown plays that come after ``play``."""
        if self.sure:
            return True
        used = mask_of(earlier.card for earlier in before) | play.card.bit
        return matched(self.masks[len(before) + 1 :], cards_of(self.facts.pack & ~used), some=True) is not None

    def lawful(self, play: PlayedCard, held: Card) -> bool:
        """Whether ``play`` was legal, by the rules in ``uka.core``, if the seat also held the card ``held``."""
        hand = play.card.bit | held.bit
        return bool(lawful_plays(hand, play.before, self.trump, self.facts.rules.must_head) & play.card.bit)

    def may_hold(self, seat: Seat, plays: tuple[PlayedCard, ...]) -> int:
        """Return the bit mask of the cards that a seat can still hold, given that all of its plays were legal."""
        mine = [play for play in plays if play.seat is seat]
        return mask_of(card for card in self.facts.rules.cards if all(self.lawful(play, card) for play in mine))

    def check(self) -> None:
        """Raise ``InvalidRecord`` if plays are illegal. The exception's ``faults`` hold all illegal plays in order.

        All plays must be known.
        """
        faults, plays, leader = dict[tuple[int, int], InvalidRecord](), tuple[PlayedCard, ...](), self.facts.deal.leader
        for number, trick in enumerate(self.facts.tricks):
            assert leader is not None
            cards = tuple(card for mask in trick if (card := known(mask)))
            for index, (seat, card) in enumerate(plays_from(leader, cards, self.sitting_out)):
                play = PlayedCard(seat, card, number, cards[:index])
                for where, fault in self._faults(play, plays):
                    faults.setdefault((where.trick, len(where.before)), fault)
                plays += (play,)
            leader = winner(leader, cards, self.sitting_out, self.trump)
        if faults:
            raise _several([faults[place] for place in sorted(faults)])

    def _faults(self, play: PlayedCard, before: tuple[PlayedCard, ...]) -> Iterator[tuple[PlayedCard, InvalidRecord]]:
        """Yield each wrong play that ``play`` reveals, with an exception that gives the reason.

        The wrong play can be an earlier play: the new card can show that the seat failed to follow suit.
        """
        for earlier in before:
            if earlier.seat is play.seat and not self.lawful(earlier, play.card):
                led = EFFECTIVE[self.trump.index][earlier.before[0].index]
                why = f"{led} were led and had to be followed, but {play.seat} still held {play.card}"
                yield self._fault(earlier, f"{why}, played to trick {play.trick + 1}")
            if earlier.card is play.card:
                yield self._fault(play, f"{play.card} was played before, to trick {earlier.trick + 1}")
        for claim in self.facts.claims:
            if claim.mask & play.card.bit and play.seat not in claim.bins:
                yield self._fault(play, f"{play.card} {claim.why}")

    def _fault(self, play: PlayedCard, why: str) -> tuple[PlayedCard, InvalidRecord]:
        number = self.facts.parsed.number
        return play, InvalidRecord(why, deal=number, trick=play.trick, seat=play.seat, card=play.card)


def _several(faults: list[InvalidRecord]) -> InvalidRecord:
    first, *rest = faults
    why = first.why + "".join(f"; and trick {(f.trick or 0) + 1}, {f.seat}, {f.card}: {f.why}" for f in rest)
    deal, trick, seat, card = first.deal, first.trick, first.seat, first.card
    return InvalidRecord(why, deal=deal, trick=trick, seat=seat, card=card, faults=tuple(faults))
