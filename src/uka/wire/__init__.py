"""The messages between a server and its clients: commands go in, updates come out.

- ``table_commands`` and ``table_updates``: a table's socket
- ``tournament_commands`` and ``tournament_updates``: a tournament's socket
- ``http_bodies``: what is sent and answered over HTTP
- ``schema``: the types of all messages as JSON Schema
- ``component_names``: names in that schema that differ from the names of the classes

>>> from uka.wire import table_commands, table_updates
>>> from uka.core.actions import OrderUp
>>> table_commands.write(table_commands.SubmitAction(OrderUp(), 41, id="m7"))
'{"ask":"act","action":{"do":"order_up","alone":false},"version":41,"id":"m7"}'
>>> table_updates.read('{"tell":"ack","id":"m7","version":42}')
TableAck(id='m7', version=42)
"""

from . import http_bodies, table_commands, table_updates
from .table_commands import InvalidMessage, TableCommand
from .table_updates import TableUpdate

__all__ = ["InvalidMessage", "TableCommand", "TableUpdate", "http_bodies", "table_commands", "table_updates"]
