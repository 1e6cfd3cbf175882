"""Ratings: how many points a game or a deal each member is worth, with the interval in which that lies.

The difference of the points is the sum of the strengths on one side, minus that on the other, plus luck. The
strengths have a normal prior, and so has the luck; both spreads are those under which the season's games are likeliest
(Bayesian linear regression with evidence maximisation). So a rating allows for partners and opponents, and says how
much is not known yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from uka.extras import require

from .entries import EventGame
from .season import Season

WIDTH = 1.96
"""The half of an interval that holds 95 of 100, in standard deviations."""
ROUNDS = 200
"""The most steps in which the two spreads are found."""
LUCK = 16.0
"""The variance of the points of a game from which the search begins."""


class MemberRating(msgspec.Struct, frozen=True):
    """The strength of a member, in points more than an average member: a game, or a deal if cleaned of cards."""

    member: str
    strength: float
    low: float
    """The lower end of the interval in which the strength lies with a probability of 95 %."""
    high: float
    games: int
    ranked: bool
    """Whether the games say enough for a rank: the interval is less than half as wide as that of a newcomer."""


def ratings(season: Season, *, cleaned: bool = False) -> tuple[MemberRating, ...]:
    """Return the ratings of all members, in points a game, ranked ones first, best first.

    If ``cleaned`` is true, they are in points a deal, only games whose cards are known count, and what the cards were
    worth is taken out of their points. Then the luck of the cards moves no rating.
    """
    require("research", "ratings of a season", "numpy")
    games = [game for _, event in season.events for game in event.games]
    rated = [_cleaned(game) for game in games if game.expected is not None] if cleaned else list(map(_plain, games))
    found = _posterior(season, season.members, rated)
    return tuple(sorted(found, key=lambda rating: (not rating.ranked, -rating.strength, rating.member)))


class RatedMember(NamedTuple):
    """The ratings of a member, from all games and cleaned of cards."""

    place: int | None
    """The rank, or None if the games say too little."""
    plain: MemberRating
    cleaned: MemberRating


def rated_members(season: Season) -> tuple[RatedMember, ...]:
    """Return both ratings of all members, in the order of those from all games."""
    cleaned = {rating.member: rating for rating in ratings(season, cleaned=True)}
    return tuple(
        [
            RatedMember(place if rating.ranked else None, rating, cleaned[rating.member])
            for place, rating in enumerate(ratings(season), 1)
        ]
    )


class _RatedGame(NamedTuple):
    """A game as the ratings see it."""

    sides: tuple[tuple[str, ...], tuple[str, ...]]
    margin: float
    """The points of the first side minus those of the second, in units of strength."""
    weight: float
    """The number of units, of which each has luck of its own: 1 game, or the deals of the game."""


def _plain(game: EventGame) -> _RatedGame:
    return _RatedGame(game.sides, game.points[0] - game.points[1], 1)


def _cleaned(game: EventGame) -> _RatedGame:
    deals = game.deals or 1
    return _RatedGame(game.sides, (game.points[0] - game.points[1] - (game.expected or 0.0)) / deals, deals)


def _posterior(season: Season, members: Sequence[str], games: Sequence[_RatedGame]) -> list[MemberRating]:
    """Return the ratings of ``members`` after ``games``."""
    import numpy as np

    if not members:
        return []
    index = {member: at for at, member in enumerate(members)}
    design, margins = np.zeros((len(games), len(members))), np.zeros(len(games))
    played = np.zeros(len(members))
    for row, game in enumerate(games):
        scale = game.weight**0.5
        for side, sign in zip(game.sides, (1, -1), strict=True):
            for name in side:
                design[row, index[season.member(name)]] += sign * scale
                played[index[season.member(name)]] += 1
        margins[row] = game.margin * scale
    gram, moment = design.T @ design, design.T @ margins
    prior, luck = 1.0, LUCK
    mean, spread = np.zeros(len(members)), np.eye(len(members))
    for _ in range(ROUNDS):
        spread = np.linalg.inv(gram / luck + np.eye(len(members)) / prior)
        mean = spread @ moment / luck
        before = prior, luck
        prior = max(float(mean @ mean + np.trace(spread)) / len(members), 1e-3)
        if len(games):
            misses = margins - design @ mean
            luck = max(float(misses @ misses + np.trace(gram @ spread)) / len(games), 1e-3)
        if abs(prior - before[0]) + abs(luck - before[1]) < 1e-6:
            break
    centred = np.eye(len(members)) - 1 / len(members)
    strength, variance = centred @ mean, np.diag(centred @ spread @ centred)
    newcomer = WIDTH * prior**0.5
    return [
        MemberRating(
            member,
            float(strength[at]),
            float(strength[at] - WIDTH * variance[at] ** 0.5),
            float(strength[at] + WIDTH * variance[at] ** 0.5),
            int(played[at]),
            bool(WIDTH * variance[at] ** 0.5 < newcomer / 2),
        )
        for at, member in enumerate(members)
    ]
