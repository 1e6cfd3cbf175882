"""Simulated seasons of players with known strengths, who meet in progressive euchre."""

from __future__ import annotations

from random import Random

from uka.seasons import Season, SeasonSettings, add_event, append_entries, open_season
from uka.seasons.entries import EventAdded, EventGame, EventResult

DEALS_POINTS = 14
"""The points that a game gives to both sides together, or one more."""
DEALS = 8
"""The deals of a game."""


def strengths(count: int, rng: Random) -> dict[str, float]:
    """Return players with strengths in points a game, of spread 1."""
    return {f"P{number:02}": rng.gauss(0, 1) for number in range(count)}


def evening(
    strong: dict[str, float], rng: Random, *, number: int = 0, rounds: int = 8, luck: float = 4.0
) -> EventAdded:
    """Return an evening to which some players came, who play with partners by lot."""
    came = [name for name in strong if rng.random() < 0.8]
    came += [name for name in strong if name not in came][: max(4 - len(came), 0)]
    scores, games = dict.fromkeys(came, 0), list[EventGame]()
    for _ in range(rounds):
        rng.shuffle(came)
        for a, b, c, d in zip(*[iter(came)] * 4, strict=False):
            cards = rng.gauss(0, luck * 0.8)
            skill = strong[a] + strong[b] - strong[c] - strong[d]
            margin = round(skill + cards + rng.gauss(0, luck * 0.6))
            both = DEALS_POINTS + margin % 2  # an odd margin needs an odd sum
            points = (both + margin) // 2, (both - margin) // 2
            games.append(EventGame(((a, b), (c, d)), points, expected=cards, deals=DEALS))
            for name, more in ((a, points[0]), (b, points[0]), (c, points[1]), (d, points[1])):
                scores[name] += more
    order = sorted(scores.values(), reverse=True)
    results = [EventResult(name, order.index(score) + 1, score) for name, score in scores.items()]
    return EventAdded(f"Evening {number}", f"2026-01-{number + 1:02}", f"{number}", tuple(results), tuple(games))


def season_of(strong: dict[str, float], rng: Random, evenings: int, settings: SeasonSettings | None = None) -> Season:
    """Return a season of some evenings."""
    season, _ = open_season("Winter", settings or SeasonSettings(), at=0)
    for number in range(evenings):
        season, _ = append_entries(season, add_event(season, evening(strong, rng, number=number)), at=number)
    return season
