"""A choice of a card in sampled worlds: the evaluation of each card, and why one card is better than another."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from uka.bots.evaluation import ActionEvaluation
from uka.bots.master import MasterBot, evaluate_tricks
from uka.bots.payoffs import play_payoffs
from uka.bots.pimc import SampledWorlds, solve_each_world
from uka.core.actions import Action, Play
from uka.core.observation import Observation
from uka.kernels import TrickDistribution
from uka.kernels.bidding import contract_points
from uka.kernels.bidding_policy import alone_kind
from uka.narration.names import card_name

from .decisive_feature import decisive_reason
from .reason import Figure, Reason, hundredths, mean, share
from .unseen_cards import UnseenCards

CERTAIN = 3.0
"""A difference counts as found if it is more than this number of its standard errors."""


class PlaySample:
    """The double-dummy tricks of the seat's side after each lawful card, in each sampled world."""

    def __init__(self, seen: Observation, rng: random.Random, bot: MasterBot) -> None:
        self.seen = seen
        self.worlds: SampledWorlds = bot.sample(seen, rng)
        self.tricks = solve_each_world(seen, self.worlds.hands)

    @property
    def evaluations(self) -> list[ActionEvaluation]:
        """The evaluation of each lawful card."""
        return evaluate_tricks(self.seen, {card: _distribution(tricks) for card, tricks in self.tricks.items()})

    def share(self, action: Action, least: int, most: int) -> Figure:
        """Return the share of worlds in which our side gets ``least`` to ``most`` points after a card."""
        return share([least <= points <= most for points in self._scored(action)], self.worlds.effective)

    def name(self, action: Action) -> str:
        """Return the name of a card inside a sentence."""
        assert isinstance(action, Play)
        return card_name(action.card)

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield why ``best`` is better than ``other``: how the deal ends, then what the difference depends on."""
        if self.seen.revoked:
            return
        names = self.name(best), self.name(other)
        scored = self._scored(best), self._scored(other)
        yield from self._result(names, scored)
        gains = [a - b for a, b in zip(*scored, strict=True)]
        cards = [action.card for action in (best, other) if isinstance(action, Play)]
        flat = self.worlds.hands.cast("B").cast("Q").tolist()
        unseen = UnseenCards(self.seen, [flat[seat::4] for seat in range(4)])
        yield from decisive_reason(names, gains, unseen.features(cards), self.worlds.effective)

    def _scored(self, action: Action) -> list[int]:
        """Return the points of our side in each world after a card."""
        assert isinstance(action, Play)
        points = play_payoffs(self.seen)
        return [points[tricks] for tricks in self.tricks[action.card]]

    def _result(self, names: tuple[str, str], scored: Sequence[Sequence[int]]) -> Iterator[Reason]:
        """Yield in how many worlds each card reaches the result that the two cards reach most differently often."""
        one, two = map(Counter, scored)
        steps = sorted({*one, *two})[1:]
        gaps = {least: sum(one[each] - two[each] for each in {*one, *two} if each >= least) for least in steps}
        least = max(gaps, key=gaps.__getitem__, default=0)
        if steps and self._certain(least, scored):
            often, other = (share([each >= least for each in row], self.worlds.effective) for row in scored)
            counts = f"in {hundredths(often)} after {names[0]}, in {hundredths(other)} after {names[1]}"
            text = f"In 100 likely layouts, with best play, {self._goal(least)} {counts}."
            yield Reason("result", text, (often, other))

    def _certain(self, least: int, scored: Sequence[Sequence[int]]) -> bool:
        """Return whether the first card brings ``least`` points oftener than the second, beyond chance."""
        gains = [(a >= least) - (b >= least) for a, b in zip(*scored, strict=True)]
        gain = mean(gains, self.worlds.effective)
        return gain.value > CERTAIN * gain.error

    def _goal(self, points: int) -> str:
        contract, me = self.seen.contract, self.seen.seat
        assert contract is not None
        assert me is not None
        if me.partnership is contract.makers:
            return "your side takes all the tricks" if points == self._most() else "your side makes it"
        return "your side euchres them" if points > 0 else "your side stops them from taking all the tricks"

    def _most(self) -> int:
        """Return the makers' points for all tricks if they score more than for fewer tricks, or else 0."""
        contract = self.seen.contract
        assert contract is not None
        *fewer, most = contract_points(self.seen.rules)[alone_kind(contract)]
        return most if max(fewer) > 0 and most > max(fewer) else 0


def _distribution(tricks: bytes) -> TrickDistribution:
    counts = Counter(tricks)
    weights = [float(counts[number]) for number in range(max(counts) + 1)]
    return TrickDistribution(weights, weights)
