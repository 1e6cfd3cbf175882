"""Direct access to uvicorn's connection behind an ASGI socket, which bypasses Litestar's layers.

Litestar wraps ``receive`` and ``send`` once for each layer, which costs as much as all other work on a message.
Moreover, ASGI has no way to write several messages at once, or to find out how many bytes are buffered. So the
middleware stores uvicorn's own ``receive`` and ``send``, which are methods of uvicorn's connection, in the ASGI scope.
Only this module and ``uvicorn_protocols`` depend on uvicorn's internals. If the option ``direct_sockets`` is false,
sockets use Litestar's ``receive`` and ``send``. These are slower, and limits count only the bytes in outboxes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, cast

from litestar import WebSocket
from litestar.types import Receive, Scope, Send

from . import uvicorn_protocols

SocketConnection: TypeAlias = WebSocket[Any, Any, Any]
KEY = "uka.direct"
"""The key in the ASGI scope under which uvicorn's own ``receive`` and ``send`` are stored."""


def keep_callables(scope: Scope, receive: Receive, send: Send) -> None:
    """Store uvicorn's own ``receive`` and ``send`` in the ASGI scope of a socket."""
    cast(dict[str, Any], scope)[KEY] = receive, send


def callables_of(socket: SocketConnection) -> tuple[Any, Any]:
    """Return ``receive`` and ``send`` of a socket: uvicorn's own if the ASGI scope has them, otherwise Litestar's."""
    return cast(dict[str, Any], socket.scope).get(KEY, (socket.receive, socket.send))


def connection_of(send: Any) -> uvicorn_protocols.WebSocketProtocol | None:
    """Return the uvicorn connection that has ``send`` as its method; return None if ``send`` is another function."""
    connection = getattr(send, "__self__", None)
    return connection if isinstance(connection, uvicorn_protocols.WebSocketProtocol) else None


def transport_of(send: Any) -> Any:
    """Return the asyncio transport of the connection that has ``send`` as its method; return None if there is none."""
    return getattr(getattr(send, "__self__", None), "transport", None)


def write_now(send: Any, texts: Iterable[str]) -> bool:
    """Write several messages in a single system call; return False if the connection can't accept them now."""
    connection = connection_of(send)
    try:
        return connection is not None and connection.send_now(texts)
    except (OSError, RuntimeError):  # the connection is lost or closed; the task that reads from it handles that
        return True


def unsent(transport: Any) -> int:
    """Return the number of bytes in a transport's write buffer."""
    return 0 if transport is None or transport.is_closing() else transport.get_write_buffer_size()
