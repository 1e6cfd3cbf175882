"""Work outside the event loop, in worker processes and threads.

- ``bot_jobs``: the functions that run in a bot worker
- ``bots``: the bot workers, and the fair queue before them
- ``coach``: hints and reviews, computed by the bot workers
- ``pending_jobs``: the unfinished jobs of each address
- ``process``: a worker process, started on demand and killed when it takes too long
- ``record_archive``: makes and signs the records of finished games
- ``record_checker``: verifies and replays records that clients send
- ``sheet_printer``: prints the sheets of tournaments
"""
