"""The day's deals: each day everybody can play the same deals against bots, and the results are compared.

The bots choose by the deal and the play so far alone, so whoever plays as another person did meets the same play.

- ``rules``: a ruleset as it is played for the deals of a day
- ``par``: the points that four bots make of the same deals
- ``board``: who has played the deals of a day, and the results in their order

>>> from uka import rulesets
>>> day_rules(rulesets.find("uka")).deals
8
"""

from .board import (
    BoardEntry,
    BoardOpened,
    DayBegun,
    DayBoard,
    DayFinished,
    ParComputed,
    RankedResult,
    board_key,
    points_of,
)
from .par import LEVEL, SEAT, ComputedGame, par
from .rules import DEALS, day_rules

__all__ = [
    "DEALS",
    "LEVEL",
    "SEAT",
    "BoardEntry",
    "BoardOpened",
    "ComputedGame",
    "DayBegun",
    "DayBoard",
    "DayFinished",
    "ParComputed",
    "RankedResult",
    "board_key",
    "day_rules",
    "par",
    "points_of",
]
