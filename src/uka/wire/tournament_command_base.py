"""The base class of the commands that a client sends over a tournament's WebSocket, and the types of their fields."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from uka.core.tagged import Tagged

from .message_reader import MessageId

Link = Annotated[str, Meta(max_length=64)]
Words = Annotated[str, Meta(max_length=200)]
Number = Annotated[int, Meta(ge=1, le=100_000)]
Points = Annotated[int, Meta(ge=0, le=99)]
Score = tuple[Points, Points]
"""The points of a game: first those of north and south, then those of east and west."""


class TournamentCommandBase(
    Tagged, frozen=True, omit_defaults=True, kw_only=True,
    forbid_unknown_fields=True,
):  # fmt: skip
    """The base class of all commands that a client sends over a tournament's WebSocket."""

    id: MessageId
