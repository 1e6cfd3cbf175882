"""A second opinion on the reasons that are on view: it reads their sentences, and checks them by the plain rules."""

from __future__ import annotations

import re

from tests.coach.play_facts import NUMBERS, Check, PlayFacts, fits
from uka.core.actions import GoAlone
from uka.core.cards import Rank
from uka.core.scoring import Outcome, points_for


class FactCheck(PlayFacts):
    """Checks sentences about what a seat sees when it chooses between two actions, ``best`` and ``other``."""

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
            r"alone, your partner cannot take a trick for you\.": lambda: (
                getattr(self.other, "alone", isinstance(self.other, GoAlone))
                and not getattr(self.best, "alone", isinstance(self.best, GoAlone))
            ),
            r"you need only (\d+) points? to win the game: (all the|three) tricks with your partner already bring "
            r"(it|them); the (\d+) for going alone would not help you further\.": lambda count, tricks, them, alone: (
                need == int(count) <= points(Outcome.MARCH if tricks == "all the" else Outcome.MADE)
                and (tricks == "three" or need > points(Outcome.MADE))
                and (them == "it") is (need == 1)
                and points(Outcome.LONE_MARCH) == int(alone)
            ),
            r"the opponent on your (left|right), the dealer, would (?:pick|take) up CARD"
            r"(?:, and you hold (?:only )?FEW)?\.": (
                lambda place, card, *held: (
                    self.seen.dealer is (self.me.left if place == "left" else self.me.right)
                    and self._is_turn_up(card)
                    and (not any(held) or self._has_few(*held))
                )
            ),
            r"with CARD (?:picked|taken) up, you would hold (?:only )?FEW\.": lambda card, *held: (
                (self.seen.dealer is self.me or self.takes) and self._is_turn_up(card) and self._has_few(*held)
            ),
            r"your partner, the dealer, (?:pick|take)s up CARD(?:, and you hold HELD)?\.": lambda card, *held: (
                self.seen.dealer is self.me.partner
                and not getattr(self.best, "alone", False)
                and self._is_turn_up(card)
                and (held[0] is None or self._has(*held))
            ),
            r"CARD is out of play(?:, and you hold HELD)?\.": lambda card, *held: (
                self._sits_out_with(card, "buried") and (held[0] is None or self._has(*held))
            ),
            r"CARD sits out with your partner, the dealer(?:, and you hold HELD)?\.": lambda card, *held: (
                self._sits_out_with(card, "dealer") and (held[0] is None or self._has(*held))
            ),
            r"you (?:pick|take) up CARD(?:, and you hold HELD)?\.": lambda card, *held: (
                self._sits_out_with(card, "loner") and (held[0] is None or self._has(*held))
            ),
            r"with CARD (?:picked|taken) up, you hold HELD\.": lambda card, *held: (
                self.seen.dealer is self.me and self._is_turn_up(card) and self._has(*held)
            ),
            r"(?:with (\w+) as trump, )?you hold (?:only )?FEW\.": lambda suit, *held: (
                suit in (None, str(self.trump)) and self._has_few(*held)
            ),
            r"you hold (\w+) trumps? in (\w+), (\w+) in (\w+)\.": lambda most, suit, less, rival: (
                [len(self._trumps(self._suit(each))) for each in (suit, rival)]
                == [NUMBERS.index(most), 0 if less == "none" else NUMBERS[1:].index(less) + 1]
            ),
        }

    def _is_turn_up(self, name: str) -> bool:
        return self._card(name) is self.seen.upcard

    def _sits_out_with(self, card: str, how: str) -> bool:
        """Return whether the dealer is the partner, sits out, and the turn-up becomes what a rule says."""
        alone = getattr(self.best, "alone", False) and self.seen.dealer is self.me.partner
        return alone and self._is_turn_up(card) and self.seen.rules.dealer_out == how

    def _has(self, count: str, bowers: str | None) -> bool:
        """Return whether the seat holds a number of trumps, and just the bowers that are named."""
        held = self._trumps(self.trump)
        jacks = [card for card in held if card.rank is Rank.JACK]
        named = re.findall(r"both bowers|the (?:right|left) bower", bowers or "")
        same = len(jacks) == 2 if named == ["both bowers"] else [*map(self._card, named)] == jacks
        return len(held) == NUMBERS.index(count) and same

    def _has_few(self, single: str | None, count: str | None, named: str | None) -> bool:
        """Return whether the seat holds one bower and no other trump, or a number of trumps of which some are named."""
        if single:
            return self._trumps(self.trump) == [self._card(single)]
        assert count is not None
        cards = [self._card(name) for name in re.findall(r"10.|[7-9QKA][♣♦♥♠]", named or "")]
        return self._has(count, named) and {*cards} <= {*self._trumps(self.trump)}

    # Discards

    def _discards(self) -> dict[str, Check]:
        return {
            r"you keep all your trumps\.": lambda: (
                self._of(self._other) is self.trump is not self._of(self._best)
                and not self._only(self._best, str(self._of(self._best)))
            ),
            r"this leaves you without (\w+), so that you can trump (\w+) leads\.": lambda suit, one: (
                self._only(self._best, suit) and suit == one + "s"
            ),
            r"either CARD or CARD leaves you without its suit, and you keep the higher one\.": lambda one, two: (
                [self._card(one), self._card(two)] == [self._best, self._other]
                and self._other.rank.index > self._best.rank.index
                and all(self._only(each, str(self._of(each))) for each in (self._best, self._other))
            ),
            r"discard the lower (\w+), and keep CARD\.": self._is_lower,
            r"discard your lowest (\w+), and keep CARD\.": self._is_lowest,
            r"you keep CARD, the highest (\w+)\.": lambda card, one: (
                self._card(card) is self._other
                and self._other.rank is Rank.ACE
                and str(self._of(self._other)) == one + "s"
            ),
        }
