"""The updates that the server sends over a table's WebSocket.

Each update is one JSON object, and its field ``type`` gives its kind.

Each line of the table's log has a sequence number, the same for all clients. The number of the last line is the version
of the table. ``TableSnapshot`` is the whole table as the client may see it. ``TableChange`` contains the log lines
after a version, and the fields of the state that these lines have changed. A client therefore need not derive the state
from events. If a change begins after the client's version, updates are missing. The client then requests the missing
updates with ``SyncTable``. A change that ends at or before the client's version is stale.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.records.fair import Shares
from uka.table import DealView, Person, PublicTable, TableLineView
from uka.table.views.changes import DealViewChanges, PublicTableChanges

from .socket_updates import SocketAnswer, SocketUpdate


class TableSnapshot(SocketUpdate, frozen=True):
    """The whole table as the receiver may see it. ``player`` is the receiver's id.

    ``invitation`` admits other people to the table. The invitation changes when the host removes a person. ``now`` is
    the server's time in milliseconds since 1970. All deadlines use the same clock. ``lines`` are the log lines since
    the last deal began, as the receiver may see them. ``lines`` is empty if the server no longer has all of these
    lines.
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
    lines: tuple[TableLineView, ...] = ()


class TableChange(SocketUpdate, frozen=True):
    """The log lines from number ``since`` + 1 to ``version``, both included, and what these lines have changed.

    ``scene`` and ``deal`` hold only the fields that have changed since version ``since``, and so does ``deal.facts``. A
    client whose version is not ``since`` can't use them, and requests the missing updates. If ``whole`` is true, as in
    the answer to that request, ``scene`` and ``deal`` hold every field, so the change fits every version from ``since``
    on. ``deal`` is absent if there is no deal. ``people`` and ``invitation`` are present only if somebody may have
    joined or left.
    """

    since: int
    version: int
    lines: tuple[TableLineView, ...]
    scene: PublicTableChanges
    deal: DealViewChanges | None = None
    whole: bool = False
    people: tuple[Person, ...] | None = None
    invitation: str | None = None


TableUpdate: TypeAlias = TableSnapshot | TableChange | SocketAnswer

_decode = msgspec.json.Decoder(TableUpdate).decode


class UnknownUpdate(UkaError):
    """Raised when this client cannot decode what the server sent."""


def read(text: str | bytes) -> TableUpdate:
    """Decode an update from JSON text. Raise ``UnknownUpdate`` if the text is not a valid update."""
    try:
        return _decode(text)
    except (ValueError, RecursionError) as error:
        raise UnknownUpdate(f"the server sent what this client does not understand: {error}") from None
