"""Direct access to uvicorn's connection behind an ASGI socket, which bypasses Litestar's layers.

Litestar wraps the ASGI functions ``receive`` and ``send`` once for each of its layers, which costs as much as all other
work on a message. Moreover, ASGI has no way to write several messages at once, or to find out how many bytes are
buffered. So the middleware stores uvicorn's own ``receive`` and ``send``, which are methods of uvicorn's connection, in
the ASGI scope.
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
SCOPE_KEY = "uka.direct"
"""The key in the ASGI scope under which uvicorn's own ``receive`` and ``send`` are stored."""


def store_callables(scope: Scope, receive: Receive, send: Send) -> None:
    """Store uvicorn's own ``receive`` and ``send`` in the ASGI scope of a socket."""
    cast(dict[str, Any], scope)[SCOPE_KEY] = receive, send


def callables_of(socket: SocketConnection) -> tuple[Any, Any]:
    """Return ``receive`` and ``send`` of ``socket``: uvicorn's own if the ASGI scope has them, otherwise Litestar's."""
    return cast(dict[str, Any], socket.scope).get(SCOPE_KEY, (socket.receive, socket.send))


def connection_of(send: Any) -> uvicorn_protocols.WebSocketProtocol | None:
    """Return the uvicorn WebSocket connection that has the method ``send``; None if ``send`` is no such method."""
    connection = getattr(send, "__self__", None)
    return connection if isinstance(connection, uvicorn_protocols.WebSocketProtocol) else None


def transport_of(send: Any) -> Any:
    """Return the asyncio transport of the connection that has the method ``send``; None if there is none."""
    return getattr(getattr(send, "__self__", None), "transport", None)


def write_now(connection: uvicorn_protocols.WebSocketProtocol | None, texts: Iterable[str]) -> bool:
    """Write the messages ``texts`` to ``connection`` in a single system call, and return True.

    Return False, and write nothing, if ``connection`` is None or its buffer is full.
    """
    try:
        return connection is not None and connection.send_now(texts)
    except (OSError, RuntimeError):  # the connection is lost or closed; the task that reads from it handles that
        return True


def unsent_bytes(transport: Any) -> int:
    """Return the number of bytes in the write buffer of ``transport``; 0 if ``transport`` is None or closing."""
    return 0 if transport is None or transport.is_closing() else transport.get_write_buffer_size()
