"""The table of a season: who leads, who came, and how members did with and against each other."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

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
    ranked = [replace(line, place=totals.index(line.total) + 1) for line in lines]
    return tuple(sorted(ranked, key=lambda line: (line.place, line.member)))


def trends(season: Season) -> dict[str, tuple[int, ...]]:
    """Return the total of each member after each event, in the order of the season."""
    totals: dict[str, list[int]] = {member: [] for member in season.members}
    for count in range(1, len(season.events) + 1):
        after = {line.member: line.total for line in season_table(replace(season, events=season.events[:count]))}
        for member, each in totals.items():
            each.append(after.get(member, 0))
    return {member: tuple(each) for member, each in totals.items()}


class Encounters(NamedTuple):
    """The games of a member with another one."""

    against: HeadToHead
    together: HeadToHead
    """The games in which they were partners."""


NO_ENCOUNTERS = Encounters(HeadToHead(0, 0, 0), HeadToHead(0, 0, 0))


def encounters(season: Season) -> dict[tuple[str, str], Encounters]:
    """Return for each member and each other one that it has met how it did against and with the other."""
    members = {name: season.member(name) for name in season.names}
    counts: tuple[Counter[tuple[str, str, int]], ...] = (Counter(), Counter())
    for _, event in season.events:
        for game in event.games:
            sides = [[members[name] for name in side] for side in game.sides]
            for at, side in enumerate(sides):
                sign = _sign(game.points[at] - game.points[1 - at])
                for one in side:
                    counts[0].update((one, other, sign) for other in sides[1 - at])
                    counts[1].update((one, other, sign) for other in side if other != one)
    met = {(one, other) for count in counts for one, other, _ in count}
    return {
        pair: Encounters(*(HeadToHead(*(count[*pair, sign] for sign in (1, 0, -1))) for count in counts))
        for pair in sorted(met)
    }


def head_to_head(season: Season, one: str, other: str) -> Encounters:
    """Return how ``one`` did in the games against ``other``, and in those as partners."""
    return encounters(season).get((one, other), NO_ENCOUNTERS)


def _counted(season: Season, event: EventAdded) -> dict[str, int]:
    """Return what an event counts for each member who played."""
    return {season.member(result.name): _worth(season.settings, result) for result in event.results}


def _worth(settings: SeasonSettings, result: EventResult) -> int:
    if settings.counts == "score":
        return result.score
    return settings.places[result.place - 1] if result.place <= len(settings.places) else 0


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
