"""What the server sends over a table's socket: one JSON object a message, its kind under ``tell``.

Every line of the table's log has a number, the same for everyone: the version. ``TableSnapshot`` is the whole table as
the client may see it; ``TableDelta`` are lines after it, with the table as it is at the last of them, so that a client
need not work out a state from events. News that do not begin at the version after one's own have a gap before them:
``SyncTable`` fills it. What is not after one's own version is stale.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.records.fair import Shares
from uka.table import DealView, Person, PublicTable, TableLineView


class TableUpdateBase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="tell"):
    """What all messages share."""


class TableSnapshot(TableUpdateBase, frozen=True, tag="welcome"):
    """The whole table, and who one is at it. ``invitation`` lets others in; it changes when somebody is sent away.

    ``now`` is the server's time in milliseconds since 1970, which deadlines are told in.
    """

    table: str
    player: str
    now: int
    rules: Ruleset
    invitation: str
    people: tuple[Person, ...]
    scene: PublicTable
    deal: DealView | None = None
    commitments: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    shares: Shares | None = None


class TableDelta(TableUpdateBase, frozen=True, tag="news"):
    """The lines numbered ``since`` + 1 to ``scene.version``, and the table after them.

    ``people`` and ``invitation`` if they changed.
    """

    since: int
    lines: tuple[TableLineView, ...]
    scene: PublicTable
    deal: DealView | None = None
    people: tuple[Person, ...] | None = None
    invitation: str | None = None


class TableAck(TableUpdateBase, frozen=True, tag="ack"):
    """A message was done, now or before; the line that it led to."""

    id: str
    version: int


class TableRejection(TableUpdateBase, frozen=True, tag="refused"):
    """A message was not done; nothing was changed. ``stale``: the game had gone on; ``again``: worth another try."""

    id: str
    why: str
    stale: bool = False
    again: bool = False


class TablePong(TableUpdateBase, frozen=True, tag="pong"):
    """The answer to a ping, with the server's time."""

    id: str
    now: int


class TableFarewell(TableUpdateBase, frozen=True, tag="farewell"):
    """The connection ends now, for a reason; ``again``: another is welcome in a moment."""

    why: str
    again: bool = False


TableUpdate: TypeAlias = TableSnapshot | TableDelta | TableAck | TableRejection | TablePong | TableFarewell

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TableUpdate).decode


class UnknownUpdate(UkaError):
    """What came is no message of a server of Uka's that this client knows."""


def write(tell: TableUpdate) -> str:
    """A message as it is sent."""
    return _encode(tell).decode()


def read(text: str | bytes) -> TableUpdate:
    """A message as it came; ``UnknownUpdate`` for anything else."""
    try:
        return _decode(text)
    except (ValueError, RecursionError) as error:
        raise UnknownUpdate(f"the server sent what this client does not understand: {error}") from None
