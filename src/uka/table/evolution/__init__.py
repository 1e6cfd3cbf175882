"""Applying a table's log: ``evolve`` returns the table after a line and the events that follow from it.

- ``people``: entries about who is at the table and where
- ``dealing``: entries that come before the cards
- ``play``: entries of the game itself
- ``handlers``: the type of a handler, and handlers without events
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from uka.records import Acted, BellRecorded, Dealt, InvalidRecord, RulingGiven

from .. import entries as en
from ..entries import FORMAT, TableLine
from ..table import RECENT, Chair, Table, TableMember
from .dealing import DEALING
from .handlers import Evolution, Handler
from .people import PEOPLE
from .play import PLAY


def evolve(table: Table | None, line: TableLine) -> Evolution:
    """The table after a line, and what happened. ``InvalidRecord`` for a line that cannot follow."""
    if line.seq != (table.seq + 1 if table else 0):
        raise InvalidRecord(f"line {line.seq} can't follow line {table.seq if table else 'none'}")
    if table is None:
        return _opened(line), ()
    if isinstance(line.entry, en.TableOpened):
        raise InvalidRecord(f"line {line.seq}: the table is open")
    try:
        changed, events = HANDLERS[type(line.entry)](table, line, line.entry)
    except ValueError as error:  # a refusal, or text that is no bytes
        raise InvalidRecord(f"line {line.seq}: {error}") from None
    moved = line.seq if isinstance(line.entry, MOVES) else table.moved
    changed = replace(changed, seq=line.seq, hash=line.hash, at=max(line.at, table.at), moved=moved)
    return _remember(changed, line) if line.id else changed, events


def _remember(table: Table, line: TableLine) -> Table:
    last = line.id, line.seq
    members = [replace(m, recent=(*m.recent[1 - RECENT :], last)) if m.player == line.by else m for m in table.members]
    return replace(table, members=tuple(members))


def _opened(line: TableLine) -> Table:
    entry = line.entry
    if not isinstance(entry, en.TableOpened):
        raise InvalidRecord("a table's log begins with its opening")
    if not 1 <= entry.format <= FORMAT:
        raise InvalidRecord(f"the log has format {entry.format}; this Uka reads 1 to {FORMAT}")
    return Table(
        rules=entry.rules,
        settings=entry.settings,
        host=entry.host,
        chairs=(Chair(),) * len(entry.rules.seats),
        members=(TableMember(entry.host, entry.name),),
        at=line.at,
        hash=line.hash,
    )


MOVES = (
    en.GameBegan,
    en.DrawStarted,
    en.DrawCardTaken,
    en.DealerNamed,
    en.CommitmentsClosed,
    en.PackCut,
    en.PacketPatternChosen,
    Dealt,
    Acted,
    en.TricksClaimed,
    en.ActionUndone,
    BellRecorded,
    RulingGiven,
    en.GameEnded,
)
"""What changes the game, so that an action chosen before it is stale."""


HANDLERS: dict[type, Handler] = PEOPLE | DEALING | PLAY


def replayed(lines: Iterable[TableLine]) -> Table:
    """The table that a log makes. ``InvalidRecord`` if it can't be."""
    table: Table | None = None
    for line in lines:
        table, _ = evolve(table, line)
    if table is None:
        raise InvalidRecord("the log holds no line")
    return table
