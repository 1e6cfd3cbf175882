"""Statements about the hidden cards during the play: who holds which card, and who can beat a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uka.bots.card_counting import CountedPosition, cards_beating, trumps_of
from uka.core.cards import SUITS, Card, Suit, cards_of
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH, STRENGTH_AFTER, suit_strength

from .reason import Feature
from .words import bower_name, capitalized, seat_name, suit_noun

HIGHEST = 2
"""The number of unseen trumps, from the highest, about which there are statements."""
HandsBySeat = Sequence[Sequence[int]]
"""For each seat, the bit mask of its hand in each sampled world."""


class UnseenCards:
    """The hidden cards of a position in the play, in each sampled world."""

    def __init__(self, seen: Observation, hands: HandsBySeat) -> None:
        self.position, self.hands, self.seen = CountedPosition(seen), hands, seen
        self.trump = self.position.trump
        me = self.position.me
        self.others = [seat for seat in (me.left, me.partner, me.right) if not self.position.sits_out(seat)]
        self.later = [seat for seat in self.position.later if seat.partnership is not me.partnership]

    def features(self, cards: Sequence[Card]) -> Iterator[Feature]:
        """Yield statements about the hidden cards that may decide between ``cards``, which the seat may play.

        ``cards`` holds the best card first.
        """
        yield from self._trump_statements()
        for card in dict.fromkeys(EFFECTIVE[self.trump][card.index] for card in cards):
            if card.index != self.trump and card in SUITS:
                yield from self._side_suit_statements(card)
        for card in cards:
            yield from self._higher_card_statements(card)
        yield from self._trick_statements(cards)
        if not self.seen.trick and cards[0].bit & trumps_of(self.trump):
            yield self._trump_lead_statement()

    def _trump_statements(self) -> Iterator[Feature]:
        trumps = trumps_of(self.trump)
        if not trumps:
            return
        unseen = sorted(cards_of(trumps & self.position.unseen), key=lambda card: -suit_strength(card, self.trump))
        for card in unseen[:HIGHEST]:
            yield from self._holder_statements(card, self.others)
        yield from self._void_statements(self.others, trumps, "no trump", "a trump")

    def _higher_card_statements(self, card: Card) -> Iterator[Feature]:
        """Yield statements about who holds the highest unseen card of the suit of ``card``, if it beats ``card``.

        Yield nothing if ``card`` is a trump.
        """
        suit = EFFECTIVE[self.trump][card.index]
        if suit.index == self.trump or suit not in SUITS:
            return
        above = cards_beating(self.trump, suit.index, suit_strength(card, self.trump)) & FOLLOW[self.trump][suit.index]
        unseen = cards_of(above & self.position.unseen)
        if unseen:
            highest = max(unseen, key=lambda each: suit_strength(each, self.trump))
            yield from self._holder_statements(highest, self.others)

    def _holder_statements(self, card: Card, seats: Sequence[Seat]) -> Iterator[Feature]:
        for seat in seats:
            true = [hand & card.bit != 0 for hand in self.hands[seat.index]]
            name, held = self._name(seat), self._card(card)
            yield Feature(f"{name} holds {held}", "", true)

    def _void_statements(self, seats: Sequence[Seat], mask: int, none: str, some: str) -> Iterator[Feature]:
        for seat in seats:
            name, true = self._name(seat), [not hand & mask for hand in self.hands[seat.index]]
            yield Feature(f"{name} has {none}", f"{name} has {some}", true)

    def _side_suit_statements(self, suit: Suit) -> Iterator[Feature]:
        """Yield the statements about who has no card of a side suit.

        The statement about the partner also says that the partner has a trump, because it helps only then.
        """
        partner, trumps, follow = self.position.me.partner, trumps_of(self.trump), FOLLOW[self.trump][suit.index]
        seats = [seat for seat in self.others if not trumps or seat is not partner]
        yield from self._void_statements(seats, follow, f"no {suit}", f"a {suit_noun(suit)}")
        if trumps and partner in self.others:
            true = [not hand & follow and hand & trumps != 0 for hand in self.hands[partner.index]]
            over = ", and may overtrump an opponent," if self._may_overtrump(suit) else ""
            yield Feature(f"Your partner can trump {suit}{over}", f"Your partner cannot trump {suit}", true)

    def _may_overtrump(self, suit: Suit) -> bool:
        """Return whether an opponent plays between the seat and its partner, and may trump a lead of ``suit``."""
        position, after = self.position, self.position.me.left
        led = self.seen.trick and EFFECTIVE[self.trump][self.seen.trick[0].index] is not suit
        between = after in position.later and position.me.partner in position.later
        return between and not led and bool(position.trumps_out()) and not position.is_void(after, self.trump)

    def _card(self, card: Card) -> str:
        return bower_name(card, self.seen.trump)

    def _name(self, seat: Seat) -> str:
        return capitalized(seat_name(seat, self.position.me))

    def _trump_lead_statement(self) -> Feature:
        """Return the statement that no opponent has a trump left after the seat leads a trump."""
        trumps = trumps_of(self.trump)
        left = [[(hand & trumps).bit_count() for hand in self.hands[seat.index]] for seat in self.position.opponents()]
        true = [max(counts) <= 1 for counts in zip(*left, strict=True)]
        lead = "A trump lead leaves"
        return Feature(f"{lead} the opponents without trumps", f"{lead} an opponent with a trump", true)

    def _trick_statements(self, cards: Sequence[Card]) -> Iterator[Feature]:
        """Yield the statements that an opponent can or cannot beat the winning card of the trick.

        The winning card is a card of ``cards`` that would win the trick so far, or the partner's card that wins it.
        """
        if not self.later:
            return
        led = EFFECTIVE[self.trump][self.seen.trick[0].index] if self.seen.trick else None
        taker, winning = max(self._played_strengths(), key=lambda play: play[1], default=(None, 0))
        for card in cards:
            suit = (led or EFFECTIVE[self.trump][card.index]).index
            if (worth := STRENGTH[self.trump][suit][card.index]) > winning:
                yield self._can_beat_statement(self._card(card), suit, worth, unbeaten=card is cards[0])
        if led and taker is self.position.me.partner:
            yield self._can_beat_statement("your partner's card", led.index, winning, unbeaten=True)
            yield self._can_beat_statement("your partner's card", led.index, winning, unbeaten=False)

    def _can_beat_statement(self, name: str, led: int, worth: int, *, unbeaten: bool) -> Feature:
        """Return the statement that no later opponent can beat a card if ``unbeaten``, or else that one of them can.

        ``name`` is the name of the card, ``led`` the index of the suit led, and ``worth`` the strength of the card.
        """
        stands, many = self._unbeaten_in_worlds(led, worth), len(self.later) > 1
        if unbeaten:
            who = "No opponent can" if many else f"{self._name(self.later[0])} cannot"
            return Feature(f"{who} beat {name}", "", stands)
        who = "An opponent" if many else self._name(self.later[0])
        return Feature(f"{who} can beat {name}", "", [not each for each in stands])

    def _played_strengths(self) -> Iterator[tuple[Seat, int]]:
        """Yield each seat that has played to the trick, with the strength of its card."""
        if self.seen.trick:
            row = STRENGTH_AFTER[self.trump][self.seen.trick[0].index]
            yield from ((seat, row[card.index]) for seat, card in self.seen.plays)

    def _unbeaten_in_worlds(self, led: int, worth: int) -> list[bool]:
        """Return, for each world, whether no opponent who is still to play can beat a card of strength ``worth``."""
        follow = FOLLOW[self.trump][led]
        above = cards_beating(self.trump, led, worth)
        follows, ruffs = above & follow, above & ~follow
        beaten = ([hand & (follows if hand & follow else ruffs) for hand in self.hands[s.index]] for s in self.later)
        return [not any(row) for row in zip(*beaten, strict=True)]
