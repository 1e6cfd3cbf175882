"""Tune the club bot's play heuristics, one value at a time: ``python -m bench.tune_play [deals] [layouts] [rounds]``.

Club bots play deals. At some of their choices of a card, each card is played to the end of the deal by club bots in the
same layouts of the hidden cards. The mean points of each card are kept, so that other values of the heuristics are then
judged by the cards that they would choose, without playing again. A value is changed if that gains more than one and a
half standard errors. The play-outs follow the present values, so that a large change needs a second run.
"""

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from math import sqrt
from typing import NamedTuple

import uka
from bench.playouts import PlayOuts, Situation
from uka import Deal
from uka.bots import bot
from uka.bots.cardplay import HEURISTICS, PlayHeuristics, best_play
from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import SEATS

RULESETS = ("north_american", "bicycle", "uka", "tainui")
SHARE = 0.35
"""The share of the choices of a card that are played out."""
STEPS = (0.5, 0.75, 1.3, 1.8)
CHUNK = 50


class RatedChoice(NamedTuple):
    """A choice of a card, and the mean points of the seat's side after each."""

    seen: Observation
    points: dict[Card, float]


def rated_choices(layouts: int, chunk: int) -> list[RatedChoice]:
    """Let club bots play the deals of a chunk, and rate some of their choices of a card in ``layouts`` layouts."""
    return [choice for number in range(chunk * CHUNK, (chunk + 1) * CHUNK) for choice in _of_deal(number, layouts)]


def _of_deal(number: int, layouts: int) -> Iterator[RatedChoice]:
    club, rng = bot("club"), random.Random(f"tune/{number}")
    rules = uka.ruleset(RULESETS[number % len(RULESETS)])
    deal = Deal.start(rules, SEATS[number // len(RULESETS) % 4], uka.shuffled(rules, f"tune/{number}"))
    while deal.turn is not None:
        seen = deal.observe(deal.turn)
        if seen.phase is Phase.PLAYING and len(seen.lawful_actions) > 1 and rng.random() < SHARE:
            played = PlayOuts(Situation(deal, (0, 0)), club, games=False, seed=f"tune/{number}/{rng.random()}")
            played.play(layouts)
            points = {action.card: played.mean(action) for action in played.results if isinstance(action, Play)}
            if len(set(points.values())) > 1:
                yield RatedChoice(seen, points)
        deal, _ = deal.apply(club.choose(seen, rng))


def results(choices: list[RatedChoice], style: PlayHeuristics) -> list[float]:
    """Return the points of the card that the club bot with the heuristics ``style`` plays at each choice."""
    return [points[best_play(seen, points, style)] for seen, points in choices]


def main(deals: int = 12_000, layouts: int = 20, rounds: int = 2, jobs: int = 2) -> None:
    """Try each value larger and smaller, keep the changes that gain points, and print the results."""
    style = HEURISTICS
    with ProcessPoolExecutor(jobs) as pool:
        choices = list[RatedChoice]()
        for number, part in enumerate(pool.map(partial(rated_choices, layouts), range(deals // CHUNK)), 1):
            choices += part
            print(f"\r{number * CHUNK} of {deals} deals", end="", file=sys.stderr, flush=True)
        print(f"\r{len(choices)} choices in {deals} deals", flush=True)
        best = results(choices, style)
        for name in [*asdict(style)] * rounds:
            tries = [replace(style, **{name: round(getattr(style, name) * step, 3)}) for step in STEPS]
            for other, found in zip(tries, pool.map(partial(results, choices), tries), strict=True):
                gains = [new - old for new, old in zip(found, best, strict=True)]
                gain, error = sum(gains), sqrt(sum(each**2 for each in gains))
                if gain > 1.5 * error:
                    a_deal = SHARE * deals
                    print(f"{name} {getattr(other, name)}: {gain / a_deal:+.4f} ± {error / a_deal:.4f} points a deal")
                    style, best = other, found
    print(style)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
