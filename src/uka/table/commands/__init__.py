"""Commands at a table: each checks what somebody may do and returns the entries to write, or raises ``TableRefusal``.

- ``people``: joining, seats, breaks, phrases, and what the host may do
- ``gameplay``: the game itself, for people and bots
"""
