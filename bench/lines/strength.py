"""Lines about strength: who is better by how many points a deal, each deal both ways round.

The sizes are for an interval of 0.05 points a deal; UKA_STRENGTH_DEALS tries a line with fewer. The rest of the
environment: UKA_STRENGTH_JOBS processes (one a core if not said).
"""

import os
from collections.abc import Callable

import uka
from bench import openspiel
from bench.registry import Figure, Skipped, line, promise
from uka.arena import Contest, Interval, Met, held, workers
from uka.bots import names

DEALS = int(os.environ.get("UKA_STRENGTH_DEALS", "2000"))
JOBS = int(os.environ.get("UKA_STRENGTH_JOBS", "0")) or None
STRONGEST = names()[-1]


def met(first: str, second: str, rules: str, deals: int = DEALS, seed: str = "strength") -> Met:
    """Two bots against each other."""
    contest = Contest(rules=uka.ruleset(rules), players=(first, second), duplicate=True, seed=seed)
    with workers(JOBS) as executor:
        *_, (found,) = held(contest, deals, executor)
    return found


def figure(found: Met) -> dict[str, object]:
    """What two players' meeting came to, for the first of them."""
    mine, other = found.tallies
    return {
        "points a deal": rounded(found.points.mean()),
        "deals won, %": rounded(found.won.share(), 100, 1),
        "deals, both ways round": found.points.pieces,
        "calls": [mine.made, other.made],
        "euchred": [mine.euchred, other.euchred],
        "alone": [mine.alone, other.alone],
        "p50 and p99 of a choice, ms": [milliseconds(t.within(q)) for t in found.times for q in (0.5, 0.99)],
    }


def rounded(interval: Interval, factor: float = 1, digits: int = 3) -> list[float | None]:
    """A figure and its bounds."""
    values = (interval.value, interval.low, interval.high)
    return [None if value is None else round(factor * value, digits) for value in values]


def milliseconds(seconds: float | None) -> float | None:
    """Of a time."""
    return None if seconds is None else round(1_000 * seconds, 2)


def beats_ismcts(name: str) -> Callable[[], Figure]:
    """That a bot makes more points a deal than OpenSpiel's ISMCTSBot."""

    def check() -> Figure:
        try:
            openspiel.pyspiel()
        except ImportError:
            raise Skipped("OpenSpiel is not installed: pip install -e '.[research]'") from None
        with workers(JOBS) as executor:
            *_, found = openspiel.against(name, DEALS, executor)
        low = found.points.mean().low
        kept = low is not None and low > 0
        return promise(kept, figure(found), f"{name} makes no more points than ISMCTSBot")

    return check


line(f"6.8 strength: {STRONGEST} against OpenSpiel's ISMCTSBot, 1,000 simulations")(beats_ismcts(STRONGEST))
