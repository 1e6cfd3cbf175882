"""Contests between bots, with confidence intervals, and self-play training.

- ``contest``, ``match_play``: who meets whom, and how games are played; ``report``, ``player_tally``,
  ``confidence_intervals``, ``elo``: the results.
- ``program``, ``protocol``, ``player_faults``, ``conformance``: players that are programs, and their protocol.
- ``training_run``, ``cfr_rounds``, ``selfplay``: training of models.
- ``chunked_work``, ``executors``, ``worker_process``: long work on many processes or machines.

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
