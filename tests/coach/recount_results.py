"""A second count of how deals end after a choice, by the plain rules, as the sentences of reasons tell it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from uka.bots.master import ruleset_model
from uka.coach.reasons.bidding_sample import BiddingSample
from uka.coach.reasons.sample import ChoiceSample
from uka.core.actions import Action, CallTrump, Discard, OrderUp, Pass, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.scoring import Outcome, outcome_of, points_for
from uka.core.seats import PARTNERSHIPS, Partnership
from uka.kernels import DoubleDummySolver, PackedPosition
from uka.kernels.bidding_policy import ALONE_KINDS, Ending, EndingDistribution

Masks = tuple[int, ...]
RESULT = re.compile(
    r"(?P<clause>.+?)(?P<both> by a euchre)? in \d+ of 100 likely layouts"
    r" after (?P<one>.+?), in \d+ after (?P<two>.+)\."
)
EUCHRE = " (a euchre)"


class Ended(NamedTuple):
    """How a deal ended: our side's points, the makers, whether they played alone, and their tricks."""

    points: int
    makers: Partnership
    alone: bool
    tricks: int


Ends = tuple[Mapping[Action, EndingDistribution], Mapping[Action, EndingDistribution]]
Is = Callable[[Ended], bool]
Chances = dict[tuple[Partnership, int, int], float]


class ResultCount:
    """Counts how deals end after two choices in sampled worlds."""

    def __init__(
        self, seen: Observation, sample: ChoiceSample, masks: Sequence[Masks], choices: Sequence[Action]
    ) -> None:
        assert seen.seat is not None
        self.seen, self.me, self.sample, self.masks, self.choices = seen, seen.seat, sample, masks, choices
        self.ours, self.theirs = self.me.partnership, self.me.partnership.other

    def figures(self, found: re.Match[str]) -> list[float]:
        """Return in what share of the worlds a sentence about a result is true after each choice."""
        clause = found["clause"].removeprefix("But ").replace("With best play, ", "").replace("with best play, ", "")
        is_so = self._event(clause[0].lower() + clause[1:])
        figures = [self._share(action, is_so) for action in self.choices]
        us = re.search(r"\b(you|your side)\b", clause, re.IGNORECASE) is not None
        for action, name in zip(self.choices, (found["one"], found["two"]), strict=True):
            if found["both"] or name.endswith(EUCHRE):
                makers = self.theirs if us else self.ours
                assert self._share(action, lambda end, makers=makers: end.makers is makers) > 0.998
        return figures

    def after_a_pass(self, text: str) -> list[float]:
        """Return in what share of the worlds each thing happens that a sentence tells of a pass, in order."""
        assert isinstance(self.sample, BiddingSample)
        ends = self.sample.ends[Pass()]
        chances = self._chances(ends)
        nobody = sum(weight for each, (weight, _) in ends.masses.items() if each.makers < 0) / ends.total
        events: dict[str, Callable[[Ended], bool]] = {
            "the opponents call in": lambda end: end.makers is self.theirs,
            "your side euchres them in": lambda end: end.makers is self.theirs and end.points > 0,
            "your side calls in": lambda end: end.makers is self.ours,
            "alone in": lambda end: end.makers is self.ours and end.alone,
            "makes it in": lambda end: end.makers is self.ours and end.points > 0,
        }
        figures = list[float]()
        for clause in re.split(r", | \(", text.removeprefix("After a pass, ")):
            words = re.sub(r" \d+.*", "", clause)
            happens = events.get(words)
            assert happens or words == "nobody calls in", text
            share = sum(chance for end, chance in chances.items() if happens and happens(self._ended(*end)))
            figures.append(share if happens else nobody)
        return figures

    def _event(self, clause: str) -> Is:
        if found := re.fullmatch(r"(you|they) need (\d+) points? to win the game; (you|they) get (it|them)", clause):
            assert (found[1], found[4]) == (found[3], "it" if found[2] == "1" else "them")
            return self._wins(found[1], int(found[2]))
        if found := re.fullmatch(r"(you|they) get the (\d+) points? that (you|they) need to win the game", clause):
            return self._wins(found[1], int(found[2]))
        if found := re.fullmatch(r"(your side gets|they get) (\d+) points( or more)?", clause):
            sign, least = (1 if found[1].startswith("your") else -1), int(found[2])
            assert (least < self._most_points()) is bool(found[3])
            return lambda end: sign * end.points >= least
        whole = self.seen.rules.hand_size
        return {
            "your side scores": lambda end: end.points > 0,
            "they score": lambda end: end.points < 0,
            "they take all the tricks alone": lambda end: (
                end.makers is self.theirs and end.alone and end.tricks == whole
            ),
            "your side makes it": lambda end: end.points > 0,
            "your side euchres them": lambda end: end.points > 0,
            "your side takes all the tricks": lambda end: end.tricks == whole,
            "your side stops them from taking all the tricks": lambda end: end.tricks < whole,
        }[clause]

    def _most_points(self) -> int:
        """Return the most points that a deal can bring to a side."""
        scoring = self.seen.rules.scoring
        return max(max(points_for(scoring, outcome, self.ours)) for outcome in Outcome)

    def _wins(self, who: str, points: int) -> Is:
        side, sign = (self.ours, 1) if who == "you" else (self.theirs, -1)
        before, target = self.seen.score[side.index], self.seen.rules.target
        assert before + points >= target > before + points - 1
        return lambda end: sign * end.points >= points

    def _share(self, action: Action, is_so: Is) -> float:
        if self.seen.phase is not Phase.PLAYING:
            return self.expected(self.ends(), action, is_so)
        true = [is_so(end) for end in self.played(action)]
        return sum(true) / len(true)

    # The play

    def played(self, action: Action) -> Iterator[Ended]:
        """Yield how the deal ends in each world after a card, if all then play their best with open cards."""
        contract = self.seen.contract
        assert contract is not None
        alone = (contract.loner is not None) + 2 * (contract.lone_defender is not None)
        for tricks in self._makers_tricks(action):
            yield self._ended(contract.makers, alone, tricks)

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

    def _ended(self, makers: Partnership, alone: int, tricks: int) -> Ended:
        rules = self.seen.rules
        outcome = outcome_of(
            tricks,
            rules.hand_size,
            loner=bool(alone & 1),
            lone_defender=bool(alone & 2),
            lone_must_march=rules.lone_must_march,
        )
        points = points_for(rules.scoring, outcome, makers)
        gained = points[self.ours.index] - points[self.theirs.index]
        return Ended(gained, makers, bool(alone & 1), tricks)

    # The bidding

    def ends(self, where: list[bool] | None = None) -> Ends:
        """Return how deals end in these worlds, or only where a statement about the cards is true.

        A second dictionary tells it for the maker's discards if it had made the same call alone.
        """
        assert isinstance(self.sample, BiddingSample)
        if where is None:
            return self.sample.ends, self.sample.alone or {}
        for number, feature in enumerate(self.sample.features):
            for true in (True, False):
                if [each is true for each in feature.true] == where:
                    ends = self.sample.ends_where(number, true, self.choices)
                    return ends, self.sample.ends_if_alone_where(number, true) or {}
        raise AssertionError("no statement is true in these worlds")

    def expected(self, ends: Ends, action: Action, worth: Callable[[Ended], float]) -> float:
        """Return the mean of a function of how deals end. It is 0 if nobody makes trump.

        With a partner, our side takes each number of tricks at least as often as by the same call alone.
        """
        found, alone = ends
        chances, by_itself = self._chances(found[action]), alone.get(action)
        assert (by_itself is not None) is (isinstance(action, Discard) and self._my_call_with_a_partner())
        if isinstance(action, OrderUp | CallTrump) and not action.alone and self._partner_only_helps(action):
            by_itself = found.get(replace(action, alone=True))
        if by_itself is not None:
            self._help(chances, self._chances(by_itself))
        return sum(chance * worth(self._ended(*end)) for end, chance in chances.items())

    def _my_call_with_a_partner(self) -> bool:
        """Return whether the seat made trump, and its partner plays, too, though it need not."""
        contract = self.seen.contract
        mine = contract is not None and contract.maker is self.me and contract.loner is None
        return mine and self._partner_only_helps(self.seen.calls[-1].action)

    def _chances(self, ends: EndingDistribution) -> Chances:
        """Return the chance of each combination of makers, who plays alone, and makers' tricks."""
        play = ruleset_model(self.seen.rules).play
        tricks = range(self.seen.rules.hand_size + 1)
        found = {(makers, alone, n): 0.0 for makers in PARTNERSHIPS for alone in range(ALONE_KINDS) for n in tricks}
        for ending, (weight, _) in ends.masses.items():
            if ending.makers >= 0:
                makers = PARTNERSHIPS[ending.makers]
                row = [*play[makers is not self.seen.dealer.partnership][ending.alone][ending.solved]]
                for n in tricks:
                    row[n] *= self._plausible(ends, ending, n)
                for n in tricks:
                    found[makers, ending.alone, n] += weight / ends.total * row[n] / sum(row)
        return found

    def _plausible(self, ends: EndingDistribution, ending: Ending, tricks: int) -> float:
        """Return the factor of a number of tricks: less than 1 for an error of the side to what few worlds allow."""
        if not ending.least <= tricks <= ending.most:
            return 0.0
        better = tricks <= ending.solved if ending.makers != self.ours.index else tricks >= ending.solved
        if better:
            return 1.0
        same = [each for each in ends.masses.items() if each[0][:3] == ending[:3]]
        far = tricks - ending.solved
        allowing = [weight for each, (weight, _) in same if (each.solved - tricks) * far >= 0]
        share = (sum(allowing) + 4) / (sum(weight for _, (weight, _) in same) + 4)
        return min(1.0, 0.5 + 2 * share)

    def _partner_only_helps(self, action: Action) -> bool:
        rules = self.seen.rules
        own_way = rules.partners_best or rules.alone_by != "maker" or rules.defend_alone != "off"
        taken = isinstance(action, OrderUp) and self.me is self.seen.dealer.partner and rules.dealer_out == "loner"
        return not own_way and not taken

    def _help(self, chances: Chances, alone: Chances) -> None:
        """Change the chances of a call with a partner so that no number of tricks is rarer than by the call alone."""
        whole, before = self.seen.rules.hand_size, 0.0
        tails = [
            sum(each[self.ours, kind, tricks] for tricks in range(least, whole + 1))
            for least in range(whole + 1)
            for kind, each in ((0, chances), (1, alone))
        ]
        for tricks in range(whole, -1, -1):
            tail = max(tails[2 * tricks], tails[2 * tricks + 1])
            chances[self.ours, 0, tricks], before = tail - before, tail
