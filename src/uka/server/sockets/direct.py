"""Direct access to uvicorn's connection behind an ASGI socket, bypassing Litestar's layers.

Litestar wraps ``receive`` and ``send`` once for each layer, which costs as much as all other work on a message. ASGI
can neither write several messages at once nor tell how many bytes are buffered. So the middleware keeps uvicorn's own
callables in the scope; they are methods of the connection. Only this module and ``uvicorn_protocols`` depend on
uvicorn's internals. Without the option ``direct_sockets`` sockets use Litestar's callables: they are slower, and only
the bytes in the outbox count towards its limits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, cast

from litestar import WebSocket
from litestar.types import Receive, Scope, Send

from . import uvicorn_protocols

SocketConnection: TypeAlias = WebSocket[Any, Any, Any]
KEY = "uka.direct"
"""Where the scope keeps the ASGI server's own ``receive`` and ``send``."""


def keep_callables(scope: Scope, receive: Receive, send: Send) -> None:
    """Keep the ASGI server's own callables in the scope of a socket."""
    cast(dict[str, Any], scope)[KEY] = receive, send


def callables_of(socket: SocketConnection) -> tuple[Any, Any]:
    """Return ``receive`` and ``send`` of a socket: the ASGI server's own if they were kept, else Litestar's."""
    return cast(dict[str, Any], socket.scope).get(KEY, (socket.receive, socket.send))


def connection_of(send: Any) -> uvicorn_protocols.WebSocketProtocol | None:
    """Return the uvicorn connection that ``send`` is a method of, or None."""
    connection = getattr(send, "__self__", None)
    return connection if isinstance(connection, uvicorn_protocols.WebSocketProtocol) else None


def transport_of(send: Any) -> Any:
    """Return the transport of the connection that ``send`` belongs to, or None."""
    return getattr(getattr(send, "__self__", None), "transport", None)


def write_now(send: Any, texts: Iterable[str]) -> bool:
    """Write messages at once in a single system call; return False if the connection can't take them now."""
    connection = connection_of(send)
    try:
        return connection is not None and connection.send_now(texts)
    except (OSError, RuntimeError):  # the connection is lost or closed, which its reader will notice
        return True


def unsent(transport: Any) -> int:
    """Return the number of bytes in a transport's write buffer."""
    return 0 if transport is None or transport.is_closing() else transport.get_write_buffer_size()
