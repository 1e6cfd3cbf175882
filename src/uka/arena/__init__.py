"""Bots against bots, with honest error bars.

>>> from concurrent.futures import ThreadPoolExecutor
>>> import uka
>>> contest = Contest(rules=uka.ruleset("cardgames"), players=("club", "random"), duplicate=True)
>>> with ThreadPoolExecutor(1) as executor:
...     *_, met = held(contest, 20, executor)
>>> found = report(contest, 20, met)
>>> found.deals, found.players[0].points_a_deal.value > 0.3, found.complete
(40, True, True)
"""

from .contest import Contest, Met, held
from .elo import elo
from .interval import Interval, Sums, share_interval
from .program import Program
from .report import Report, report
from .work import Chunk, Store, chunks, run, workers

__all__ = [
    "Chunk",
    "Contest",
    "Interval",
    "Met",
    "Program",
    "Report",
    "Store",
    "Sums",
    "chunks",
    "elo",
    "held",
    "report",
    "run",
    "share_interval",
    "workers",
]
