"""Perfect-information Monte Carlo (PIMC): choose a card by solving sampled worlds as if all cards were seen.

A world (determinization) is a layout of the hidden cards that fits what a seat knows. Worlds are sampled, resampled by
how likely the other seats' actions are in each (importance weights), and solved double-dummy.
"""

from __future__ import annotations

import random
from array import array
from functools import lru_cache
from math import fsum, hypot
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

BLUNDER_WEIGHT = 0.02
"""How likely it is that a seat discards a trump and keeps another card, compared with any other discard."""
NO_CARD = -1
"""The solver's code for no card."""
MAX_PLAYS = 3
"""The number of cards of a trick in progress that the solver has room for."""
UNPLAYABLE = 255
"""The number of tricks, as an unsigned byte, that the solver gives for a card that may not be played."""


class SampledWorlds(NamedTuple):
    """Sampled worlds (layouts of the hidden cards), chosen by how likely the other seats' actions are in each."""

    hands: memoryview[int]
    """The current hands in each of *n* worlds as card masks, a uint64 array of shape *n* by 4."""
    effective: float
    """The effective sample size: how many independent worlds would give the same standard error.

    It is smaller than *n* if the worlds were resampled by unequal weights.
    """


class WorldBuffers(NamedTuple):
    """*n* worlds with all that the seats held and discarded in each: uint64 arrays of card masks, of shape *n* by 4."""

    hands: memoryview[int]
    """The current hands."""
    hands_at_call: memoryview[int]
    """The hands during the bidding, without the upcard."""
    discards: memoryview[int]
    """The cards that each seat discarded face down."""


def sample_worlds(
    seen: Observation, rng: random.Random, *, sampled: int, kept: int, bids: BiddingPolicy | None = None
) -> memoryview[int]:
    """Sample ``sampled`` worlds, and return ``kept`` of them, chosen by how likely the other seats' actions are.

    The actions are the cards played, the discard for the upcard and, if the bidding policy ``bids`` is given, the bids.
    The result holds the current hands in each world as card masks, a uint64 array of shape ``kept`` by 4.
    """
    hands, _ = _resample(seen, rng, sampled, kept, bids)
    return hands


def sample_with_effective_size(
    seen: Observation, rng: random.Random, *, sampled: int, kept: int, bids: BiddingPolicy | None = None
) -> SampledWorlds:
    """Return the worlds that ``sample_worlds`` returns, with their effective sample size."""
    hands, weights = _resample(seen, rng, sampled, kept, bids)
    inequality = hypot(*weights) / fsum(weights)
    return SampledWorlds(hands, 1 / (inequality * inequality + 1 / kept))


def sample_all_hands(
    seen: Observation, rng: random.Random, *, sampled: int, kept: int, bids: BiddingPolicy | None = None
) -> WorldBuffers:
    """Return the worlds that ``sample_worlds`` returns, with all that the seats held and discarded in each."""
    worlds, weights = weigh_worlds(seen, rng, sampled, bids)
    return pick_worlds(worlds, weights, rng, kept)


def draw_worlds(seen: Observation, rng: random.Random, count: int) -> WorldBuffers:
    """Draw ``count`` worlds that fit what the seat knows, all of them equally likely."""
    worlds = WorldBuffers(world_buffer(count), world_buffer(count), world_buffer(count))
    world_sampler(seen).draw(worlds.hands, away=worlds.discards, called=worlds.hands_at_call, seed=rng.getrandbits(63))
    return worlds


def pick_worlds(worlds: WorldBuffers, weights: array[float], rng: random.Random, count: int) -> WorldBuffers:
    """Return ``count`` of ``worlds``, chosen with probabilities in proportion to ``weights``, in their order."""
    picks = array("I", [0]) * count
    resample(weights, picks, seed=rng.getrandbits(63))
    kept = WorldBuffers(world_buffer(count), world_buffer(count), world_buffer(count))
    for rows, into in zip(worlds, kept, strict=True):
        gather(rows, picks, into)
    return kept


def _resample(
    seen: Observation, rng: random.Random, sampled: int, kept: int, bids: BiddingPolicy | None
) -> tuple[memoryview[int], array[float]]:
    """Return the kept worlds as ``sample_worlds`` does, and the weights of all sampled worlds."""
    worlds, weights = weigh_worlds(seen, rng, sampled, bids)
    return pick_worlds(worlds, weights, rng, kept).hands, weights


def weigh_worlds(
    seen: Observation, rng: random.Random, sampled: int, bids: BiddingPolicy | None
) -> tuple[WorldBuffers, array[float]]:
    """Return ``sampled`` worlds, with weights by how likely the other seats' actions are in each."""
    worlds = draw_worlds(seen, rng, sampled)
    weights = array("d", [1.0]) * sampled
    if _other_seat_discarded(seen):
        _weigh_discards(seen, worlds.discards, worlds.hands_at_call, weights)
    if bids is not None and seen.calls:
        bids.weigh(seen, worlds.hands_at_call, weights)
    if seen.contract is not None and (seen.tricks or seen.trick):
        _cardplay_model(seen.rules).weigh(play_history(seen), worlds.hands, weights)
    if not any(weights):  # if the models exclude every world, all worlds get the same weight
        weights = array("d", [1.0]) * sampled
    return worlds, weights


def _other_seat_discarded(seen: Observation) -> bool:
    """Return whether a seat other than the observer took the upcard and has discarded one card for it.

    Return false if the rules give a loner the partner's best card: the hands then also change by that gift, so the
    discard can't be told from them.
    """
    undecided = seen.phase is Phase.DISCARDING or seen.rules.partners_best
    return seen.picked_up not in (None, seen.seat) and not undecided


def _weigh_discards(
    seen: Observation, discards: memoryview[int], hands_at_call: memoryview[int], weights: array[float]
) -> None:
    """Reduce the weights of the worlds in which the seat that took the upcard discarded a trump without need.

    The seat discarded it without need if it held a card that is no trump.
    """
    assert seen.picked_up is not None
    assert seen.trump is not None
    taker = seen.picked_up.index
    trumps = trumps_of(seen.trump.index)
    for world, card in enumerate(discards.cast("B").cast("Q")[taker::4].tolist()):
        if card & trumps and hands_at_call[world, taker] & ~trumps:
            weights[world] *= BLUNDER_WEIGHT


def world_sampler(seen: Observation) -> WorldSampler:
    """Return a sampler of the worlds in which every play was lawful, except for proven revokes.

    If there are no such worlds, another player has revoked. Then return a sampler of all possible worlds.
    """
    try:
        return WorldSampler(infer_hidden_cards(seen))
    except ValueError:
        if not seen.revokes:
            raise
        return WorldSampler(infer_hidden_cards(seen, trusting=False))


def solve_worlds(seen: Observation, hands: memoryview[int]) -> dict[Card, TrickDistribution]:
    """Return a dict from each lawful card to how often each number of further tricks follows it, double-dummy.

    The tricks are those of the observing seat's side. ``hands`` holds the worlds as ``sample_worlds``
    returns them.
    """
    return _solver(seen.rules).trick_distribution_by_card(hands, _position_without_hands(seen))


def solve_each_world(seen: Observation, hands: memoryview[int]) -> dict[Card, bytes]:
    """Return a dict from each lawful card to bytes: the number of double-dummy tricks after it in each world.

    The tricks are the further tricks of the observing seat's side. ``hands`` holds the worlds as ``sample_worlds``
    returns them.
    """
    common = _position_without_hands(seen)
    size = len(hands)
    into = memoryview(bytearray(len(CARDS) * size)).cast("b", (size, len(CARDS)))
    plays = [*common.plays] + [NO_CARD] * (MAX_PLAYS - len(common.plays))
    batch = PositionBatch(
        hands,
        bytes([common.leader]) * size,
        bytes([common.trump]) * size,
        bytes([common.sitting_out]) * size,
        bytes([common.side]) * size,
        memoryview(array("b", plays) * size).cast("B").cast("b", (size, MAX_PLAYS)) if common.plays else None,
    )
    _solver(seen.rules).solve_all(batch, into)
    tricks = into.tobytes()
    columns = {card: tricks[card.index :: len(CARDS)] for card in seen.cards}
    return {card: column for card, column in columns.items() if column[0] != UNPLAYABLE}


def _position_without_hands(seen: Observation) -> PackedPosition:
    """Return the position in the play without the players' hands, which differ between worlds."""
    assert seen.contract is not None
    assert seen.leader is not None
    assert seen.seat is not None
    return PackedPosition(
        hands=(),
        leader=seen.leader.index,
        trump=seen.contract.trump.index,
        plays=tuple(card.index for card in seen.trick),
        sitting_out=seen.contract.sitting_out,
        side=seen.seat.partnership.index,
    )


@lru_cache(maxsize=64)
def _solver(rules: Ruleset) -> DoubleDummySolver:
    return DoubleDummySolver(rules)


@lru_cache(maxsize=64)
def _cardplay_model(rules: Ruleset) -> CardplayModel:
    return CardplayModel(rules, CLUB)
