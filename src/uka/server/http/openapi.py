"""The OpenAPI 3.1 document of the server's HTTP routes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from uka.wire import http_bodies
from uka.wire.schema import schemas, with_component_names

from .guest_cookies import COOKIE
from .health import VERSION
from .request import Request
from .routes import ROUTES

DOCUMENT = Path(__file__).with_suffix(".json")
ABOUT = """\
Tables of Euchre and Uka, for people and bots.

Say who you are (`PUT /api/me`), open a table or join one, then connect to its socket by WebSocket:
`GET /api/tables/{table}/socket?since=VERSION`, with the same cookie. Its messages are JSON objects; their kinds are
told by `ask` and `tell`, and all of them stand below as `Ask` and `Tell`. Every refusal is a `Problem`: one sentence.

A tournament (`POST /api/tournaments`) is run by links: the first message over its socket,
`GET /api/tournaments/{tournament}/socket`, says which one holds; over HTTP the header `X-Uka-Link` does. Its messages
are `Order` and `Notice`.

Requests that change something are taken from pages of this server only, and from programs, which send no `Origin`.
Answers under `/api` are not to be stored, and none may be framed or read by another site.
"""
GUESTS = ("/api/tables",)  # and what is under it, where one must have said who one is


@get("/api/openapi.json", include_in_schema=False)
async def openapi() -> Response[bytes]:
    """The description, as JSON."""
    return Response(_document_bytes(), media_type="application/json")


@cache
def _document_bytes() -> bytes:
    """The document as ``make wire`` has written it: making it takes long enough to disturb play."""
    return DOCUMENT.read_bytes()


def openapi_document() -> bytes:
    """The OpenAPI document as the routes and messages are now."""
    config = OpenAPIConfig("Uka", VERSION, description=ABOUT, use_handler_docstrings=True, components=_components())
    app = Litestar(ROUTES, request_class=Request, openapi_config=config, logging_config=None)
    document = app.openapi_schema.to_schema()
    document["paths"] = with_component_names(document["paths"])
    document["components"]["schemas"] = schemas()
    for path, item in document["paths"].items():
        for operation in item.values():
            _complete(path, operation)
    return msgspec.json.encode(document)


def _components() -> Components:
    cookie = SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie", description="who one is")
    return Components(security_schemes={"guest": cookie})


def _complete(path: str, operation: dict[str, Any]) -> None:
    """Say what Litestar has no way to say."""
    answers = operation["responses"]
    if "401" in answers:
        operation["security"] = [{"guest": []}]
    elif path.startswith(GUESTS):
        operation["security"] = [{"guest": []}, {}]
    answers.get("204", {}).pop("content", None)
    for status in ("429", "503"):
        if status in answers:
            answers[status]["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    if path in ("/api/verify", "/api/replay"):
        most = (
            f"a record; of more than {http_bodies.MOST_RECORD_BYTES:,} bytes it is refused as too large"  # not letters
        )
        text = {"schema": {"type": "string", "description": most}}
        operation["requestBody"] = {"required": True, "content": {"text/plain": text}}
    if path == "/api/me" and "requestBody" in operation:
        answers["200"]["headers"] = {"Set-Cookie": {"schema": {"type": "string"}}}


def openapi_text() -> str:
    """The document as it is written to ``openapi.json``, which the browser's types are made from."""
    return msgspec.json.format(openapi_document(), indent=2).decode() + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(openapi_text(), "utf-8")
