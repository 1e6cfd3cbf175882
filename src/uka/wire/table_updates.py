"""The updates that the server sends over a table's socket: one JSON object for each message, with its kind in ``tell``.

Each line of the table's log has a sequence number, the same for everyone; the last one is the table's version.
``TableSnapshot`` is the whole table as the client may see it. ``TableDelta`` holds the lines since a version, with the
state after the last of them, so a client need not derive the state from events. If a delta begins after the client's
version, updates are missing, and ``SyncTable`` requests them. A delta that ends at or before that version is stale.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.records.fair import Shares
from uka.table import DealView, Person, PublicTable, TableLineView


class TableUpdateBase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="tell"):
    """The base class of all updates of a table's socket."""


class TableSnapshot(TableUpdateBase, frozen=True, tag="welcome"):
    """The whole table, and the receiver's id. ``invitation`` admits others; it changes when somebody is sent away.

    ``now`` is the server's time in milliseconds since 1970; deadlines use the same clock.
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

    ``people`` and ``invitation`` are present only if they changed.
    """

    since: int
    lines: tuple[TableLineView, ...]
    scene: PublicTable
    deal: DealView | None = None
    people: tuple[Person, ...] | None = None
    invitation: str | None = None


class TableAck(TableUpdateBase, frozen=True, tag="ack"):
    """A command was executed, now or when it was first sent. ``version`` is the line that it led to."""

    id: str
    version: int


class TableRejection(TableUpdateBase, frozen=True, tag="refused"):
    """A command was refused and changed nothing.

    ``stale``: the table changed after the command was chosen. ``again``: the same command may succeed later.
    """

    id: str
    why: str
    stale: bool = False
    again: bool = False


class TablePong(TableUpdateBase, frozen=True, tag="pong"):
    """The answer to a ping, with the server's time."""

    id: str
    now: int


class TableFarewell(TableUpdateBase, frozen=True, tag="farewell"):
    """The server closes the connection now. ``again``: the client may reconnect in a moment."""

    why: str
    again: bool = False


TableUpdate: TypeAlias = TableSnapshot | TableDelta | TableAck | TableRejection | TablePong | TableFarewell

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TableUpdate).decode


class UnknownUpdate(UkaError):
    """A text from the server that is not an update that this client knows."""


def write(tell: TableUpdate) -> str:
    """Return an update as JSON."""
    return _encode(tell).decode()


def read(text: str | bytes) -> TableUpdate:
    """Decode an update. Raises ``UnknownUpdate`` for anything else."""
    try:
        return _decode(text)
    except (ValueError, RecursionError) as error:
        raise UnknownUpdate(f"the server sent what this client does not understand: {error}") from None
