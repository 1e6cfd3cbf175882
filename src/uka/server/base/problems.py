"""HTTP error responses: how each exception becomes a status and one sentence, without internal details."""

from __future__ import annotations

import logging
import math
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from uka.core.errors import UkaError
from uka.hosting import problems
from uka.hosting.problems import MOST_LETTERS
from uka.records import DamagedLog
from uka.store import NoSuchTable, StoreUnavailable
from uka.wire.http_bodies import HttpProblem

from .log_reader import UnreadableLog
from .rate_limits import LimitExceeded

RETRY = 5
"""The default value of the ``Retry-After`` header, in seconds."""


STATUS: dict[type[UkaError], int] = problems.STATUS | {
    DamagedLog: 503,
    NoSuchTable: 404,
    StoreUnavailable: 503,
    UnreadableLog: 503,
}
SENTENCES = {
    400: "the request is not understood",
    404: "there is nothing at this address",
    405: "that can't be done at this address",
    413: "that is too large for this address",
    500: "something went wrong on the server; it has been logged",
    503: "the server can't reach its store right now: try again in a moment",
}

log = logging.getLogger("uka.server")


class HttpRefusal(HTTPException):
    """Raised to refuse a request with the HTTP status ``status``. ``why`` is a sentence that gives the reason.

    ``wait`` is the number of seconds until a retry makes sense, for the ``Retry-After`` header; None if unknown.
    """

    def __init__(self, status: int, why: str, *, wait: float | None = None) -> None:
        headers = None if wait is None else {"Retry-After": str(max(1, math.ceil(wait)))}
        super().__init__(detail=why, status_code=status, headers=headers)
        self.wait = wait


def error_response(request: Request[Any, Any, Any], error: Exception) -> Response[HttpProblem]:
    """Return the response to an exception that a route handler raised. If its status is 500, log the exception."""
    status, why, headers = describe_error(error)
    if status == 500:
        log.error("%s %s failed", request.method, request.route_handler, exc_info=error)
    body = problems.problem_of(error, why)
    return Response(body, status_code=status, headers=headers, media_type="application/json")


def describe_error(error: Exception) -> tuple[int, str, dict[str, str]]:
    """Return the HTTP status, the sentence and the headers of the error response to ``error``."""
    match error:
        case HttpRefusal():
            return error.status_code, error.detail[:MOST_LETTERS], error.headers or {}
        case ValidationException():
            return 400, _invalid_parameters(error.extra)[:MOST_LETTERS], {}
        case HTTPException():
            allow = {"Allow": _allowed_methods(error.headers)} if error.status_code == 405 else {}
            return error.status_code, SENTENCES.get(error.status_code, SENTENCES[400]), allow
        case StoreUnavailable():
            return 503, SENTENCES[503], {"Retry-After": str(RETRY)}
        case LimitExceeded():
            return 429, str(error)[:MOST_LETTERS], {"Retry-After": str(max(1, math.ceil(error.wait or RETRY)))}
        case UkaError():
            status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
            return status, str(error)[:MOST_LETTERS], {}
        case _:
            return 500, SENTENCES[500], {}


def _invalid_parameters(found: Any) -> str:
    """Return one sentence about the invalid parameters of a request.

    ``found`` is what Litestar reports: a list of dicts with the keys ``key`` and ``message``, or None.
    """
    faults = {str(fault.get("key")): str(fault.get("message")) for fault in found or ()}
    if "data" in faults:  # the request has no body; an error inside a body is reported by Request.json
        return f"{SENTENCES[400]}: it has no body"
    return f"{SENTENCES[400]}: {'; '.join(f'{key}: {why}' for key, why in faults.items())}"


def _allowed_methods(headers: dict[str, str] | None) -> str:
    names = {name for name in (headers or {}).get("allow", "").split(", ") if name.isupper()}
    if "GET" in names:
        names.add("HEAD")  # the middleware answers HEAD as GET
    return ", ".join(sorted(names))


DESCRIPTIONS = {
    400: "The request is malformed or makes no sense, or the server does not answer to that host name.",
    401: "The request has no guest cookie.",
    403: "You may not do this, or the request comes from a page of another site.",
    404: "Nothing has that name or id.",
    409: "The table refuses, or the requested format can't hold the data; nothing was changed.",
    413: "The body is too large.",
    415: "The content type of the body is not the one that this address takes.",
    429: "Too many requests; `Retry-After` says when to try again.",
    500: "Something went wrong at the server.",
    503: "The server can't do this now; `Retry-After` says when to try again.",
}
COMMON_STATUSES = (400, 403, 429, 500)
"""The error statuses that every route may return: 500, and those that the middleware returns."""


def refusal_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe a route's error responses for the OpenAPI document: return a dict from status to description.

    ``statuses`` are the error statuses that the route may return besides those in ``COMMON_STATUSES``.
    """
    return {
        status: ResponseSpec(HttpProblem, generate_examples=False, description=DESCRIPTIONS[status])
        for status in sorted({*COMMON_STATUSES, *statuses})
    }
