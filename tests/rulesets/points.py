"""Reads the points back from the rulebook's sentences, and computes the points that the rules score."""

from __future__ import annotations

import re

from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome, outcome_of

COUNTS = {"three": 3, "four": 4, "five": 5}
ENDS = re.compile(
    r"(?P<who>Makers|A loner) (?:who takes? )(?:(?P<fewer>fewer than (?P<limit>\w+))|(?P<all>all five)"
    r"|(?P<some>three or four)) tricks(?:, a march,| is euchred: the defenders| are euchred: the defenders)? scores? "
    r"(?P<points>\d+|no) points?\."
)


def points_told(text: str) -> dict[tuple[bool, int], tuple[int, int]]:
    """Return the points of makers and defenders that sentences state.

    The keys are whether a maker is alone, and the number of tricks taken.
    """
    found = dict[tuple[bool, int], tuple[int, int]]()
    for end in ENDS.finditer(text):
        worth = 0 if end["points"] == "no" else int(end["points"])
        taken = range(COUNTS[end["limit"]]) if end["fewer"] else (5,) if end["all"] else (3, 4)
        for tricks in taken:
            key = end["who"] == "A loner", tricks
            assert key not in found
            found[key] = (0, worth) if end["fewer"] else (worth, 0)
    return found


def points_scored(rules: Ruleset) -> dict[tuple[bool, int], tuple[int, int]]:
    """Return the points of makers and defenders by the rules' score table, with the same keys as ``points_told``."""
    found = dict[tuple[bool, int], tuple[int, int]]()
    for alone in (False, True)[: 1 + (rules.alone_by != "nobody")]:
        for tricks in range(6):
            end = outcome_of(tricks, 5, loner=alone, lone_defender=False, lone_must_march=rules.lone_must_march)
            worth = rules.scoring[end]
            found[alone, tricks] = (0, worth) if end in (Outcome.EUCHRED, Outcome.LONE_EUCHRED) else (worth, 0)
    return found
