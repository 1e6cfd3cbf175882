"""The master bot: it evaluates every choice in sampled worlds, weighted by the bids and plays of the other seats.

Before the first lead, a trained policy completes the bidding, and each resulting contract is solved double-dummy. The
model of the ruleset then turns the solved number of tricks into a distribution of tricks in real play. In play, cards
are evaluated by PIMC. The bot maximizes the chance of winning the game.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from functools import lru_cache

from uka.core.actions import Action, ClaimRedeal, ClaimRevoke, Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.kernels import TrickDistribution
from uka.kernels.bidding_policy import ALONE_KINDS, BiddingPolicy
from uka.models import Model, nearest

from .call_values import CallValues, Ends, after_lone_call
from .card_counting import certain_revoke
from .equity import DealStakes
from .evaluation import ActionEvaluation
from .payoffs import model_equity, play_payoffs, terminal_payoffs
from .pimc import SampledWorlds, sample_counted, sample_worlds, solve_worlds


class MasterBot:
    """Samples worlds for each choice, resamples these worlds, and evaluates the choice in the resampled worlds.

    ``drawn`` is the number of sampled worlds. The number of resampled worlds is ``called`` before the first lead and
    ``played`` after it.
    """

    name = "master"

    def __init__(self, drawn: int, called: int, played: int) -> None:
        self._drawn, self._called, self._played = drawn, called, played

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return the claim of a proven revoke if there is one, or else the action with the best chance to win."""
        lawful = [action for action in observation.lawful_actions if not isinstance(action, ClaimRevoke)]
        trick = certain_revoke(observation)
        if trick is not None and ClaimRevoke(trick) in observation.lawful_actions:
            return ClaimRevoke(trick)
        if len(lawful) == 1:
            return lawful[0]
        return max(self.evaluate(observation, rng), key=_merit).action

    def evaluate(self, observation: Observation, rng: random.Random) -> tuple[ActionEvaluation, ...]:
        """Return the evaluation of each lawful action of the seat whose turn it is, in index order.

        Claims of a revoke are left out.
        """
        playing = observation.phase is Phase.PLAYING
        evaluations = (self._plays if playing else self._choices)(observation, rng)
        lawful = set(observation.lawful_actions)
        return tuple(evaluation for evaluation in evaluations if evaluation.action in lawful)

    def sample(self, seen: Observation, rng: random.Random) -> SampledWorlds:
        """Return the resampled worlds in which the bot would evaluate a choice."""
        kept = self._played if seen.phase is Phase.PLAYING else self._called
        return sample_counted(seen, rng, drawn=self._drawn, kept=kept, bids=ruleset_model(seen.rules).bids)

    def _choices(self, seen: Observation, rng: random.Random) -> list[ActionEvaluation]:
        bids = ruleset_model(seen.rules).bids
        hands = sample_worlds(seen, rng, drawn=self._drawn, kept=self._called, bids=bids)
        seed, alone = rng.getrandbits(63), after_lone_call(seen, bids)
        return evaluate_ends(
            seen, bids.evaluate(seen, hands, seed=seed), bids.evaluate(alone, hands, seed=seed) if alone else None
        )

    def _plays(self, seen: Observation, rng: random.Random) -> list[ActionEvaluation]:
        bids = ruleset_model(seen.rules).bids
        hands = sample_worlds(seen, rng, drawn=self._drawn, kept=self._played, bids=bids)
        return evaluate_tricks(seen, solve_worlds(seen, hands))


def evaluate_ends(seen: Observation, ends: Ends, alone: Ends | None = None) -> list[ActionEvaluation]:
    """Return the evaluation of each choice before the first lead. ``ends`` tells how deals end after each choice.

    ``alone`` tells it for the maker's discards after the same call alone.
    """
    mind, me = ruleset_model(seen.rules), seen.seat
    assert me is not None
    side, stakes = me.partnership, DealStakes(seen, me.partnership, mind.equity)
    dealers, values = seen.dealer.partnership, CallValues(seen, ends, mind.play, alone)
    points = terminal_payoffs(seen.rules, dealers, side, float, mind.play)
    wins = terminal_payoffs(seen.rules, dealers, side, stakes.after, mind.play)
    evaluations = list[ActionEvaluation]()
    for action in ends:
        if isinstance(action, ClaimRedeal):
            mean = mind.equity.swing.mean
            mean = mean if seen.dealer.partnership is side else -mean
            evaluations.append(ActionEvaluation(action, mean, 0.0, stakes.again(), 0.0))
        else:
            means = *values.mean(action, points, float), *values.mean(action, wins, stakes.after)
            evaluations.append(ActionEvaluation(action, *means))
    return evaluations


def evaluate_tricks(seen: Observation, solved: Mapping[Card, TrickDistribution]) -> list[ActionEvaluation]:
    """Return the evaluation of each card. ``solved`` holds the distribution of further tricks after each card."""
    me = seen.seat
    assert me is not None
    stakes = DealStakes(seen, me.partnership, ruleset_model(seen.rules).equity)
    points = play_payoffs(seen)
    wins = [stakes.after(point) for point in points]
    return [ActionEvaluation(Play(card), *tricks.mean(points), *tricks.mean(wins)) for card, tricks in solved.items()]


def _merit(evaluation: ActionEvaluation) -> tuple[float, float, int]:
    """Return the sort key of an evaluation: the chance of winning, then the points, then the lower card."""
    cheapness = -evaluation.action.card.rank.index if isinstance(evaluation.action, Play) else 0
    return evaluation.win, evaluation.points, cheapness


class RulesetModel:
    """The trained model for a ruleset, or for the most similar ruleset, in the form that the master bot uses."""

    def __init__(self, rules: Ruleset) -> None:
        model, _ = nearest(rules)
        self.bids = BiddingPolicy(rules, _table(model), of=model.rules)
        self.play = [[model.chances(makers, alone) for alone in range(ALONE_KINDS)] for makers in range(2)]
        self.equity = model_equity(rules, model)


@lru_cache(maxsize=64)
def ruleset_model(rules: Ruleset) -> RulesetModel:
    """Return the model of a ruleset from a cache."""
    return RulesetModel(rules)


@lru_cache(maxsize=8)
def _table(model: Model) -> array[float]:
    """Return the policy table of a model. The table is shared by all rulesets that use the model."""
    return model.table()
