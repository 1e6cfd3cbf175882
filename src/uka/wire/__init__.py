"""The messages between a server and its clients: clients send commands, and the server sends updates.

- ``table_commands``: what a client sends over a table's WebSocket
- ``table_updates``: what the server sends over a table's WebSocket
- ``tournament_commands``: what a client sends over a tournament's WebSocket
- ``director_commands``: the tournament commands that only a director may send
- ``tournament_command_base``: the base class and the field types of a tournament's commands
- ``tournament_updates``: what the server sends over a tournament's WebSocket
- ``socket_updates``: what the server sends over either WebSocket
- ``message_reader``: decodes commands from JSON text
- ``http_bodies``: the bodies of HTTP requests and responses
- ``day_bodies``: the bodies of HTTP requests and responses about the day's deals
- ``match_bodies``: the bodies of HTTP requests and responses about duplicate matches
- ``quick_bodies``: the bodies of HTTP requests and responses about quick games
- ``puzzle_bodies``: the bodies of HTTP requests and responses about puzzles
- ``lesson_bodies``: the bodies of HTTP responses about lessons
- ``positions``: a position of a deal in which a person makes one choice, such as a puzzle
- ``season_bodies``: the bodies of HTTP requests and responses about seasons
- ``club_bodies``: the bodies of HTTP requests and responses about the club that a server belongs to
- ``transfer_bodies``: the bodies of HTTP requests and responses by which a guest moves to a second device
- ``schema``: the types of all messages as JSON Schema

>>> from uka.wire import table_commands, table_updates
>>> from uka.core.actions import OrderUp
>>> table_commands.write(table_commands.SubmitAction(OrderUp(), 41, id="m7"))
'{"type":"submit_action","action":{"type":"order_up","alone":false},"version":41,"id":"m7"}'
>>> table_updates.read('{"type":"ack","id":"m7","version":42}')
Ack(id='m7', version=42)
"""

from . import http_bodies, table_commands, table_updates
from .message_reader import InvalidMessage
from .table_commands import TableCommand
from .table_updates import TableUpdate

__all__ = ["InvalidMessage", "TableCommand", "TableUpdate", "http_bodies", "table_commands", "table_updates"]
