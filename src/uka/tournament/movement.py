"""The movement that the settings of a tournament choose, and the facts from which it seats the next round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from . import standings
from .movements import (
    KnockoutRules,
    MovementState,
    PlayedRound,
    PlayedTable,
    ProgressiveRules,
    Seating,
    TableMoves,
    drawn_bracket,
    knockout,
    progressive,
    progressive_moves,
    rotation_round,
    round_robin,
    swiss,
    tainui,
    tainui_moves,
)
from .settings import Movement
from .tournament import Tournament, TournamentMatch, TournamentRound


class EventFacts(NamedTuple):
    """What a movement of a tournament is given to seat the next round."""

    state: MovementState
    t: Tournament
    before: Sequence[TournamentRound]
    """The rounds before the round to seat."""


MovesOfTables: TypeAlias = dict[int, TableMoves]
"""Where the winners and the losers of each table go, by the number of the table."""


def _no_moves(t: Tournament, played: tuple[int, ...]) -> MovesOfTables:
    return {}


class EventMovement(NamedTuple):
    """A movement as the settings of a tournament choose it."""

    seat: Callable[[EventFacts], Seating]
    cuts: bool
    """Whether a drawn match must be decided by a cut."""
    moves: Callable[[Tournament, tuple[int, ...]], MovesOfTables] = _no_moves
    """Returns the moves from the tables of a round; of no table, if they do not depend on the table."""


def _tainui(facts: EventFacts) -> Seating:
    return tainui(facts.state)


def _tainui_moves(t: Tournament, played: tuple[int, ...]) -> MovesOfTables:
    return tainui_moves(t.tables, played)


def _round_robin(facts: EventFacts) -> Seating:
    return round_robin(facts.state)


def _progressive(facts: EventFacts) -> Seating:
    return progressive(facts.state, _progressive_rules(facts.t))


def _progressive_moves(t: Tournament, played: tuple[int, ...]) -> MovesOfTables:
    """Return the moves; of no table, if a table of the round is closed: then the places of all tables shift."""
    return progressive_moves(played, _progressive_rules(t)) if played == t.tables[: len(played)] else {}


def _progressive_rules(t: Tournament) -> ProgressiveRules:
    return ProgressiveRules(t.settings.losers, t.settings.partners)


def _rotation(facts: EventFacts) -> Seating:
    return rotation_round(facts.state, facts.t.settings.rounds)


def _swiss(facts: EventFacts) -> Seating:
    """Seat a round by the scores of all entries now and before the last round."""
    state, t, before = facts
    if not before:
        return swiss(state)
    *earlier, last = state.rounds
    last = last._replace(scores=standings.scores_after(t, before[:-1]))
    return swiss(state._replace(rounds=(*earlier, last), scores=standings.scores_after(t, before)))


def _knockout(facts: EventFacts) -> Seating:
    """Seat a round of a knockout, whose bracket is drawn with the first round."""
    state, t, before = facts
    drawn, secret = state.entries, state.secret
    if before:
        first = before[0]
        drawn, secret = (*[entry for match in first.matches for entry in match.entries], *first.byes), first.secret
    bracket = drawn_bracket(drawn, t.settings.seeds, secret)
    return knockout(state, KnockoutRules(bracket, t.settings.third_place, t.settings.consolation))


MOVEMENTS: dict[Movement, EventMovement] = {
    "tainui": EventMovement(_tainui, cuts=True, moves=_tainui_moves),
    "round_robin": EventMovement(_round_robin, cuts=True),
    "progressive": EventMovement(_progressive, cuts=True, moves=_progressive_moves),
    "rotation": EventMovement(_rotation, cuts=False),
    "swiss": EventMovement(_swiss, cuts=False),
    "knockout": EventMovement(_knockout, cuts=True),
}
"""The movements that the settings of a tournament can name."""


def next_seating(t: Tournament, before: Sequence[TournamentRound], secret: str) -> Seating:
    """Return the seating of the round after the rounds ``before``. ``secret`` determines the random choices.

    Raise ``CannotSeat`` if the entries cannot be seated.
    """
    return MOVEMENTS[t.settings.movement].seat(EventFacts(movement_state(t, before, secret), t, before))


def table_moves(t: Tournament, playing: TournamentRound | None = None) -> MovesOfTables:
    """Return where the winners and the losers of each table go after a round.

    These are the tables of the round ``playing``, or all tables of the tournament. Return an empty dict for a movement
    in which that does not depend on the table, such as a round robin.
    """
    played = tuple(sorted(match.table for match in playing.matches)) if playing else t.tables
    return MOVEMENTS[t.settings.movement].moves(t, played)


def sit_outs_follow(t: Tournament) -> bool:
    """Return whether somebody sits out the next round, as entries and tables are now."""
    return len(t.active_teams) > 2 * t.side * movement_state(t, (), "").playing_tables


def waits_for_cut(t: Tournament, match: TournamentMatch) -> bool:
    """Return whether a match is drawn, and a cut must say who moves on. Some movements need no cut.

    Players need none in the last planned round. For teams, a cut can part those who are level in the end.
    """
    last = 0 < t.settings.rounds <= len(t.rounds) and match in t.rounds[-1].matches
    return undecided(t, match) and not (last and t.settings.entrants == "players")


def undecided(t: Tournament, match: TournamentMatch) -> bool:
    """Return whether a match is drawn, and no further round can be seated before a cut says who moves on."""
    return match.drawn and match.moving_team is None and draws_are_cut(t)


def draws_are_cut(t: Tournament) -> bool:
    """Return whether the movement needs to know who moves on after a drawn match."""
    return MOVEMENTS[t.settings.movement].cuts


def uncut_matches(t: Tournament, playing: TournamentRound) -> list[TournamentMatch]:
    """Return the drawn matches of a round that wait for a cut."""
    return [match for match in playing.matches if waits_for_cut(t, match)]


def movement_state(t: Tournament, before: Sequence[TournamentRound], secret: str) -> MovementState:
    """Return the facts from which a movement seats the round after the rounds ``before``."""
    return MovementState(
        tables=t.tables,
        entries=tuple([team.number for team in t.active_teams]),
        secret=secret,
        side=t.side,
        rounds=tuple([_played_round(playing) for playing in before]),
        marae={team.number: team.marae for team in t.active_teams} if t.settings.keep_apart else {},
    )


def _played_round(playing: TournamentRound) -> PlayedRound:
    return PlayedRound(tuple([_played_table(match) for match in playing.matches]), playing.byes)


def _played_table(match: TournamentMatch) -> PlayedTable:
    """Return a match with the side that won it, or that moves on by a cut."""
    moving = match.moving_team
    return PlayedTable(match.table, match.sides, None if moving is None else 0 if moving == match.teams[0] else 1)
