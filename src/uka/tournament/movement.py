"""Who meets whom: the draw of a first round, and the ways teams move from round to round.

A movement is a function from the ``HallState``, what a hall looks like between two rounds, to a ``RoundSeating``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from uka.core.errors import UkaError
from uka.core.shuffle import shuffle, words

from .entries import Pairing


class PreviousMatch(NamedTuple):
    """A game of the last round: the team that stays at its table, and the one that moves on."""

    table: int
    stays: int
    moves: int


class HallState(NamedTuple):
    """A hall between two rounds.

    ``tables`` in the order of movement; ``teams`` are those that can play; ``rests`` are the rounds that each has not
    played so far; ``met`` the games of the last round by table, ``number`` the round to seat, from 1. ``drawn`` are
    all teams of the first draw: two for each game, then who sat out. ``secret`` decides what nothing else does.
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
    """A round's games, and who sits it out."""

    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...]


class CannotSeat(UkaError):
    """A round that can't be seated; the sentence says what is missing."""


NOBODY = 0
"""Whom a team of an odd number meets: it sits out."""
Movement: TypeAlias = Callable[[HallState], RoundSeating]


def tainui(floor: HallState) -> RoundSeating:
    """Winners go on to the next table by number, the last to the first; the others stay (seeds/001, rule 18).

    Who comes back from a bye takes the seat of the team with the fewest.

    >>> met = (PreviousMatch(1, stays=10, moves=11), PreviousMatch(2, stays=12, moves=13))
    >>> floor = HallState((1, 2), (10, 11, 12, 13), "s", 2, met=met)
    >>> [(pairing.table, pairing.teams) for pairing in tainui(floor).pairings]
    [(1, (10, 13)), (2, (12, 11))]
    """
    return draw(floor) if floor.number == 1 else _moved(floor)


def round_robin(floor: HallState) -> RoundSeating:
    """Everyone meets everyone once, by the circle method over the first draw; it takes a table for every two teams."""
    if floor.number == 1:
        return draw(floor)
    if late := [team for team in floor.teams if team not in floor.drawn]:
        raise CannotSeat(f"in a round robin team {late[0]} can't join after the first draw")
    if len(floor.tables) < len(floor.drawn) // 2:
        raise CannotSeat(f"a round robin of {len(floor.drawn)} teams needs {len(floor.drawn) // 2} tables")
    pairs = [*floor.drawn, *([NOBODY] if len(floor.drawn) % 2 else [])]
    circle = [*pairs[::2], *reversed(pairs[1::2])]  # so that the first draw is its first turn
    turn = (floor.number - 1) % (len(circle) - 1)
    turned = [circle[0], *circle[len(circle) - turn :], *circle[1 : len(circle) - turn]]
    games = [(turned[i], turned[-1 - i]) for i in range(len(turned) // 2)]
    played = [game for game in games if {*game} <= {*floor.teams}]
    seated = {team for game in played for team in game}
    out = [team for team in floor.teams if team not in seated]
    return _seated(dict(zip(floor.tables, played, strict=False)), out)


MOVEMENTS: dict[str, Movement] = {"tainui": tainui, "round_robin": round_robin}


# The first round


def draw(floor: HallState) -> RoundSeating:
    """A fair draw that keeps teams of one marae apart where it can.

    All orders are as likely; a pair of one marae then changes partners with another pair drawn by lot, as long as that
    helps. Where one marae has more than half the teams, some of its own must meet.

    >>> floor = HallState((1, 2), (1, 2, 3, 4, 5), "s", marae={1: "A", 2: "A", 3: "B", 4: "B", 5: "C"})
    >>> seating = draw(floor)
    >>> len(seating.pairings), len(seating.byes), {floor.marae[t] for t in seating.pairings[0].teams} != {"A"}
    (2, 1, True)
    """
    order = shuffle(floor.teams, floor.secret)
    games = min(len(order) // 2, len(floor.tables))
    first, second, out = [*order[:games]], [*order[games : 2 * games]], [*order[2 * games :]]
    lots = words(f"{floor.secret} apart")
    for game in range(games):
        if _together(first, second, floor.marae, game):
            _part(game, first, second, out, floor.marae, next(lots))
    return _seated(dict(zip(floor.tables, zip(first, second, strict=True), strict=False)), out)


def _together(first: Sequence[int], second: Sequence[int], marae: Mapping[int, str], *games: int) -> int:
    """In how many of some games two of one marae meet."""
    return sum(marae.get(first[game], "") == marae.get(second[game], "") != "" for game in games)


def _part(game: int, first: list[int], second: list[int], out: list[int], marae: Mapping[int, str], lot: int) -> None:
    """Give a game of one marae another opponent, by lot, if fewer of one marae meet by it: of those who play first."""
    swaps = [(others, other) for other in range(len(first)) for others in (second, first) if other != game]
    begin = lot % (len(swaps) or 1)
    for others, place in (*swaps[begin:], *swaps[:begin], *((out, place) for place in range(len(out)))):
        games = (game,) if others is out else (game, place)
        before = _together(first, second, marae, *games)
        second[game], others[place] = others[place], second[game]
        if _together(first, second, marae, *games) < before:
            return
        second[game], others[place] = others[place], second[game]


# From round to round


def _moved(floor: HallState) -> RoundSeating:
    at: dict[int, list[int]] = {table: [] for table in floor.tables}
    for met in floor.met:
        _sit(met.stays, met.table, at, floor)
    for met in floor.met:
        _sit(met.moves, _next_table(floor.tables, met.table), at, floor)
    lots = {team: place for place, team in enumerate(shuffle(sorted(floor.teams), floor.secret))}
    seated = {team for teams in at.values() for team in teams}
    waiting = [team for team in floor.teams if team not in seated]
    waiting.sort(key=lambda team: (-floor.rests.get(team, 0), lots[team]))
    _fill(at, waiting)
    return _seated(at, _rested(at, waiting, floor, lots))


def _sit(team: int, table: int | None, at: dict[int, list[int]], floor: HallState) -> None:
    """Seat a team that still plays, if the table stands and has room."""
    if team in floor.teams and table in at and len(at[table]) < 2:
        at[table].append(team)


def _next_table(tables: tuple[int, ...], table: int) -> int | None:
    """The next by number that stands; the first after the last."""
    return next((other for other in tables if other > table), tables[0] if tables else None)


def _fill(at: dict[int, list[int]], waiting: list[int]) -> None:
    """Let who waits take the free places: beside one who is alone first, then at free tables, two and two.

    Who is alone then joins another who is; nobody is left alone at a table, and who can't be helped waits.
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


def _rested(at: dict[int, list[int]], waiting: list[int], floor: HallState, lots: Mapping[int, int]) -> list[int]:
    """Who sits out: those with the fewest byes, and not twice running; who waited takes their seats."""
    playing = {team for met in floor.met for team in (met.stays, met.moves)}
    fewest = sorted(floor.teams, key=lambda team: (floor.rests.get(team, 0), team not in playing, lots[team]))
    out = fewest[: len(waiting)]
    coming = [team for team in waiting if team not in out]
    for teams in at.values():
        for place, team in enumerate(teams):
            if team in out:
                teams[place] = coming.pop(0)
    return out


def _seated(at: Mapping[int, Sequence[int]], byes: Sequence[int]) -> RoundSeating:
    pairings = [Pairing(table, (teams[0], teams[1])) for table, teams in at.items() if teams]
    return RoundSeating(tuple(pairings), tuple(byes))
