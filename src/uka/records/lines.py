"""Numbered lines of a log that grows while it is written: of a table, of a tournament. Each is one JSON object."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from .log import InvalidRecord

E = TypeVar("E")


class Line(msgspec.Struct, Generic[E], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One line, and what it says of whom.

    ``at`` is milliseconds since 1970; ``by`` who wrote it; ``id`` the client's own name for its message, by which a
    message sent twice is known. A kind of log subclasses this with the type of its entries.
    """

    log: ClassVar[str] = "a log"

    seq: int
    at: int
    by: str
    entry: E
    id: str = ""

    @property
    def text(self) -> bytes:
        """The line as it is kept, without its end."""
        return _encode(self)

    @classmethod
    def parse(cls, text: bytes | str) -> Self:
        """A line from its text; ``InvalidRecord`` for anything else."""
        try:
            return _decoder(cls).decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
            raise InvalidRecord(f"this is no line of {cls.log}: {error}") from None

    @classmethod
    def parse_all(cls, lines: Iterable[bytes | str]) -> tuple[Self, ...]:
        """The lines of a log."""
        return tuple([cls.parse(text) for text in lines])


_encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
