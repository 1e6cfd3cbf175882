"""Seats a round, which means to decide which teams meet at which table: by a draw at first, then by a movement.

A movement is a rule for how teams change tables after a round. Here it is a function that takes a ``HallState`` and
returns the ``RoundSeating`` of the next round.
"""

from __future__ import annotations

from bisect import bisect
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from uka.core.errors import UkaError
from uka.core.shuffle import random_words, shuffle

from .entries import Pairing


class PreviousMatch(NamedTuple):
    """A match of the last round: which team stays at the table, and which team moves to the next one."""

    table: int
    staying_team: int
    """The number of the team that stays at the table."""
    moving_team: int
    """The number of the team that moves to the next table."""


class HallState(NamedTuple):
    """The facts from which a movement (how teams change tables) seats the next round. Teams are given by number."""

    tables: tuple[int, ...]
    """The numbers of the tables, in the order in which winners move."""
    teams: tuple[int, ...]
    """The teams that can play."""
    secret: str
    """The random text that determines the random choices."""
    number: int = 1
    """The number of the round to seat, from 1."""
    marae: Mapping[int, str] = {}
    """The marae (community) of each team, if teams of one marae are to be kept apart; else empty."""
    unplayed: Mapping[int, int] = {}
    """For each team, the number of rounds in which it has not played."""
    met: tuple[PreviousMatch, ...] = ()
    """The matches of the last round."""
    draw_order: tuple[int, ...] = ()
    """The teams of the first round as they were drawn: two for each match, then the teams with a bye."""


class RoundSeating(NamedTuple):
    """The seating of a round: which teams meet at which table, and the numbers of the teams with a bye."""

    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...]


class CannotSeat(UkaError):
    """Raised if a movement cannot seat the teams, such as a round robin with too few tables."""


NOBODY = 0
"""The number of a team that does not exist. With an odd number of teams, the team that meets it has a bye."""
Movement: TypeAlias = Callable[[HallState], RoundSeating]
"""A function that returns the seating of the next round."""


def tainui(hall: HallState) -> RoundSeating:
    """Seat a round by the movement of the Tainui Games (rule 18): winners move to the next table, other teams stay.

    Tables are ordered by number, and the first table follows the last. A team that returns from a bye takes the seat of
    the team with the fewest byes, which gets a bye in turn.

    >>> met = (PreviousMatch(1, staying_team=10, moving_team=11), PreviousMatch(2, staying_team=12, moving_team=13))
    >>> hall = HallState((1, 2), (10, 11, 12, 13), "s", 2, met=met)
    >>> [(pairing.table, pairing.teams) for pairing in tainui(hall).pairings]
    [(1, (10, 13)), (2, (12, 11))]
    """
    return draw(hall) if hall.number == 1 else _seat_by_movement(hall)


def round_robin(hall: HallState) -> RoundSeating:
    """Seat a round so that every team meets every other team once, by the circle method.

    Raise ``CannotSeat`` if there are fewer tables than pairs of teams, or if a team joins after the first draw.
    """
    if hall.number == 1:
        return draw(hall)
    drawn, playing = {*hall.draw_order}, {*hall.teams}
    if late := [team for team in hall.teams if team not in drawn]:
        raise CannotSeat(f"in a round robin team {late[0]} can't join after the first draw")
    if len(hall.tables) < len(hall.draw_order) // 2:
        raise CannotSeat(f"a round robin of {len(hall.draw_order)} teams needs {len(hall.draw_order) // 2} tables")
    teams = [*hall.draw_order, NOBODY] if len(hall.draw_order) % 2 else [*hall.draw_order]
    fixed, *circle = *teams[::2], *reversed(teams[1::2])  # in this order, the first round has the drawn pairings
    turns = (hall.number - 1) % len(circle)
    around = [fixed, *circle[len(circle) - turns :], *circle[: len(circle) - turns]]
    half = len(around) // 2
    games = [*zip(around[:half], reversed(around[half:]), strict=True)]
    played = [game for game in games if {*game} <= playing]
    seated = {team for game in played for team in game}
    byes = [team for team in hall.teams if team not in seated]
    return _round_seating(dict(zip(hall.tables, played, strict=False)), byes)


MOVEMENTS: dict[str, Movement] = {"tainui": tainui, "round_robin": round_robin}
"""The movements that the settings of a tournament can name."""


# The first round


def draw(hall: HallState) -> RoundSeating:
    """Draw the first round at random, and keep teams of the same marae (community) apart if possible.

    First, the teams are paired by a uniformly random shuffle. Then each pair of teams from one marae exchanges a team
    with another pair, chosen at random, if that makes fewer teams meet others of their marae. If more than half of the
    teams are from one marae, some of these teams must meet.

    >>> hall = HallState((1, 2), (1, 2, 3, 4, 5), "s", marae={1: "A", 2: "A", 3: "B", 4: "B", 5: "C"})
    >>> seating = draw(hall)
    >>> len(seating.pairings), len(seating.byes), {hall.marae[t] for t in seating.pairings[0].teams} != {"A"}
    (2, 1, True)
    """
    order = shuffle(hall.teams, hall.secret)
    games = min(len(order) // 2, len(hall.tables))
    first, second, byes = [*order[:games]], [*order[games : 2 * games]], [*order[2 * games :]]
    lots = random_words(f"{hall.secret} apart")
    for game in range(games):
        home = hall.marae.get(first[game], "")
        if home and home == hall.marae.get(second[game], ""):
            _keep_apart(game, first, second, byes, hall.marae, next(lots))
    return _round_seating(dict(zip(hall.tables, zip(first, second, strict=True), strict=False)), byes)


def _keep_apart(
    game: int, first: list[int], second: list[int], byes: list[int], marae: Mapping[int, str], lot: int
) -> None:
    """Part two teams of one marae (community) that are to meet: swap one of them with a team from elsewhere.

    ``first`` and ``second`` are the first and the second teams of all matches, and ``game`` is the index of the match.
    Its second team is swapped with a team of a match without teams of that marae, or else with a team in ``byes``. If
    there is no such team, nothing is swapped. ``lot`` determines at which match the search begins, and which team of
    that match is swapped. Of any other match, it is the second team.
    """
    own, others = marae[first[game]], len(first) - 1
    begin, side = divmod(lot % (2 * others or 1), 2)
    for step in range(others):
        other = (begin + step) % others
        if other >= game:
            other += 1  # the match itself is left out
        if own not in (marae.get(first[other], ""), marae.get(second[other], "")):
            swapped = first if side == 1 and step == 0 else second
            second[game], swapped[other] = swapped[other], second[game]
            return
    for place, team in enumerate(byes):
        if marae.get(team, "") != own:
            second[game], byes[place] = team, second[game]
            return


# Later rounds


def _seat_by_movement(hall: HallState) -> RoundSeating:
    """Seat any round except the first: winners move to the next table, other teams stay (Tainui Games, rule 18)."""
    at: dict[int, list[int]] = {table: [] for table in hall.tables}
    playing = {*hall.teams}
    for met in hall.met:
        _seat_team(met.staying_team, met.table, at, playing)
    for met in hall.met:
        _seat_team(met.moving_team, _next_table(hall.tables, met.table), at, playing)
    lots = {team: place for place, team in enumerate(shuffle(sorted(hall.teams), hall.secret))}
    seated = {team for teams in at.values() for team in teams}
    waiting = [team for team in hall.teams if team not in seated]
    waiting.sort(key=lambda team: (-hall.unplayed.get(team, 0), lots[team]))
    _seat_waiting(at, waiting)
    return _round_seating(at, _take_byes(at, waiting, hall, lots))


def _seat_team(team: int, table: int | None, at: dict[int, list[int]], playing: Set[int]) -> None:
    """Add ``team`` to the teams of ``table`` in ``at``, unless the table is full or unused or the team has withdrawn.

    ``at`` maps the tables that are used to their teams. ``playing`` are the teams that can play.
    """
    if team in playing and table in at and len(at[table]) < 2:
        at[table].append(team)


def _next_table(tables: tuple[int, ...], table: int) -> int | None:
    """Return the lowest number in ``tables`` above ``table``, or the first number if ``table`` is the last table.

    Return None if there are no tables.
    """
    if not tables:
        return None
    place = bisect(tables, table)
    return tables[place % len(tables)]


def _seat_waiting(at: dict[int, list[int]], waiting: list[int]) -> None:
    """Seat the teams in ``waiting``: first opposite a team without an opponent, then in pairs at free tables.

    After that, seated teams without an opponent are paired with each other. If one of them is left over, it is added to
    ``waiting``. ``at`` maps tables to their teams. Both ``at`` and ``waiting`` are changed.
    """
    for teams in at.values():
        if len(teams) == 1 and waiting:
            teams.append(waiting.pop(0))
    for teams in at.values():
        if not teams and len(waiting) > 1:
            teams += (waiting.pop(0), waiting.pop(0))
    alone = deque(teams for teams in at.values() if len(teams) == 1)
    while len(alone) > 1:
        stays, leaves = alone.popleft(), alone.pop()
        stays.append(leaves.pop())
    if alone:
        waiting.append(alone[0].pop())


def _take_byes(at: dict[int, list[int]], waiting: list[int], hall: HallState, lots: Mapping[int, int]) -> list[int]:
    """Give a bye to as many teams as ``waiting`` contains, and return the teams with a bye.

    Teams that have sat out the fewest rounds get a bye first. Among these, teams that played in the last round get a
    bye first. If teams are still equal, their random ranks in ``lots`` decide. ``at`` maps tables to their teams. A
    seated team that gets a bye leaves its seat in ``at`` to a team in ``waiting`` that gets none.
    """
    played_last = {team for met in hall.met for team in (met.staying_team, met.moving_team)}
    order = sorted(hall.teams, key=lambda team: (hall.unplayed.get(team, 0), team not in played_last, lots[team]))
    byes = order[: len(waiting)]
    sits_out = {*byes}
    coming = [team for team in waiting if team not in sits_out]
    for teams in at.values():
        for place, team in enumerate(teams):
            if team in sits_out:
                teams[place] = coming.pop(0)
    return byes


def _round_seating(at: Mapping[int, Sequence[int]], byes: Sequence[int]) -> RoundSeating:
    """Return the seating of a round. ``at`` maps tables to their teams: two, or none at a table that stays empty."""
    pairings = [Pairing(table, (teams[0], teams[1])) for table, teams in at.items() if teams]
    return RoundSeating(tuple(pairings), tuple(byes))
