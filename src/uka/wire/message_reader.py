"""Decodes messages from JSON. If a text is not a valid message, an error gives the reason in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uka.core.errors import UkaError
from uka.text.printable import one_line

MessageId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[!-~]*$")]


class InvalidMessage(UkaError):
    """Raised for a text that is not a valid message.

    ``id`` is the id of the message, or an empty string if the id cannot be read.
    """

    def __init__(self, sentence: str, id: str = "") -> None:
        self.id = id
        super().__init__(sentence)


class _Named(msgspec.Struct):
    id: str = ""


def reader(kind: Any) -> Callable[[str | bytes], Any]:
    """Return a function that decodes JSON text to the type ``kind``.

    That function raises ``InvalidMessage`` if the text is not a valid message.
    """
    decode = msgspec.json.Decoder(kind).decode

    def read(text: str | bytes) -> Any:
        try:
            return decode(text)
        except RecursionError:
            raise InvalidMessage("the message is not understood: it is nested too deeply") from None
        except UnicodeError:
            raise InvalidMessage("the message is not understood: it is not UTF-8 text") from None
        except ValueError as error:  # raised by msgspec, or by a type that rejects a value out of range
            raise InvalidMessage(why_not(error, "message"), _id(text)) from None

    return read


def why_not(error: ValueError, what: str) -> str:
    """Return one line of text that explains why a message could not be decoded.

    ``what`` is the noun by which the text refers to the message.

    >>> why_not(ValueError("Invalid JSON"), "message")
    'the message is not understood: Invalid JSON'
    """
    refusal = error.__cause__
    return _line(refusal) if isinstance(refusal, UkaError) else f"the {what} is not understood: {_line(error)}"


def _line(error: ValueError) -> str:
    """Return the sentence of an error as one line of printable text.

    The sentence may quote a part of the message that the client sent.
    """
    return one_line(str(error))


def _id(text: str | bytes) -> str:
    try:
        return msgspec.json.decode(text, type=_Named).id[:32]
    except (ValueError, RecursionError):
        return ""
