"""Perfect-information Monte Carlo: sampled determinizations, importance-resampled and solved double-dummy."""

from __future__ import annotations

import random
from array import array
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from uka.core.cards import CARDS, Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.kernels import DoubleDummySolver, PackedPosition, PositionBatch, TrickDistribution
from uka.kernels.bidding_policy import BiddingPolicy
from uka.kernels.cardplay import CardplayModel, play_history
from uka.kernels.determinization import WorldSampler, gather, infer_hidden_cards, resample, world_buffer

from .card_counting import trumps_of
from .cardplay_weights import CLUB

BLUNDER = 0.02
"""The likelihood that a dealer discards a trump and keeps another card, compared with any other discard."""
NOTHING, UNPLAYABLE = -1, 255
"""The codes of the solver: no card, and the value of a card that may not be played, as an unsigned byte."""


class SampledWorlds(NamedTuple):
    """Resampled worlds: the current hands as card masks, a uint64 array of shape *n* by 4.

    ``effective`` is the number of independent worlds that would give the same standard error. It is smaller than *n* if
    the worlds were resampled by unequal weights.
    """

    hands: memoryview[int]
    effective: float


def sample_worlds(
    seen: Observation, rng: random.Random, *, drawn: int, kept: int, bids: BiddingPolicy | None = None
) -> memoryview[int]:
    """Sample worlds, and resample them by the likelihood of the other seats' actions.

    ``drawn`` is the number of sampled worlds, and ``kept`` the number of resampled worlds. The actions are the cards
    played and, if ``bids`` is given, the bids. Return the current hands of each resampled world as card masks, a uint64
    array of shape ``kept`` by 4.
    """
    return _resampled(seen, rng, (drawn, kept), bids)[0]


def sample_counted(
    seen: Observation, rng: random.Random, *, drawn: int, kept: int, bids: BiddingPolicy | None = None
) -> SampledWorlds:
    """Return the same worlds as ``sample_worlds``, with the number of independent worlds that they are worth."""
    hands, weights = _resampled(seen, rng, (drawn, kept), bids)
    unequal = (hypot(*weights) / sum(weights)) ** 2
    return SampledWorlds(hands, 1 / (unequal + 1 / kept))


def _resampled(
    seen: Observation, rng: random.Random, sizes: tuple[int, int], bids: BiddingPolicy | None
) -> tuple[memoryview[int], array[float]]:
    """Return the resampled worlds, and the weights of the sampled worlds."""
    drawn, kept = sizes
    hands, called, into = world_buffer(drawn), world_buffer(drawn), world_buffer(kept)
    weights, picks = array("d", [1.0]) * drawn, array("I", [0]) * kept
    away = world_buffer(drawn) if _discarded(seen) else None
    world_sampler(seen).draw(hands, away=away, called=called, seed=rng.getrandbits(63))
    if away is not None:
        _weigh_discards(seen, away, called, weights)
    if bids is not None and seen.calls:
        bids.weigh(seen, called, weights)
    if seen.contract is not None and (seen.tricks or seen.trick):
        _model(seen.rules).weigh(play_history(seen), hands, weights)
    if not any(weights):  # if the models exclude every world, all worlds get the same weight
        weights = array("d", [1.0]) * drawn
    resample(weights, picks, seed=rng.getrandbits(63))
    gather(hands, picks, into)
    return into, weights


def _discarded(seen: Observation) -> bool:
    """Return whether another seat took up the upcard and discarded a card for it."""
    waits = seen.phase is Phase.DISCARDING or seen.rules.partners_best
    return seen.picked_up not in (None, seen.seat) and not waits


def _weigh_discards(seen: Observation, away: memoryview[int], called: memoryview[int], weights: array[float]) -> None:
    """Multiply the weights of the worlds in which the dealer discarded a trump and held another card by ``BLUNDER``."""
    assert seen.picked_up is not None
    assert seen.trump is not None
    taker, trumps = seen.picked_up.index, trumps_of(seen.trump.index)
    for world, card in enumerate(away.cast("B").cast("Q")[taker::4].tolist()):
        if card & trumps and called[world, taker] & ~trumps:
            weights[world] *= BLUNDER


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
    return _solver(seen.rules).count_by_card(hands, _common(seen))


def solve_each_world(seen: Observation, hands: memoryview[int]) -> dict[Card, bytes]:
    """Return, for each lawful card, the double-dummy tricks of the seat's side in each world, one byte for a world."""
    common, size = _common(seen), len(hands)
    into = memoryview(bytearray(len(CARDS) * size)).cast("b", (size, len(CARDS)))
    plays = (*common.plays, NOTHING, NOTHING, NOTHING)[:3]
    batch = PositionBatch(
        hands,
        bytes([common.leader]) * size,
        bytes([common.trump]) * size,
        bytes([common.sitting]) * size,
        bytes([common.side]) * size,
        memoryview(array("b", plays) * size).cast("B").cast("b", (size, 3)) if common.plays else None,
    )
    _solver(seen.rules).solve_all(batch, into)
    tricks = into.tobytes()
    columns = {card: tricks[card.index :: len(CARDS)] for card in seen.cards}
    return {card: column for card, column in columns.items() if column[0] != UNPLAYABLE}


def _common(seen: Observation) -> PackedPosition:
    """Return what the position has in common in all worlds."""
    contract, leader, me = seen.contract, seen.leader, seen.seat
    assert contract is not None
    assert leader is not None
    assert me is not None
    return PackedPosition(
        hands=(),
        leader=leader.index,
        trump=contract.trump.index,
        plays=tuple(card.index for card in seen.trick),
        sitting=contract.sitting_out,
        side=me.partnership.index,
    )


@lru_cache(maxsize=64)
def _solver(rules: Ruleset) -> DoubleDummySolver:
    return DoubleDummySolver(rules)


@lru_cache(maxsize=64)
def _model(rules: Ruleset) -> CardplayModel:
    return CardplayModel(rules, CLUB)
