"""Movements of club evenings: who sits where in each round, for teams and for players who change partners.

A movement is a pure function. ``rotation`` returns all rounds at once. The others take a ``MovementState``, which holds
what has been played, and return the ``Seating`` of the next round.

- ``seating``: the types that all movements share
- ``sit_outs``: who sits out, spread evenly
- ``rotation``: fixed schedules in which each player has each other one as a partner at most once
- ``starter_tables``: the tables that these schedules are made from
- ``progressive``: winners move up a table, and partners change
- ``swiss``: entries of equal scores meet, and nobody meets twice if that can be avoided
- ``knockout``: whoever loses is out, with seeds, a match for third place and a consolation
- ``drawing``: rounds as text

The movements ``tainui`` and ``round_robin`` of teams are in ``uka.tournament.movement``.

>>> rotation(range(1, 9), 7)[0].tables[0].sides
((1, 8), (5, 6))
"""

from .knockout import KnockoutRules, drawn_bracket, knockout, knockout_champion
from .progressive import ProgressiveRules, progressive
from .rotation import rotation, rotation_quality, rounds_of_rotation
from .seating import MovementState, PlayedRound, PlayedTable, SeatedTable, Seating
from .swiss import swiss

__all__ = [
    "KnockoutRules",
    "MovementState",
    "PlayedRound",
    "PlayedTable",
    "ProgressiveRules",
    "SeatedTable",
    "Seating",
    "drawn_bracket",
    "knockout",
    "knockout_champion",
    "progressive",
    "rotation",
    "rotation_quality",
    "rounds_of_rotation",
    "swiss",
]
