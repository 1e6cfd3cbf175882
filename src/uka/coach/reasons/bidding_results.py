"""How deals end after a choice before the first lead, as sentences with counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import hypot

from uka.bots.master import ruleset_model
from uka.bots.payoffs import terminal_payoffs
from uka.core.actions import Action, Discard, Give
from uka.core.observation import Observation
from uka.core.seats import PARTNERSHIPS, Partnership
from uka.kernels.bidding_policy import ALONE_KINDS, MOST_TRICKS, TerminalDistribution
from uka.narration.calls import choice_name
from uka.narration.names import card_name

from .reason import FAR, Figure, Reason, hundredths

CERTAIN = 3.0
"""A difference counts as found if it is more than this number of its standard errors."""
ALL = 0.999
"""A larger share of worlds counts as all of them. Sums of chances are not exact."""
OF_A_SIDE = ALONE_KINDS * (MOST_TRICKS + 1)
"""The number of terminal states in which the same side made trump."""


def choice_label(seen: Observation, action: Action) -> str:
    """Return the name of an action inside a sentence: its card, or its words in quotation marks."""
    assert seen.seat is not None
    if isinstance(action, Discard | Give):
        return card_name(action.card)
    return f"“{choice_name(seen, seen.seat, action)}”"


class ResultCounts:
    """How deals end after each choice. Standard errors are multiplied by ``inflation``."""

    def __init__(self, seen: Observation, ends: Mapping[Action, TerminalDistribution], inflation: float) -> None:
        assert seen.seat is not None
        self.seen, self.side, self._ends, self.inflation = seen, seen.seat.partnership, ends, inflation
        self._chances = cache(self._terminal_chances)

    def reasons(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield in how many worlds each of two choices leads to a result."""
        makers = {self._makers(action) for action in (best, other)}
        if len(makers) == 1 and None not in makers:
            yield from self._compared(best, other)
        else:
            (one, figures), (two, others) = self._course(best), self._course(other)
            names = [choice_label(self.seen, action) for action in (best, other)]
            text = f"In 100 likely layouts: after {names[0]} {one}; after {names[1]} {two}."
            yield Reason("result", text, (*figures, *others))

    def _makers(self, action: Action) -> Partnership | None:
        """Return the side that makes trump after a choice in all worlds, or None if the worlds differ."""
        return next((side for side in PARTNERSHIPS if self.share(action, side).value >= ALL), None)

    def _compared(self, best: Action, other: Action) -> Iterator[Reason]:
        """Yield the result that one choice reaches oftener, if the same side makes trump after both."""
        one, two = (self.share(action, None, least=1) for action in (best, other))
        if abs(one.value - two.value) > CERTAIN * hypot(one.error, two.error):
            names = [choice_label(self.seen, action) for action in (best, other)]
            score = f"your side scores in {hundredths(one)} after {names[0]}, in {hundredths(two)} after {names[1]}"
            yield Reason("result", f"In 100 likely layouts {score}.", (one, two))

    def _course(self, action: Action) -> tuple[str, tuple[Figure, ...]]:
        """Return what follows a choice as a clause, and its figures."""
        ours, theirs = (self.share(action, side) for side in (self.side, self.side.other))
        if ours.value >= theirs.value:
            scored = self.share(action, self.side, least=1)
            if ours.value >= ALL:
                return f"your side scores in {hundredths(scored)}", (scored,)
            return f"your side makes trump in {hundredths(ours)} and scores in {hundredths(scored)}", (ours, scored)
        scored = self.share(action, self.side.other, most=-1)
        return f"they make trump in {hundredths(theirs)} and score in {hundredths(scored)}", (theirs, scored)

    def share(self, action: Action, makers: Partnership | None, least: int = -FAR, most: int = FAR) -> Figure:
        """Return the share of worlds in which a side makes trump and our side gets ``least`` to ``most`` points.

        If ``makers`` is None, either side may make trump. Points of the opponents are negative.
        """
        chances = self._chances(least, most)
        nobody, sides = chances[:1], [chances[1 : 1 + OF_A_SIDE], chances[1 + OF_A_SIDE :]]
        if makers is not None:
            nobody, sides[makers.other.index] = [0.0], [0.0] * OF_A_SIDE
        share, error = self._ends[action].mean([*nobody, *sides[0], *sides[1]])
        worlds = sum(self._ends[action].weights)
        return Figure(share, self.inflation * hypot(error, 1 / worlds))

    def _terminal_chances(self, least: int, most: int) -> list[float]:
        """Return, for each terminal state, the chance that our side gets ``least`` to ``most`` points."""
        play = ruleset_model(self.seen.rules).play
        return terminal_payoffs(self.seen, self.side, lambda points: float(least <= points <= most), play)
