"""The commands that change a table. Each function checks a command and returns the log entries to write.

A function raises ``TableRefusal`` or ``IllegalAction`` if the command is not allowed.

- ``people``: the commands for joining, seats, breaks and phrases, and the commands of the host
- ``quick``: quick games, which strangers join and which begin by themselves
- ``gameplay``: the commands with which people and bots play
- ``hints``: who may get a hint
"""
