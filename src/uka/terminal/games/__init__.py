"""The games that the terminal client shows: one on this machine, or one over a server.

- ``interface``: what the screen needs of a game, wherever it is played.
- ``local``: a game against bots on this machine.
- ``local_table``: its table, rebuilt from its record.
- ``local_setup``: what it begins with.
- ``chance``: its draws and packs, from a seed.
- ``remote``: a game over a server.
- ``menus``: what a person may do at a server's table beside the deal's choices.
- ``host_menu``: what its host may do.
- ``people``: who sits there, who comes and goes, in words.
- ``story``: what happened at a table, as lines of the story.
"""
