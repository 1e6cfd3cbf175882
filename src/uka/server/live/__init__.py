"""Live tables and tournaments: their state in memory, their clients, and the timers and bots that run them.

- ``audience``: a table's connected clients, and the updates sent to them
- ``context``: creates and connects the parts of a server process
- ``days``: the deals of a day: the tables of counted games, and the boards of results
- ``departures``: the players who left while other processes might consider this one dead
- ``driver``: runs a table's timers and bots
- ``farewells``: the reasons that the server sends when it closes a connection
- ``invitations``: signed invitations to tables
- ``lobby``: the list of public tables
- ``local_logs``: gives ``cluster.membership`` access to all tables and tournaments in memory
- ``pack_secrets``: the server's secrets for the shuffles of tables
- ``presence``: counts the people who are online
- ``quick_games``: seats people who want the same rules at one table
- ``quotas``: limits on tables, tournaments and log lines by guest and address
- ``subscribers``: the interfaces of clients that receive updates
- ``log_compressor``: compresses the logs of finished games
- ``sweeper``: drops idle connections, tables and tournaments
- ``table``: a live table: its state, its clients, and the driver that runs its timers and bots
- ``table_commands``: maps a client's commands to operations on a table
- ``table_registry``: opens and loads tables, and drops idle tables from memory
- ``table_summaries``: makes the summary of a table for lists of tables
- ``timer``: the timer of a table or tournament, and the tasks that it starts
- ``tournament``: a live tournament: its state, its clients, and the bell that ends a round
- ``tournament_commands``: maps a client's commands to operations on a tournament
- ``tournament_links``: signed links to a tournament
- ``tournament_registry``: opens and loads tournaments, and drops idle tournaments from memory
- ``tournament_tables``: runs the tables at which a tournament is played
- ``watchdog``: restarts the timers of a table or tournament if nothing has handled a due turn or timeout
"""
