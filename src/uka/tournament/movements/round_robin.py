"""The round robin of teams: everybody meets everybody once."""

from __future__ import annotations

from .first_draw import first_draw
from .seating import NOBODY, CannotSeat, MovementState, PlayedRound, Seating, seating_of_teams


def round_robin(state: MovementState) -> Seating:
    """Seat a round so that every team meets every other team once, by the circle method.

    Raise ``CannotSeat`` if there are fewer tables than pairs of teams, or if a team joins after the first draw.
    """
    if not state.rounds:
        return first_draw(state)
    draw_order = _draw_order(state.rounds[0])
    drawn, playing = {*draw_order}, {*state.entries}
    if late := [team for team in state.entries if team not in drawn]:
        raise CannotSeat(f"in a round robin team {late[0]} can't join after the first draw")
    if len(state.tables) < len(draw_order) // 2:
        raise CannotSeat(f"a round robin of {len(draw_order)} teams needs {len(draw_order) // 2} tables")
    teams = [*draw_order, NOBODY] if len(draw_order) % 2 else [*draw_order]
    fixed, *circle = *teams[::2], *reversed(teams[1::2])  # in this order, the first round has the drawn pairings
    turns = (state.number - 1) % len(circle)
    around = [fixed, *circle[len(circle) - turns :], *circle[: len(circle) - turns]]
    half = len(around) // 2
    games = [*zip(around[:half], reversed(around[half:]), strict=True)]
    played = [game for game in games if {*game} <= playing]
    seated = {team for game in played for team in game}
    byes = [team for team in state.entries if team not in seated]
    return seating_of_teams(dict(zip(state.tables, played, strict=False)), byes)


def _draw_order(first: PlayedRound) -> tuple[int, ...]:
    """Return the teams in the order of the draw for the first round: two for each match, then those with a bye."""
    return (*[team for table in first.tables for team in table.entries], *first.byes)
