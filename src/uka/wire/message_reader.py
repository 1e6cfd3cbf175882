"""Decodes the messages of clients from JSON text. For invalid text, an error gives the reason in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uka.core.errors import UkaError
from uka.core.malformed import NOT_UTF8, is_not_utf8
from uka.text.printable import one_line

MessageId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[!-~]*$")]
"""The id that a client gives a message, so that the server carries out a message that is sent twice only once."""


class InvalidMessage(UkaError):
    """A text from a client is not a valid message."""

    def __init__(self, sentence: str, id: str = "") -> None:
        self.id = id
        """The id of the message, or an empty text if the id cannot be read."""
        super().__init__(sentence)


class _OnlyId(msgspec.Struct):
    id: str = ""


def reader(kind: Any) -> Callable[[str | bytes], Any]:
    """Return a function that decodes JSON text to a message of the type ``kind``.

    The returned function raises ``InvalidMessage`` if the text is not such a message.
    """
    decode = msgspec.json.Decoder(kind).decode

    def read(text: str | bytes) -> Any:
        try:
            return decode(text)
        except RecursionError:
            raise InvalidMessage("the message is not understood: it is nested too deeply") from None
        except ValueError as error:  # raised by msgspec, or by a type that rejects a value out of range
            raise InvalidMessage(decoding_problem(error, "message"), _message_id(text)) from None

    return read


def decoding_problem(error: ValueError, what: str) -> str:
    """Return a sentence in one line that says why something from a client could not be decoded.

    ``error`` is the error of the decoder. ``what`` is the noun in the sentence for what was decoded.

    >>> decoding_problem(ValueError("Invalid JSON"), "message")
    'the message is not understood: Invalid JSON'
    """
    refusal = error.__cause__
    if isinstance(refusal, UkaError):
        return _error_line(refusal)
    return f"the {what} is not understood: {NOT_UTF8 if is_not_utf8(error) else _error_line(error)}"


def _error_line(error: ValueError) -> str:
    """Return the text of ``error`` as one line without control characters, since it may quote what a client sent."""
    return one_line(str(error))


def _message_id(text: str | bytes) -> str:
    try:
        return msgspec.json.decode(text, type=_OnlyId).id[:32]
    except (ValueError, RecursionError):
        return ""
