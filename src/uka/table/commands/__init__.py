"""The commands that change a table. Each function checks a command and returns the log entries to write.

A function raises ``TableRefusal`` or ``IllegalAction`` if the command is not allowed.

- ``people``: joining, seats, breaks, phrases, and the commands of the host
- ``gameplay``: the game itself, for people and bots
"""
