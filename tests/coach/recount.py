"""A second count of reasons: it reads their sentences, and counts by the plain rules in the same or in other worlds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt
from random import Random
from statistics import NormalDist

import msgspec
from msgspec.structs import replace

import uka
from uka.bots import bot
from uka.coach import Figure, RatedAction, Reason, hint
from uka.coach.reasons import sample_choices
from uka.coach.reasons.bidding_sample import BiddingSample
from uka.coach.reasons.play_sample import PlaySample
from uka.coach.reasons.words import choice_label
from uka.core.cards import CARDS, Card, Rank, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.trick import effective_suit, lawful_plays, strength
from uka.narration.names import card_name

from .facts import FactCheck
from .recount_results import RESULT, ResultCount

Hands = tuple[tuple[Card, ...], ...]
Holds = Callable[[Hands], bool]
Gain = tuple[float, float]
NAMES = {card_name(card): card for card in CARDS}
CLAUSE = re.compile(
    r"(?:With (\w+) as trump, |With (.+) (?:picked|taken) up, )?"
    r"(.+) in \d+ of 100 likely layouts: there .+, elsewhere .+\."
)
COMPARED = re.compile(r"Points in 100 likely layouts, compared with (.+?): (.+)\.")
ALL_SAME = re.compile(r"In all likely layouts, (.+) brings? the same points(?:: (\d+) for (your|the other) side)?\.")
OPPOSITES = {
    r"(.+) does not hold (.+)": r"\1 holds \2",
    r"your partner holds no bower": "your partner holds the right or left bower",
    r"your partner cannot trump (.+)": r"your partner can trump \1",
    r"(the opponent .+) can beat (.+)": r"\1 cannot beat \2",
    r"(.+) has a trump": r"\1 has no trump",
    r"(.+) has a (\w+)": r"\1 has no \2s",
    r"no opponent holds three or more trumps": "one opponent holds three or more trumps",
    r"no opponent holds (.+)": r"an opponent holds \1",
    r"an opponent can beat (.+)": r"no opponent can beat \1",
    r"a trump lead leaves an opponent with a trump": "a trump lead leaves the opponents without trumps",
}
"""Patterns of statements, with the statements that are true where they are not."""
HUNDREDTHS = re.compile(
    r"(?<= in )\d+(?= of 100| after| and more| \(|[;,.)])"
    r"|(?<=wins )\d+(?= games? of 100)|(?<=win )\d+(?= and)|(?<= and )\d+(?= games)"
    r"|(?<!\d)(?<!of )\d+(?=\.$)",
)


def observations(rules: str, rng: Random) -> Iterator[Observation]:
    """Yield what seats see at their choices in deals of club bots, at random scores."""
    ruleset, player = uka.ruleset(rules), bot("club")
    most = (ruleset.target or 11) - 1
    while True:
        pack = uka.shuffled(ruleset, seed=rng.getrandbits(40))
        deal = uka.Deal.start(ruleset, dealer=rng.choice(list(Seat)), pack=pack)
        score = rng.randint(0, most), rng.randint(0, most)
        while deal.turn is not None:
            seen = replace(deal.observe(deal.turn), score=score)
            if len(seen.lawful_actions) > 1:
                yield seen
            deal, _ = deal.apply(player.choose(seen, rng))


def explained(rules: str, rng: Random) -> Iterator[tuple[Observation, tuple[RatedAction, ...]]]:
    """Yield hints that have reasons, each with what the seat sees."""
    for seen in observations(rules, rng):
        rated = hint(seen)
        if any(each.reasons for each in rated):
            yield seen, rated


class Recount:
    """Counts the reasons of a hint again, in worlds that are sampled with ``rng``."""

    def __init__(self, seen: Observation, rated: Sequence[RatedAction], rng: Random) -> None:
        assert seen.seat is not None
        self.seen, self.me, self.rated = seen, seen.seat, rated
        explained = next(each for each in rated if each.reasons)
        self.choices, self.reasons = (rated[0].action, explained.action), explained.reasons
        self.sample = sample_choices(seen, rng)
        assert isinstance(self.sample, PlaySample | BiddingSample)
        flat = self.sample.worlds.hands.cast("B").cast("Q").tolist()
        self.masks = [tuple(flat[at : at + 4]) for at in range(0, len(flat), 4)]
        self.worlds: list[Hands] = [tuple(map(cards_of, masks)) for masks in self.masks]
        self.results = ResultCount(seen, self.sample, self.masks, self.choices)

    def figures(self, reason: Reason) -> list[float]:
        """Return the figures of a reason as these worlds give them. A reason that is on view must hold."""
        if reason.kind == "view":
            assert FactCheck(self.seen, *self.choices).holds(reason.text), reason.text
            return []
        if found := CLAUSE.fullmatch(reason.text):
            return self._clause(*found.groups())
        if reason.text.startswith("After a pass, "):
            return self.results.after_a_pass(reason.text)
        if found := COMPARED.fullmatch(reason.text):
            return self._compared(found[1], found[2])
        if found := ALL_SAME.fullmatch(reason.text):
            assert not any(any(self._gains(name)) for name in re.split(", | and ", found[1])), reason.text
            points = [end.points for end in self.results.played(self.choices[0])]
            told = int(found[2] or 0) * (1 if found[3] == "your" else -1)
            assert not told or points.count(told) >= 0.95 * len(points), (reason.text, Counter(points))
            return []
        if found := RESULT.fullmatch(reason.text):
            return self.results.figures(found)
        return self._games_won(reason.text)

    def _compared(self, best: str, clauses: str) -> list[float]:
        """Return in what share of the worlds each card that is named brings fewer or more points than ``best``."""
        assert best == choice_label(self.seen, self.choices[0])
        figures = list[float]()
        for clause in clauses.split("; "):
            found = re.fullmatch(r"(.+?) (always as many|nearly always as many|(?:fewer|more) in .+)", clause)
            assert found, clause
            told = re.findall(r"(fewer|more) in (\d+)", found[2])
            for number, name in enumerate(re.split(", | and ", found[1])):
                gains = self._gains(name)
                shares = {"fewer": share([each > 0 for each in gains]), "more": share([each < 0 for each in gains])}
                seldom = {word for word, each in shares.items() if f"{100 * each:.0f}" == "0"}
                assert (found[2] == "always as many") is not any(gains)
                assert seldom | {word for word, _ in told} == {*shares}
                assert all(f"{100 * shares[word]:.0f}" == hundredths for word, hundredths in told)
                assert sum(gains) > 0 or "by less" not in clause
                figures += [shares[word] for word, _ in told] if not number else []
        return figures

    def _gains(self, name: str) -> list[int]:
        """Return how many points more the best card brings in each world than the card with a name."""
        other = next(each.action for each in self.rated if choice_label(self.seen, each.action) == name)
        one, two = ([end.points for end in self.results.played(action)] for action in (self.choices[0], other))
        return [a - b for a, b in zip(one, two, strict=True)]

    def _games_won(self, text: str) -> list[float]:
        values = {each.action: each for each in self.sample.evaluations}
        best, other = (values[action] for action in self.choices)
        if " are close: " in text:
            return [best.win, other.win]
        return [other.points - best.points, other.win, best.win]

    # Where the cards are

    def _clause(self, trump: str | None, taken: str | None, clause: str) -> list[float]:
        named = Suit(trump[0]) if trump else self.seen.trump or self.seen.up_suit
        assert named is not None
        holds = self._statement(clause[0].lower() + clause[1:], named)
        true = [holds(self._taken_up(hands) if taken else hands) for hands in self.worlds]
        return [share(true), self._gain(true), self._gain([not each for each in true])]

    def _taken_up(self, hands: Hands) -> Hands:
        """Return the hands after the dealer took the turn-up. The dealer's sixth card stays: it is not a trump."""
        dealer = self.seen.dealer.index
        return tuple((*hand, self.seen.upcard) if seat == dealer else hand for seat, hand in enumerate(hands))

    def _statement(self, clause: str, trump: Suit) -> Holds:
        for opposite, positive in OPPOSITES.items():
            if found := re.fullmatch(opposite, clause):
                holds = self._statement(found.expand(positive), trump)
                return lambda hands: not holds(hands)
        for pattern, holds in self._statements(trump).items():
            if found := re.fullmatch(pattern, clause):
                return holds(*found.groups())
        raise AssertionError(f"a sentence of another form: {clause}")

    def _statements(self, trump: Suit) -> dict[str, Callable[..., Holds]]:
        players = {
            "your partner": self.me.partner,
            "the opponent on your left": self.me.left,
            "the opponent on your right": self.me.right,
        }

        def suit_of(name: str) -> Suit:
            return trump if name == "trump" else Suit(name[0])

        def length(hand: Sequence[Card], suit: Suit) -> int:
            return sum(effective_suit(card, trump) is suit for card in hand)

        def cards(names: str) -> set[Card]:
            if names.removeprefix("the ") in NAMES:
                return {NAMES[names.removeprefix("the ")]}
            words = names.removeprefix("the ").removesuffix(" bower").split(" or ")
            suits = {{"right": trump, "left": trump.next}[word] for word in words}
            return {card for card in CARDS if card.rank is Rank.JACK and card.suit in suits}

        return {
            r"(.+) has no (\w+)": lambda who, suit: lambda hands: not length(hands[players[who].index], suit_of(suit)),
            r"(your partner|the opponent .+) holds (.+)": lambda who, names: (
                lambda hands: bool(cards(names) & {*hands[players[who].index]})
            ),
            r"an opponent holds (.+)": lambda names: (
                lambda hands: any(cards(names) & {*hand} for hand in self._opponents(hands))
            ),
            r"one opponent holds three or more trumps": lambda: (
                lambda hands: any(length(hand, trump) >= 3 for hand in self._opponents(hands))
            ),
            r"a trump lead leaves the opponents without trumps": lambda: (
                lambda hands: max(length(hand, trump) for hand in self._opponents(hands)) <= 1
            ),
            r"your partner can trump (\w+)(, and may overtrump an opponent,)?": lambda suit, over: (
                lambda hands: (
                    (not over or self._opponent_between())
                    and not length(hands[self.me.partner.index], suit_of(suit))
                    and length(hands[self.me.partner.index], trump) > 0
                )
            ),
            r"(the opponent on your \w+) cannot beat your partner's card": lambda who: (
                lambda hands: self._stands(self.seen.trick, hands, trump, players[who])
            ),
            r"(the opponent on your \w+) cannot beat (.+)": lambda who, name: (
                lambda hands: self._stands((*self.seen.trick, *cards(name)), hands, trump, players[who])
            ),
            r"no opponent can beat your partner's card": lambda: (
                lambda hands: self._stands(self.seen.trick, hands, trump)
            ),
            r"no opponent can beat (.+)": lambda name: (
                lambda hands: self._stands((*self.seen.trick, *cards(name)), hands, trump)
            ),
        }

    def _opponents(self, hands: Hands) -> list[tuple[Card, ...]]:
        return [hands[seat.index] for seat in self._opposing()]

    def _opposing(self) -> list[Seat]:
        return [seat for seat in self.me.partnership.other.seats if seat in self.seen.active]

    def _opponent_between(self) -> bool:
        """Return whether an opponent plays to the trick after the seat, and the partner after that."""
        played = {seat for seat, _ in self.seen.plays}
        return self.me.left in self.seen.active and self.me.left not in played and self.me.partner not in played

    def _stands(self, trick: tuple[Card, ...], hands: Hands, trump: Suit, only: Seat | None = None) -> bool:
        """Return whether no opponent who plays later can beat the cards of a trick with a lawful card.

        ``only`` is the one opponent who plays later. Otherwise there are two.
        """
        led = effective_suit(trick[0], trump)
        best = max(strength(card, led, trump) for card in trick)
        played = {seat for seat, _ in self.seen.plays}
        later = [seat for seat in self._opposing() if seat not in played]
        assert later == [only] if only else len(later) == 2
        lawful = (cards_of(lawful_plays(mask_of(hands[seat.index]), trick, trump, False)) for seat in later)
        return all(strength(card, led, trump) <= best for cards in lawful for card in cards)

    def _gain(self, where: list[bool]) -> float:
        """Return what the best choice gains on the other one, in points, in some of the worlds."""
        if not any(where):
            return inf
        if self.seen.phase is Phase.PLAYING:
            one, two = ([end.points for end in self.results.played(action)] for action in self.choices)
            gains = [a - b for a, b, true in zip(one, two, where, strict=True) if true]
            return sum(gains) / len(gains)
        ends = self.results.ends(where)
        one, two = (self.results.expected(ends, action, lambda end: end.points) for action in self.choices)
        return one - two


def in_its_own_worlds(seen: Observation, rated: Sequence[RatedAction]) -> Recount:
    """Return a recount of a hint in the worlds in which the hint was counted."""
    return Recount(seen, rated, Random(msgspec.json.encode(seen)))


def share(true: Sequence[bool]) -> float:
    return sum(true) / len(true)


def agree(reason: Reason, figures: Sequence[float], *, exactly: bool = False) -> bool:
    """Return whether other figures agree with those of a reason: exactly, or all of them within the margin of error.

    The margin is that of a difference between two counts. It holds for all figures of a reason together in 95 % of
    cases.
    """
    assert len(figures) == len(reason.figures), reason.text
    if not figures:
        return True
    margin = 0.0 if exactly else sqrt(2) * NormalDist().inv_cdf(0.5 + 0.5 * 0.95 ** (1 / len(figures)))
    pairs = zip(reason.figures, figures, strict=True)
    return all(abs(figure.value - other) <= margin * figure.error + 1e-9 for figure, other in pairs)


def told(reason: Reason) -> bool:
    """Return whether the whole numbers of a sentence are its figures in hundredths, in order."""
    if reason.kind == "view":
        return not reason.figures
    numbers = [int(number) for number in HUNDREDTHS.findall(reason.text)]
    if ": each wins " in reason.text:
        numbers *= 2
    return all(f"{100 * f.value:.0f}" == str(n) for f, n in zip(_shares(reason), numbers, strict=True))


def _shares(reason: Reason) -> tuple[Figure, ...]:
    """Return the figures of a reason that are shares of worlds or of games."""
    if reason.kind == "cards":
        return reason.figures[:1]
    return reason.figures[1:] if len(reason.figures) == 3 and reason.kind == "score" else reason.figures
