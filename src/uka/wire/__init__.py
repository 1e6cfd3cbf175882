"""The messages between a server and its clients: asks and tells of a table's socket, forms of HTTP.

>>> from uka.wire import asks, tells
>>> from uka.core.actions import OrderUp
>>> asks.write(asks.Act(OrderUp(), 41, id="m7"))
'{"ask":"act","action":{"do":"order_up","alone":false},"version":41,"id":"m7"}'
>>> tells.read('{"tell":"ack","id":"m7","version":42}')
Ack(id='m7', version=42)
"""

from . import asks, forms, tells
from .asks import Ask, BadMessage
from .tells import Tell

__all__ = ["Ask", "BadMessage", "Tell", "asks", "forms", "tells"]
