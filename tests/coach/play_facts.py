"""A second opinion on the reasons for a card: it reads their sentences, and checks them by the plain rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from uka.core.actions import Action, CallTrump, OrderUp, Play
from uka.core.cards import CARDS, Card, Rank, Suit
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.trick import effective_suit, strength
from uka.narration.names import card_name

NAMES = {card_name(card): card for card in CARDS}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
Check: TypeAlias = Callable[..., bool]


def fits(text: str, pattern: str) -> re.Match[str] | None:
    """Match a sentence with a pattern. ``CARD`` stands for a card, and ``HELD`` or ``FEW`` for trumps in a hand."""
    pattern = pattern.replace("FEW", "(?:CARD, but no other trump|HELD)")
    pattern = pattern.replace("CARD", r"((?:the )?(?:right bower|left bower|benny)|\S+?)")
    return re.fullmatch(pattern.replace("HELD", r"(\w+) trumps?(, .+?)?"), text)


class PlayFacts:
    """Checks sentences about what a seat sees when it chooses between two cards, ``best`` and ``other``."""

    def __init__(self, seen: Observation, best: Action, other: Action) -> None:
        assert seen.seat is not None
        self.seen, self.me, self.best, self.other = seen, seen.seat, best, other
        called = [each.suit for each in (best, other) if isinstance(each, CallTrump)]
        ordered = any(isinstance(each, OrderUp) for each in (best, other))
        trump = seen.trump or (seen.up_suit if ordered else called[0] if called else None)
        assert trump is not None
        self.trump: Suit = trump

    @property
    def takes(self) -> bool:
        """Whether the seat would go alone with the turn-up of its partner, the dealer."""
        alone = any(isinstance(each, OrderUp) and each.alone for each in (self.best, self.other))
        return alone and self.seen.dealer is self.me.partner and self.seen.rules.dealer_out == "loner"

    def _suit(self, name: str) -> Suit:
        return next(suit for suit in Suit if str(suit) == name)

    def _trumps(self, suit: Suit) -> list[Card]:
        orders = suit is self.seen.up_suit and self.seen.contract is None and self.seen.calling_round == 1
        taken = [self.seen.upcard] if orders and (self.seen.dealer is self.me or self.takes) else []
        return [card for card in (*self.seen.cards, *taken) if effective_suit(card, suit) is suit]

    def _card(self, name: str) -> Card:
        if name in NAMES:
            return NAMES[name]
        if name == "the benny":
            return NAMES["benny"]
        suit = {"the right bower": self.trump, "the left bower": self.trump.next}[name]
        return next(card for card in CARDS if card.rank is Rank.JACK and card.suit is suit)

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

    def _is_lower(self, noun: str, kept: str) -> bool:
        suit = self._of(self._best)
        named = noun == "trump" if suit is self.trump else noun + "s" == str(suit)
        lower = strength(self._best, suit, self.trump) < strength(self._other, suit, self.trump)
        return named and self._card(kept) is self._other and suit is self._of(self._other) and lower

    def _is_lowest(self, noun: str, kept: str) -> bool:
        suit = self._of(self._best)
        same = [card for card in self.seen.cards if self._of(card) is suit]
        lowest = min(same, key=lambda card: strength(card, suit, self.trump))
        return len(same) > 2 and lowest is self._best and self._is_lower(noun, kept)

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
            r"CARD wins the trick so far, and you keep CARD\.": lambda one, two: (
                self._card(one) is self._best
                and self._card(two) is self._other
                and self._wins(self._best)
                and self._worth(self._best) < self._worth(self._other)
                and bool(self._later())
            ),
            r"(.+) could beat CARD, but not CARD\.": lambda between, other, best: (
                [self._card(best), self._card(other)] == [self._best, self._other]
                and self._wins(self._best)
                and self._wins(self._other)
                and {*map(self._card, re.split(" or |, ", between))}
                == {*self._beaten_by(self._other)} - {*self._beaten_by(self._best)}
            ),
            r"only (.+) beats CARD, but (.+) beats CARD\.": lambda fewer, best, more, other: (
                self._wins(self._card(best))
                and bool(self._later())
                and self._beaters(fewer, self._card(best)) == {*self._beaten_by(self._card(best))}
                and self._beaters(more, self._card(other)) == {*self._beaten_by(self._card(other))}
                and {*self._beaten_by(self._card(best))} < {*self._beaten_by(self._card(other))}
            ),
            partner + r"; CARD would only overtake it\.": lambda card, other: (
                self._spares(card, other) and not (self._later() and self._beaten_by(self._partners_card(card)))
            ),
            partner + r" so far, and you keep CARD for another trick\.": lambda card, other: (
                self._spares(card, other) and bool(self._later() and self._beaten_by(self._partners_card(card)))
            ),
            partner + r" so far, but (.+) beats it; (?:only (.+) beats|no card that is still out can beat) CARD\.": (
                lambda card, more, fewer, best: (
                    self._partners(card)
                    and self._wins(self._card(best))
                    and bool(self._later())
                    and self._beaters(more) == {*self._beaten_by(self._partners_card(card))}
                    and self._beaters(fewer or "", self._card(best)) == {*self._beaten_by(self._card(best))}
                    and more.replace("any", "a") != fewer
                )
            ),
            partner + r"(?!;)( so far)?(?:, and (?!you keep \S+ for another)|: )(.+)\.": lambda card, so_far, why: (
                self._partners(card)
                and bool(so_far) is bool(self._later() and self._beaten_by(self._partners_card(card)))
                and not self._wins(self._best)
                and self._cheaper(why)
            ),
            r"you cannot win this trick(?:, and |: )(.+)\.": lambda why: (
                not any(map(self._wins, self._lawful())) and self._cheaper(why)
            ),
            r"neither CARD nor CARD can win this trick(?:, and |: )(.+)\.": lambda one, two, why: (
                [self._card(one), self._card(two)] == [self._best, self._other]
                and not self._wins(self._best)
                and not self._wins(self._other)
                and any(map(self._wins, self._lawful()))
                and self._cheaper(why)
            ),
            r"none of your cards can win a trick any more: it makes no difference\.": self._never_wins,
            r"CARD is as good: no card between it and CARD is out\.": lambda one, two: (
                (self._card(one), self._card(two)) == (self._other, self._best) and self._touch(one, two)
            ),
            r"it makes no difference: no card between CARD and CARD is out\.": lambda one, two: (
                {self._card(one), self._card(two)} <= {*self._lawful()}
                and self._touch(one, two)
                and all(self._of(card) is self._of(self._best) for card in self._lawful())
                and self._worth(self._card(one)) <= min(map(self._worth, self._lawful()))
                and self._worth(self._card(two)) >= max(map(self._worth, self._lawful()))
            ),
        }

    def _touch(self, one: str, two: str) -> bool:
        """Return whether two cards are of one suit, and no card between them is out or in the trick."""
        suit = self._of(self._card(one))
        low, high = sorted(strength(self._card(name), suit, self.trump) for name in (one, two))
        between = [
            card for card in (*self._out(), *self.seen.trick)
            if self._of(card) is suit and low < strength(card, suit, self.trump) < high
        ]  # fmt: skip
        return suit is self._of(self._card(two)) and not between

    def _never_wins(self) -> bool:
        """Return whether nobody who may lead holds a card that a card of the hand beats, and none wins this trick."""
        void = {seat: [suit for suit in Suit if seat in self._void(suit)] for seat in self.seen.active}
        leads = [seat for seat in self.seen.active if seat is not self.me]
        if len(self.seen.cards) == 2 and not self._later():
            leads = [max(self.seen.plays, key=lambda play: self._worth(play[1]))[0]]
        beaten = [
            (mine, card) for seat in leads for card in self._out() for mine in self.seen.cards
            if self._of(card) not in void[seat]
            and strength(mine, self._of(card), self.trump) > strength(card, self._of(card), self.trump)
        ]  # fmt: skip
        return not any(map(self._wins, self._lawful())) and not beaten

    def _worth(self, card: Card) -> int:
        led = self._of(self.seen.trick[0]) if self.seen.trick else self._of(card)
        return strength(card, led, self.trump)

    def _wins(self, card: Card) -> bool:
        return all(self._worth(card) > self._worth(each) for each in self.seen.trick)

    def _partners(self, name: str) -> bool:
        """Return whether a card is the partner's, and wins the trick so far."""
        best = max(self.seen.plays, key=lambda play: self._worth(play[1]))
        return best == (self.me.partner, self._partners_card(name))

    def _partners_card(self, name: str) -> Card:
        return self._card(f"the {name}" if name.endswith(("bower", "benny")) else name)

    def _spares(self, partners: str, other: str) -> bool:
        """Return whether the other card would overtake a card of the partner, and the best card does not."""
        return self._partners(partners) and self._wins(self._card(other)) and not self._wins(self._best)

    def _beaters(self, words: str, winner: Card | None = None) -> set[Card]:
        """Return the unseen cards that some words name, such as "any higher spade or any trump".

        ``winner`` is the card that they are higher than, the winning card of the trick by default.
        """
        winner = winner or max((card for _, card in self.seen.plays), key=self._worth)
        found = set[Card]()
        for name in filter(None, re.split(" or |, ", words)):
            if kind := re.fullmatch(r"(?:any|a) (higher )?(\w+)", name):
                suit = self.trump if kind[2] == "trump" else self._suit(kind[2] + "s")
                of_suit = {card for card in self._out() if self._of(card) is suit}
                found |= {
                    c
                    for c in of_suit
                    if not kind[1] or strength(c, suit, self.trump) > strength(winner, suit, self.trump)
                }
            else:
                found.add(self._card(name))
        return found

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
            return self._only(self._card(found[1]), found[2]) and self._trumps_can_wait()
        if found := fits(why, r"(play|throw) your lowest (\w+)"):
            suit = self._of(self._best)
            same = [card for card in self._lawful() if self._of(card) is suit]
            lowest = min(same, key=lambda card: strength(card, suit, self.trump))
            named = found[2] == "trump" if suit is self.trump else found[2] + "s" == str(suit)
            plays = (found[1] == "play") is (suit is self._of(self.seen.trick[0]))
            return named and plays and len(same) > 2 and lowest is self._best and self._of(self._other) is suit
        found = fits(why, r"(play|throw) the lower (\w+), and keep CARD")
        assert found is not None, why
        follows = self._of(self._best) is self._of(self.seen.trick[0])
        return (found[1] == "play") is follows and self._is_lower(found[2], found[3])

    # Leads

    def _leads(self) -> dict[str, Check]:
        makers = self.seen.contract.makers if self.seen.contract else None
        trumps_out = [card for card in self._out() if self._of(card) is self.trump]
        return {
            r"no card that is still out can beat CARD\.": lambda card: not self._beaten_by(self._card(card)),
            r"only a trump can beat CARD: no higher (\w+) is out\.": lambda card, one: (
                str(self._of(self._card(card))) == one + "s"
                and all(self._of(each) is self.trump for each in self._beaten_by(self._card(card)))
                and not self._likely_trumped(self._of(self._card(card)))
            ),
            r"your side made trump, and a trump lead may draw (the opponents' trumps"
            r"|a trump from the opponent on your (?:left|right))\.": lambda drawn: (
                makers is self.me.partnership
                and bool(trumps_out)
                and self._of(self._best) is self.trump
                and self._may_be_drawn(drawn)
            ),
            r"the opponents made trump, and CARD would lead it for them\.": lambda card: (
                makers is self.me.partnership.other and self._of(self._card(card)) is self.trump
            ),
            r"the opponents have no trump left that CARD could draw\.": lambda card: (
                self._of(self._card(card)) is self.trump and not self._opponents_may_hold(trumps_out)
            ),
            r"you lead your only (\w+), so that you can trump (\w+) later\.": lambda one, suit: (
                one + "s" == suit and self._only(self._best, suit) and self._trumps_can_wait()
            ),
        }

    def _trumps_can_wait(self) -> bool:
        """Return whether the hand holds a trump, and another card besides it after this trick."""
        return bool(self._trumps(self.trump)) and len(self.seen.cards) > 2

    def _may_be_drawn(self, drawn: str) -> bool:
        """Return whether just the opponents that ``drawn`` names may hold trumps."""
        opponents = [each for each in (self.me.left, self.me.right) if each in self.seen.active]
        holders = [each for each in opponents if each not in self._void(self.trump)]
        if drawn == "the opponents' trumps":
            return len(holders) == 2
        return holders == [self.me.left if drawn.endswith("left") else self.me.right]

    def _likely_trumped(self, suit: Suit) -> bool:
        """Return whether an opponent failed to follow a suit, or fewer of its cards are out than players follow.

        It is false if the opponents have no trumps.
        """
        if not self._opponents_may_hold([card for card in self._out() if self._of(card) is self.trump]):
            return False
        out = sum(self._of(card) is suit for card in self._out())
        return out < len(self.seen.active) - 1 or bool(
            self._void(suit) & {*self.me.partnership.other.seats} & {*self.seen.active}
        )

    def _void(self, suit: Suit) -> set[Seat]:
        """Return the seats that failed to follow a suit."""
        sitting_out = self.seen.contract.sitting_out if self.seen.contract else 0
        tricks = [*(trick.plays(sitting_out) for trick in self.seen.tricks), self.seen.plays]
        return {
            seat for plays in tricks for seat, card in plays if self._of(plays[0][1]) is suit is not self._of(card)
        }  # fmt: skip

    def _opponents_may_hold(self, trumps: list[Card]) -> bool:
        """Return whether an opponent may still hold a trump: one is out, and not both failed to follow a trump lead."""
        void = self._void(self.trump)
        opponents = {*self.me.partnership.other.seats} & {*self.seen.active}
        return bool(trumps) and not opponents <= void
