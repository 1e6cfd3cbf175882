"""Lines about the evenings of clubs: events of every movement, rotations, and whole evenings in browsers."""

import statistics
import time
from itertools import chain

from bench.lines.checks import pytest
from bench.registry import Figure, line, promise
from uka.tournament.movements import rotation, rotation_quality, rounds_of_rotation
from uka.tournament.movements.starter_tables import STARTER_TABLES

MOST_MS = 100
"""The time in which 60 players are seated by a rotation, in milliseconds."""


@line("34 evenings: 40 players over 10 rounds of progressive and 24 teams of Swiss in browsers, equal to a tally")
def evenings() -> Figure:
    return pytest("tests/web/test_evenings.py", "--exhaustive")


@line("34 events: 4 to 120 entries by every movement, with late entries, withdrawals, corrections, undo and replay")
def events() -> Figure:
    return pytest("tests/tournament/test_events.py", "tests/tournament/movements", "--exhaustive", thorough=True)


@line("34 rotation: nobody partners anybody twice, and opponents meet as evenly as whist designs, 4 to 60 players")
def rotations() -> Figure:
    """Count partners and opponents in every whole schedule. A whist design of 4k or 4k + 1 players is exact."""
    meetings, repeated = dict[str, list[int]](), 0
    for count in sorted(STARTER_TABLES):
        quality = rotation_quality(rotation(range(count), rounds_of_rotation(count)))
        repeated += quality.most_partnerships > 1
        spread = f"met {quality.fewest_meetings} to {quality.most_meetings} times"
        meetings.setdefault(spread, []).append(count)
    figure = {"schedules with a partner twice": repeated} | {
        f"players, opponents {spread}": ", ".join(map(str, counts)) for spread, counts in sorted(meetings.items())
    }
    return promise(not repeated and max(chain(*meetings.values())) == 60, figure, "a partner is repeated")


@line("34 rotation: 60 players are seated in under 100 ms", speed=True)
def seating() -> Figure:
    rotation(range(4), 1)
    times = list[float]()
    for _ in range(20):
        start = time.perf_counter()
        rotation(range(60), rounds_of_rotation(60))
        times.append(1e3 * (time.perf_counter() - start))
    figure = {"whole schedule of 60, ms, median": round(statistics.median(times), 1), "worst": round(max(times), 1)}
    return promise(max(times) < MOST_MS, figure, "60 players take too long")
