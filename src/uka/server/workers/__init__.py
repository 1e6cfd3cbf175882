"""Work outside the event loop, in other processes and threads.

- ``bot_jobs``: what runs in a bot worker
- ``bots``: the bot workers, and the fair queue before them
- ``coach``: hints and reviews, computed by the bot workers
- ``process``: a worker process, started when needed and killed when it takes too long
- ``record_archive``: records of finished games, made from logs and signed
- ``record_checker``: verifies and replays records of strangers
- ``sheet_printer``: prints the sheets of tournaments
"""
