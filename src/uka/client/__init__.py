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

The client reconnects automatically, and yields each update once and in order. It contributes to the shuffles for its
seat, and checks that the server deals fairly.

- ``client``: requests over HTTP, and sessions at tables
- ``table_session``: a person at a table, who receives updates and sends commands
- ``session_state``: the state of the table as a session knows it
- ``table_socket``: the WebSocket of a table, which reconnects and then sends unanswered commands again
- ``table_mirror``: a copy of a table, which applies updates in order
- ``command_sender``: one method for each command
- ``bot_moves``: the next move of a seat that a bot plays
- ``fairness_check``: checks the server's promises about the packs of a game
- ``observed_packs``: what the client observed of each pack, compared with the secret of the shuffle
- ``signing_key``: checks the signature of a game record
- ``known_keys``: the public keys of servers, saved in a file
- ``addresses``: validates the addresses of servers
- ``errors``: the errors that requests and sessions raise
"""

# ruff: noqa: E402 - a sentence is raised before an import fails

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
