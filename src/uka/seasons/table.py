"""The table of a season: who leads, who came, and how members did with and against each other."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec

from .entries import EventAdded, EventResult, SeasonSettings
from .season import Season


class SeasonStanding(msgspec.Struct, frozen=True):
    """The rank of a member in a season, and what it follows from."""

    place: int
    """The rank, from 1. Members with equal totals share a rank."""
    member: str
    total: int
    evenings: tuple[int | None, ...]
    """What each event of the season counted for the member, in the order of the season; None if it was not there."""
    dropped: int
    """The number of evenings that do not count, because better ones do."""
    games: int
    won: int
    points: tuple[int, int]
    """The points that the member's sides scored, and the points of their opponents."""
    loners: int

    @property
    def attended(self) -> int:
        """The number of evenings at which the member played."""
        return sum(evening is not None for evening in self.evenings)


class HeadToHead(NamedTuple):
    """How often a member won, drew and lost in the games with another one."""

    won: int
    drawn: int
    lost: int


def season_table(season: Season) -> tuple[SeasonStanding, ...]:
    """Return the table of a season, best first."""
    counted = [_counted(season, event) for _, event in season.events]
    games, won, scored, conceded, loners = (Counter[str]() for _ in range(5))
    for _, event in season.events:
        for result in event.results:
            loners[season.member(result.name)] += result.loners
        for game in event.games:
            for side, own in enumerate(game.points):
                other = game.points[1 - side]
                for member in map(season.member, game.sides[side]):
                    games[member] += 1
                    won[member] += own > other
                    scored[member] += own
                    conceded[member] += other
    lines = list[SeasonStanding]()
    for member in season.members:
        evenings = tuple([each.get(member) for each in counted])
        came = sorted([evening for evening in evenings if evening is not None], reverse=True)
        best = came[: season.settings.best or None]
        total = sum(best) + season.settings.attendance * len(came)
        points = scored[member], conceded[member]
        dropped = len(came) - len(best)
        lines.append(
            SeasonStanding(0, member, total, evenings, dropped, games[member], won[member], points, loners[member])
        )
    totals = sorted([line.total for line in lines], reverse=True)
    ranked = [msgspec.structs.replace(line, place=totals.index(line.total) + 1) for line in lines]
    return tuple(sorted(ranked, key=lambda line: (line.place, line.member)))


def head_to_head(season: Season, one: str, other: str) -> tuple[HeadToHead, HeadToHead]:
    """Return how ``one`` did in the games against ``other``, then in those as partners."""
    against, together = Counter[int](), Counter[int]()
    for _, event in season.events:
        for game in event.games:
            sides = [{*map(season.member, side)} for side in game.sides]
            for side, members in enumerate(sides):
                if one in members:
                    sign = _sign(game.points[side] - game.points[1 - side])
                    against[sign] += other in sides[1 - side]
                    together[sign] += other in members
    return HeadToHead(against[1], against[0], against[-1]), HeadToHead(together[1], together[0], together[-1])


def _counted(season: Season, event: EventAdded) -> dict[str, int]:
    """Return what an event counts for each member who played."""
    return {season.member(result.name): _worth(season.settings, result) for result in event.results}


def _worth(settings: SeasonSettings, result: EventResult) -> int:
    if settings.counts == "score":
        return result.score
    return settings.places[result.place - 1] if result.place <= len(settings.places) else 0


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
