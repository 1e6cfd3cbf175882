"""Seats the rounds: the draw for the first round, and the movement of teams for later rounds.

A movement is a function that takes a ``HallState`` and returns the ``RoundSeating`` of the next round.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from uka.core.errors import UkaError
from uka.core.shuffle import random_words, shuffle

from .entries import Pairing


class PreviousMatch(NamedTuple):
    """A match of the last round: its table, the team that stays there, and the team that moves to the next table."""

    table: int
    stays: int
    moves: int


class HallState(NamedTuple):
    """The facts that determine the seating of the next round.

    ``tables`` are table numbers, in the order in which winners move. ``teams`` are the teams that can play. ``secret``
    determines the random choices. ``number`` is the number of the round to seat, from 1. ``marae`` maps teams to their
    marae (communities). ``rests`` maps each team to the number of rounds that it has not played. ``met`` lists the
    matches of the last round. ``drawn`` lists the teams of the first draw: two for each match, then the teams with a
    bye.
    """

    tables: tuple[int, ...]
    teams: tuple[int, ...]
    secret: str
    number: int = 1
    marae: Mapping[int, str] = {}
    rests: Mapping[int, int] = {}
    met: tuple[PreviousMatch, ...] = ()
    drawn: tuple[int, ...] = ()


class RoundSeating(NamedTuple):
    """The seating of a round: its pairings of teams at tables, and the teams with a bye."""

    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...]


class CannotSeat(UkaError):
    """Raised if the rules of the movement cannot seat the teams for a round."""


NOBODY = 0
"""A placeholder opponent for an odd number of teams. The team that is paired with the placeholder has a bye."""
Movement: TypeAlias = Callable[[HallState], RoundSeating]


def tainui(hall: HallState) -> RoundSeating:
    """Seat a round by the movement of the Tainui Games (rule 18): winners move to the next table, other teams stay.

    Tables are ordered by number, and the first table follows the last. A team that returns from a bye takes the seat of
    the team with the fewest byes, which gets a bye in turn.

    >>> met = (PreviousMatch(1, stays=10, moves=11), PreviousMatch(2, stays=12, moves=13))
    >>> hall = HallState((1, 2), (10, 11, 12, 13), "s", 2, met=met)
    >>> [(pairing.table, pairing.teams) for pairing in tainui(hall).pairings]
    [(1, (10, 13)), (2, (12, 11))]
    """
    return draw(hall) if hall.number == 1 else _moved(hall)


def round_robin(hall: HallState) -> RoundSeating:
    """Seat a round so that every team meets every other team once, by the circle method.

    Raise ``CannotSeat`` if there are fewer tables than pairs of teams, or if a team joins after the first draw.
    """
    if hall.number == 1:
        return draw(hall)
    drawn, playing = {*hall.drawn}, {*hall.teams}
    if late := [team for team in hall.teams if team not in drawn]:
        raise CannotSeat(f"in a round robin team {late[0]} can't join after the first draw")
    if len(hall.tables) < len(hall.drawn) // 2:
        raise CannotSeat(f"a round robin of {len(hall.drawn)} teams needs {len(hall.drawn) // 2} tables")
    pairs = [*hall.drawn, *([NOBODY] if len(hall.drawn) % 2 else [])]
    circle = [*pairs[::2], *reversed(pairs[1::2])]  # in this order, the first round has the drawn pairings
    turn = (hall.number - 1) % (len(circle) - 1)
    turned = [circle[0], *circle[len(circle) - turn :], *circle[1 : len(circle) - turn]]
    games = [(turned[i], turned[-1 - i]) for i in range(len(turned) // 2)]
    played = [game for game in games if {*game} <= playing]
    seated = {team for game in played for team in game}
    out = [team for team in hall.teams if team not in seated]
    return _seated(dict(zip(hall.tables, played, strict=False)), out)


MOVEMENTS: dict[str, Movement] = {"tainui": tainui, "round_robin": round_robin}


# The first round


def draw(hall: HallState) -> RoundSeating:
    """Draw the first round at random, and keep teams of the same marae apart if possible.

    First, the teams are paired by a uniformly random shuffle. Then each pair from one marae exchanges a team with
    another pair, chosen at random, if fewer teams of the same marae then meet. If more than half of the teams are from
    one marae, some of these teams must meet.

    >>> hall = HallState((1, 2), (1, 2, 3, 4, 5), "s", marae={1: "A", 2: "A", 3: "B", 4: "B", 5: "C"})
    >>> seating = draw(hall)
    >>> len(seating.pairings), len(seating.byes), {hall.marae[t] for t in seating.pairings[0].teams} != {"A"}
    (2, 1, True)
    """
    order = shuffle(hall.teams, hall.secret)
    games = min(len(order) // 2, len(hall.tables))
    first, second, out = [*order[:games]], [*order[games : 2 * games]], [*order[2 * games :]]
    lots = random_words(f"{hall.secret} apart")
    for game in range(games):
        if hall.marae.get(first[game], "") == hall.marae.get(second[game], "") != "":
            _part(game, first, second, out, hall.marae, next(lots))
    return _seated(dict(zip(hall.tables, zip(first, second, strict=True), strict=False)), out)


def _part(game: int, first: list[int], second: list[int], out: list[int], marae: Mapping[int, str], lot: int) -> None:
    """Swap the second team of a match with another team if fewer teams of the same marae then meet.

    ``game`` is the index of the match, whose teams are from one marae. Only a match that has no team from there helps,
    whichever of its teams is swapped. ``lot`` determines where the search for that match begins. Teams with a bye
    (``out``) are tried last.
    """
    own, places = marae[first[game]], len(first) - 1
    begin, half = divmod(lot % (2 * places or 1), 2)
    for step in range(places):
        other = (begin + step) % places
        other += other >= game  # the match itself is left out
        if marae.get(first[other], "") != own != marae.get(second[other], ""):
            others = first if half and not step else second
            second[game], others[other] = others[other], second[game]
            return
    for place, team in enumerate(out):
        if marae.get(team, "") != own:
            second[game], out[place] = team, second[game]
            return


# Later rounds


def _moved(hall: HallState) -> RoundSeating:
    """Seat any round except the first by the movement of the Tainui Games."""
    at: dict[int, list[int]] = {table: [] for table in hall.tables}
    playing = {*hall.teams}
    for met in hall.met:
        _seat_team(met.stays, met.table, at, playing)
    for met in hall.met:
        _seat_team(met.moves, _next_table(hall.tables, met.table), at, playing)
    lots = {team: place for place, team in enumerate(shuffle(sorted(hall.teams), hall.secret))}
    seated = {team for teams in at.values() for team in teams}
    waiting = [team for team in hall.teams if team not in seated]
    waiting.sort(key=lambda team: (-hall.rests.get(team, 0), lots[team]))
    _fill(at, waiting)
    return _seated(at, _take_byes(at, waiting, hall, lots))


def _seat_team(team: int, table: int | None, at: dict[int, list[int]], playing: Set[int]) -> None:
    """Seat a team at a table, unless the team no longer plays or the table is full or unused.

    ``at`` maps tables to their teams. ``playing`` are the teams that play.
    """
    if team in playing and table in at and len(at[table]) < 2:
        at[table].append(team)


def _next_table(tables: tuple[int, ...], table: int) -> int | None:
    """Return the next higher table number in use, or the first table after the last.

    Return None if there is no table.
    """
    place = bisect(tables, table)
    return tables[place] if place < len(tables) else tables[0] if tables else None


def _fill(at: dict[int, list[int]], waiting: list[int]) -> None:
    """Seat the teams in ``waiting``: first opposite a team without an opponent, then in pairs at free tables.

    After that, teams without an opponent are paired. If one team remains, it is added to ``waiting``. ``at`` maps
    tables to their teams.
    """
    for teams in at.values():
        if len(teams) == 1 and waiting:
            teams.append(waiting.pop(0))
    for teams in at.values():
        if not teams and len(waiting) > 1:
            teams += (waiting.pop(0), waiting.pop(0))
    alone = [teams for teams in at.values() if len(teams) == 1]
    while len(alone) > 1:
        alone[0].append(alone.pop().pop())
        alone.pop(0)
    if alone:
        waiting.append(alone[0].pop())


def _take_byes(at: dict[int, list[int]], waiting: list[int], hall: HallState, lots: Mapping[int, int]) -> list[int]:
    """Give a bye to as many teams as ``waiting`` contains, and return the teams with a bye.

    Teams that have sat out the fewest rounds get a bye first. Among these, teams that played in the last round get a
    bye first. If teams are still equal, their random ranks in ``lots`` decide. ``at`` maps tables to their teams. A
    team in ``at`` that gets a bye leaves its seat to a team in ``waiting`` that gets none.
    """
    playing = {team for met in hall.met for team in (met.stays, met.moves)}
    fewest = sorted(hall.teams, key=lambda team: (hall.rests.get(team, 0), team not in playing, lots[team]))
    out = fewest[: len(waiting)]
    resting = {*out}
    coming = [team for team in waiting if team not in resting]
    for teams in at.values():
        for place, team in enumerate(teams):
            if team in resting:
                teams[place] = coming.pop(0)
    return out


def _seated(at: Mapping[int, Sequence[int]], byes: Sequence[int]) -> RoundSeating:
    pairings = [Pairing(table, (teams[0], teams[1])) for table, teams in at.items() if teams]
    return RoundSeating(tuple(pairings), tuple(byes))
