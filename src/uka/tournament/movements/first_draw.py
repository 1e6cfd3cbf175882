"""The draw of the first round of teams: at random, and teams of one marae (community) are kept apart if possible."""

from __future__ import annotations

from collections.abc import Mapping

from uka.core.shuffle import random_words, shuffle

from .seating import MovementState, Seating, seating_of_teams


def first_draw(state: MovementState) -> Seating:
    """Draw the first round at random, and keep teams of the same marae (community) apart if possible.

    First, the teams are paired by a uniformly random shuffle. Then each pair of teams from one marae exchanges a team
    with another pair, chosen at random, if that makes fewer teams meet others of their marae. If more than half of the
    teams are from one marae, some of these teams must meet.

    >>> state = MovementState((1, 2), (1, 2, 3, 4, 5), "s", marae={1: "A", 2: "A", 3: "B", 4: "B", 5: "C"})
    >>> seating = first_draw(state)
    >>> (one,), (other,) = seating.tables[0].sides
    >>> len(seating.tables), len(seating.byes), state.marae[one] != state.marae[other]
    (2, 1, True)
    """
    order = shuffle(state.entries, state.secret)
    games = min(len(order) // 2, len(state.tables))
    first, second, byes = [*order[:games]], [*order[games : 2 * games]], [*order[2 * games :]]
    lots = random_words(f"{state.secret} apart")
    for game in range(games):
        home = state.marae.get(first[game], "")
        if home and home == state.marae.get(second[game], ""):
            _keep_apart(game, first, second, byes, state.marae, next(lots))
    return seating_of_teams(dict(zip(state.tables, zip(first, second, strict=True), strict=False)), byes)


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
