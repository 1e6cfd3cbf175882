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
from ..base.security import SECURE_SCHEMES, check_host, client_address, is_allowed_origin
from ..sockets.direct import connection_of, store_callables, transport_of, unsent_bytes
from ..sockets.hub import SocketHub
from ..sockets.outbox_limits import ResponseBuffer

LARGE_BUFFER = 65_536
"""If an HTTP connection's write buffer holds more bytes than this, it counts towards the limits on queued bytes."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
METHODS = SAFE_METHODS | {"POST", "PUT", "DELETE", "PATCH"}
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
ENGINE = "/engine/"
"""The path of the engine's files. Among them is the worker that compiles WebAssembly."""
ENGINE_POLICY = CONTENT_SECURITY_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

HSTS = "max-age=31536000"
"""The value of the Strict-Transport-Security header: after a visit over https, a browser uses only https for a year."""

REFUSAL_DELAY = 1.0
"""Seconds by which a response 429 (too many requests) is delayed, so that the client's next request comes later too."""


class AccessMiddleware:
    """Checks the host, the origin and the rate limit of every request, and adds headers to every response.

    A HEAD request is answered as a GET request is, but without the body.
    """

    def __init__(self, app: ASGIApp, hub: SocketHub) -> None:
        self._app, self._context, self._outboxes, self._relays = app, hub.context, hub.outboxes, hub.relays
        self._rate = self._context.rate_limits.limiter("door", self._context.options.requests_an_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an HTTP request or WebSocket handshake to the application if it is allowed; otherwise refuse it."""
        if scope["type"] == "http":
            method = scope["method"]
            # Change a copy, since the server that runs this application still reads the method HEAD in the original.
            scope = cast(HTTPScope, {**scope, "method": "GET"}) if method == "HEAD" else scope
            send = self._wrap_send(scope, method, send)
        elif not self._relays.admit(scope):
            await _refuse(HttpRefusal(403, "only servers of this cluster may relay connections"), scope, send)
            return
        is_api = scope["type"] == "http" and scope["path"].startswith("/api")
        admission = self._context.request_admission if is_api else self._context.admission
        await admission.admit(client_address(scope))
        try:
            self._check(scope)
        except HttpRefusal as denied:
            self._context.metrics.refusals.labels("door").inc()
            await _refuse(denied, scope, send)
        else:
            if scope["type"] == "websocket" and self._context.options.direct_sockets:
                store_callables(scope, receive, send)
                with self._relays.abort_with_sender(scope, transport_of(send)):
                    await self._app(scope, receive, send)
            else:
                await self._app(scope, receive, send)

    def _wrap_send(self, scope: HTTPScope, method: str, send: Send) -> Send:
        """Return a function that does what ``send`` does, and also sets security headers and counts responses.

        The function delays each response 429. If ``method`` is HEAD, it leaves out the body. It is used only for HTTP
        requests, since it would make WebSocket connections slower.
        """
        transport = transport_of(send) if self._context.options.direct_sockets else None

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] == 429:
                    await asyncio.sleep(REFUSAL_DELAY)
                headers = MutableScopeHeaders(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith(ENGINE):
                    headers["Content-Security-Policy"] = ENGINE_POLICY
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
            if unsent_bytes(transport) > LARGE_BUFFER:
                self._outboxes.enforce(ResponseBuffer(transport, client_address(scope)))

        return send_with_headers

    def _check(self, scope: Scope) -> None:
        """Raise ``HttpRefusal`` if the rate limit, the Host header or the Origin header of a request forbids it."""
        if wait := self._rate.take(client_address(scope), time.monotonic()):
            raise HttpRefusal(429, "too many requests from your address: wait a moment", wait=wait)
        headers = Headers.from_scope(scope)
        options = self._context.options
        host = check_host(headers.getall("host", ()), options.hosts)
        secure = scope["scheme"] in SECURE_SCHEMES
        origin = headers.get("origin")
        if _may_change_state(scope) and not is_allowed_origin(origin, host, options.origins, secure=secure):
            raise HttpRefusal(403, "a page of another site may not do that here")


def _may_change_state(scope: Scope) -> bool:
    """Return whether a request may change something. A WebSocket may, since its messages are commands."""
    return scope["type"] != "http" or scope["method"] not in SAFE_METHODS


async def _refuse(denied: HttpRefusal, scope: Scope, send: Send) -> None:
    """Send the response to a refused HTTP request or WebSocket handshake.

    A response 429 is delayed: to a handshake here, to an HTTP request by ``send``, which ``_wrap_send`` has returned.
    """
    is_http = scope["type"] == "http"
    kind = "http" if is_http else "websocket.http"
    if not is_http and denied.status_code == 429:
        await asyncio.sleep(REFUSAL_DELAY)
    body = msgspec.json.encode(HttpProblem(denied.detail))
    body_headers = {"Cache-Control": "no-store", "Content-Type": "application/json", "Content-Length": str(len(body))}
    values = HEADERS | body_headers | (denied.headers or {})
    headers = [(name.lower().encode(), value.encode()) for name, value in values.items()]
    await send(cast(Message, {"type": f"{kind}.response.start", "status": denied.status_code, "headers": headers}))
    await send(cast(Message, {"type": f"{kind}.response.body", "body": body, "more_body": False}))
    if connection := connection_of(send):
        connection.handshake_complete = True  # or else uvicorn reports an error, so that strangers could fill the log
