"""The door of the server: whom it answers at all, and the headers that every answer has."""

from __future__ import annotations

import time
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from uka.wire.forms import Problem

from .limits import neighbourhood
from .metrics import Metrics
from .options import Options
from .outboxes import Answer, Outboxes, unsent
from .problems import Denied
from .shares import Shares

RAW = "uka.raw"
"""Where a socket's scope keeps the ASGI server's own ``receive`` and ``send``: Litestar's layers cost as much again."""
LARGE = 65_536
"""Bytes in the buffer of an answer's connection that are counted."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
METHODS = SAFE | {"POST", "PUT", "DELETE", "PATCH"}
CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

HSTS = "max-age=31536000"
"""Who has come over https comes by it only, for a year."""
SECURE = frozenset({"https", "wss"})


class Door:
    """What stands before all routes: it lets in whoever may ask, as often as they may."""

    def __init__(self, app: ASGIApp, options: Options, metrics: Metrics, shares: Shares, outboxes: Outboxes) -> None:
        self._app, self._options, self._metrics, self._outboxes = app, options, metrics, outboxes
        self._asked = shares.buckets("door", options.requests_an_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it."""
        if scope["type"] == "http":
            send = self._finishing(scope, send)
        try:
            self._check(scope)
        except Denied as denied:
            self._metrics.refusals.labels("door").inc()
            await _refuse(denied, scope, send)
        else:
            if scope["type"] == "websocket":
                cast(dict[str, Any], scope)[RAW] = receive, send
            await self._app(scope, receive, send)

    def _finishing(self, scope: HTTPScope, send: Send) -> Send:
        """An answer's way out, where it gets the headers and is counted; sockets have none, since it costs them."""

        transport = getattr(getattr(send, "__self__", None), "transport", None)

        async def finished(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if scope["scheme"] == "https":
                    headers["Strict-Transport-Security"] = HSTS
                if scope["path"].startswith("/api"):
                    headers["Cache-Control"] = "no-store"
                method = scope["method"] if scope["method"] in METHODS else "other"
                route = cast(dict[str, Any], scope).get("path_template", "none")
                self._metrics.requests.labels(method, route, message["status"]).inc()
            await send(message)
            if unsent(transport) > LARGE:
                self._outboxes.note(Answer(transport, address(scope)))

        return finished

    def _check(self, scope: Scope) -> None:
        if wait := self._asked.take(address(scope), time.monotonic()):
            raise Denied(429, "too many requests come from your address: wait a moment", wait=wait)
        headers = Headers.from_scope(scope)
        host = headers.get("host")
        if not known_host(host, self._options.hosts):
            raise Denied(400, "this server does not answer to that name")
        secure = scope["scheme"] in SECURE
        if _changes(scope) and not own_origin(headers.get("origin"), host, self._options.origins, secure=secure):
            raise Denied(403, "a page of another site may not do that here")


def _changes(scope: Scope) -> bool:
    return scope["type"] != "http" or scope["method"] not in SAFE


def address(scope: Any) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return neighbourhood(client[0]) if client else ""


def known_host(host: str | None, names: tuple[str, ...]) -> bool:
    """Whether a server answers to a name: an address, one of its names, or any if it has none.

    >>> known_host("127.0.0.1:8000", ("localhost",)), known_host("evil.example", ("localhost",))
    (True, False)
    """
    if host is None or not names:
        return True
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return name in names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def own_origin(origin: str | None, host: str | None, others: tuple[str, ...], *, secure: bool = False) -> bool:
    """Whether a request comes from a page of this server's or one that may use it; or from no page at all.

    A page that came over http, where anybody on the way can change it, is none of a server's that is reached over
    https: the request came so (``secure``), or its name is one of the ``others``.

    >>> own_origin("http://uka.example", "uka.example", ()), own_origin("null", "uka.example", ())
    (True, False)
    >>> own_origin("http://uka.example", "uka.example", ("https://uka.example",))
    False
    """
    if origin is None or origin in others:
        return True
    scheme, _, rest = origin.partition("://")
    own = (host or "").lower()
    schemes = ("https",) if secure or f"https://{own}" in others else ("http", "https")
    return scheme in schemes and rest.lower() == own != ""


async def _refuse(denied: Denied, scope: Scope, send: Send) -> None:
    """Answer by hand, since no route has been found yet; a socket is refused before it is open."""
    if scope["type"] != "http":
        code = 4429 if denied.status_code == 429 else 4403
        await send({"type": "websocket.close", "code": code, "reason": denied.detail})
        return
    body = msgspec.json.encode(Problem(denied.detail))
    told = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(denied.headers or {})}
    headers = [(name.lower().encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": denied.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
