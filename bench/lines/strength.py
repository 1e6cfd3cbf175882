"""Lines about strength: the difference in points a deal between two players in duplicate play.

The numbers of deals give an interval of 0.05 points a deal; the environment variable UKA_STRENGTH_DEALS sets another
number. UKA_STRENGTH_JOBS is the number of processes (one for each core by default). UKA_STRENGTH names a folder that
stores results, as for `python -m bench.strength`.
"""

import os
from collections.abc import Callable
from pathlib import Path

from bench import openspiel
from bench.registry import Figure, Skipped, line, promise
from bench.strength import ISMCTS, MEETINGS, UNTRAINED, Meeting, played
from uka.arena import Interval, PairResult, workers

SIZE = int(os.environ.get("UKA_STRENGTH_DEALS", "0"))
JOBS = int(os.environ.get("UKA_STRENGTH_JOBS", "0")) or None
KEPT = os.environ.get("UKA_STRENGTH")
AIMS = {"expert": 0.0, ISMCTS: 0.2} | {meeting.rules: 0.1 for meeting in UNTRAINED}
"""The least points a deal that are promised, by opponent or ruleset; the lower bound must be above zero too."""


def figure(found: PairResult) -> dict[str, object]:
    """Return the figures of a match for the first player."""
    mine, other = found.tallies
    return {
        "points a deal": rounded(found.points.mean()),
        "deals won, %": rounded(found.won.share(), 100, 1),
        "deals, both ways round": found.points.pieces,
        "calls": [mine.made, other.made],
        "euchred": [mine.euchred, other.euchred],
        "alone": [mine.alone, other.alone],
        "p50 and p99 of a choice, ms": [milliseconds(t.quantile(q)) for t in found.times for q in (0.5, 0.99)],
    }


def rounded(interval: Interval, factor: float = 1, digits: int = 3) -> list[float | None]:
    """Return a figure and its bounds, multiplied by ``factor`` and rounded to ``digits``."""
    values = (interval.value, interval.low, interval.high)
    return [None if value is None else round(factor * value, digits) for value in values]


def milliseconds(seconds: float | None) -> float | None:
    """Convert seconds to milliseconds, rounded; return None for None."""
    return None if seconds is None else round(1_000 * seconds, 2)


def stronger(meeting: Meeting) -> Callable[[], Figure]:
    """Return a check that the first player of a match gains points, and at least as many as promised."""

    def check() -> Figure:
        if meeting.second == ISMCTS:
            try:
                openspiel.pyspiel()
            except ImportError:
                raise Skipped("OpenSpiel is not installed: pip install -e '.[research]'") from None
        with workers(JOBS) as executor:
            *_, found = played(meeting, SIZE or meeting.deals, executor, Path(KEPT) if KEPT else None)
        mean, aim = found.points.mean(), AIMS.get(meeting.second, AIMS.get(meeting.rules, 0.0))
        kept = mean.value is not None and mean.low is not None and mean.value >= aim and mean.low > 0
        return promise(kept, figure(found), f"it makes fewer than {aim} points a deal more, or it may be by chance")

    return check


for meeting in MEETINGS:
    line(f"6.8 strength: {meeting.name}")(stronger(meeting))
