"""A line about the ratings of a season, on simulated seasons with known strengths."""

from statistics import fmean

from bench.registry import Figure, line, promise
from bench.season_ratings import compare, luck_of_deals, rows

LEAST_HELD = 0.93


@line("34 seasons: ratings find the strengths of 40 players, and 95 of 100 intervals hold them")
def strengths_found() -> Figure:
    """Compare ratings with the truth after 5, 10 and 30 evenings."""
    found = compare()
    last = found[30]
    kept = last.correlation["rating cleaned of cards"] > last.correlation["rating"] > last.correlation["games won"]
    held = all(fmean(held) >= LEAST_HELD for figures in found.values() for held in figures.held.values())
    return promise(kept and held, {row.pop("measure"): row for row in rows(found)}, "a measure falls behind")


@line("34 seasons: par takes out a fifth of the variance of luck, or more")
def luck_taken_out() -> Figure:
    """Measure the spread of the points of equal bots, as scored and without par."""
    spreads = luck_of_deals()
    figure = {name: round(spread, 2) for name, spread in spreads.items()}
    return promise(spreads["without par"] ** 2 < 0.8 * spreads["points"] ** 2, figure, "par takes out too little")
