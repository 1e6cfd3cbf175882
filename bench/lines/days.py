"""Lines about the deals of the day."""

from random import Random
from statistics import median
from time import perf_counter

from bench.registry import Figure, line, promise
from uka import rulesets
from uka.arena import workers
from uka.days import BoardOpened, DayBegun, DayBoard, DayFinished, board_key, day_rules, par
from uka.records.fair import board_seed, numbered_seed

RESULTS, DEALS, TIMES = 10_000, 8, 5
NAMES = ("uka", "tainui", "bicycle", "north_american")


@line("19.4 days: ten thousand results are ranked in under 50 ms", speed=True)
def ranking() -> Figure:
    """Rank the results of a day, after one more result than before."""
    rng, board = Random(194), DayBoard([BoardOpened(day_rules(rulesets.find("uka")))])
    for number in range(RESULTS):
        board.add(DayBegun(f"p{number}", f"Player {number}", f"t{number}", number))
        board.add(DayFinished(f"p{number}", tuple(rng.randint(-4, 4) for _ in range(DEALS)), rng.randrange(10**6)))
    taken = list[float]()
    for again in range(TIMES):
        board.add(DayFinished(f"q{again}", (0,) * DEALS, again))
        since = perf_counter()
        standings, averages = board.standings, board.averages
        taken.append(1_000 * (perf_counter() - since))
    figure = {"results": len(standings), "ms": round(median(taken), 1), "averages": len(averages)}
    return promise(median(taken) < 50, figure, "ranking takes too long")


@line("19.4 days: par is the same in another process")
def par_elsewhere() -> Figure:
    """Compute par of some days here and in worker processes."""
    cases = [(name, number) for name in NAMES for number in range(5)]
    with workers() as executor:
        there = list(executor.map(par_of, cases))
    here = [par_of(case) for case in cases]
    figure = {"days": len(cases), "equal": sum(a == b for a, b in zip(here, there, strict=True))}
    return promise(here == there, figure, "par differs between processes")


def par_of(case: tuple[str, int]) -> tuple[int, ...]:
    name, number = case
    rules = day_rules(rulesets.find(name))
    return par(rules, "day:2026-11-24", board_seed(numbered_seed(number), board_key(rules)))
