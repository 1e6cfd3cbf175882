"""A learned best response to a bot: a network says where another action than the bot's own gains points.

It learns from deals that the bot plays in all seats. At some choices, the deal is also played on after a random other
action, with the bot in all seats and the same random numbers. The network learns the differences of the results. A part
of the samples is held back: on it is decided how large a predicted gain must be for the exploiter to rely on it. So
where nothing can be learned, the exploiter plays as the bot does.

PyTorch trains the network. The arena measures what it gains: ``uka exploit --learned``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from uka.arena.chunked_work import Chunk, chunks, run
from uka.arena.contest import ChunkWork, player_for_seat
from uka.arena.local_best_response import Estimate
from uka.arena.player_faults import PlayerFault, fallback
from uka.bots import Bot
from uka.core.actions import ACTIONS, Action
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.extras import require

from .encoding import SIZE, Numbers, encode
from .policy_network import PolicyNetwork
from .relative_suits import first_suits, relative_actions, to_relative
from .spaces import gain

DEALS_IN_CHUNK = 20
CHOICES = 4
"""The number of choices of a deal after which another action is played on."""
HIDDEN = 128
EPOCHS = 8
BATCH = 256
RATE = 1e-3
WEIGHT_DECAY = 1e-2
HELD_BACK = 5
"""One of so many chunks is held back."""
LEAST_GAINS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.8)
"""The predicted gains, in points, of which one is chosen as the least that the exploiter relies on."""


class DeviationSamples(msgspec.Struct, frozen=True):
    """Choices of a bot, each with another action and what that action gained."""

    observations: bytes
    """uint8, *n* by ``SIZE``."""
    own: bytes
    """int64, *n*: the action that the bot chose."""
    other: bytes
    """int64, *n*: another action."""
    gains: bytes
    """float32, *n*: the points of the choosing side after the other action minus those after the bot's own."""


@dataclass(frozen=True)
class LearnedGains:
    """What an exploiter has learned. It is called as ``uka.arena.local_best_response.FindBetter``."""

    network: PolicyNetwork
    """Its scores are gains in points, of which only differences count."""
    least: float
    """The least predicted gain that counts, or infinity if nothing was learned."""

    def __call__(self, seen: Observation, own: Action, others: Sequence[Action], rng: Random) -> Estimate | None:
        """Return the action of ``others`` with the highest predicted gain, or None if that is too low."""
        scores = self.network.scores(encode(seen))
        best = max(others, key=lambda action: scores[action.index])
        predicted = float(scores[best.index] - scores[own.index])
        return Estimate(best, predicted, 0.0) if predicted > self.least else None


def learn_response(
    work: ChunkWork, bot: str, deals: int, executor: Executor, done: Callable[[int], None] = lambda deals: None
) -> LearnedGains:
    """Learn where another action than that of ``bot`` gains, from ``deals`` deals, which ``executor`` plays.

    ``work`` holds the ruleset, the seed and the objects among the players. ``done`` is called with the number of deals
    that are played so far. Raise ``UkaError`` if there are too few deals, and ``MissingPackages`` without PyTorch.
    """
    require("learn", "a learned best response", "numpy", "torch")
    if deals < HELD_BACK * DEALS_IN_CHUNK:
        raise UkaError(f"a best response is learned from {HELD_BACK * DEALS_IN_CHUNK} deals or more")
    todo = chunks(f"{work.contest.seed}/learn", deals, DEALS_IN_CHUNK)
    found = list[DeviationSamples]()
    for samples in run(partial(sample_chunk, work, bot), todo, executor):
        found.append(samples)
        done(min(len(found) * DEALS_IN_CHUNK, deals))
    held_back = SampleArrays.of(found[::HELD_BACK])
    network = fitted(SampleArrays.of([each for number, each in enumerate(found) if number % HELD_BACK]))
    return LearnedGains(network, least_gain(network, held_back))


def sample_chunk(work: ChunkWork, bot: str, chunk: Chunk) -> DeviationSamples:
    """Play the deals of a chunk, and return samples of other actions in them."""
    rules = work.contest.rules
    rows = list[tuple[Numbers, int, int, int]]()
    with ExitStack() as stack:
        players = {seat: player_for_seat(work, bot, seat, stack) for seat in rules.seats}
        for number in range(chunk.size):
            rows += _deal_samples(work, players, f"{chunk.seed}/{number}")
    observations, own, other, gains = zip(*rows, strict=True) if rows else ((), (), (), ())
    return DeviationSamples(
        observations=b"".join(row.tobytes() for row in observations),
        own=np.array(own, np.int64).tobytes(),
        other=np.array(other, np.int64).tobytes(),
        gains=np.array(gains, np.float32).tobytes(),
    )


def _deal_samples(work: ChunkWork, players: dict[Seat, Bot], seed: str) -> Generator[tuple[Numbers, int, int, int]]:
    """Play a deal, and yield some of its choices: the observation, the bot's action, another, and what that gains."""
    rng, rules = Random(seed), work.contest.rules
    start = Deal.start(rules, rng.choice(tuple(rules.seats)), shuffled(rules, rng.getrandbits(63)))
    steps, end = _played_out(start, players, seed, 0)
    open_steps = [number for number, (deal, _) in enumerate(steps) if len(_observed(deal).lawful_actions) > 1]
    for number in sorted(rng.sample(open_steps, min(CHOICES, len(open_steps)))):
        deal, own = steps[number]
        seen = _observed(deal)
        other = rng.choice([action for action in seen.lawful_actions if action != own])
        _, changed = _played_out(deal.apply(other)[0], players, seed, number + 1)
        assert seen.seat is not None
        yield encode(seen), own.index, other.index, gain(changed, seen.seat) - gain(end, seen.seat)


def _played_out(deal: Deal, players: dict[Seat, Bot], seed: str, number: int) -> tuple[list[tuple[Deal, Action]], Deal]:
    """Play ``deal`` to its end. Return each of its states with the action that is chosen in it, and the last state.

    ``number`` is that of the first action. The number of an action selects the random numbers of the choice.
    """
    steps = list[tuple[Deal, Action]]()
    while not deal.over:
        assert deal.turn is not None
        seen = _observed(deal)
        try:
            action = players[deal.turn].choose(seen, Random(f"{seed}/{number}"))
        except PlayerFault:
            action = fallback(seen)
        steps.append((deal, action))
        deal, number = deal.apply(action)[0], number + 1
    return steps, deal


def _observed(deal: Deal) -> Observation:
    assert deal.turn is not None
    return deal.observe(deal.turn)


@dataclass(frozen=True)
class SampleArrays:
    """Samples as arrays."""

    observations: Numbers
    own: npt.NDArray[np.int64]
    other: npt.NDArray[np.int64]
    gains: npt.NDArray[np.float32]

    @classmethod
    def of(cls, samples: Sequence[DeviationSamples]) -> SampleArrays:
        """Return all samples together."""
        return cls(
            observations=np.frombuffer(b"".join(each.observations for each in samples), np.uint8).reshape(-1, SIZE),
            own=np.frombuffer(b"".join(each.own for each in samples), np.int64),
            other=np.frombuffer(b"".join(each.other for each in samples), np.int64),
            gains=np.frombuffer(b"".join(each.gains for each in samples), np.float32),
        )


def fitted(rows: SampleArrays) -> PolicyNetwork:
    """Return a network whose scores differ by what the actions were seen to gain, as nearly as it can."""
    torch: Any = importlib.import_module("torch")
    torch.manual_seed(0)
    nn = torch.nn
    sizes = ((SIZE, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, len(ACTIONS)))
    first, second, last = (nn.Linear(*size) for size in sizes)
    network = nn.Sequential(first, nn.ReLU(), second, nn.ReLU(), last)
    suits = first_suits(rows.observations)
    own, other = relative_actions(rows.own, suits), relative_actions(rows.other, suits)
    columns = [torch.tensor(column) for column in (to_relative(rows.observations, suits), own, other, rows.gains)]
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=WEIGHT_DECAY)
    batches = EPOCHS * -(-len(rows.gains) // BATCH)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.01, batches)
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(rows.gains)).split(BATCH):
            observations, own, other, gains = (column[chosen] for column in columns)
            scores = network(observations.float())
            predicted = scores.gather(1, other[:, None]) - scores.gather(1, own[:, None])
            loss = (predicted[:, 0] - gains).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return PolicyNetwork(
        [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in (first, second, last)], relative=True
    )


def least_gain(network: PolicyNetwork, rows: SampleArrays) -> float:
    """Return the predicted gain from which on relying on the network gains most in ``rows``.

    That is infinity if relying on it gains nothing, by one standard error.
    """
    scores = network.scores(rows.observations)
    every = np.arange(len(rows.gains))
    predicted = scores[every, rows.other] - scores[every, rows.own]
    best, least = 0.0, float("inf")
    for bound in LEAST_GAINS:
        gains = np.where(predicted > bound, rows.gains, 0)
        surely = gains.mean() - gains.std() / np.sqrt(len(gains)) if len(gains) else 0.0
        if surely > best:
            best, least = float(surely), bound
    return least
