"""The master bot: it values every choice in sampled worlds, chosen by the bids and plays of the other seats.

A world is a layout of the hidden cards. Before the first lead, a trained policy completes the bidding in each world,
and each resulting contract is solved double-dummy. The model of the ruleset then says how many tricks real play takes
where the solver finds so many. In the play, each card is valued by solving the worlds double-dummy. The bot chooses the
action with the best chance of winning the game.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Mapping
from functools import lru_cache

from uka.core.actions import Action, ClaimRedeal, ClaimRevoke
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.kernels import TrickDistribution
from uka.kernels.bidding_policy import ALONE_KINDS, BiddingPolicy
from uka.models import Model, nearest

from .call_values import CallValues, Ends, after_lone_call
from .card_counting import certain_revoke
from .equity import DealStakes, Equity
from .evaluation import ActionEvaluation, best_first
from .payoffs import RealPlay, TrickChances, evaluate_plays, model_equity
from .pimc import SampledWorlds, sample_with_effective_size, sample_worlds, solve_worlds


class MasterBot:
    """A bot that bids and plays by search in sampled worlds, which are layouts of the hidden cards.

    For a choice, the bot samples ``sampled`` worlds. It keeps ``kept_for_bids`` of them before the first lead, or
    ``kept_for_plays`` after it, chosen by how likely the other seats' bids and plays are in each. If ``partnerly`` is
    true, it keeps its partner in where going alone wins hardly more games.
    """

    name = "master"

    def __init__(self, sampled: int, kept_for_bids: int, kept_for_plays: int, *, partnerly: bool = False) -> None:
        self._partnerly = partnerly
        self._sampled = sampled
        self._kept_for_bids = kept_for_bids
        self._kept_for_plays = kept_for_plays

    def choose(self, observation: Observation, rng: random.Random) -> Action:
        """Return a claim if an opponent certainly revoked, or else the action with the best chance to win the game."""
        lawful = [action for action in observation.lawful_actions if not isinstance(action, ClaimRevoke)]
        trick = certain_revoke(observation)
        if trick is not None and ClaimRevoke(trick) in observation.lawful_actions:
            return ClaimRevoke(trick)
        if len(lawful) == 1:
            return lawful[0]
        return best_first(observation, self.evaluate(observation, rng), partnerly=self._partnerly)[0].action

    def evaluate(self, observation: Observation, rng: random.Random) -> tuple[ActionEvaluation, ...]:
        """Return how the bot values each lawful action of the seat whose turn it is, in index order.

        Claims of a revoke are left out.
        """
        if observation.phase is Phase.PLAYING:
            evaluations = self._evaluate_plays(observation, rng)
        else:
            evaluations = self._evaluate_bids(observation, rng)
        lawful = set(observation.lawful_actions)
        return tuple(evaluation for evaluation in evaluations if evaluation.action in lawful)

    def sample(self, seen: Observation, rng: random.Random) -> SampledWorlds:
        """Sample layouts of the hidden cards, as the bot does when it chooses for the seat that observes ``seen``."""
        kept = self._kept_for_plays if seen.phase is Phase.PLAYING else self._kept_for_bids
        bids = ruleset_model(seen.rules).bids
        return sample_with_effective_size(seen, rng, sampled=self._sampled, kept=kept, bids=bids)

    def _evaluate_bids(self, seen: Observation, rng: random.Random) -> list[ActionEvaluation]:
        bids = ruleset_model(seen.rules).bids
        hands = sample_worlds(seen, rng, sampled=self._sampled, kept=self._kept_for_bids, bids=bids)
        seed = rng.getrandbits(63)
        ends = bids.evaluate(seen, hands, seed=seed)
        seen_alone = after_lone_call(seen, bids)
        ends_alone = bids.evaluate(seen_alone, hands, seed=seed) if seen_alone else None
        return evaluate_ends(seen, ends, ends_alone)

    def _evaluate_plays(self, seen: Observation, rng: random.Random) -> list[ActionEvaluation]:
        bids = ruleset_model(seen.rules).bids
        hands = sample_worlds(seen, rng, sampled=self._sampled, kept=self._kept_for_plays, bids=bids)
        return evaluate_tricks(seen, solve_worlds(seen, hands))


def evaluate_ends(seen: Observation, ends: Ends, ends_alone: Ends | None = None) -> list[ActionEvaluation]:
    """Return what each choice before the first lead is worth.

    ``ends`` is a dict from each choice to how deals end after it. ``ends_alone`` is given if a maker must discard: it
    is what ``ends`` would be if the maker had made the same call alone.
    """
    assert seen.seat is not None
    model = ruleset_model(seen.rules)
    side, dealers = seen.seat.partnership, seen.dealer.partnership
    stakes = DealStakes(seen, side, model.equity)
    values = CallValues(seen, ends, RealPlay(seen.rules, dealers, model.play), ends_alone)
    evaluations = list[ActionEvaluation]()
    for action in ends:
        if isinstance(action, ClaimRedeal):
            dealers_mean = model.equity.swing.mean
            points, points_error = dealers_mean if side is dealers else -dealers_mean, 0.0
            win, win_error = stakes.after_redeal(), 0.0
        else:
            points, points_error = values.mean(action, float)
            win, win_error = values.mean(action, stakes.after)
        evaluations.append(ActionEvaluation(action, points, points_error, win, win_error))
    return evaluations


def evaluate_tricks(seen: Observation, solved: Mapping[Card, TrickDistribution]) -> list[ActionEvaluation]:
    """Return what each card is worth. ``solved`` says how many further tricks the side takes after each card."""
    assert seen.seat is not None
    stakes = DealStakes(seen, seen.seat.partnership, ruleset_model(seen.rules).equity)
    return evaluate_plays(seen, solved, stakes.after)


class RulesetModel:
    """The trained model for a ruleset, or for the most similar one, in the form that the master bot uses."""

    bids: BiddingPolicy
    """The policy that calls, and that says how likely a seat's calls are with a hand."""
    play: TrickChances
    """``play[makers][alone][solved]``: the probabilities of the makers' tricks in real play.

    ``makers`` is 0 if the dealer's side made trump, otherwise 1. ``alone`` is a code of ``alone_kind``. ``solved`` is
    the number of tricks that the double-dummy solver finds.
    """
    equity: Equity
    """The chances of winning a game from each score."""

    def __init__(self, rules: Ruleset) -> None:
        model, _ = nearest(rules)
        self.bids = BiddingPolicy(rules, _policy_table(model), of=model.rules)
        self.play = [[model.chances(makers, alone) for alone in range(ALONE_KINDS)] for makers in range(2)]
        self.equity = model_equity(rules, model)


@lru_cache(maxsize=64)
def ruleset_model(rules: Ruleset) -> RulesetModel:
    """Return the trained model for ``rules``. The last 64 models are kept in memory."""
    return RulesetModel(rules)


@lru_cache(maxsize=8)
def _policy_table(model: Model) -> array[float]:
    """Return the table of the bidding policy of ``model``, shared by all rulesets that use this model."""
    return model.policy_table()
