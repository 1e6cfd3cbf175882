"""Bots against bots, with honest error bars.

>>> from concurrent.futures import ThreadPoolExecutor
>>> import uka
>>> contest = Contest(rules=uka.ruleset("cardgames"), players=("club", "random"), duplicate=True)
>>> with ThreadPoolExecutor(1) as executor:
...     *_, met = run_contest(contest, 20, executor)
>>> found = report(contest, 20, met)
>>> found.deals, found.players[0].points_a_deal.value > 0.3, found.complete
(40, True, True)
"""

from .chunked_work import Chunk, ChunkStore, chunks, run
from .confidence_intervals import Interval, RatioSums, share_interval
from .contest import Contest, PairResult, run_contest
from .elo import elo
from .executors import workers
from .program import ProgramPlayer
from .report import ContestReport, report

__all__ = [
    "Chunk",
    "ChunkStore",
    "Contest",
    "ContestReport",
    "Interval",
    "PairResult",
    "ProgramPlayer",
    "RatioSums",
    "chunks",
    "elo",
    "report",
    "run",
    "run_contest",
    "share_interval",
    "workers",
]
