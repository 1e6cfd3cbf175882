"""What the server sends over a tournament's socket: one JSON object a message, its kind under ``notice``.

``Hello`` is all that one may see, ``Posted`` the parts of it that changed. A connection that was lost begins anew with
``Hello``, so that nothing can be missing between them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.tournament import Role
from uka.tournament.views.parts import Board, Sheet


class Base(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="notice"):
    """What all messages share."""


class Hello(Base, frozen=True, tag="hello"):
    """Who one is by one's link, and all that one may see.

    ``now`` is the server's time in milliseconds since 1970, which the bell is told in; without a link there is no
    ``role``."""

    tournament: str
    now: int
    version: int
    board: Board
    sheet: Sheet
    role: Role | None = None
    grant: str = ""
    name: str = ""
    table: int | None = None
    team: int | None = None


class Posted(Base, frozen=True, tag="posted"):
    """What is new on the board, after the line numbered ``version``."""

    version: int
    board: Board


class Done(Base, frozen=True, tag="done"):
    """A message was done, now or before; the line that it led to."""

    id: str
    version: int


class NotDone(Base, frozen=True, tag="not_done"):
    """A message was not done, and nothing was changed; ``again``: worth another try.

    ``doubt``: what is doubted in it. It is done if it comes again and insists.
    """

    id: str
    why: str
    again: bool = False
    doubt: Literal["", "points", "marae"] = ""


class Time(Base, frozen=True, tag="time"):
    """The answer to a ping."""

    id: str
    now: int


class Goodbye(Base, frozen=True, tag="goodbye"):
    """The connection ends now, for a reason; ``again``: another is welcome in a moment."""

    why: str
    again: bool = False


Notice: TypeAlias = Hello | Posted | Done | NotDone | Time | Goodbye

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Notice).decode


def write(notice: Notice) -> str:
    """A message as it is sent."""
    return _encode(notice).decode()


def read(text: str | bytes) -> Notice:
    """A message as it came."""
    return _decode(text)
