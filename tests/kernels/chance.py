"""Compares random deals by the rules with random deals by the kernels, as distributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random

import uka
from uka.bots.random_bot import RandomBot as ByChance
from uka.core.deal import Deal
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import SEATS
from uka.kernels.bidding import OUTCOMES
from uka.kernels.rollouts import RolloutOptions, Rollouts


def by_the_rules(rules: Ruleset, rng: Random, size: int) -> Iterator[DealResult]:
    """Yield the results of deals in which all seats choose uniformly among the lawful actions."""
    chance = ByChance()
    for _ in range(size):
        deal = Deal.start(rules, SEATS[0], uka.shuffled(rules, rng.getrandbits(64)))
        while deal.turn:
            deal, _ = deal.apply(chance.choose(deal.observe(deal.turn), rng))
        assert deal.result is not None
        yield deal.result


def furthest(rules: Ruleset, rng: Random, size: int) -> float:
    """Return the largest difference between rules and kernels, in standard errors.

    The mean points and the rate of each outcome and each maker are compared.
    """
    tally = Rollouts(rules).play_deals(100 * size, RolloutOptions(seed=rng.getrandbits(63)))
    results = list(by_the_rules(rules, rng, size))
    gains = [result.points[0] - result.points[1] for result in results]
    mean = sum(gains) / size
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / size**2 + tally.error**2)
    apart = [abs(mean - tally.mean) / error] if error else []
    outcomes = Counter(result.outcome for result in results)
    makers = Counter(result.maker for result in results)
    shares = [(outcomes[outcome], tally.outcomes[outcome]) for outcome in OUTCOMES]
    shares += [(makers[seat], tally.makers[seat.index]) for seat in SEATS]
    for ours, theirs in shares:
        share = theirs / tally.deals
        apart.append(abs(ours / size - share) / sqrt(max(share, 4 / size) * max(1 - share, 4 / size) / size))
    assert sum(outcomes.values()) == size
    assert sum(tally.outcomes.values()) == tally.deals
    return max(apart)
