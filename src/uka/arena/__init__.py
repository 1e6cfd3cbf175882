"""Contests between bots, with confidence intervals, and training by self-play.

- ``contest``: contests, in which every two players meet, and the sums of their results.
- ``match_play``: single deals and games between players.
- ``report``: the results of a contest as means and rates, which can be printed as a table.
- ``report_text``: the means, rates, times and names in these results as text.
- ``player_tally``: counts of a player's contracts and choices, and the distribution of the times of its choices.
- ``confidence_intervals``: means and rates with 95 % confidence intervals.
- ``elo``: Elo ratings.
- ``quick_contest``: a contest or a measurement of exploitability in one call.
- ``exploitability``: how many points a deal an exploiter gains against a bot.
- ``exploitation_report``: the results of such a measurement as means.
- ``local_best_response``: the exploiter, which chooses better than the bot where it can.
- ``opponent_model``: how the bot is expected to choose, and which hidden cards its choices suggest.
- ``world_deals``: a world (a layout of the hidden cards) as a deal.
- ``deviation_kinds``: the kinds of choices in which the exploiter chooses otherwise than the bot.
- ``deal_rows``: a row for each deal of a contest, for the tools of data analysis.
- ``call_facts``: a row of facts about each deal in which trump was made, and conditions on them.
- ``row_files``: CSV and Parquet files with a row for each deal.
- ``python_bot``: players that are Python classes or objects.
- ``program``: players that are external programs.
- ``start_check``: a test that shows whether a program starts, and whether it flushes its output.
- ``error_output``: the error output of a program.
- ``protocol``: the messages between the arena and a program.
- ``player_faults``: the faults of a player, and the action that replaces a missing answer.
- ``conformance``: a test that shows whether a program follows the protocol.
- ``training_run``: the training of a model, from a ruleset and a seed.
- ``cfr_rounds``: CFR training of the bidding, in rounds.
- ``selfplay``: statistics of deals that bots play against each other.
- ``chunked_work``: work divided into chunks with seeds, and the file that stores the results of finished chunks.
- ``executors``: the processes on this machine, or the Dask cluster, that run chunks of work.
- ``worker_process``: how a worker process reacts to Ctrl-C and to the end of its parent process.

>>> from concurrent.futures import ThreadPoolExecutor
>>> import uka
>>> contest = Contest(rules=uka.ruleset("cardgames"), players=("club", "random"), duplicate=True)
>>> with ThreadPoolExecutor(1) as executor:
...     *_, results = run_contest(contest, 20, executor)
>>> figures = report(contest, 20, results)
>>> figures.deals, figures.players[0].points_a_deal.value > 0.3, figures.complete
(40, True, True)
"""

from .chunked_work import Chunk, ChunkStore, chunks, run
from .confidence_intervals import Interval, RatioSums, share_interval
from .contest import Contest, PairResult, run_contest
from .elo import elo
from .executors import workers
from .exploitation_report import ExploitationReport
from .local_best_response import SearchSettings
from .program import ProgramPlayer
from .quick_contest import exploit, play_contest
from .report import ContestReport, report
from .row_files import row_file

__all__ = [
    "Chunk",
    "ChunkStore",
    "Contest",
    "ContestReport",
    "ExploitationReport",
    "Interval",
    "PairResult",
    "ProgramPlayer",
    "RatioSums",
    "SearchSettings",
    "chunks",
    "elo",
    "exploit",
    "play_contest",
    "report",
    "row_file",
    "run",
    "run_contest",
    "share_interval",
    "workers",
]
