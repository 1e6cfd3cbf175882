"""Reasons that need no count: what the seat can see and what speaks for one card in the play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uka.bots.card_counting import CountedPosition, cards_beating, trumps_of
from uka.core.actions import Play
from uka.core.cards import SUITS, Card, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import EFFECTIVE, FOLLOW, STRENGTH_AFTER, suit_strength

from .words import PAIR, bower_name, joined, seat_name, suit_noun

NAMED = 3
"""The largest number of cards that a reason names as cards that can beat another card."""


class VisiblePlayFacts:
    """What the seat whose turn it is can see during the play, as sentences that compare two of its cards."""

    def __init__(self, seen: Observation) -> None:
        self._seen, self._position = seen, CountedPosition(seen)
        self._me, self._trump = self._position.me, self._position.trump
        self._trumps = trumps_of(self._trump)
        self._lawful = tuple(action.card for action in seen.lawful_actions if isinstance(action, Play))

    def facts(self, best: Card, other: Card) -> Iterator[str]:
        """Yield sentences that speak for ``best`` rather than ``other``, the most important first."""
        if self.makes_no_difference():
            yield "none of your cards can win a trick any more: it makes no difference."
        elif self.touch(best, other):
            yield self._touch_sentence(best, other)
        elif self._seen.trick:
            yield from self._following(best, other)
        else:
            yield from self._leading(best, other)

    def makes_no_difference(self) -> bool:
        """Return whether the seat can win no trick any more, because no card of its hand can.

        The seat then never leads, so a card wins only if it is a trump or if a lower card of its suit is led.
        """
        trick, position = self._seen.trick, self._position
        if not trick or self._trumps & position.mine or not self.loses():
            return False
        others = [seat for seat in (self._me.left, self._me.partner, self._me.right) if not position.sits_out(seat)]
        if not position.later and position.mine.bit_count() == 2:  # the winner of this trick leads to the last one
            others = [self._winning_play()[0]]
        return not any(self._lower_out(card, others) for card in cards_of(position.mine))

    def loses(self) -> bool:
        """Return whether another seat has led, and no card that may be played beats the trick so far."""
        return bool(self._seen.trick) and not any(map(self._wins, self._lawful))

    def _lower_out(self, card: Card, seats: Sequence[Seat]) -> bool:
        """Return whether one of ``seats`` may hold a lower card of the suit of ``card``."""
        suit = self._suit(card)
        if all(self._position.is_void(seat, suit.index) for seat in seats):
            return False
        strength = suit_strength(card, self._trump)
        unseen = cards_of(FOLLOW[self._trump][suit.index] & self._position.unseen)
        return any(suit_strength(each, self._trump) < strength for each in unseen)

    def touch(self, one: Card, two: Card) -> bool:
        """Return whether two cards are of one suit, and no card between them is in another hand or in this trick."""
        suit = self._suit(one)
        if suit is not self._suit(two):
            return False
        low, high = sorted(suit_strength(card, self._trump) for card in (one, two))
        out = FOLLOW[self._trump][suit.index] & (self._position.unseen | mask_of(self._seen.trick))
        return not any(low < suit_strength(card, self._trump) < high for card in cards_of(out))

    def _touch_sentence(self, best: Card, other: Card) -> str:
        """Return the sentence that ``other`` does the same as ``best``, or that all cards that may be played do."""
        if all(self.touch(best, card) for card in self._lawful):
            low, *_, high = sorted(self._lawful, key=lambda card: suit_strength(card, self._trump))
            return f"it makes no difference: no card between {self._name(low)} and {self._name(high)} is out."
        return f"{self._name(other)} is as good: no card between it and {self._name(best)} is out."

    def sure_trick(self, card: Card) -> bool:
        """Return whether ``card`` is a trump that no card in another hand beats, so that it wins a trick."""
        return bool(card.bit & self._trumps) and self.highest(card)

    # A card to a trick

    def _following(self, best: Card, other: Card) -> Iterator[str]:
        """Yield sentences that speak for ``best`` when the seat plays to a trick that another seat has led."""
        winner, _ = self._winning_play()
        best_wins, other_wins = self._wins(best), self._wins(other)
        if winner is self._me.partner:
            yield from self._partner_winning(best, other)
        elif best_wins and not self._position.later:
            yield self._last_card_sentence(best, other_wins=other_wins)
        elif best_wins and self._unbeatable(best) and not self._unbeatable(other):
            yield f"No card that is still out can beat {self._name(best)} in this trick."
        elif best_wins and other_wins:
            yield from self._both_winning(best, other)
        elif best_wins:
            yield f"{self._name(best)} wins the trick so far; {self._name(other)} does not."
        elif not other_wins:
            yield from self._about_lost_trick(best, other)

    def _winning_play(self) -> tuple[Seat, Card]:
        """Return the seat that wins the trick so far, and its card."""
        return max(self._seen.plays, key=lambda play: self._strength(play[1]))

    def _strength(self, card: Card) -> int:
        return STRENGTH_AFTER[self._trump][self._seen.trick[0].index][card.index]

    def _wins(self, card: Card) -> bool:
        return self._strength(card) > max(map(self._strength, self._seen.trick))

    def _partner_winning(self, best: Card, other: Card) -> Iterator[str]:
        """Yield sentences that speak for ``best`` while the partner's card wins the trick."""
        _, card = self._winning_play()
        wins = "wins" if not self._position.later else "is winning"
        start = f"your partner's {self._name(card).removeprefix('the ')} {wins} the trick"
        if self._wins(other) and not self._wins(best):
            yield self._why_not_overtake(other, card, start)
        elif self._wins(best) and not self._wins(other):
            yield from self._why_overtake(best, card, start)
        elif not self._wins(other):
            start += " so far" if self._position.later and self._cards_above(card) else ""
            yield from (f"{start}{reason}." for reason in self._why_cheaper(best, other))

    def _why_not_overtake(self, other: Card, card: Card, start: str) -> str:
        """Return the sentence that says why the seat does not overtake ``card``, with which its partner wins so far.

        ``start`` is the clause that says that the partner wins.
        """
        if self._position.later and self._cards_above(card):
            return f"{start} so far, and you keep {self._name(other)} for another trick."
        return f"{start}; {self._name(other)} would only overtake it."

    def _why_overtake(self, best: Card, card: Card, start: str) -> Iterator[str]:
        """Yield the sentence that says why the seat overtakes ``card``, with which its partner wins so far.

        ``start`` is the clause that says that the partner wins.
        """
        if not self._position.later:
            yield f"you play last, and {self._name(best)} takes the trick, so that you lead to the next one."
        elif self._cards_above(best).bit_count() < self._cards_above(card).bit_count():
            fewer = self._beaters_text(best, "a", most=NAMED)
            fewer = f"only {fewer} beats" if fewer else "no card that is still out can beat"
            yield f"{start} so far, but {self._beaters_text(card, 'any', most=1)} beats it; {fewer} {self._name(best)}."

    def _both_winning(self, best: Card, other: Card) -> Iterator[str]:
        """Yield why ``best`` is better than ``other`` if both cards would win the trick so far."""
        if self._strength(best) < self._strength(other):
            yield f"{self._name(best)} wins the trick so far, and you keep {self._name(other)}."
        elif self._cards_above(best) != self._cards_above(other):
            between = cards_of(self._cards_above(other) & ~self._cards_above(best))
            if len(between) <= NAMED:
                names = [self._name(card) for card in sorted(between, key=self._strength)]
                yield f"{joined(names)} could beat {self._name(other)}, but not {self._name(best)}."
                return
            more, fewer = self._beaters_text(other, "any", most=NAMED), self._beaters_text(best, "a", most=NAMED)
            yield f"only {fewer} beats {self._name(best)}, but {more} beats {self._name(other)}."

    def _beaters_text(self, card: Card, article: str, *, most: int) -> str:
        """Return the words for the cards in other hands that can beat ``card``, such as "any higher club or any trump".

        Up to ``most`` higher cards of the suit are named one by one. ``article`` stands before a kind of card.
        """
        above, suit = self._cards_above(card), FOLLOW[self._trump][self._suit(card).index]
        higher = sorted(cards_of(above & suit), key=lambda each: suit_strength(each, self._trump))
        kinds = [*map(self._name, higher)] if len(higher) <= most else [f"{article} higher {self._noun(card)}"]
        return joined([*kinds, f"{article} trump"] if above & ~suit else kinds)

    def _last_card_sentence(self, best: Card, *, other_wins: bool) -> str:
        """Return a sentence which says that ``best``, the last card to the trick, wins the trick."""
        winners = [card for card in self._lawful if self._wins(card)]
        if best is min(winners, key=self._strength) and (other_wins or len(winners) > 1):
            return f"you play last, and {self._name(best)} is your lowest card that wins the trick."
        return f"you play last, and {self._name(best)} wins the trick."

    def _unbeatable(self, card: Card) -> bool:
        """Return whether ``card`` wins the trick so far and no card that is still out can beat it."""
        return self._wins(card) and not self._cards_above(card)

    def _cards_above(self, card: Card) -> int:
        """Return the bit mask of the cards in other hands that would beat ``card`` in this trick."""
        led = EFFECTIVE[self._trump][self._seen.trick[0].index].index
        return cards_beating(self._trump, led, self._strength(card)) & self._position.unseen

    def _about_lost_trick(self, best: Card, other: Card) -> Iterator[str]:
        start = "you cannot win this trick"
        if not self.loses():
            start = f"neither {self._name(best)} nor {self._name(other)} can win this trick"
        yield from (f"{start}{reason}." for reason in self._why_cheaper(best, other))

    def _why_cheaper(self, best: Card, other: Card) -> Iterator[str]:
        """Yield the end of a sentence: why ``best`` costs less than ``other``, if neither card wins the trick."""
        one, two = self._suit(best), self._suit(other)
        if one is two and suit_strength(best, self._trump) < suit_strength(other, self._trump):
            verb = "play" if one is self._suit(self._seen.trick[0]) else "throw"
            same = [card for card in self._lawful if self._suit(card) is one]
            if best is min(same, key=lambda card: suit_strength(card, self._trump)) and len(same) > PAIR:
                yield f": {verb} your lowest {self._noun(best)}"
            else:
                yield f": {verb} the lower {self._noun(best)}, and keep {self._name(other)}"
        elif other.bit & self._trumps and not best.bit & self._trumps:
            yield f", and you keep {self._name(other)}, a trump"
        elif self._is_singleton(best) and not self._is_singleton(other) and self._holds_trump():
            yield f", and {self._name(best)} leaves you without {one}, so that you can trump them later"
        elif one is not two and other.rank.index > best.rank.index:
            yield f", and you keep {self._name(other)}, the higher card"

    # A lead

    def _leading(self, best: Card, other: Card) -> Iterator[str]:
        """Yield sentences that speak for ``best`` when the seat leads to a trick."""
        if self.highest(best) and not self.highest(other) and not self._likely_trumped(best):
            yield self._highest_sentence(best)
        if best.bit & self._trumps and not other.bit & self._trumps:
            yield from self._trump_lead()
        elif other.bit & self._trumps and not best.bit & self._trumps:
            yield from self._no_trump_lead(best, other)
        if self._is_singleton(best) and not self._is_singleton(other) and self._holds_trump():
            suit = self._suit(best)
            yield f"you lead your only {suit_noun(suit)}, so that you can trump {suit} later."

    def _highest_sentence(self, card: Card) -> str:
        """Return a sentence which says that no card, or only a trump, can beat ``card`` if it is led."""
        name, suit = self._name(card), self._suit(card)
        if not self._trumps & self._position.unseen or self._trump == suit.index:
            return f"no card that is still out can beat {name}."
        return f"only a trump can beat {name}: no higher {suit_noun(suit)} is out."

    def _likely_trumped(self, card: Card) -> bool:
        """Return whether an opponent is likely to trump ``card`` if it is led.

        That is so if an opponent has no card of its suit, or if more seats play later than unseen cards of the suit
        remain.
        """
        position, suit = self._position, self._suit(card)
        if suit.index == self._trump or not position.trumps_out():
            return False
        void = any(position.is_void(seat, suit.index) for seat in position.opponents())
        out = FOLLOW[self._trump][suit.index] & position.unseen
        return void or out.bit_count() < len(position.later)

    def _trump_lead(self) -> Iterator[str]:
        if self._position.is_making_side and self._trumps & self._position.trumps_out():
            holders = [s for s in self._position.opponents() if not self._position.is_void(s, self._trump)]
            drawn = "the opponents' trumps" if len(holders) > 1 else f"a trump from {seat_name(holders[0], self._me)}"
            yield f"your side made trump, and a trump lead may draw {drawn}."

    def _no_trump_lead(self, best: Card, other: Card) -> Iterator[str]:
        if not self._position.is_making_side:
            yield f"the opponents made trump, and {self._name(other)} would lead it for them."
        elif not self._position.trumps_out():
            yield f"the opponents have no trump left that {self._name(other)} could draw."

    def highest(self, card: Card) -> bool:
        """Return whether no card of the same suit in another hand can beat ``card`` if it is led."""
        suit = self._suit(card)
        above = (
            cards_beating(self._trump, suit.index, suit_strength(card, self._trump)) & FOLLOW[self._trump][suit.index]
        )
        return not above & self._position.unseen

    def _is_singleton(self, card: Card) -> bool:
        """Return whether ``card`` is the only card of its suit in the hand, and the suit is not trump."""
        suit = self._suit(card)
        held = FOLLOW[self._trump][suit.index] & self._position.mine if suit in SUITS else 0
        return suit.index != self._trump and held == card.bit

    def _holds_trump(self) -> bool:
        """Return whether the hand holds a trump, and more than one card after this trick, so that it can wait."""
        return bool(self._trumps & self._position.mine) and self._position.mine.bit_count() > PAIR

    def _noun(self, card: Card) -> str:
        """Return the noun for a card of the suit of ``card``, such as "heart" or "trump"."""
        return "trump" if card.bit & self._trumps else suit_noun(self._suit(card))

    def _suit(self, card: Card) -> Suit:
        return EFFECTIVE[self._trump][card.index]

    def _name(self, card: Card) -> str:
        return bower_name(card, self._seen.trump)
