"""Trains a policy by self-play from nothing, draws its learning curve, and exports it as a bot.

    pip install 'uka[learn]'
    python examples/learn/train.py --rules north_american --deals 1000000 --folder trained
    uka arena "cmd:python -m uka.envs.network_program trained/policy.npz" novice --rules north_american --duplicate

The method is proximal policy optimization (PPO). One network plays all four seats of thousands of deals at once. From
what a seat knows, it gives a score to each action and estimates how many points its side will gain in the deal. It sees
suits relative to trump, so that it need not learn the same for each suit.
"""

from __future__ import annotations

import csv
import time
from pathlib import Path
from typing import NamedTuple

import altair
import cyclopts
import numpy as np
import torch
from torch import Tensor, nn

from uka import ACTIONS, Ruleset, rulesets
from uka.arena import play_contest
from uka.envs import SIZE, PolicyNetwork, VectorDeals
from uka.envs.encoding import HIGH
from uka.envs.relative_suits import absolute_actions, first_suits, to_relative

ROWS = 1_024
"""The number of deals that are played at once."""
STEPS = 64
"""The number of steps of each deal before the network learns from them. A deal takes about 24."""
EPOCHS = 2
"""How often the network learns from each choice."""
BATCH = 1_024
"""The number of choices from which it learns at once."""
HIDDEN = 128
RATE = 1e-3
"""The learning rate at the start. It falls to 0 until the end."""
CLIP = 0.2
"""How far the probability of an action may change at once, as a ratio."""
ENTROPY = 0.02
"""How much the network is rewarded for trying out actions."""
EXPLORATION = 0.2
"""The probability of a random action at the start. It falls to 0 until the end.

Without it, all seats learn to pass while they still play badly, and never try a call again.
"""
TRACE = 0.9
"""How much what happens later counts, compared with the network's own estimate (lambda of TD(lambda))."""
OPPONENTS = {"novice": 500, "club": 500, "master": 20}
"""The opponents of the learning curve, and how many deals are played against each, both ways round."""
POINTS = 8
"""The number of points of the learning curve after the first."""

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
torch.set_num_threads(1)  # the network is so small that more threads would only wait for each other


class Network(nn.Module):
    """Scores the actions, and estimates the gain of the observing seat's side in points."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Buffer(1 / torch.from_numpy(HIGH.astype(np.float32)))
        self.body = nn.Sequential(nn.Linear(SIZE, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.actions = nn.Linear(HIDDEN, len(ACTIONS))
        self.gain = nn.Linear(HIDDEN, 1)

    def forward(
        self, observations: Tensor, masks: Tensor, exploration: float = 0.0
    ) -> tuple[torch.distributions.Categorical, Tensor]:
        """Return the probabilities of the legal actions, and the estimated gains.

        ``exploration`` is the probability of a random action, which is part of the policy that learns.
        """
        features = self.body(observations * self.scale)
        scores = self.actions(features).masked_fill(masks == 0, -1e9)
        random = masks / masks.sum(-1, keepdim=True)
        mixed = (1 - exploration) * scores.softmax(-1) + exploration * random
        return torch.distributions.Categorical(probs=mixed, validate_args=False), self.gain(features).squeeze(-1)

    def exported(self) -> PolicyNetwork:
        """Return the policy without PyTorch. It takes observations as they are, so the scale goes into its weights."""
        first, _, second, _ = self.body
        layers = [(first.weight * self.scale, first.bias), (second.weight, second.bias)]
        layers.append((self.actions.weight, self.actions.bias))
        arrays = [(weights.detach().cpu().numpy(), biases.detach().cpu().numpy()) for weights, biases in layers]
        return PolicyNetwork(arrays, "learner", relative=True)


class Choices(NamedTuple):
    """What the network learns from: choices between two or more actions, and what they led to."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    logs: Tensor
    """The logarithms of the probabilities with which the actions were chosen."""
    gains: Tensor
    """What the side of the choosing seat gained from then on, in points."""
    estimates: Tensor
    """What the network had expected."""
    ended: int
    """The number of deals that ended."""


def play(deals: VectorDeals, network: Network, exploration: float) -> Choices:
    """Step the deals ``STEPS`` times, and return the choices of all seats.

    ``exploration`` is the probability of a random action.
    """
    kept: list[tuple[Tensor, ...]] = []
    where = np.zeros((STEPS, ROWS), bool)
    estimates, sides = np.zeros((STEPS + 1, ROWS), np.float32), np.zeros((STEPS + 1, ROWS), np.float32)
    gains, ended = np.zeros((STEPS, ROWS), np.float32), np.zeros((STEPS, ROWS), bool)
    for step in range(STEPS + 1):
        actions = deals.masks.argmax(axis=1)
        open_rows = np.flatnonzero((deals.masks.sum(axis=1) > 1) | (step == STEPS))  # the others have one legal action
        sides[step] = 1 - 2 * (deals.turns % 2)  # 1 for north and south, -1 for east and west
        suits = first_suits(deals.observations[open_rows])
        seen, masks = (
            torch.from_numpy(to_relative(array[open_rows], suits)) for array in (deals.observations, deals.masks)
        )
        with torch.no_grad():
            probabilities, expected = network(seen.to(DEVICE), masks.to(DEVICE), exploration)
            chosen = probabilities.sample()
        estimates[step, open_rows] = expected.cpu().numpy() * sides[step, open_rows]
        if step == STEPS:
            break
        kept.append((seen, masks, chosen.cpu(), probabilities.log_prob(chosen).cpu()))
        where[step, open_rows] = True
        actions[open_rows] = absolute_actions(chosen.cpu().numpy(), suits)
        deals.step(actions)
        gains[step] = deals.points @ np.array([1, -1], np.float32)
        ended[step] = deals.ended
    found = traced(where, estimates, gains, ended)
    columns = [torch.cat(column) for column in zip(*kept, strict=True)]
    for values in (found, estimates[:-1]):
        columns.append(torch.from_numpy((values * sides[:-1])[where]))
    return Choices(*(column.to(DEVICE) for column in columns), ended=int(ended.sum()))


def traced(where: np.ndarray, estimates: np.ndarray, gains: np.ndarray, ended: np.ndarray) -> np.ndarray:
    """Return what north-south gain from each step on, as TD(lambda) estimates it.

    That is the deal's result, mixed with the estimates of the seats that choose until then.
    """
    found = np.zeros_like(gains)
    later = estimate = estimates[-1]
    for step in reversed(range(STEPS)):
        found[step] = later = np.where(ended[step], gains[step], TRACE * later + (1 - TRACE) * estimate)
        estimate = np.where(where[step], estimates[step], later)
    return found


def learn(network: Network, optimizer: torch.optim.Optimizer, choices: Choices, exploration: float) -> None:
    """Make good choices likelier and bad ones less likely, and improve the estimates."""
    advantages = choices.gains - choices.estimates
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(advantages), device=DEVICE).split(BATCH):
            seen, masks, actions, logs, gains, _ = (column[rows] for column in choices[:-1])
            probabilities, estimates = network(seen, masks, exploration)
            ratio = (probabilities.log_prob(actions) - logs).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            better = torch.minimum(ratio * advantages[rows], bounded * advantages[rows]).mean()
            loss = (estimates - gains).square().mean() / 2 - better - ENTROPY * probabilities.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


class CurvePoint(NamedTuple):
    """How strong the policy was at one time."""

    deals: int
    seconds: float
    """The CPU time of the training until then."""
    opponent: str
    points: float
    low: float
    high: float


def measured(policy: PolicyNetwork, rules: Ruleset, deals: int, seconds: float) -> list[CurvePoint]:
    """Play against each opponent, and return how many points a deal the policy gains, with the 95 % interval."""
    found: list[CurvePoint] = []
    for opponent, count in OPPONENTS.items():
        gain = play_contest([policy, opponent], count, rules=rules, duplicate=True).players[0].points_a_deal
        low, high = gain.low or 0.0, gain.high or 0.0
        found.append(CurvePoint(deals, seconds, opponent, gain.value or 0.0, low, high))
        print(
            f"{deals:9,} deals, {seconds:5.0f} s: {gain.value:+.2f} ({low:+.2f} to {high:+.2f}) {opponent}", flush=True
        )
    return found


def draw(curve: list[CurvePoint], title: str, folder: Path) -> None:
    """Write the learning curve as curve.csv and curve.svg."""
    with (folder / "curve.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([CurvePoint._fields, *curve])
    base = altair.Chart(altair.Data(values=[point._asdict() for point in curve]), title=title, width=480).encode(
        altair.X("deals:Q", title="deals of self-play"), altair.Color("opponent:N", title="against")
    )
    band = base.mark_area(opacity=0.2).encode(altair.Y("low:Q", title="points a deal"), altair.Y2("high:Q"))
    (band + base.mark_line(point=True).encode(altair.Y("points:Q"))).save(str(folder / "curve.svg"))


def main(
    *, rules: str = "north_american", deals: int = 1_000_000, folder: Path = Path("trained"), seed: int = 1
) -> None:
    """Train in about so many deals, and write policy.npz, curve.csv and curve.svg to a folder."""
    torch.manual_seed(seed)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = rulesets.find(rules)
    network = Network().to(DEVICE)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    vector = VectorDeals(chosen, ROWS, seed=seed)
    played, seconds, curve = 0, 0.0, list[CurvePoint]()
    while True:
        if played >= deals * len(curve) / len(OPPONENTS) / POINTS:
            curve += measured(network.exported(), chosen, played, seconds)
            network.exported().save(folder / "policy.npz")
        if played >= deals:
            break
        start = time.process_time()
        left = 1 - played / deals
        optimizer.param_groups[0]["lr"] = RATE * left
        choices = play(vector, network, EXPLORATION * left)
        learn(network, optimizer, choices, EXPLORATION * left)
        played += choices.ended
        seconds += time.process_time() - start
    draw(curve, f"Self-play under {rules}", folder)


if __name__ == "__main__":
    cyclopts.run(main)
