"""Perfect-information Monte Carlo: sampled determinizations, importance-resampled and solved double-dummy."""

from __future__ import annotations

import random
from array import array
from functools import lru_cache

from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.kernels import DoubleDummySolver, PackedPosition, TrickDistribution
from uka.kernels.bidding_policy import BiddingPolicy
from uka.kernels.cardplay import CardplayModel, play_history
from uka.kernels.determinization import WorldSampler, gather, infer_hidden_cards, resample, world_buffer

from .cardplay_weights import CLUB


def sample_worlds(
    seen: Observation, rng: random.Random, *, drawn: int, kept: int, bids: BiddingPolicy | None = None
) -> memoryview[int]:
    """Sample worlds, and resample them by the likelihood of the other seats' actions.

    ``drawn`` is the number of sampled worlds, and ``kept`` the number of resampled worlds. The actions are the cards
    played and, if ``bids`` is given, the bids. Return the current hands of each resampled world as card masks, a uint64
    array of shape ``kept`` by 4.
    """
    hands, called, into = world_buffer(drawn), world_buffer(drawn), world_buffer(kept)
    weights, picks = array("d", [1.0]) * drawn, array("I", [0]) * kept
    world_sampler(seen).draw(hands, called=called, seed=rng.getrandbits(63))
    if bids is not None and seen.calls:
        bids.weigh(seen, called, weights)
    if seen.contract is not None and (seen.tricks or seen.trick):
        _model(seen.rules).weigh(play_history(seen), hands, weights)
    if not any(weights):  # if the models exclude every world, all worlds get the same weight
        weights = array("d", [1.0]) * drawn
    resample(weights, picks, seed=rng.getrandbits(63))
    gather(hands, picks, into)
    return into


def world_sampler(seen: Observation) -> WorldSampler:
    """Return a sampler of the worlds in which every play was lawful, except for proven revokes.

    If there are no such worlds, another player has revoked. The sampler then draws from all possible worlds.
    """
    try:
        return WorldSampler(infer_hidden_cards(seen))
    except ValueError:
        if not seen.revokes:
            raise
        return WorldSampler(infer_hidden_cards(seen, trusting=False))


def solve_worlds(seen: Observation, hands: memoryview[int]) -> dict[Card, TrickDistribution]:
    """Return, for each lawful card, the distribution of the double-dummy tricks of the seat's side over the worlds."""
    contract, leader, me = seen.contract, seen.leader, seen.seat
    assert contract is not None
    assert leader is not None
    assert me is not None
    common = PackedPosition(
        hands=(),
        leader=leader.index,
        trump=contract.trump.index,
        plays=tuple(card.index for card in seen.trick),
        sitting=contract.sitting_out,
        side=me.partnership.index,
    )
    return _solver(seen.rules).count_by_card(hands, common)


@lru_cache(maxsize=64)
def _solver(rules: Ruleset) -> DoubleDummySolver:
    return DoubleDummySolver(rules)


@lru_cache(maxsize=64)
def _model(rules: Ruleset) -> CardplayModel:
    return CardplayModel(rules, CLUB)
