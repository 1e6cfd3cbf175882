"""The OpenAPI 3.1 document of the server's HTTP routes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from uka.hosting import tournament_logs
from uka.tournament import list_files
from uka.wire import http_bodies
from uka.wire.schema import REFERENCE_PREFIX, schemas

from .guest_cookies import COOKIE
from .health import VERSION
from .request import Request
from .routes import ROUTES

DOCUMENT = Path(__file__).with_suffix(".json")
ABOUT = """\
Tables of Euchre and Uka, for people and bots.

Become a guest (`PUT /api/me`), open a table or join one, then connect to its WebSocket,
`GET /api/tables/{table}/socket?since=VERSION`, with the same cookie. Its messages are JSON objects: a client
sends a `TableCommand`, and the server a `TableUpdate`. The field `type` names the kind of a message. Every error is an
`HttpProblem` with one sentence.

A tournament (`POST /api/tournaments`) is run by links, and each link gives its holder a role. The first message over
the WebSocket, `GET /api/tournaments/{tournament}/socket`, presents a link; over HTTP the header `X-Uka-Link` does. The
messages are `TournamentCommand` and `TournamentUpdate`.

`HEAD` is answered as `GET` is, without the body. Requests that change something are accepted from pages of this server,
and from programs, which send no `Origin`. Responses under `/api` must not be cached unless they say so, and other sites
can neither frame nor read any response.
"""
GUEST_PATHS = ("/api/tables",)
"""The prefixes of paths whose routes accept a guest's cookie, which is optional unless they can return 401."""
PROBLEM_SCHEMA = {"$ref": f"{REFERENCE_PREFIX}HttpProblem"}
"""The schema of the body of every error response."""
RECORD_BODY = ("text/plain", f"a record of at most {http_bodies.MOST_RECORD_BYTES:,} bytes")
RAW_BODIES = {
    "/api/verify": RECORD_BODY,
    "/api/replay": RECORD_BODY,
    "/api/tournaments/{tournament}/teams/file": (
        "application/octet-stream",
        f"a file of at most {list_files.MOST_BYTES:,} bytes",
    ),
    "/api/tournaments/log": (
        "application/x-ndjson",
        f"the log of a tournament, of at most {tournament_logs.MOST_LOG_BYTES:,} bytes",
    ),
}
"""The media type and the description of each request body that is not JSON, by the path of the route."""


@get("/api/openapi.json", include_in_schema=False)
async def openapi() -> Response[bytes]:
    """Return the OpenAPI document as JSON."""
    return Response(_document_bytes(), media_type="application/json")


@cache
def _document_bytes() -> bytes:
    """Return the OpenAPI document, as JSON, from the file that ``make wire`` writes.

    To generate the document here would block the event loop for too long.
    """
    return DOCUMENT.read_bytes()


def openapi_document() -> bytes:
    """Generate the OpenAPI document, as JSON, from the routes and the types of the messages."""
    config = OpenAPIConfig("Uka", VERSION, description=ABOUT, use_handler_docstrings=True, components=_components())
    app = Litestar(ROUTES, request_class=Request, openapi_config=config, logging_config=None)
    document = app.openapi_schema.to_schema()
    document["components"]["schemas"] = schemas()
    for path, item in document["paths"].items():
        for operation in item.values():
            _complete_operation(path, operation)
    document["components"]["responses"] = _share_refusals(document["paths"])
    return msgspec.json.encode(document)


def _components() -> Components:
    cookie = SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie", description="identifies the guest")
    return Components(security_schemes={"guest": cookie})


def _complete_operation(path: str, operation: dict[str, Any]) -> None:
    """Add to the operation at ``path`` what Litestar can't generate: security, headers, and bodies not in JSON."""
    responses = operation["responses"]
    if "401" in responses:
        operation["security"] = [{"guest": []}]
    elif path.startswith(GUEST_PATHS):
        operation["security"] = [{"guest": []}, {}]
    responses.get("204", {}).pop("content", None)
    for status in ("429", "503"):
        if status in responses:
            responses[status]["headers"] = {"Retry-After": {"schema": {"type": "integer", "minimum": 1}}}
    if path in RAW_BODIES:
        media_type, about = RAW_BODIES[path]
        schema = {"type": "string", "description": about}
        operation["requestBody"] = {"required": True, "content": {media_type: {"schema": schema}}}
    if path == "/api/me" and "requestBody" in operation:
        responses["200"]["headers"] = {"Set-Cookie": {"schema": {"type": "string"}}}


def _share_refusals(paths: dict[str, Any]) -> dict[str, Any]:
    """Replace the error responses of all operations by references to shared ones. Return the shared ones, by status."""
    shared: dict[str, Any] = {}
    for responses in (operation["responses"] for item in paths.values() for operation in item.values()):
        for status, response in responses.items():
            if response.get("content", {}).get("application/json", {}).get("schema") == PROBLEM_SCHEMA:
                shared[status] = response
                responses[status] = {"$ref": f"#/components/responses/{status}"}
    return shared


def openapi_text() -> str:
    """Return the text of ``openapi.json``, from which the TypeScript types of the web page are generated."""
    return msgspec.json.format(openapi_document(), indent=2).decode() + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(openapi_text(), "utf-8")
