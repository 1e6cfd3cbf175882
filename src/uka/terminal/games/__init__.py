"""The games that the terminal client shows, on this machine or through a server.

- ``interface``: the interface between a game and the screen
- ``local``: a game against bots on this machine
- ``local_table``: the table of a local game, rebuilt from its record
- ``local_setup``: the options, the bots and the record of a new local game
- ``last_game``: the ruleset and the bots of the last game, which are the defaults of the next game
- ``remote``: a game through a server
- ``shown_table``: a server's table as the screen shows it, which may be some updates behind
- ``menus``: a person's menus at a server's table, for seats, breaks, draws for dealer and cuts of the pack
- ``host_menu``: the host's menu at a server's table
- ``people``: sentences about the people at a server's table
"""
