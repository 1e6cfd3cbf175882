"""Movements of club evenings: who sits where in each round, for teams and for players who change partners.

A movement is a pure function. ``rotation`` returns all rounds at once. The others take a ``MovementState``, which holds
what has been played, and return the ``Seating`` of the next round.

- ``seating``: the types that all movements share
- ``first_draw``: the draw of the first round of teams
- ``tainui``: winners move to the next table
- ``round_robin``: everybody meets everybody once
- ``sit_outs``: who sits out, spread evenly
- ``rotation``: fixed schedules in which each player has each other one as a partner at most once
- ``starter_tables``: the tables that these schedules are made from
- ``progressive``: winners move up a table, and partners change
- ``swiss``: entries of equal scores meet, and nobody meets twice if that can be avoided
- ``knockout``: whoever loses is out, with seeds, a match for third place and a consolation
- ``drawing``: rounds as text

>>> rotation(range(1, 9), 7)[0].tables[0].sides
((1, 8), (5, 6))
"""

from .first_draw import first_draw
from .knockout import KnockoutRules, drawn_bracket, knockout, knockout_champion
from .progressive import ProgressiveRules, progressive, progressive_moves
from .rotation import rotation, rotation_quality, rotation_round, rounds_of_rotation
from .round_robin import round_robin
from .seating import CannotSeat, MovementState, PlayedRound, PlayedTable, SeatedTable, Seating, TableMoves
from .swiss import swiss
from .tainui import tainui, tainui_moves

__all__ = [
    "CannotSeat",
    "KnockoutRules",
    "MovementState",
    "PlayedRound",
    "PlayedTable",
    "ProgressiveRules",
    "SeatedTable",
    "Seating",
    "TableMoves",
    "drawn_bracket",
    "first_draw",
    "knockout",
    "knockout_champion",
    "progressive",
    "progressive_moves",
    "rotation",
    "rotation_quality",
    "rotation_round",
    "round_robin",
    "rounds_of_rotation",
    "swiss",
    "tainui",
    "tainui_moves",
]
