"""Decodes what clients send in requests: JSON bodies, and the parameters after the question mark of an address."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec

from uka.wire.message_reader import decoding_problem

from .errors import InvalidRequest

Body = TypeVar("Body")


def decoded_body(content: bytes, kind: type[Body]) -> Body:
    """Return the value of type ``kind`` that a JSON text holds. Raise ``InvalidRequest`` if it holds no such value."""
    try:
        return msgspec.json.decode(content, type=kind)
    except RecursionError:
        raise InvalidRequest("the request is not understood: it is nested too deeply") from None
    except ValueError as error:  # raised by msgspec, or by a struct that validates its fields
        raise InvalidRequest(decoding_problem(error, "request")) from None


def decoded_query(query: str, kind: type[Body]) -> Body:
    """Return the parameters of an address as a struct of type ``kind``. Raise ``InvalidRequest`` if one is invalid."""
    try:
        return msgspec.convert(dict(parse_qsl(query)), type=kind, strict=False)
    except ValueError as error:
        raise InvalidRequest(decoding_problem(error, "request")) from None
