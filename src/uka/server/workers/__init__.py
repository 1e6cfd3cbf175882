"""Long work that runs outside the server's event loop, in worker processes and threads.

- ``bot_jobs``: the functions that run in a bot worker
- ``bots``: the processes that choose actions for bots, with a fair queue of jobs
- ``coach``: hints and reviews, computed by the bot workers
- ``job``: the jobs for bot workers, their priorities, and how many unfinished jobs each address has
- ``preparations``: what bot workers load for rulesets in advance, so that a bot's first choice is quick
- ``process``: a worker process, which is started on demand, and killed if a job takes too long
- ``record_archive``: makes and signs the records of finished games
- ``record_checker``: verifies and replays records that clients send
- ``sheet_printer``: prints the sheets of tournaments
"""
