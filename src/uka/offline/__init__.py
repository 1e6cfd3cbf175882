"""Uka without a server: this process alone hosts the tables and tournaments of one person, in a page or on a laptop.

- ``storage``: what keeps the logs, and what is said when it is full
- ``alarm``: a timer that is set again and again, and leaves few timers in the event loop
- ``log``: a log that this process alone writes, with its alarm
- ``table``: a table with its clock and its bots
- ``tournament``: a tournament with the bell that ends a round
- ``days``: the deals of past days, for practice
- ``host``: the host of one person's tables and tournaments
- ``backup``: a copy of all that is kept, as one file
- ``request``: a request of the page, and the answer to it
- ``page_requests``: answers requests about the person, rulesets, lessons, puzzles, days and copies
- ``table_requests``: answers requests about tables and records
- ``tournament_requests``: answers requests about tournaments
- ``requests``: answers what the page asks of a server, and lists what needs one
- ``worker``: the host in a worker of a browser
- ``site``: writes the page with the engine as a folder of files
"""
