"""The knockout of teams: whoever loses is out. It may have a match for third place, and a consolation.

The bracket is the list of all places in the order in which their teams meet: the first two, the next two, and so on;
then the winners of these matches in the same way. Places without a team are ``NOBODY``, and whoever would meet it has a
bye. The seeds stand so that the first two can meet in the final only, the first four in the semifinals, and so on; the
best seeds have the byes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from uka.core.shuffle import shuffle

from .seating import NOBODY, CannotSeat, MatchKind, MovementState, PlayedRound, SeatedTable, Seating

Bracket: TypeAlias = tuple[int, ...]
"""Teams in the order in which they meet, and ``NOBODY`` for places without a team."""


class KnockoutRules(NamedTuple):
    """The bracket of a knockout, and which matches it has beside the main ones."""

    bracket: Bracket
    """All places of the first round, as ``drawn_bracket`` returns them."""
    third_place: bool = False
    """Whether the losers of the semifinals play for third place."""
    consolation: bool = False
    """Whether the losers of the first round play a knockout of their own. With four places it is for third place."""


class _Part(NamedTuple):
    """A part of the knockout: what its matches are played for, and who plays in its next round."""

    kind: MatchKind
    places: Bracket


def drawn_bracket(teams: Sequence[int], seeds: Sequence[int] = (), secret: str = "") -> Bracket:
    """Return the bracket of some teams. ``seeds`` are the seeded ones, best first; a lot decides about the others.

    >>> drawn_bracket((1, 2, 3, 4, 5), seeds=(1, 2, 3, 4, 5))
    (1, 0, 4, 5, 2, 0, 3, 0)
    """
    if strange := [team for team in seeds if team not in teams]:
        raise CannotSeat(f"team {strange[0]} is seeded, but does not play")
    order = [*seeds, *shuffle(sorted({*teams} - {*seeds}), secret)]
    ranks = [1]
    while len(ranks) < len(order):
        ranks = [each for rank in ranks for each in (rank, 2 * len(ranks) + 1 - rank)]
    return tuple(order[rank - 1] if rank <= len(order) else NOBODY for rank in ranks)


def knockout(state: MovementState, rules: KnockoutRules) -> Seating:
    """Seat a round of a knockout. Only teams that are still in it and have no opponent are among the byes.

    A team that withdraws loses its next match. Raise ``CannotSeat`` if the knockout is over, a match of the last round
    has no winner, tables are too few, or a team was not drawn.

    >>> state = MovementState((1, 2), (1, 2, 3), "s")
    >>> knockout(state, KnockoutRules(drawn_bracket(state.entries, (1, 2, 3))))
    Seating(tables=(SeatedTable(table=1, sides=((2,), (3,)), kind=''),), byes=(1,))
    """
    _check(state, rules)
    matches, byes = list[tuple[MatchKind, int, int]](), list[int]()
    for part in _parts(state, rules):
        for one, other in _matches(_present(part.places, state)):
            if one and other:
                matches.append((part.kind, one, other))
            elif one or other:
                byes.append(one or other)
    if len(matches) > len(state.tables):
        raise CannotSeat(f"this round of the knockout needs {len(matches)} tables, not {len(state.tables)}")
    tables = [
        SeatedTable(table, ((one,), (other,)), kind)
        for table, (kind, one, other) in zip(state.tables, matches, strict=False)
    ]
    return Seating(tuple(tables), tuple(byes))


def knockout_champion(state: MovementState, rules: KnockoutRules) -> int | None:
    """Return the team that has won the knockout, or None while more than one team can win it.

    >>> knockout_champion(MovementState((1,), (1, 2), "s"), KnockoutRules((1, 2))) is None
    True
    """
    left = [team for team in _present(_parts(state, rules)[0].places, state) if team]
    return left[0] if len(left) == 1 else None


def _check(state: MovementState, rules: KnockoutRules) -> None:
    if state.side != 1:
        raise CannotSeat("a knockout is for teams, not for players who change partners")
    if late := [team for team in state.entries if team not in rules.bracket]:
        raise CannotSeat(f"in a knockout team {late[0]} can't join after the draw")
    if (champion := knockout_champion(state, rules)) is not None:
        raise CannotSeat(f"the knockout is over: team {champion} has won")


def _parts(state: MovementState, rules: KnockoutRules) -> list[_Part]:
    """Return the parts of the next round. The first one is for the championship."""
    main, third, others = rules.bracket, Bracket(), Bracket()
    for number, played in enumerate(state.rounds):
        winners, losers = _after(main, played)
        third = losers if rules.third_place and len(main) == 4 else Bracket()
        if rules.consolation:
            others = losers if number == 0 else _after(others, played)[0]
        main = winners
    parts = [_Part("", main)]
    if sum(team != NOBODY for team in others) > 1:
        parts.append(_Part("consolation", others))
    if third and third != others:
        parts.append(_Part("third_place", third))
    return parts


def _after(places: Bracket, played: PlayedRound) -> tuple[Bracket, Bracket]:
    """Return the winners and the losers of a round, in the order of the bracket."""
    ended = [_ended(one, other, played) for one, other in _matches(places)]
    return tuple(winner for winner, _ in ended), tuple(loser for _, loser in ended)


def _ended(one: int, other: int, played: PlayedRound) -> tuple[int, int]:
    """Return the winner and the loser of a match. Without a match, they are the team that had a bye, and ``NOBODY``."""
    for table in played.tables:
        if {*table.entries} == {one, other}:
            if table.winner is None:
                raise CannotSeat(f"table {table.table} has no winner: let the captains cut")
            return table.sides[table.winner][0], table.sides[1 - table.winner][0]
    return next((team for team in (one, other) if team in played.byes), NOBODY), NOBODY


def _matches(places: Sequence[int]) -> list[tuple[int, int]]:
    return [*zip(places[::2], places[1::2], strict=False)]


def _present(places: Bracket, state: MovementState) -> Bracket:
    """Return the places with ``NOBODY`` in place of teams that have withdrawn."""
    return tuple(team if team in state.entries else NOBODY for team in places)
