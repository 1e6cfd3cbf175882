"""Fit the cardplay model to the club bot: ``python -m bench.fit_plays`` writes ``src/uka/bots/cardplay_weights.py``.

Club bots bid and play deals of many rulesets. By Newton's method, a conditional logit model is fitted to the cards that
they play when several cards are lawful. Two figures are measured on deals that are not used for the fit. The first is
how many bits better than a uniform guess the model predicts a play. The second is how many bits more weight the true
deal of the hidden cards has than a deal sampled uniformly from what the seat knows, on average over seats and moments.
NumPy is required.
"""

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import uka
from bench.fit_bots import MIX
from uka import Deal, Phase, rulesets
from uka.bots import bot
from uka.core.seats import SEATS
from uka.kernels.cardplay import FEATURES, CardplayModel, CardplayWeights, play_history
from uka.kernels.determinization import WorldSampler, infer_hidden_cards

OUT = Path(uka.__file__).parent / "bots" / "cardplay_weights.py"
CLUB = bot("club")
MAX_CARDS = 6
SHARES = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1)
WORLDS = 2_000
Choices = list[list[list[float]]]


def deals(number: int, seed: int) -> Iterator[list[Deal]]:
    """Yield for each deal that club bots play its positions, from the first lead to the end; ``number`` deals."""
    rng = random.Random(seed)
    for _ in range(number):
        name, changes = rng.choice(MIX)
        rules = rulesets.find(name, changes)
        deal = Deal.start(rules, rng.choice(SEATS), uka.shuffled(rules, rng.getrandbits(32)))
        positions = list[Deal]()
        while not deal.over:
            assert deal.turn is not None
            if deal.phase is Phase.PLAYING:
                positions.append(deal)
            deal, _ = deal.apply(CLUB.choose(deal.observe(deal.turn), rng))
        if deal.contract is not None:
            yield [*positions, deal]


def gather(job: tuple[int, int]) -> Choices:
    """For each play with several legal cards, return the features of the legal cards, the chosen card first.

    ``job`` is the number of deals and a seed.
    """
    choices: Choices = []
    for positions in deals(*job):
        end = positions[-1]
        choices += CardplayModel(end.rules, CardplayWeights()).rows(play_history(end.observe(None)), end.masks)
    return choices


def arrays(choices: Choices) -> tuple[np.ndarray, np.ndarray]:
    """Return the features as an array indexed by play and card, padded to ``MAX_CARDS`` cards.

    Also return a mask that is true for the cards that are not padding.
    """
    x, there = np.zeros((len(choices), MAX_CARDS, len(FEATURES))), np.zeros((len(choices), MAX_CARDS), bool)
    for i, rows in enumerate(choices):
        x[i, : len(rows)], there[i, : len(rows)] = rows, True
    return x, there


def chances(x: np.ndarray, there: np.ndarray, weights: np.ndarray) -> np.ndarray:
    score = np.where(there, x @ weights, -np.inf)
    score = np.exp(score - score.max(axis=1, keepdims=True))
    return score / score.sum(axis=1, keepdims=True)


def fit(x: np.ndarray, there: np.ndarray, ridge: float = 2.0) -> np.ndarray:
    """Return the weights of a ridge-regularized conditional logit model, by Newton's method.

    ``there`` is true for the cards that are not padding.
    """
    weights = np.zeros(x.shape[2])
    for _ in range(12):
        p = chances(x, there, weights)
        mean = np.einsum("nc,ncf->nf", p, x)
        slope = (mean - x[:, 0]).sum(axis=0) + ridge * weights
        curve = np.einsum("nc,ncf,ncg->fg", p, x, x, optimize=True) - mean.T @ mean + ridge * np.eye(len(weights))
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def gain(x: np.ndarray, there: np.ndarray, weights: np.ndarray, any_card: float) -> float:
    """Return how many bits better than a uniform guess the model predicts a play, on average."""
    even = 1 / there.sum(axis=1)
    p = any_card * even + (1 - any_card) * chances(x, there, weights)[:, 0]
    return float(np.mean(np.log2(p / even)))


def true_world(job: tuple[int, int, CardplayWeights]) -> list[tuple[int, float]]:
    """Return for a random moment of each deal the tricks played and the extra weight of the true deal, in bits.

    The weight is compared with that of deals of the hidden cards that are sampled from what a seat knows.
    """
    number, seed, style = job
    rng, results = random.Random(seed), list[tuple[int, float]]()
    hands, weights, truth, own = np.empty((WORLDS, 4), np.uint64), np.empty(WORLDS), np.empty((1, 4), np.uint64), [1.0]
    for positions in deals(number, seed):
        deal = rng.choice(positions[:-1])
        assert deal.turn is not None
        seen = deal.observe(deal.turn)
        model, past = CardplayModel(deal.rules, style), play_history(seen)
        WorldSampler(infer_hidden_cards(seen)).draw(hands, seed=rng.getrandbits(32))  # pyright: ignore[reportArgumentType]
        weights[:], truth[0], own = 1, deal.masks, np.ones(1)
        model.weigh(past, hands, weights)  # pyright: ignore[reportArgumentType]
        model.weigh(past, truth, own)  # pyright: ignore[reportArgumentType]
        results.append((len(deal.tricks), float(np.log2(own[0] / weights.mean()))))
    return results


def text(style: CardplayWeights, figures: str) -> str:
    rows = [f"    {weight:.3f},  # {name}" for weight, name in zip(style.weights, FEATURES, strict=True)]
    return "\n".join(
        [
            '"""Weights of the cardplay model, fitted to the club bot. Written by ``python -m bench.fit_plays``.',
            "",
            figures,
            '"""',
            "",
            "from __future__ import annotations",
            "",
            "from uka.kernels.cardplay import CardplayWeights",
            "",
            "WEIGHTS = (",
            *rows,
            ")",
            f"CLUB = CardplayWeights(WEIGHTS, any={style.any})",
            '"""The weights of ``uka.kernels.cardplay.FEATURES``, and the chance that a seat plays a random card."""',
            "",
        ]
    )


def main(number: int = 4_000, held_out: int = 2_000, jobs: int = 2) -> None:
    with ProcessPoolExecutor(jobs) as pool:
        parts = pool.map(gather, [(number // jobs, j) for j in range(jobs)])
        train = arrays([rows for part in parts for rows in part])
        parts = pool.map(gather, [(held_out // jobs, 1_000 + j) for j in range(jobs)])
        test = arrays([rows for part in parts for rows in part])
        weights = fit(*train)
        share = max(SHARES, key=lambda share: gain(*train, weights, share))
        style = CardplayWeights(tuple(round(float(w), 3) for w in weights), share)
        bits, most = gain(*test, np.array(style.weights), share), float(np.mean(np.log2(test[1].sum(axis=1))))
        worlds: list[Any] = [
            row
            for part in pool.map(true_world, [(held_out // jobs, 2_000 + j, style) for j in range(jobs)])
            for row in part
        ]
    more = np.array([bits for _, bits in worlds])
    error = 1.96 * more.std() / len(more) ** 0.5
    figures = (
        f"Fitted to {len(train[0])} plays with a choice. On {len(test[0])} other plays the model predicts the card "
        f"{bits:.3f} bits better than a uniform\nguess; a perfect prediction would gain {most:.3f} bits. "
        f"At random moments of {len(more)}\nother deals, the model gives the true world, on average, "
        f"{more.mean():.2f} (+-{error:.2f}) bits more weight than uniformly sampled worlds."
    )
    print(figures)
    for tricks in range(5):
        rows = [bits for t, bits in worlds if t == tricks]
        print(f"{tricks} tricks played: {np.mean(rows):.2f} bits, median {np.median(rows):.2f}, {len(rows)} moments")
    OUT.write_text(text(style, figures), "utf-8")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
