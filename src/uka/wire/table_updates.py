"""The updates that the server sends over a table's WebSocket.

Each update is one JSON object, and its field ``type`` gives its kind.

Each line of the table's log has a sequence number, which is the same for all clients. The number of the last line is
the version of the table. A ``TableSnapshot`` is the whole table as the client may see it. A ``TableChange`` holds the
log lines after some version, and the fields of the table that these lines have changed. So a client need not compute
the table from events. If a change begins after the client's version, updates are missing. The client then requests the
missing updates with the command ``SyncTable``. The client ignores a change that ends at or before its own version.
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
    """The whole table as the receiver of this update may see it."""

    table: str
    """The id of the table."""
    player: str
    """The receiver's id."""
    now: int
    """The server's time in milliseconds since 1970. All deadlines use the same clock."""
    rules: Ruleset
    invitation: str
    """The secret that admits other people to the table. It changes when the host removes a person."""
    people: tuple[Person, ...]
    """The people at the table, both players and spectators."""
    scene: PublicTable
    """The table without the cards."""
    deal: DealView | None = None
    """The deal; absent before the first deal."""
    commitments: tuple[str, ...] = ()
    """The server's commitments to its secrets for the shuffles, one for each pack, in order."""
    secrets: tuple[str, ...] = ()
    """The secrets that the server has opened, in the order of the packs."""
    shares: Shares | None = None
    """The players' random inputs to the shuffles; absent if the game uses none."""
    lines: tuple[TableLineView, ...] = ()
    """The log lines since the last deal began. It is empty if the server no longer has all of these lines."""


class TableChange(SocketUpdate, frozen=True):
    """The log lines from number ``since`` + 1 to ``version``, both included, and what these lines have changed.

    A client whose version of the table is ``since`` can apply the change. A client whose version is later than
    ``since``, but earlier than ``version``, can apply the change only if ``whole`` is true. A client whose version is
    earlier than ``since`` requests the missing updates.
    """

    since: int
    version: int
    lines: tuple[TableLineView, ...]
    scene: PublicTableChanges
    """The fields of the table without the cards that have changed since version ``since``."""
    deal: DealViewChanges | None = None
    """The fields of the deal and of its facts that have changed since version ``since``; absent if there is no deal."""
    whole: bool = False
    """Whether ``scene`` and ``deal`` hold every field. Such a change fits each version of a client from ``since`` on.

    The answer to a request for missing updates is such a change.
    """
    people: tuple[Person, ...] | None = None
    """The people at the table; absent if nobody has joined or left."""
    invitation: str | None = None
    """The secret that admits other people to the table; absent if nobody has joined or left."""


TableUpdate: TypeAlias = TableSnapshot | TableChange | SocketAnswer

_decode = msgspec.json.Decoder(TableUpdate).decode


class UnknownUpdate(UkaError):
    """What the server sent cannot be decoded by this version of the client."""


def read(text: str | bytes) -> TableUpdate:
    """Return the update that a JSON text holds. Raise ``UnknownUpdate`` if it holds no valid update."""
    try:
        return _decode(text)
    except (ValueError, RecursionError) as error:
        raise UnknownUpdate(f"the server sent what this client does not understand: {error}") from None
