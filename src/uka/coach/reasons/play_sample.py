"""The choices of a turn in the play, evaluated in sampled worlds, and why one card is better than another."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import sqrt

from uka.bots.equity import DealStakes
from uka.bots.evaluation import ActionEvaluation
from uka.bots.master import MasterBot, evaluate_tricks
from uka.bots.payoffs import play_payoffs
from uka.bots.pimc import SampledWorlds, solve_each_world
from uka.core.actions import Action, Play
from uka.core.observation import Observation
from uka.kernels import TrickDistribution
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import alone_kind

from .decisive_feature import decisive_reason
from .reason import Figure, Reason, hundredths, mean, share
from .unseen_cards import UnseenCards
from .visible_play_facts import VisiblePlayFacts
from .words import choice_label, joined

MOST_CARDS = 3
"""The largest number of other cards whose results are counted in one sentence."""


class PlaySample:
    """The lawful cards of a turn, evaluated in sampled worlds: possible deals of the hidden cards.

    This class implements ``ChoiceSample``. ``tricks`` holds, for each card and each world, the tricks that the seat's
    side takes if all cards are seen (double-dummy).
    """

    def __init__(self, seen: Observation, rng: random.Random, bot: MasterBot) -> None:
        self.seen = seen
        self.worlds: SampledWorlds = bot.sample(seen, rng)
        self.tricks = solve_each_world(seen, self.worlds.hands)
        self._scored = cache(self._points_after)

    @property
    def evaluations(self) -> list[ActionEvaluation]:
        """The expected value of each lawful card."""
        return evaluate_tricks(self.seen, {card: _distribution(tricks) for card, tricks in self.tricks.items()})

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of sampled worlds where the seat's side gets ``least`` to ``most`` points by ``action``."""
        return share([least <= points <= most for points in self._scored(action)], self.worlds.effective)

    def gain(self, best: Action, other: Action, least: int) -> Figure:
        """Return how much more often the seat's side gets ``least`` points or more after ``best`` than after ``other``.

        It is the difference of two shares of the sampled worlds.
        """
        pairs = zip(self._scored(best), self._scored(other), strict=True)
        return mean([int(a >= least) - int(b >= least) for a, b in pairs], self.worlds.effective)

    @property
    def error_inflation(self) -> float:
        """The factor by which standard errors are larger than if all sampled worlds were independent."""
        return sqrt(len(self.worlds.hands) / self.worlds.effective)

    def more_points(self, best: ActionEvaluation, other: ActionEvaluation) -> Figure:
        """Return how many points more ``best`` brings the seat's side than ``other``, on average over the worlds."""
        return mean(self._gains(best.action, other.action), self.worlds.effective)

    @property
    def possible_points(self) -> list[int]:
        """The numbers of points that the seat's side can get in the deal, in ascending order."""
        return [] if self.seen.revoked else sorted({*play_payoffs(self.seen)})

    def result_clause(self, low: int, high: int) -> tuple[bool, str]:
        """Return true, and a clause that says what ``high`` points or more mean for the seat's side."""
        return True, self._outcome_clause(high)

    def scores_only_by_euchre(self, action: Action, *, ours: bool) -> bool:
        """Return false: during the play, the clause of ``result_clause`` already names a euchre."""
        return False

    assumption = "with best play, "
    """What the evaluation assumes of the play, as the beginning of a sentence."""

    def name(self, action: Action) -> str:
        """Return the name of the card of ``action`` as it stands inside a sentence."""
        return choice_label(self.seen, action)

    def facts(self, best: Action, other: Action, stakes: DealStakes) -> Iterator[str]:
        """Yield sentences about what the seat can see and what speaks for ``best`` rather than ``other``."""
        if isinstance(best, Play) and isinstance(other, Play) and not self.seen.revoked:
            yield from VisiblePlayFacts(self.seen).facts(best.card, other.card)

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield a reason with the hidden cards on which the gain of ``best`` over ``other`` depends most, if any."""
        if self.seen.revoked:
            return
        gains = self._gains(best, other)
        cards = [action.card for action in (best, other) if isinstance(action, Play)]
        flat = self.worlds.hands.cast("B").cast("Q").tolist()
        unseen = UnseenCards(self.seen, [flat[seat::4] for seat in range(4)])
        names = self.name(best), self.name(other)
        yield from decisive_reason(names, gains, unseen.features(cards), self.worlds.effective)

    def last_reason(self, best: Action, other: Action, rest: Sequence[Action]) -> Iterator[Reason]:
        """Yield in how many worlds each card of ``rest`` brings other points than ``best``, if there is such a card."""
        if not rest or self.seen.revoked:
            return
        cards = {action: self._gains(best, action) for action in rest[:MOST_CARDS]}
        same = [self.name(action) for action, gains in cards.items() if not any(gains)]
        if len(same) == len(cards):
            brings = "brings" if len(same) == 1 else "bring"
            ending = self._only_result(best)
            yield Reason("result", f"In all likely layouts, {joined(same, 'and')} {brings} the same points{ending}.")
            return
        told = dict[str, list[str]]()
        figures = list[Figure]()
        for action, gains in cards.items():
            clause, shares = _fewer_or_more(gains, self.worlds.effective)
            figures += shares if clause not in told else ()
            told.setdefault(clause, []).append(self.name(action))
        compared = f"Points in 100 likely layouts, compared with {self.name(best)}"
        clauses = [f"{joined(names, 'and')} {clause}" for clause, names in told.items()]
        yield Reason("result", f"{compared}: {'; '.join(clauses)}.", tuple(figures))

    def _only_result(self, best: Action) -> str:
        """Return the words for the points that ``best`` brings in every world, or an empty text if they differ."""
        points, *others = {*self._scored(best)}
        if others or not points:
            return ""
        return f": {abs(points)} for {'your' if points > 0 else 'the other'} side"

    def _gains(self, best: Action, other: Action) -> list[int]:
        """Return, for each world, how many points more the seat's side scores after ``best`` than after ``other``."""
        return [a - b for a, b in zip(self._scored(best), self._scored(other), strict=True)]

    def _points_after(self, action: Action) -> list[int]:
        """Return the points of the seat's side in each world after the card of ``action``."""
        assert isinstance(action, Play)
        points = play_payoffs(self.seen)
        return [points[tricks] for tricks in self.tricks[action.card]]

    def _outcome_clause(self, points: int) -> str:
        """Return the clause that says what ``points`` points or more for the seat's side mean."""
        contract, me = self.seen.contract, self.seen.seat
        assert contract is not None
        assert me is not None
        if me.partnership is contract.makers:
            return "your side takes all the tricks" if points == self._march_points() else "your side makes it"
        return "your side euchres them" if points > 0 else "your side stops them from taking all the tricks"

    def _march_points(self) -> int:
        """Return the makers' points for all tricks if those are more than their points for fewer tricks, or else 0."""
        contract = self.seen.contract
        assert contract is not None
        *fewer, most = contract_points(self.seen.rules)[alone_kind(contract)]
        return most if max(fewer) > 0 and most > max(fewer) else 0


def _fewer_or_more(gains: Sequence[int], effective_size: float) -> tuple[str, list[Figure]]:
    """Return the words that say how often a card brings fewer or more points than the best card, and their figures.

    ``gains`` holds how many points more the best card brings in each world.
    """
    if not any(gains):
        return "always as many", []
    shares = [share([sign * each > 0 for each in gains], effective_size) for sign in (1, -1)]
    found = [pair for pair in zip(("fewer", "more"), shares, strict=True) if hundredths(pair[1]) != "0"]
    words = " and ".join(f"{word} in {hundredths(figure)}" for word, figure in found) or "nearly always as many"
    by_less = len(found) == len(shares) and shares[0].value < shares[1].value and sum(gains) > 0
    return f"{words}{', but by less' if by_less else ''}", [figure for _, figure in found]


def _distribution(tricks: bytes) -> TrickDistribution:
    """Return the distribution of the tricks of the seat's side. ``tricks`` holds their number in each world."""
    counts = Counter(tricks)
    weights = [float(counts[number]) for number in range(max(counts) + 1)]
    return TrickDistribution(weights, weights)
