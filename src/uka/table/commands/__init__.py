"""Commands at a table. Each checks that a player may do it, and returns the entries to write.

If the table does not allow it, a command raises ``TableRefusal`` or ``IllegalAction``.

- ``people``: joining, seats, breaks, phrases, and the commands of the host
- ``gameplay``: the game itself, for people and bots
"""
