"""The middleware. It refuses requests that are not allowed, adds headers to every response, and answers HEAD as GET."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from uka.wire.http_bodies import HttpProblem

from ..base.problems import HttpRefusal
from ..base.security import check_host, client_address, is_allowed_origin
from ..sockets.direct import connection_of, keep_callables, transport_of, unsent
from ..sockets.hub import SocketHub
from ..sockets.outbox_limits import ResponseBuffer

LARGE = 65_536
"""If a connection's write buffer holds more bytes than this, they count towards the limits on queued bytes."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
METHODS = SAFE | {"POST", "PUT", "DELETE", "PATCH"}
CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

HSTS = "max-age=31536000"
"""The Strict-Transport-Security header: after a visit over https, a browser must not use http for a year."""
SECURE = frozenset({"https", "wss"})

PAUSE = 1.0
"""Seconds by which a response 429 (too many requests) is delayed. So the client's next request comes later too."""


class AccessMiddleware:
    """Checks the host, the origin and the rate limit of every request, and adds headers to every response.

    A HEAD request is answered as a GET request is, but without the body.
    """

    def __init__(self, app: ASGIApp, hub: SocketHub) -> None:
        self._app, self._context, self._outboxes, self._relays = app, hub.context, hub.outboxes, hub.relays
        self._rate = self._context.rate_limits.buckets("door", self._context.options.requests_an_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application if the request is allowed; otherwise refuse it."""
        if scope["type"] == "http":
            method = scope["method"]
            # The server that runs this application still needs the method in its own copy of the scope.
            scope = cast(HTTPScope, {**scope, "method": "GET"}) if method == "HEAD" else scope
            send = self._finishing(scope, method, send)
        elif not self._relays.admit(scope):
            await _refuse(HttpRefusal(403, "only servers of this cluster may relay connections"), scope, send)
            return
        await self._context.admission.admit(client_address(scope))
        try:
            self._check(scope)
        except HttpRefusal as denied:
            self._context.metrics.refusals.labels("door").inc()
            await _refuse(denied, scope, send)
        else:
            if scope["type"] == "websocket" and self._context.options.direct_sockets:
                keep_callables(scope, receive, send)
                with self._relays.received(scope, transport_of(send)):
                    await self._app(scope, receive, send)
            else:
                await self._app(scope, receive, send)

    def _finishing(self, scope: HTTPScope, method: str, send: Send) -> Send:
        """Return a ``send`` that also sets security headers, delays each 429 response, and counts responses.

        If ``method`` is HEAD, it leaves out the body. It is used only for HTTP requests, since it would make WebSocket
        connections slower.
        """
        transport = transport_of(send) if self._context.options.direct_sockets else None

        async def finished(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] == 429:
                    await asyncio.sleep(PAUSE)
                headers = MutableScopeHeaders(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["scheme"] == "https":
                    headers["Strict-Transport-Security"] = HSTS
                if scope["path"].startswith("/api") and "Cache-Control" not in headers:
                    headers["Cache-Control"] = "no-store"
                counted = method if method in METHODS else "other"
                route = cast(dict[str, Any], scope).get("path_template", "none")
                self._context.metrics.requests.labels(counted, route, message["status"]).inc()
            elif method == "HEAD" and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)
            if unsent(transport) > LARGE:
                self._outboxes.note(ResponseBuffer(transport, client_address(scope)))

        return finished

    def _check(self, scope: Scope) -> None:
        if wait := self._rate.take(client_address(scope), time.monotonic()):
            raise HttpRefusal(429, "too many requests from your address: wait a moment", wait=wait)
        headers = Headers.from_scope(scope)
        options = self._context.options
        host = check_host(headers.getall("host", ()), options.hosts)
        secure = scope["scheme"] in SECURE
        if _changes(scope) and not is_allowed_origin(headers.get("origin"), host, options.origins, secure=secure):
            raise HttpRefusal(403, "a page of another site may not do that here")


def _changes(scope: Scope) -> bool:
    return scope["type"] != "http" or scope["method"] not in SAFE


async def _refuse(denied: HttpRefusal, scope: Scope, send: Send) -> None:
    """Send a refusal without Litestar, which has not chosen a route yet. A WebSocket's handshake gets the same answer.

    Responses to handshakes do not pass through the middleware's own ``send``, so they are delayed here.
    """
    kind = "http" if scope["type"] == "http" else "websocket.http"
    if kind != "http" and denied.status_code == 429:
        await asyncio.sleep(PAUSE)
    body = msgspec.json.encode(HttpProblem(denied.detail))
    kept = {"Cache-Control": "no-store", "Content-Type": "application/json", "Content-Length": str(len(body))}
    values = HEADERS | kept | (denied.headers or {})
    headers = [(name.lower().encode(), value.encode()) for name, value in values.items()]
    await send(cast(Message, {"type": f"{kind}.response.start", "status": denied.status_code, "headers": headers}))
    await send(cast(Message, {"type": f"{kind}.response.body", "body": body, "more_body": False}))
    if connection := connection_of(send):
        connection.handshake_complete = True  # or else uvicorn reports an error, so that strangers could fill the log
