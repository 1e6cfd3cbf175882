"""The middleware, which refuses requests that are not allowed, and adds headers to every response."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from uka.wire.http_bodies import HttpProblem

from ..base.problems import HttpRefusal
from ..base.security import address, known_host, own_origin
from ..sockets.direct import keep_callables, transport_of, unsent
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
    """Checks the host, the origin and the rate limit of every request, and adds headers to every response."""

    def __init__(self, app: ASGIApp, hub: SocketHub) -> None:
        self._app, self._context, self._outboxes, self._relays = app, hub.context, hub.outboxes, hub.relays
        self._rate = self._context.rate_limits.buckets("door", self._context.options.requests_an_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application if the request is allowed; otherwise refuse it."""
        if scope["type"] == "http":
            send = self._finishing(scope, send)
        elif not self._relays.admit(scope):
            await _refuse(HttpRefusal(403, "only servers of this cluster may relay connections"), scope, send)
            return
        await self._context.admission.admit(address(scope))
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

    def _finishing(self, scope: HTTPScope, send: Send) -> Send:
        """Return a ``send`` that also sets security headers, delays each 429 response, and counts responses.

        It is used only for HTTP requests, since it would make WebSocket connections slower.
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
                method = scope["method"] if scope["method"] in METHODS else "other"
                route = cast(dict[str, Any], scope).get("path_template", "none")
                self._context.metrics.requests.labels(method, route, message["status"]).inc()
            await send(message)
            if unsent(transport) > LARGE:
                self._outboxes.note(ResponseBuffer(transport, address(scope)))

        return finished

    def _check(self, scope: Scope) -> None:
        if wait := self._rate.take(address(scope), time.monotonic()):
            raise HttpRefusal(429, "too many requests from your address: wait a moment", wait=wait)
        headers = Headers.from_scope(scope)
        host = headers.get("host")
        options = self._context.options
        if not known_host(host, options.hosts):
            raise HttpRefusal(400, "this server does not answer to that name")
        secure = scope["scheme"] in SECURE
        if _changes(scope) and not own_origin(headers.get("origin"), host, options.origins, secure=secure):
            raise HttpRefusal(403, "a page of another site may not do that here")


def _changes(scope: Scope) -> bool:
    return scope["type"] != "http" or scope["method"] not in SAFE


async def _refuse(denied: HttpRefusal, scope: Scope, send: Send) -> None:
    """Send a refusal without Litestar, which has not chosen a route yet. Refuse a WebSocket during its handshake."""
    if scope["type"] != "http":
        limited = denied.status_code == 429
        if limited:
            await asyncio.sleep(PAUSE)
        await send({"type": "websocket.close", "code": 4429 if limited else 4403, "reason": denied.detail})
        return
    body = msgspec.json.encode(HttpProblem(denied.detail))
    values = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(denied.headers or {})}
    headers = [(name.lower().encode(), value.encode()) for name, value in values.items()]
    await send({"type": "http.response.start", "status": denied.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
