"""The messages between a server and its clients: asks and tells of a table's socket, forms of HTTP.

>>> from uka.wire import asks, tells
>>> from uka.core.actions import OrderUp
>>> table_commands.write(table_commands.Act(OrderUp(), 41, id="m7"))
'{"ask":"act","action":{"do":"order_up","alone":false},"version":41,"id":"m7"}'
>>> table_updates.read('{"tell":"ack","id":"m7","version":42}')
Ack(id='m7', version=42)
"""

from . import http_bodies, table_commands, table_updates
from .table_commands import Ask, BadMessage
from .table_updates import Tell

__all__ = ["Ask", "BadMessage", "Tell", "http_bodies", "table_commands", "table_updates"]
