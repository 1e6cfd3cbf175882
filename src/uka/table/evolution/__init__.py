"""The functions that apply the lines of a table's log to the table's state.

- ``people``: handlers of entries about people and seats
- ``dealing``: handlers of entries before a deal: the shuffle, the draw for first dealer, the cut
- ``play``: handlers of entries about the game itself
- ``handlers``: the type of these handlers
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from uka.records import Acted, BellRecorded, Dealt, InvalidRecord, RulingGiven
from uka.records.lines import check_follows, check_format

from .. import entries as en
from ..entries import FORMAT, TableLine
from ..pause_between_deals import bell_clock_stands
from ..table import Chair, Table, TableMember
from .dealing import DEALING
from .handlers import Evolution, Handler
from .people import PEOPLE
from .play import PLAY


def evolve(table: Table | None, line: TableLine) -> Evolution:
    """Apply ``line``, the next line of the log, to ``table``. Return the new table and the events that the line caused.

    ``table`` is None before the first line. Raise ``InvalidRecord`` if ``line`` cannot follow the last line of the log.
    """
    check_follows(line.seq, table.seq if table else None)
    if table is None:
        return _opened(line), ()
    if isinstance(line.entry, en.TableOpened):
        raise InvalidRecord(f"line {line.seq}: the table is open")
    try:
        changed, events = HANDLERS[type(line.entry)](table, line, line.entry)
    except ValueError as error:  # raised as a TableRefusal, or for text that is not hexadecimal
        raise InvalidRecord(f"line {line.seq}: {error}") from None
    moved = line.seq if isinstance(line.entry, MOVES) else table.moved
    members = _with_message_id(changed.members, line) if line.id else changed.members
    changed = replace(changed, seq=line.seq, hash=line.hash, at=max(line.at, table.at), moved=moved, members=members)
    if changed.bell_at is not None and bell_clock_stands(table):
        changed = replace(changed, bell_at=changed.bell_at + changed.at - table.at)
    return changed, events


def _with_message_id(members: tuple[TableMember, ...], line: TableLine) -> tuple[TableMember, ...]:
    """Add the id of the message that caused ``line`` to the sender's recent ids, and return the changed members.

    So the table recognizes the message if the sender repeats it.
    """
    return tuple(
        replace(member, applied_ids=member.applied_ids.added(line.id, line.seq)) if member.player == line.by else member
        for member in members
    )


def _opened(line: TableLine) -> Table:
    entry = line.entry
    if not isinstance(entry, en.TableOpened):
        raise InvalidRecord("a table's log begins with its opening")
    check_format(entry.format, FORMAT)
    return Table(
        rules=entry.rules,
        settings=entry.settings,
        host=entry.host,
        chairs=(Chair(),) * len(entry.rules.seats),
        members=() if entry.quick_ms else (TableMember(entry.host, entry.name, avatar=entry.avatar),),
        at=line.at,
        hash=line.hash,
        quick_at=line.at + entry.quick_ms if entry.quick_ms else 0,
        opening=line.hash,
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
"""The types of entries that change the game. An action that was chosen before such an entry is stale."""


HANDLERS: dict[type, Handler] = PEOPLE | DEALING | PLAY
"""The handler of each type of entry, except ``TableOpened``, which begins the log."""


def replayed(lines: Iterable[TableLine]) -> Table:
    """Return the table that follows from ``lines``, all lines of its log in order.

    Raise ``InvalidRecord`` if there is no line, or if a line cannot follow the line before it.
    """
    table: Table | None = None
    for line in lines:
        table, _ = evolve(table, line)
    if table is None:
        raise InvalidRecord("the log holds no line")
    return table
