"""A small client of a server, for scripts, tests and the terminal.

::

    async with Client("http://127.0.0.1:8765", name="Ana") as ana:
        ticket = await ana.open("uka", seat=Seat.SOUTH, bots="club", begin=True)
        async with ana.attend(ticket.table) as at:
            async for news in at:
                if at.my_turn:
                    await at.act(at.observation.legal_actions[0])

It comes back by itself when the connection is lost, hears everything once and in order, does its seat's part in
dealing fairly, and checks that the server keeps its word.
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
