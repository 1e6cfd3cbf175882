"""The movement of the Tainui Games: winners move to the next table, other teams stay."""

from __future__ import annotations

from bisect import bisect
from collections import deque
from collections.abc import Iterable, Mapping, Set

from uka.core.shuffle import shuffle

from .first_draw import first_draw
from .seating import MovementState, PlayedRound, Seating, TableMoves, seating_of_teams, winners_and_losers


def tainui(state: MovementState) -> Seating:
    """Seat a round by the movement of the Tainui Games (rule 18): winners move to the next table, other teams stay.

    Tables are ordered by number, and the first table follows the last. A team that returns from a bye takes the seat of
    the team with the fewest byes, which gets a bye in turn.

    >>> from .seating import PlayedTable
    >>> played = PlayedRound((PlayedTable(1, ((10,), (11,)), winner=1), PlayedTable(2, ((12,), (13,)), winner=1)))
    >>> state = MovementState((1, 2), (10, 11, 12, 13), "s", rounds=(played,))
    >>> [(table.table, table.sides) for table in tainui(state).tables]
    [(1, ((10,), (13,))), (2, ((12,), (11,)))]
    """
    return _seat_by_movement(state, state.rounds[-1]) if state.rounds else first_draw(state)


def tainui_moves(tables: tuple[int, ...], played: Iterable[int]) -> dict[int, TableMoves]:
    """Return where the winners and the losers of each table in ``played`` go, if the next round has ``tables``."""
    return {table: TableMoves(to, table) for table in played if (to := _next_table(tables, table)) is not None}


def _seat_by_movement(state: MovementState, last: PlayedRound) -> Seating:
    """Seat any round except the first: winners move to the next table, other teams stay (Tainui Games, rule 18)."""
    at: dict[int, list[int]] = {table: [] for table in state.tables}
    playing = {*state.entries}
    ended = [(table.table, *winners_and_losers(table)) for table in last.tables]
    for table, _, (loser,) in ended:
        _seat_team(loser, table, at, playing)
    for table, (winner,), _ in ended:
        _seat_team(winner, _next_table(state.tables, table), at, playing)
    lots = {team: place for place, team in enumerate(shuffle(sorted(state.entries), state.secret))}
    seated = {team for teams in at.values() for team in teams}
    waiting = [team for team in state.entries if team not in seated]
    sit_outs = state.sit_outs
    waiting.sort(key=lambda team: (-sit_outs[team], lots[team]))
    _seat_waiting(at, waiting)
    return seating_of_teams(at, _take_byes(at, waiting, state, lots))


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


def _take_byes(
    at: dict[int, list[int]], waiting: list[int], state: MovementState, lots: Mapping[int, int]
) -> list[int]:
    """Give a bye to as many teams as ``waiting`` contains, and return the teams with a bye.

    Teams that have sat out the fewest rounds get a bye first. Among these, teams that played in the last round get a
    bye first. If teams are still equal, their random ranks in ``lots`` decide. ``at`` maps tables to their teams. A
    seated team that gets a bye leaves its seat in ``at`` to a team in ``waiting`` that gets none.
    """
    sit_outs, played_last = state.sit_outs, {team for table in state.rounds[-1].tables for team in table.entries}
    order = sorted(state.entries, key=lambda team: (sit_outs[team], team not in played_last, lots[team]))
    byes = order[: len(waiting)]
    sits_out = {*byes}
    coming = [team for team in waiting if team not in sits_out]
    for teams in at.values():
        for place, team in enumerate(teams):
            if team in sits_out:
                teams[place] = coming.pop(0)
    return byes
