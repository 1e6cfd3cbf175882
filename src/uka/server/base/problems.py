"""What is refused over HTTP: one sentence, and the status that fits; nothing of the server's insides."""

from __future__ import annotations

import logging
import math
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from uka.core.errors import InvalidRuleset, UkaError
from uka.records import InvalidRecord
from uka.store import NoSuchTable, StoreUnavailable
from uka.table import InvalidTableSettings
from uka.tournament import DoubtfulInput
from uka.wire.http_bodies import HttpProblem
from uka.wire.message_reader import InvalidMessage

from .display_names import InvalidName
from .log_reader import UnreadableLog
from .rate_limits import LimitExceeded

MOST_LETTERS = 400
"""Of a sentence."""
RETRY = 5
"""Seconds until another try is worth it, where nothing better is known."""
STATUS: dict[type[UkaError], int] = {
    InvalidMessage: 400,
    InvalidName: 400,
    InvalidRecord: 400,
    InvalidRuleset: 400,
    InvalidTableSettings: 400,
    NoSuchTable: 404,
    StoreUnavailable: 503,
    UnreadableLog: 503,
    UkaError: 409,
}
SENTENCES = {
    400: "the request is not understood",
    404: "there is nothing at this address",
    405: "that can't be done at this address",
    413: "that is larger than this address takes",
    500: "something went wrong at the server; it has been noted",
    503: "the server can't use its store just now: try again in a moment",
}

log = logging.getLogger("uka.server")


class HttpRefusal(HTTPException):
    """A refusal with its status, in a sentence."""

    def __init__(self, status: int, why: str, *, wait: float | None = None) -> None:
        headers = None if wait is None else {"Retry-After": str(max(1, math.ceil(wait)))}
        super().__init__(detail=why, status_code=status, headers=headers)
        self.wait = wait


def error_response(request: Request[Any, Any, Any], error: Exception) -> Response[HttpProblem]:
    """The answer to a request that failed."""
    status, why, headers = describe_error(error)
    if status == 500:
        log.error("%s %s failed", request.method, request.route_handler, exc_info=error)
    doubt = error.about if isinstance(error, DoubtfulInput) else ""
    return Response(
        HttpProblem(why, ruleset_fields(error), doubt),
        status_code=status,
        headers=headers,
        media_type="application/json",
    )


def ruleset_fields(error: Exception) -> tuple[str, ...]:
    """The fields of a ruleset that a refusal is about."""
    return (error.field, *error.others) if isinstance(error, InvalidRuleset) else ()


def describe_error(error: Exception) -> tuple[int, str, dict[str, str]]:
    """The status, sentence and headers for what went wrong."""
    match error:
        case HttpRefusal():
            return error.status_code, error.detail[:MOST_LETTERS], error.headers or {}
        case ValidationException():
            return 400, _faults(error.extra)[:MOST_LETTERS], {}
        case HTTPException():
            allow = {"Allow": _methods(error.headers)} if error.status_code == 405 else {}
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


def _faults(found: Any) -> str:
    """What is wrong with parameters, as Litestar lists it."""
    faults = {str(fault.get("key")): str(fault.get("message")) for fault in found or ()}
    if "data" in faults:  # what is in a body, a request reads itself
        return f"{SENTENCES[400]}: it has no body"
    return f"{SENTENCES[400]}: {'; '.join(f'{key}: {why}' for key, why in faults.items())}"


def _methods(headers: dict[str, str] | None) -> str:
    names = (headers or {}).get("allow", "").split(", ")
    return ", ".join(sorted(name for name in names if name.isupper()))


DESCRIPTIONS = {
    400: "The request is not understood, or asks for what does not make sense; or the server does not answer to that "
    "host name.",
    401: "Nobody has said who they are.",
    403: "Not for you; or the request comes from a page of another site.",
    404: "There is nothing of that name.",
    409: "Refused by the table or by the form asked for; nothing was changed.",
    413: "The body is too large.",
    415: "The body is not said to be what this address takes.",
    429: "Too many requests; `Retry-After` says when to try again.",
    500: "Something went wrong at the server.",
    503: "Not just now; `Retry-After` says when to try again.",
}
ALWAYS = (400, 403, 429, 500)
"""What any address may answer: the door refuses, or the server fails."""


def refusal_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, for the description."""
    found = sorted({*ALWAYS, *statuses})
    return {s: ResponseSpec(HttpProblem, generate_examples=False, description=DESCRIPTIONS[s]) for s in found}
