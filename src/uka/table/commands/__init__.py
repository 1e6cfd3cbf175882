"""The commands that change a table. Each command is a function that returns the log entries to write.

The function raises ``TableRefusal`` or ``IllegalAction`` if the command is not allowed in the table's present state.

- ``free_seats``: which seat a person gets who comes to a table without a choice of their own
- ``people``: the commands for joining, seats, breaks and phrases, and the commands of the host
- ``quick``: the commands for quick games, in which strangers meet and which begin by themselves
- ``gameplay``: the commands with which people and bots play
- ``hints``: who may get a hint, and from what it is computed
"""
