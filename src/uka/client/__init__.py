"""A client of a server, for scripts, tests and the terminal.

::

    async with Client("http://127.0.0.1:8765", name="Ana") as ana:
        ticket = await ana.open("uka", seat=Seat.SOUTH, bots="club", begin=True)
        async with ana.attend(ticket.table) as at:
            async for news in at:
                if at.my_turn:
                    await at.act(at.observation.legal_actions[0])

The client reconnects automatically, yields each update once and in order, takes its seat's part in fair dealing, and
checks that the server deals fairly.

- ``client``: requests over HTTP, and sessions at tables
- ``table_session``: a person at a table, who gets updates and sends commands
- ``session_state``: the state of the table as a session knows it
- ``table_socket``: the WebSocket of a table, which reconnects and sends unanswered commands again
- ``table_mirror``: updates in order, and the state after them
- ``command_sender``: one method for each command
- ``bot_moves``: the next move of a seat that a bot plays
- ``share_chain``: this person's chain of shares for fair dealing
- ``fairness_check``: the check of the server's promises about a game's packs
- ``observed_packs``: what the client observed of each pack, and its check against the pack's secret
- ``signing_key``: the check of a record's signature
- ``known_keys``: the public keys of servers, saved in a file
- ``errors``: the errors that requests and sessions raise
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
