"""Lines about claims of all remaining tricks: the time to decide a claim, and whether the decision is right."""

import random
import time

import uka
from bench.lines.checks import pytest
from bench.registry import Figure, line, promise
from uka.bots import bot
from uka.core.public_deal import Phase
from uka.core.seats import SEATS
from uka.solver.claim_search import ClaimSearch, SearchLimitReached
from uka.solver.claims import LIMIT

DEALS = 1_000
MAX_MS = 50.0
"""The maximum time to decide a claim, in milliseconds of one core."""


@line("6.6 a claim of the rest is weighed within 50 ms at any turn", speed=True)
def weighed() -> Figure:
    figures = {name: _weighed(name) for name in ("uka", "cardgames")}
    slowest = max(float(figure["slowest, ms"]) for figure in figures.values())
    return promise(slowest < MAX_MS, figures, f"a claim took {slowest} ms")


@line("6.6 a claim of the rest holds exactly where brute force says so")
def right() -> Figure:
    """Compare decisions with brute force over every possible layout, late in fifty deals under each of ten rulesets."""
    return pytest("tests/solver/test_claims.py", "-k", "brute_force", UKA_CLAIM_DEALS="50")


def _weighed(name: str) -> dict[str, float]:
    rules, player = uka.ruleset(name), bot("club")
    times, held, given_up = list[float](), 0, 0
    for seed in range(DEALS):
        rng = random.Random(seed)
        deal = uka.Deal.start(rules, dealer=SEATS[seed % 4], pack=uka.shuffled(rules, seed=seed))
        while not deal.over:
            seen = deal.observe(deal.turn)
            if deal.phase is Phase.PLAYING and len(seen.cards) > 1:
                start = time.process_time()
                try:
                    held += ClaimSearch(seen, LIMIT).winning_card() is not None
                except SearchLimitReached:
                    given_up += 1
                times.append((time.process_time() - start) * 1e3)
            deal, _ = deal.apply(player.choose(seen, rng))
    times.sort()
    return {
        "turns": len(times),
        "held": held,
        "given up": given_up,
        "p50, ms": round(times[len(times) // 2], 2),
        "p99, ms": round(times[-len(times) // 100], 2),
        "slowest, ms": round(times[-1], 1),
    }
