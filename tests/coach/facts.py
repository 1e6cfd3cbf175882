"""A second opinion on the reasons that are on view: it reads their sentences, and checks them by the plain rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from uka.core.actions import Action, CallTrump, OrderUp, Play
from uka.core.cards import CARDS, Card, Rank, Suit
from uka.core.observation import Observation
from uka.core.scoring import Outcome, points_for
from uka.core.seats import Seat
from uka.core.trick import effective_suit, strength
from uka.narration.names import card_name

NAMES = {card_name(card): card for card in CARDS}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
Check: TypeAlias = Callable[..., bool]


def fits(text: str, pattern: str) -> re.Match[str] | None:
    """Match a sentence with a pattern. ``CARD`` stands for a card, and ``HELD`` for trumps in a hand."""
    pattern = pattern.replace("CARD", r"((?:the )?(?:right bower|left bower|benny)|\S+?)")
    return re.fullmatch(pattern.replace("HELD", r"(\w+) trumps?(, .+?)?"), text)


class FactCheck:
    """Checks sentences about what a seat sees when it chooses between two actions, ``best`` and ``other``."""

    def __init__(self, seen: Observation, best: Action, other: Action) -> None:
        assert seen.seat is not None
        self.seen, self.me, self.best, self.other = seen, seen.seat, best, other
        called = [each.suit for each in (best, other) if isinstance(each, CallTrump)]
        ordered = any(isinstance(each, OrderUp) for each in (best, other))
        trump = seen.trump or (seen.up_suit if ordered else called[0] if called else None)
        assert trump is not None
        self.trump: Suit = trump

    def holds(self, text: str) -> bool:
        """Return whether a sentence is true. Raise ``AssertionError`` if it has another form."""
        text = text[0].lower() + text[1:] if text[1].islower() else text
        for pattern, check in {**self._calls(), **self._discards(), **self._tricks(), **self._leads()}.items():
            if found := fits(text, pattern):
                return check(*found.groups())
        raise AssertionError(f"a sentence of another form: {text}")

    # Calls

    def _calls(self) -> dict[str, Check]:
        scores = self.seen.rules.scoring
        side = self.me.partnership

        def points(outcome: Outcome) -> int:
            return points_for(scores, outcome, side)[side.index]

        need = (self.seen.rules.target or 99) - self.seen.score[side.index]
        return {
            r"alone, all the tricks bring (\d+) points? instead of (\d+)\.": lambda alone, both: (
                (points(Outcome.LONE_MARCH), points(Outcome.MARCH)) == (int(alone), int(both))
            ),
            r"alone, fewer than all the tricks count as a euchre\.": lambda: self.seen.rules.lone_must_march,
            r"you need only (\d+) points? to win the game, and going alone brings no more\.": lambda count: (
                need == int(count) <= points(Outcome.MARCH)
            ),
            r"the opponent on your (left|right), the dealer, would pick up CARD(?:, and you hold (?:only )?HELD)?\.": (
                lambda place, card, *held: (
                    self.seen.dealer is (self.me.left if place == "left" else self.me.right)
                    and self._is_turn_up(card)
                    and (held[0] is None or self._has(*held))
                )
            ),
            r"your partner, the dealer, picks up CARD(?:, and you hold HELD)?\.": lambda card, *held: (
                self.seen.dealer is self.me.partner and self._is_turn_up(card) and (held[0] is None or self._has(*held))
            ),
            r"with CARD picked up, you hold HELD\.": lambda card, *held: (
                self.seen.dealer is self.me and self._is_turn_up(card) and self._has(*held)
            ),
            r"(?:with (\w+) as trump, )?you hold (?:only )?HELD\.": lambda suit, *held: (
                suit in (None, str(self.trump)) and self._has(*held)
            ),
            r"you hold (\w+) trumps? in (\w+), (\w+) in (\w+)\.": lambda most, suit, less, rival: (
                [len(self._trumps(self._suit(each))) for each in (suit, rival)]
                == [NUMBERS.index(count) for count in (most, less)]
            ),
        }

    def _suit(self, name: str) -> Suit:
        return next(suit for suit in Suit if str(suit) == name)

    def _is_turn_up(self, name: str) -> bool:
        return self._card(name) is self.seen.upcard

    def _has(self, count: str, bowers: str | None) -> bool:
        """Return whether the seat holds a number of trumps, and just the bowers that are named."""
        held = self._trumps(self.trump)
        jacks = [card for card in held if card.rank is Rank.JACK]
        named = re.findall(r"both bowers|the (?:right|left) bower", bowers or "")
        same = len(jacks) == 2 if named == ["both bowers"] else [*map(self._card, named)] == jacks
        return len(held) == NUMBERS.index(count) and same

    def _trumps(self, suit: Suit) -> list[Card]:
        orders = suit is self.seen.up_suit and self.seen.contract is None and self.seen.calling_round == 1
        taken = [self.seen.upcard] if orders and self.seen.dealer is self.me else []
        return [card for card in (*self.seen.cards, *taken) if effective_suit(card, suit) is suit]

    def _card(self, name: str) -> Card:
        if name in NAMES:
            return NAMES[name]
        if name == "the benny":
            return NAMES["benny"]
        suit = {"the right bower": self.trump, "the left bower": self.trump.next}[name]
        return next(card for card in CARDS if card.rank is Rank.JACK and card.suit is suit)

    # Discards

    def _discards(self) -> dict[str, Check]:
        return {
            r"you keep all your trumps\.": lambda: self._of(self._other) is self.trump is not self._of(self._best),
            r"this leaves you without (\w+), so that you can trump (\w+) leads\.": lambda suit, one: (
                self._only(self._best, suit) and suit == one + "s"
            ),
            r"CARD is the lower one\.": self._is_lower,
            r"you keep CARD, the highest (\w+)\.": lambda card, one: (
                self._card(card) is self._other
                and self._other.rank is Rank.ACE
                and str(self._of(self._other)) == one + "s"
            ),
        }

    @property
    def _best(self) -> Card:
        card = getattr(self.best, "card", None)
        assert isinstance(card, Card)
        return card

    @property
    def _other(self) -> Card:
        card = getattr(self.other, "card", None)
        assert isinstance(card, Card)
        return card

    def _of(self, card: Card) -> Suit:
        return effective_suit(card, self.trump)

    def _only(self, card: Card, suit: str) -> bool:
        """Return whether a card is the only one of its suit in the hand, and is not a trump."""
        same = [each for each in self.seen.cards if self._of(each) is self._of(card)]
        return same == [card] and str(self._of(card)) == suit and self._of(card) is not self.trump

    def _is_lower(self, name: str) -> bool:
        suit = self._of(self._best)
        lower = strength(self._best, suit, self.trump) < strength(self._other, suit, self.trump)
        return self._card(name) is self._best and suit is self._of(self._other) and lower

    # Cards to a trick

    def _tricks(self) -> dict[str, Check]:
        partner = r"your partner's CARD (?:wins|is winning) the trick"
        return {
            r"you play last, and CARD is your lowest card that wins the trick\.": lambda card: (
                not self._later()
                and min((each for each in self._lawful() if self._wins(each)), key=self._worth) is self._card(card)
            ),
            r"you play last, and CARD wins the trick\.": lambda card: (
                not self._later() and self._wins(self._card(card))
            ),
            r"you play last, and CARD takes the trick, so that you lead to the next one\.": lambda card: (
                not self._later() and self._wins(self._card(card))
            ),
            r"no card that is still out can beat CARD in this trick\.": lambda card: (
                self._wins(self._card(card)) and not self._beaten_by(self._card(card))
            ),
            r"CARD wins the trick so far; CARD does not\.": lambda one, two: (
                self._wins(self._card(one)) and not self._wins(self._card(two))
            ),
            partner + r"; CARD would only overtake it\.": lambda card, other: (
                self._partners(card) and self._wins(self._card(other)) and not self._wins(self._best)
            ),
            partner + r" so far, but more cards can beat it than CARD\.": lambda card, best: (
                self._partners(card)
                and self._wins(self._card(best))
                and bool(self._later())
                and len(self._beaten_by(self._card(card))) > len(self._beaten_by(self._card(best)))
            ),
            partner + r", and (.+)\.": lambda card, why: (
                self._partners(card) and not self._wins(self._best) and self._cheaper(why)
            ),
            r"neither card can win this trick, and (.+)\.": lambda why: (
                not self._wins(self._best) and not self._wins(self._other) and self._cheaper(why)
            ),
        }

    def _worth(self, card: Card) -> int:
        led = self._of(self.seen.trick[0]) if self.seen.trick else self._of(card)
        return strength(card, led, self.trump)

    def _wins(self, card: Card) -> bool:
        return all(self._worth(card) > self._worth(each) for each in self.seen.trick)

    def _partners(self, name: str) -> bool:
        """Return whether a card is the partner's, and wins the trick so far."""
        name = f"the {name}" if name.endswith(("bower", "benny")) else name
        best = max(self.seen.plays, key=lambda play: self._worth(play[1]))
        return best == (self.me.partner, self._card(name))

    def _later(self) -> list[Seat]:
        played = {seat for seat, _ in self.seen.plays}
        return [seat for seat in self.seen.active if seat not in played and seat is not self.me]

    def _lawful(self) -> Iterator[Card]:
        return (action.card for action in self.seen.lawful_actions if isinstance(action, Play))

    def _beaten_by(self, card: Card) -> list[Card]:
        """Return the cards that the seat has not seen and that would beat a card in this trick."""
        led = self._of(self.seen.trick[0]) if self.seen.trick else self._of(card)
        return [each for each in self._out() if strength(each, led, self.trump) > strength(card, led, self.trump)]

    def _out(self) -> list[Card]:
        """Return the cards that another seat may still hold."""
        seen = self.seen
        gone = {*seen.cards, *seen.put_away, *seen.buried, *seen.trick, *seen.shown}
        gone |= {card for trick in seen.tricks for card in trick.cards}
        if seen.picked_up is None:
            gone.add(seen.upcard)
        return [card for card in seen.rules.cards if card not in gone]

    def _cheaper(self, why: str) -> bool:
        if found := fits(why, r"you keep CARD, a trump"):
            return self._card(found[1]) is self._other and self._of(self._other) is self.trump
        if found := fits(why, r"you keep CARD, the higher card"):
            return self._card(found[1]) is self._other and self._other.rank.index > self._best.rank.index
        if found := fits(why, r"CARD leaves you without (\w+), so that you can trump them later"):
            return self._only(self._card(found[1]), found[2]) and bool(self._trumps(self.trump))
        found = fits(why, "CARD is the lower one")
        return found is not None and self._is_lower(found[1])

    # Leads

    def _leads(self) -> dict[str, Check]:
        makers = self.seen.contract.makers if self.seen.contract else None
        trumps_out = [card for card in self._out() if self._of(card) is self.trump]
        return {
            r"no card that is still out can beat CARD\.": lambda card: not self._beaten_by(self._card(card)),
            r"only a trump can beat CARD: no higher (\w+) is out\.": lambda card, one: (
                str(self._of(self._card(card))) == one + "s"
                and all(self._of(each) is self.trump for each in self._beaten_by(self._card(card)))
            ),
            r"your side made trump, and a trump lead draws the opponents' trumps\.": lambda: (
                makers is self.me.partnership and bool(trumps_out) and self._of(self._best) is self.trump
            ),
            r"the opponents made trump, and CARD would lead it for them\.": lambda card: (
                makers is self.me.partnership.other and self._of(self._card(card)) is self.trump
            ),
            r"the opponents have no trump left that CARD could draw\.": lambda card: (
                self._of(self._card(card)) is self.trump and not self._opponents_may_hold(trumps_out)
            ),
            r"CARD is your only (\w+), so that you can trump the suit later\.": lambda card, one: (
                self._only(self._card(card), one + "s") and bool(self._trumps(self.trump))
            ),
        }

    def _opponents_may_hold(self, trumps: list[Card]) -> bool:
        """Return whether an opponent may still hold a trump: one is out, and not both failed to follow a trump lead."""
        void = {
            seat
            for trick in self.seen.tricks
            for seat, card in trick.plays(self.seen.contract.sitting_out if self.seen.contract else 0)
            if self._of(trick.cards[0]) is self.trump is not self._of(card)
        }
        opponents = {*self.me.partnership.other.seats} & {*self.seen.active}
        return bool(trumps) and not opponents <= void
