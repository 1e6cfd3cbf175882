"""A second count of reasons: it reads their sentences, and counts by the plain rules in the same or in other worlds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt
from random import Random
from statistics import NormalDist

import msgspec
from msgspec.structs import replace

import uka
from uka.bots import bot
from uka.bots.master import ruleset_model
from uka.coach import Figure, RatedAction, Reason, hint
from uka.coach.reasons import sample_choices
from uka.coach.reasons.bidding_sample import BiddingSample
from uka.coach.reasons.play_sample import PlaySample
from uka.core.actions import Action, Play
from uka.core.cards import CARDS, Card, Rank, Suit, cards_of, mask_of
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.scoring import outcome_of, points_for
from uka.core.seats import PARTNERSHIPS, Partnership, Seat
from uka.core.trick import effective_suit, lawful_plays, strength
from uka.kernels import DoubleDummySolver, PackedPosition
from uka.kernels.bidding_policy import TerminalDistribution, terminal_index
from uka.narration.names import card_name

Hands = tuple[tuple[Card, ...], ...]
Holds = Callable[[Hands], bool]
Gain = tuple[float, float]
NAMES = {card_name(card): card for card in CARDS}
CLAUSE = re.compile(r"(?:With (\w+) as trump, )?(.+) in \d+ of 100 likely layouts: there .+, elsewhere .+\.")
PLAYED = re.compile(r"In 100 likely layouts, with best play, your side (.+) in \d+ after \S+, in \d+ after \S+\.")
HUNDREDTHS = re.compile(
    r"(?<= in )\d+(?= of 100| after|;|\.| and)|(?<=wins )\d+(?= games of 100)|\d+(?=\.$)",
)
ENDS = re.compile(r"At (\d+)–(\d+), (\d+) points? (win|lose)s? you the game: .+")


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

    def figures(self, reason: Reason) -> list[float]:
        """Return the figures of a reason as these worlds give them."""
        if found := CLAUSE.fullmatch(reason.text):
            return self._clause(*found.groups())
        if found := ENDS.fullmatch(reason.text):
            return self._end_of_the_game(found)
        if reason.kind == "score":
            return self._against_points()
        if found := PLAYED.fullmatch(reason.text):
            return [
                share([self._reaches(found[1], each) for each in self._makers_tricks(action)])
                for action in self.choices
            ]
        return self._courses(reason.text)

    # Where the cards are

    def _clause(self, trump: str | None, clause: str) -> list[float]:
        named = Suit(trump[0]) if trump else self.seen.trump or self.seen.up_suit
        assert named is not None
        holds = self._statement(clause[0].lower() + clause[1:], named)
        true = [holds(hands) for hands in self.worlds]
        return [share(true), self._gain(true), self._gain([not each for each in true])]

    def _statement(self, clause: str, trump: Suit) -> Holds:
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

        def bowers(names: str) -> set[Card]:
            suits = {{"right": trump, "left": trump.next}[name] for name in names.split(" or ")}
            return {card for card in CARDS if card.rank is Rank.JACK and card.suit in suits}

        return {
            r"(your partner|the opponent .+) holds (\d*[^ \w]|\S+)": lambda who, card: (
                lambda hands: NAMES[card] in hands[players[who].index]
            ),
            r"(.+) has no (\w+)": lambda who, suit: lambda hands: not length(hands[players[who].index], suit_of(suit)),
            r"your partner holds the ([\w ]+) bower": lambda names: (
                lambda hands: bool(bowers(names) & {*hands[self.me.partner.index]})
            ),
            r"an opponent holds the (\w+) bower": lambda name: (
                lambda hands: any(bowers(name) & {*hand} for hand in self._opponents(hands))
            ),
            r"one opponent holds three or more trumps": lambda: (
                lambda hands: any(length(hand, trump) >= 3 for hand in self._opponents(hands))
            ),
            r"a trump lead draws the opponents' last trump": lambda: (
                lambda hands: max(length(hand, trump) for hand in self._opponents(hands)) == 1
            ),
            r"no opponent can beat your partner's card": lambda: (
                lambda hands: self._stands(self.seen.trick, hands, trump)
            ),
            r"no opponent can beat (\S+)": lambda card: (
                lambda hands: self._stands((*self.seen.trick, NAMES[card]), hands, trump)
            ),
        }

    def _opponents(self, hands: Hands) -> list[tuple[Card, ...]]:
        return [hands[seat.index] for seat in self._opposing()]

    def _opposing(self) -> list[Seat]:
        return [seat for seat in self.me.partnership.other.seats if seat in self.seen.active]

    def _stands(self, trick: tuple[Card, ...], hands: Hands, trump: Suit) -> bool:
        """Return whether no opponent who plays later can beat the cards of a trick with a lawful card."""
        led = effective_suit(trick[0], trump)
        best = max(strength(card, led, trump) for card in trick)
        played = {seat for seat, _ in self.seen.plays}
        later = (hands[seat.index] for seat in self._opposing() if seat not in played)
        lawful = (cards_of(lawful_plays(mask_of(hand), trick, trump, False)) for hand in later)
        return all(strength(card, led, trump) <= best for cards in lawful for card in cards)

    def _gain(self, where: list[bool]) -> float:
        """Return what the best choice gains on the other one, in points, in some of the worlds."""
        if not any(where):
            return inf
        if self.seen.phase is Phase.PLAYING:
            one, two = ([self._points(tricks) for tricks in self._makers_tricks(action)] for action in self.choices)
            gains = [a - b for a, b, true in zip(one, two, where, strict=True) if true]
            return sum(gains) / len(gains)
        ends = self._ends(where)
        one, two = (self._expected(ends[action], lambda points, _: points) for action in self.choices)
        return one - two

    # The play

    def _makers_tricks(self, action: Action) -> list[int]:
        """Return the makers' tricks in each world after a card, if all then play their best with open cards."""
        assert isinstance(action, Play)
        contract, leader, solver = self.seen.contract, self.seen.leader, DoubleDummySolver(self.seen.rules)
        assert contract is not None
        assert leader is not None
        common = (
            leader.index,
            contract.trump.index,
            tuple(card.index for card in self.seen.trick),
            contract.sitting_out,
        )
        had = self.seen.taken[contract.makers.index]
        left = self.seen.rules.hand_size - len(self.seen.tricks)
        mine = self.me.partnership is contract.makers
        taken = (
            solver.values(PackedPosition(masks, *common, self.me.partnership.index))[action.card]
            for masks in self.masks
        )
        return [had + (tricks if mine else left - tricks) for tricks in taken]

    def _points(self, tricks: int) -> int:
        contract = self.seen.contract
        assert contract is not None
        alone = (contract.loner is not None) + 2 * (contract.lone_defender is not None)
        return self._scored(contract.makers, alone, tricks)

    def _scored(self, makers: Partnership, alone: int, tricks: int) -> int:
        """Return the points of our side minus those of the others."""
        rules = self.seen.rules
        outcome = outcome_of(
            tricks,
            rules.hand_size,
            loner=bool(alone & 1),
            lone_defender=bool(alone & 2),
            lone_must_march=rules.lone_must_march,
        )
        points = points_for(rules.scoring, outcome, makers)
        return points[self.me.partnership.index] - points[self.me.partnership.other.index]

    def _reaches(self, goal: str, tricks: int) -> bool:
        return {
            "makes it": self._points(tricks) > 0,
            "euchres them": self._points(tricks) > 0,
            "takes all the tricks": tricks == self.seen.rules.hand_size,
            "stops them from taking all the tricks": tricks < self.seen.rules.hand_size,
        }[goal]

    # The bidding

    def _ends(self, where: list[bool] | None = None) -> dict[Action, TerminalDistribution]:
        """Return how deals end in these worlds, or only where a statement about the cards is true."""
        assert isinstance(self.sample, BiddingSample)
        if where is None:
            return self.sample.ends
        for number, feature in enumerate(self.sample.features):
            for true in (True, False):
                if [each is true for each in feature.true] == where:
                    return self.sample.ends_where(number, true, self.choices)
        raise AssertionError("no statement is true in these worlds")

    def _expected(self, ends: TerminalDistribution, worth: Callable[[int, Partnership], float]) -> float:
        """Return the mean of a function of our points and of the makers' side. It is 0 if nobody makes trump."""
        play, total = ruleset_model(self.seen.rules).play, 0.0
        for makers in PARTNERSHIPS:
            for alone, row in enumerate(play[makers is not self.seen.dealer.partnership]):
                for solved, chances in enumerate(row):
                    weight = ends.weights[terminal_index(makers.index, alone, solved)]
                    values = (worth(self._scored(makers, alone, tricks), makers) for tricks in range(len(chances)))
                    total += weight * sum(chance * value for chance, value in zip(chances, values, strict=True))
        return total / sum(ends.weights)

    def _courses(self, text: str) -> list[float]:
        """Return the figures of a sentence that tells for each choice who makes trump and who scores."""
        ends = self._ends()
        scores = [self._expected(ends[action], lambda points, _: points > 0) for action in self.choices]
        if text.startswith("In 100 likely layouts your side scores in "):
            return scores
        clauses = zip(self.choices, text.split("; after "), strict=True)
        return [figure for action, clause in clauses for figure in self._course(ends[action], clause)]

    def _course(self, ends: TerminalDistribution, clause: str) -> Iterator[float]:
        ours = self.me.partnership
        side, sign = (ours.other, -1) if " they make trump in " in clause else (ours, 1)
        if "make trump" in clause or "makes trump" in clause:
            yield self._expected(ends, lambda _, makers: makers is side)
        yield self._expected(ends, lambda points, makers: makers is side and sign * points > 0)

    # The score

    def _end_of_the_game(self, found: re.Match[str]) -> list[float]:
        mine, theirs, points = map(int, found.groups()[:3])
        wins, target = found[4] == "win", self.seen.rules.target
        assert (mine, theirs) == tuple(
            self.seen.score[side.index] for side in (self.me.partnership, self.me.partnership.other)
        )
        before = mine if wins else theirs
        assert before + points >= target > before + points - 1
        reached = (lambda each: each >= points) if wins else (lambda each: each <= -points)
        if self.seen.phase is Phase.PLAYING:
            return [
                share([reached(self._points(tricks)) for tricks in self._makers_tricks(each)]) for each in self.choices
            ]
        ends = self._ends()
        return [self._expected(ends[each], lambda points, _: reached(points)) for each in self.choices]

    def _against_points(self) -> list[float]:
        values = {each.action: each for each in self.sample.evaluations}
        best, other = (values[action] for action in self.choices)
        return [other.points - best.points, other.win, best.win]


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
    margin = 0.0 if exactly else sqrt(2) * NormalDist().inv_cdf(0.5 + 0.5 * 0.95 ** (1 / len(figures)))
    pairs = zip(reason.figures, figures, strict=True)
    return all(abs(figure.value - other) <= margin * figure.error + 1e-9 for figure, other in pairs)


def told(reason: Reason) -> bool:
    """Return whether the whole numbers of a sentence are its figures in hundredths, in order."""
    numbers = [int(number) for number in HUNDREDTHS.findall(reason.text)]
    return all(round(100 * f.value) == n for f, n in zip(_shares(reason), numbers, strict=True))


def _shares(reason: Reason) -> tuple[Figure, ...]:
    """Return the figures of a reason that are shares of worlds or of games."""
    if reason.kind == "cards":
        return reason.figures[:1]
    return reason.figures[1:] if len(reason.figures) == 3 and reason.kind == "score" else reason.figures
