"""The Swiss movement: entries of equal scores meet, and nobody meets twice while that can be avoided.

A round is a perfect matching of the least cost, which NetworkX finds. The cost of a pair is a list of figures, the most
important one first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

from uka.core.shuffle import random_words
from uka.extras import require

from .seating import MovementState, PlayedRound, SeatedTable, Seating, Side, Sides, opponents

_Cost: TypeAlias = tuple[int, ...]
_LOTS = 64
"""The number of different lots of a pair."""


def swiss(state: MovementState) -> Seating:
    """Seat a round of teams, or of players who change partners. The best scores play at the first tables.

    Those who have sat out the fewest rounds sit out, and among these those with the lowest scores. Teams do not meet
    again while that can be avoided, and teams of one marae (community) do not meet in the first round. Then the
    differences of scores are as small as possible. To *float* is to meet a team of a higher or of a lower score: a team
    does not float in the same direction twice running if that costs nothing. Last, a lot decides.

    Players are paired twice: with the partner whom they had least often, then with the opponents whom they met least
    often, both times of scores as near as possible. Raise ``MissingPackages`` without NetworkX.

    >>> [table.sides for table in swiss(MovementState((1, 2), (1, 2, 3, 4), "s", scores={2: 2, 4: 2})).tables]
    [((2,), (4,)), ((1,), (3,))]
    """
    require("cli", "a Swiss movement", "networkx")
    matches, byes = _matches_of_players(state) if state.side == 2 else _matches_of_teams(state)
    matches.sort(key=lambda sides: (-_score(state, *sides), sides))
    tables = [SeatedTable(table, sides) for table, sides in zip(state.tables, matches, strict=False)]
    return Seating(tuple(tables), byes)


def _matches_of_teams(state: MovementState) -> tuple[list[Sides], tuple[int, ...]]:
    """Return the matches of teams, and the teams that sit out."""
    met, floated = state.meetings, _floats(state.rounds[-1]) if state.rounds else {}

    def cost(one: int, other: int) -> _Cost:
        gap = _score(state, (other,)) - _score(state, (one,))
        ways = ((one, _sign(gap)), (other, -_sign(gap)))
        repeated = sum(way != 0 and floated.get(team, 0) == way for team, way in ways)
        return met[frozenset((one, other))] + _kept_apart(state, one, other), 0, gap * gap, repeated

    pairs, byes = _paired_with_byes(state, cost)
    return [((one,), (other,)) for one, other in pairs], byes


def _kept_apart(state: MovementState, one: int, other: int) -> bool:
    """Return whether two teams are of one marae (community), which the first round keeps apart if possible."""
    home = state.marae.get(one, "")
    return not state.rounds and home != "" and home == state.marae.get(other, "")


def _matches_of_players(state: MovementState) -> tuple[list[Sides], tuple[int, ...]]:
    """Return the matches of players, and the players who sit out."""
    together, met = state.partnerships, state.meetings

    def partner_cost(one: int, other: int) -> _Cost:
        gap = _score(state, (one,)) - _score(state, (other,))
        return together[frozenset((one, other))], 0, gap * gap, 0

    sides, byes = _paired_with_byes(state, partner_cost)

    def opponent_cost(one: int, other: int) -> _Cost:
        gap = _score(state, sides[one]) - _score(state, sides[other])
        return sum(met[pair] ** 2 for pair in opponents((sides[one], sides[other]))), gap * gap

    places = range(len(sides))
    costs = {pair: opponent_cost(*pair) for pair in combinations(places, 2)}
    return [(sides[one], sides[other]) for one, other in _cheapest(costs, f"{state.secret} opponents")], byes


def _paired_with_byes(
    state: MovementState, cost: Callable[[int, int], _Cost]
) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
    """Pair as many entries as find a seat. Return the pairs, and the entries that sit out.

    To sit out is to be paired with a free place. ``cost`` returns four figures. The second one is 0, since it is the
    score of an entry that sits out. Before all of them comes how often that entry has sat out.
    """
    entries, count = sorted(state.entries), state.sit_outs
    free = [-place for place in range(1, len(entries) - 2 * state.side * state.playing_tables + 1)]
    last = {*(state.rounds[-1].byes if state.rounds else ())}
    costs: dict[tuple[int, int], _Cost] = {pair: (0, *cost(*pair)) for pair in combinations(entries, 2)}
    lowest = min((_score(state, (entry,)) for entry in entries), default=0)
    for entry, place in product(entries, free):
        costs[entry, place] = 2 * count[entry] + (entry in last), 0, _score(state, (entry,)) - lowest, 0, 0
    pairs = _cheapest(costs, state.secret)
    return [pair for pair in pairs if pair[1] > 0], tuple(entry for entry, place in pairs if place < 0)


def _cheapest(costs: Mapping[tuple[int, int], _Cost], secret: str) -> list[tuple[int, int]]:
    """Return the pairs of a perfect matching with the least cost. Among equal ones a lot decides."""
    import networkx  # the package is optional, so it is imported only when needed

    lots = random_words(f"{secret} pairs")
    drawn = {pair: (*cost, next(lots) % _LOTS) for pair, cost in costs.items()}
    nodes = len({node for pair in drawn for node in pair})
    units = _units([*drawn.values()], nodes)
    single = {
        pair: sum(figure * unit for figure, unit in zip(cost, units, strict=True)) for pair, cost in drawn.items()
    }
    most = max(single.values(), default=0)
    library: Any = networkx
    graph = library.Graph()
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in single.items())
    found: set[tuple[int, int]] = library.max_weight_matching(graph, maxcardinality=True)
    return sorted((one, other) if (one, other) in drawn else (other, one) for one, other in found)


def _units(costs: Sequence[_Cost], nodes: int) -> list[int]:
    """Return what each figure is worth, so that all later figures of a matching together never outweigh it."""
    units, unit = list[int](), 1
    for figures in reversed([*zip(*costs, strict=True)]):
        units.append(unit)
        unit *= nodes * max(figures) + 1
    return units[::-1]


def _floats(played: PlayedRound) -> dict[int, int]:
    """Return who floated in a round: 1 for entries that met a higher score, -1 for those that met a lower one."""
    floated = dict[int, int]()
    for table in played.tables:
        scores = [sum(played.scores.get(entry, 0) for entry in side) for side in table.sides]
        for side, gap in zip(table.sides, (scores[1] - scores[0], scores[0] - scores[1]), strict=True):
            floated.update((entry, _sign(gap)) for entry in side if gap)
    return floated


def _score(state: MovementState, *sides: Side) -> int:
    """Return the sum of the present scores of all entries of some sides."""
    return sum(state.scores.get(entry, 0) for side in sides for entry in side)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
