"""The day's deals: the same deals for everyone, against bots that play the same against the same play.

- ``rules``: a ruleset as it is played for the deals of a day
- ``par``: what four bots make of given deals
- ``board``: the results of a day, in their order

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
