"""Tune the club bot's play heuristics, one value at a time: ``python -m bench.tune_play [deals] [rounds]``.

Both partnerships bid alike, and each deal is played twice with the partnerships exchanged, so only the card play
differs. A value is changed if the change gains more points a deal than one and a half standard errors.
"""

import random
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from statistics import mean, stdev

import uka
from uka import Deal
from uka.bots.cardplay import HEURISTICS, PlayHeuristics
from uka.bots.club import ClubBot
from uka.core.seats import PARTNERSHIPS, SEATS

RULESETS = ("north_american", "bicycle", "uka", "tainui")
STEPS = (0.6, 0.8, 1.25, 1.6)


def points(deal: Deal, home: ClubBot, away: ClubBot, side: int) -> int:
    """Play a deal; return by how many points ``home``, for the partnership with index ``side``, beats ``away``."""
    rng = random.Random(0)
    while not deal.over:
        assert deal.turn is not None
        player = home if deal.turn.partnership is PARTNERSHIPS[side] else away
        deal, _ = deal.apply(player.choose(deal.observe(deal.turn), rng))
    assert deal.result is not None
    return deal.result.points[side] - deal.result.points[1 - side]


def gain(job: tuple[PlayHeuristics, PlayHeuristics, int, str]) -> tuple[float, float]:
    """Return the points a deal that one set of heuristics gains over another, and the standard error.

    ``job`` is the two sets, the number of deals, and a seed.
    """
    style, other, deals, secret = job
    home, away, gained = ClubBot(style), ClubBot(other), list[float]()
    for number in range(deals):
        rules = uka.ruleset(RULESETS[number % len(RULESETS)])
        deal = Deal.start(rules, SEATS[number // 4 % 4], uka.shuffled(rules, f"{secret}/{number}"))
        gained.append((points(deal, home, away, 0) + points(deal, home, away, 1)) / 2)
    return mean(gained), stdev(gained) / deals**0.5


def main(deals: int = 4_000, rounds: int = 2, jobs: int = 2, only: tuple[str, ...] = ()) -> None:
    """Try each heuristic value larger and smaller, keep the changes that gain points, and print the results."""
    style = HEURISTICS
    with ProcessPoolExecutor(jobs) as pool:
        for number in range(rounds):
            for name, value in asdict(style).items():
                if only and name not in only:
                    continue
                tries = [replace(style, **{name: round(value * step, 3)}) for step in STEPS]
                gains = list(pool.map(gain, [(other, style, deals, f"tune/{number}") for other in tries]))
                print(
                    name,
                    value,
                    *(f"{v * s:.3f}:{m:+.4f}±{e:.4f}" for (m, e), s, v in zip(gains, STEPS, [value] * 4, strict=True)),
                )
                best = max(range(len(tries)), key=lambda i: gains[i][0])
                if gains[best][0] > 1.5 * gains[best][1]:
                    style = tries[best]
            print(style, flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))  # pyright: ignore[reportArgumentType]
