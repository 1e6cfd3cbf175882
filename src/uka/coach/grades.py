"""The scale of choices: in a word, how much worse a choice is than the best one.

The cost of a choice is the chance of winning the game that it gives away, compared with the best choice. A cost is
clear if it is more than ``ERRORS`` of its standard errors. A cost that is not clear may be due to chance.

>>> grade(0.0, 0.0, unsure=True), grade(0.004, 0.001), grade(0.03, 0.002), grade(0.05, 0.01), grade(0.05, 0.03)
('best', 'good', 'doubtful', 'costly', 'good')
"""

from __future__ import annotations

from typing import Literal, TypeAlias

ERRORS = 2.0
"""A difference may be due to chance if it is at most this number of its standard errors."""
DOUBTFUL = 0.02
"""The cost in chance of winning from which a choice is doubtful: two games of 100."""
COSTLY = 0.04
"""The cost in chance of winning from which a choice is costly: four games of 100."""
Grade: TypeAlias = Literal["best", "good", "doubtful", "costly"]
"""How much worse a choice is than the best one.

"best": it is the best choice, or as good within the margin of error of both its chance of winning and its points.
"good": it clearly costs less than ``DOUBTFUL``, or what it costs in chance of winning is not clear.
"doubtful": it clearly costs something, from ``DOUBTFUL`` to less than ``COSTLY``.
"costly": it clearly costs something, ``COSTLY`` or more.
"""


def grade(win: float, win_error: float, *, unsure: bool = False) -> Grade:
    """Return the grade of a choice that costs ``win`` in chance of winning, with the standard error ``win_error``.

    If ``unsure`` is true, the choice is as good as the best one as far as sampling can tell.
    """
    if unsure:
        return "best"
    if win <= ERRORS * win_error or win < DOUBTFUL:
        return "good"
    return "doubtful" if win < COSTLY else "costly"
