"""What the server sends over a tournament's socket: one JSON object a message, its kind under ``notice``.

``TournamentSnapshot`` is all that one may see, ``TournamentDelta`` the parts of it that changed. A connection that was
lost begins anew with ``TournamentSnapshot``, so that nothing can be missing between them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from uka.tournament import Role
from uka.tournament.views.parts import Board, ScoringSheet


class TournamentUpdateBase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="notice"):
    """What all messages share."""


class TournamentSnapshot(TournamentUpdateBase, frozen=True, tag="hello"):
    """Who one is by one's link, and all that one may see.

    ``now`` is the server's time in milliseconds since 1970, which the bell is told in; without a link there is no
    ``role``."""

    tournament: str
    now: int
    version: int
    board: Board
    sheet: ScoringSheet
    role: Role | None = None
    grant: str = ""
    name: str = ""
    table: int | None = None
    team: int | None = None


class TournamentDelta(TournamentUpdateBase, frozen=True, tag="posted"):
    """What is new on the board, after the line numbered ``version``."""

    version: int
    board: Board


class TournamentAck(TournamentUpdateBase, frozen=True, tag="done"):
    """A message was done, now or before; the line that it led to."""

    id: str
    version: int


class TournamentRejection(TournamentUpdateBase, frozen=True, tag="not_done"):
    """A message was not done, and nothing was changed; ``again``: worth another try.

    ``doubt``: what is doubted in it. It is done if it comes again and insists.
    """

    id: str
    why: str
    again: bool = False
    doubt: Literal["", "points", "marae"] = ""


class TournamentPong(TournamentUpdateBase, frozen=True, tag="time"):
    """The answer to a ping."""

    id: str
    now: int


class TournamentFarewell(TournamentUpdateBase, frozen=True, tag="goodbye"):
    """The connection ends now, for a reason; ``again``: another is welcome in a moment."""

    why: str
    again: bool = False


TournamentUpdate: TypeAlias = (
    TournamentSnapshot | TournamentDelta | TournamentAck | TournamentRejection | TournamentPong | TournamentFarewell
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TournamentUpdate).decode


def write(notice: TournamentUpdate) -> str:
    """A message as it is sent."""
    return _encode(notice).decode()


def read(text: str | bytes) -> TournamentUpdate:
    """A message as it came."""
    return _decode(text)
