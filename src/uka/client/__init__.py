"""A small client of a server, for scripts, tests and the terminal.

::

    async with Client("http://127.0.0.1:8765", name="Ana") as ana:
        ticket = await ana.open("uka", seat=Seat.SOUTH, bots="club", begin=True)
        async with ana.attend(ticket.table) as at:
            async for news in at:
                if at.my_turn:
                    await at.act(at.observation.legal_actions[0])

The client reconnects by itself, gets every update once and in order, takes its seat's part in fair dealing, and checks
that the server deals fairly.

- ``client``: requests over HTTP, and sessions at tables
- ``table_session``: a person at a table: its state, its updates and its commands
- ``table_socket``: the WebSocket of a table, which reconnects and sends unanswered commands again
- ``table_mirror``: updates in order, and the state after them
- ``command_sender``: one method for each command
- ``bot_moves``: the next move of a seat that a bot plays
- ``share_chain``: this person's chain of shares for fair dealing
- ``fairness_check``: the check of what the server reveals against what it committed to
- ``known_keys``: the public keys of servers, kept in a file
- ``errors``: what can go wrong
"""

from .client import Client
from .errors import CommandRefused, ConnectionEnded, ServerUnreachable, StaleCommand
from .known_keys import KeyChanged, KnownKeys
from .table_session import TableSession

__all__ = [
    "Client",
    "CommandRefused",
    "ConnectionEnded",
    "KeyChanged",
    "KnownKeys",
    "ServerUnreachable",
    "StaleCommand",
    "TableSession",
]
