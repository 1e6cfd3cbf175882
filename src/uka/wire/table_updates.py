"""The updates that the server sends over a table's WebSocket.

Each update is one JSON object, and its field ``type`` gives its kind.

A ``TableChange`` begins with a public part, which is the same for all receivers. After it comes what only its
receiver may see: ``own`` and ``own_lines``.

Each line of the table's log has a sequence number, which is the same for all clients. The number of the last line is
the version of the table. A ``TableSnapshot`` is the whole table as the client may see it. A ``TableChange`` holds the
log lines after some version, and the fields of the table that these lines have changed. So a client need not compute
the table from events. If a change begins after the client's version, updates are missing. The client then requests the
missing updates with the command ``SyncTable``. The client ignores a change that ends at or before its own version.

A ``ChatUpdate`` is no part of this: the lines of the table's chat have no numbers, and are not in the log.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.records.fair import Shares
from uka.table import DealView, Person, PublicTable, TableLineView
from uka.table.views.changes import OwnDealViewChanges, PublicDealViewChanges, PublicTableChanges
from uka.table.views.deal_view import OwnDealView, PublicDealView, combined_view

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
    deal: PublicDealView | None = None
    """What every viewer may see of the deal; absent before the first deal."""
    commitments: tuple[str, ...] = ()
    """The server's commitments to its secrets for the shuffles, one for each pack, in order."""
    secrets: tuple[str, ...] = ()
    """The secrets that the server has opened, in the order of the packs."""
    shares: Shares | None = None
    """The players' random inputs to the shuffles; absent if the game uses none."""
    lines: tuple[TableLineView, ...] = ()
    """The log lines since the last deal began, as the receiver may see them.

    It is empty if the server no longer has all of these lines.
    """
    own: OwnDealView | None = None
    """The receiver's own part of the deal; absent for a spectator and before the first deal."""

    @property
    def deal_view(self) -> DealView | None:
        """The deal as the receiver may see it, or None before the first deal."""
        return combined_view(self.deal, self.own) if self.deal else None


class TableChange(SocketUpdate, frozen=True):
    """The log lines from number ``since`` + 1 to ``version``, both included, and what these lines have changed.

    A client whose version of the table is ``since`` can apply the change. A client whose version is later than
    ``since``, but earlier than ``version``, can apply the change only if ``whole`` is true. A client whose version is
    earlier than ``since`` requests the missing updates.
    """

    since: int
    version: int
    lines: tuple[TableLineView, ...]
    """The log lines as every viewer may see them."""
    scene: PublicTableChanges
    """The fields of the table without the cards that have changed since version ``since``."""
    deal: PublicDealViewChanges | None = None
    """The public fields of the deal and of its facts that have changed since version ``since``.

    It is absent if there is no deal.
    """
    whole: bool = False
    """Whether ``scene``, ``deal`` and ``own`` hold every field.

    Such a change fits each version of a client from ``since`` on. The answer to a request for missing updates is
    such a change.
    """
    people: tuple[Person, ...] | None = None
    """The people at the table; absent if nobody has joined or left."""
    invitation: str | None = None
    """The secret that admits other people to the table; absent if nobody has joined or left."""
    own: OwnDealViewChanges | msgspec.UnsetType | None = msgspec.UNSET
    """The fields of the receiver's own part of the deal that have changed, or all fields if the seat has changed.

    It is absent if nothing has changed in it, and null if there is no such part any more. In a ``whole`` change it is
    absent if there is no such part.
    """
    own_lines: tuple[TableLineView, ...] = ()
    """The log lines of which the receiver may see more than others. Each replaces the public line with its number."""

    @property
    def lines_seen(self) -> tuple[TableLineView, ...]:
        """The log lines as the receiver may see them."""
        fuller = {line.seq: line for line in self.own_lines}
        return tuple([fuller.get(line.seq, line) for line in self.lines])


class ChatLine(msgspec.Struct, frozen=True, gc=False):
    """A line of a table's chat."""

    id: str
    """The id of the line, by which a client knows a line that it has received before."""
    at: int
    """When the line was written, in milliseconds since 1970."""
    version: int
    """The version of the table when the line was written."""
    player: str
    """The author's id."""
    name: str
    """The author's name."""
    text: str
    """One line of plain text. In a reported line it is empty if the host had no seat in the deal that was played."""


class ChatUpdate(SocketUpdate, frozen=True):
    """Lines of the table's chat, oldest first, that the receiver may read and may not have received yet.

    It follows the first update of a connection if there are such lines, and later each new line. It changes nothing of
    the table.
    """

    lines: tuple[ChatLine, ...] = ()
    reports: tuple[ChatLine, ...] = ()
    """Lines that somebody has reported. Only the host receives them."""


TableUpdate: TypeAlias = TableSnapshot | TableChange | ChatUpdate | SocketAnswer

_decode = msgspec.json.Decoder(TableUpdate).decode


class UnknownUpdate(UkaError):
    """What the server sent cannot be decoded by this version of the client."""


def read(text: str | bytes) -> TableUpdate:
    """Return the update that a JSON text holds. Raise ``UnknownUpdate`` if it holds no valid update."""
    try:
        return _decode(text)
    except (ValueError, RecursionError) as error:
        raise UnknownUpdate(f"the server sent what this client does not understand: {error}") from None
