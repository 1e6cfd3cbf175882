"""Live tables and tournaments: their state in memory, their clients, and the timers and bots that run them.

- ``chat``: the chat of a table: the last lines that people wrote
- ``context``: creates and connects the parts of a server process
- ``day_boards``: the boards of results of the day's deals, and par, which bots compute in the background
- ``days``: the tables at which people play the day's deals, and the results of these games
- ``disclosure``: decides who may see what of a table, and when
- ``driver``: runs a table's timers and bots
- ``farewells``: the reasons that the server sends when it closes a connection
- ``invitations``: signed invitations to tables
- ``lobby``: the list of public tables
- ``local_logs``: gives ``cluster.membership`` access to all tables and tournaments in memory
- ``log_compressor``: compresses the logs of finished games
- ``matches``: duplicate matches: two tables with the same deals
- ``presence``: counts the people who are online
- ``quick_games``: seats people who want the same rules at one table
- ``quotas``: limits on tables, tournaments and log lines by guest and address
- ``subscribers``: the interfaces of clients that receive updates
- ``sweeper``: closes idle connections, and drops idle tables and tournaments from memory
- ``table``: a live table: its state, its clients, and the driver that runs its timers and bots
- ``table_registry``: opens and loads tables, and drops idle tables from memory
- ``table_snapshots``: the snapshots of long tables in the store, with which they are opened again
- ``timer``: the timer of a table or tournament, and the tasks that it starts
- ``tournament``: a live tournament: its state, its clients, and the bell that ends a round
- ``tournament_registry``: opens and loads tournaments, and drops idle tournaments from memory
- ``tournament_tables``: runs the tables at which a tournament is played
- ``watchdog``: restarts the timers of a table or tournament if nothing has handled a due turn or timeout
"""
