"""Tables and tournaments in memory.

- ``audience``: the clients of a table, and the updates sent to them
- ``context``: makes and connects the parts of a server process
- ``driver``: runs a table's timers and bots
- ``farewells``: the sentences with which the server ends connections
- ``invitations``: signed invitations to tables
- ``lobby``: the list of public tables
- ``local_logs``: both registries together, as the cluster sees them
- ``quotas``: how much guests, addresses and holders of links may add
- ``subscribers``: clients, as tables and tournaments see them
- ``sweeper``: drops idle connections, tables and tournaments
- ``table``: a live table
- ``table_commands``: the operation on a table for each command of a client
- ``table_registry``: opens, finds and puts away tables
- ``table_summaries``: tables as rows of a list
- ``timer``: a timer that starts work, and plans anew when it ends
- ``tournament``: a live tournament
- ``tournament_commands``: the operation on a tournament for each command of a client
- ``tournament_links``: signed links to a tournament
- ``tournament_registry``: opens, finds and puts away tournaments
- ``tournament_tables``: the tables at which a tournament is played
- ``watchdog``: restarts what is overdue
"""
