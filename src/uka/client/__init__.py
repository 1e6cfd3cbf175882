"""A client of a server, for scripts, tests and the terminal.

::

    async with Client("http://127.0.0.1:8765", name="Ana") as ana:
        ticket = await ana.open("uka", seat=Seat.SOUTH, bots="club", begin=True)
        async with ana.attend(ticket.table) as at:
            async for update in at:
                if at.my_turn:
                    await at.act(at.observation.legal_actions[0])
                elif at.awaits_ready:
                    await at.ready()

The client reconnects automatically, and yields each update once and in order. It contributes random numbers to the
shuffles, and checks that the server shuffles fairly.

- ``client``: requests over HTTP, and sessions at tables
- ``table_session``: a session of a person at a table, which receives updates and sends commands
- ``session_state``: what a session knows of its table
- ``table_socket``: the WebSocket of a table, which reconnects and then sends unanswered commands again
- ``table_mirror``: a copy of a table, to which updates are applied in order
- ``command_sender``: one method for each command at a table
- ``bot_moves``: the next command of a seat that a bot plays
- ``fairness_check``: checks that the server shuffles the packs of a game fairly
- ``observed_packs``: what the client observed of each pack, compared with the secret of the shuffle
- ``signing_key``: the key with which a server signs game records
- ``known_keys``: the public keys of servers, saved in a file
- ``addresses``: validates the addresses of servers
- ``errors``: the errors that requests and sessions raise
"""

# ruff: noqa: E402 - before an import fails, ``require`` raises an error that says which packages to install

from uka.extras import require

require("play", "uka.client", "httpx", "websockets")

from .client import Client
from .errors import CommandRefused, ConnectionEnded, LogFull, ServerNotReady, ServerUnreachable, StaleCommand
from .known_keys import KeyChanged, KnownKeys
from .table_session import TableSession

__all__ = [
    "Client",
    "CommandRefused",
    "ConnectionEnded",
    "KeyChanged",
    "KnownKeys",
    "LogFull",
    "ServerNotReady",
    "ServerUnreachable",
    "StaleCommand",
    "TableSession",
]
