"""The honours of a season: who has led, come, won and gone alone most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from .season import Season
from .table import SeasonStanding, season_table

HonourName: TypeAlias = Literal["champion", "attendance", "games_won", "loners", "best_evening", "evenings_won"]
"""What a member can be honoured for."""


class Honour(NamedTuple):
    """An honour, and the members who earned it with the same number."""

    name: HonourName
    members: tuple[str, ...]
    number: int
    """The total, evenings, games, loners or points of these members."""


def honours(season: Season) -> tuple[Honour, ...]:
    """Return the honours of a season. One that nobody has earned is left out."""
    table = season_table(season)
    best = [max((each for each in column if each is not None), default=0) for column in _columns(table)]
    figures: dict[HonourName, Callable[[SeasonStanding], int]] = {
        "champion": lambda line: line.total,
        "attendance": lambda line: line.attended,
        "games_won": lambda line: line.won,
        "loners": lambda line: line.loners,
        "best_evening": lambda line: max((each for each in line.evenings if each is not None), default=0),
        "evenings_won": lambda line: sum(
            own is not None and own == top > 0 for own, top in zip(line.evenings, best, strict=True)
        ),
    }
    found = list[Honour]()
    for name, figure in figures.items():
        most = max(map(figure, table), default=0)
        if most > 0:
            found.append(Honour(name, tuple([line.member for line in table if figure(line) == most]), most))
    return tuple(found)


def _columns(table: Sequence[SeasonStanding]) -> list[tuple[int | None, ...]]:
    """Return what each event counted for all members."""
    return list(zip(*(line.evenings for line in table), strict=True))
