"""Forgets the names of people in the logs of their games, before a server that nobody else shares begins to serve.

A log's lines never change while a server uses it, so a person who is to be forgotten waits in the value of the club.
The names in a tournament's log are not found: its director has typed them, and they say nothing of a guest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from uka.days import BoardEntry, DayBegun
from uka.hosting.ids import TABLE_ID_LENGTH, is_id
from uka.records import InvalidRecord
from uka.store import Store, every_head
from uka.table import TableLine
from uka.table.entries import PlayerJoined, TableOpened

from ..base.logs import log
from .club_state import club_value
from .table_snapshots import forget_snapshot

NOBODY = "Somebody"
"""The name that people have in logs once their own is forgotten."""
DAYS = "day/"
"""The start of the name of a log with the results of a day."""


async def forget_waiting_names(store: Store) -> None:
    """Forget the names of all who wait for it in the club's value. Nothing else may use the store meanwhile."""
    value = club_value(store)
    waiting = (await value.read()).forgotten
    if not waiting:
        return
    await forget_names(store, waiting)
    await value.change(
        lambda state: replace(state, forgotten=tuple(player for player in state.forgotten if player not in waiting))
    )


async def forget_names(store: Store, players: Collection[str]) -> int:
    """Replace the names and emblems of ``players`` in the logs of tables and days; return the number of changed logs.

    A damaged log stays as it is.
    """
    changed = 0
    async for head in every_head(store, open_only=False):
        lines = await store.read(head.table)
        try:
            rewritten = await asyncio.to_thread(_without_names, head.table, lines, players)
        except InvalidRecord as error:
            log.warning("a damaged log keeps the names of people who asked to be forgotten", id=head.table, why=error)
            continue
        if rewritten != lines:
            await store.rewrite(head.table, rewritten)
            await forget_snapshot(store, head.table)
            changed += 1
    return changed


def _without_names(table: str, lines: Sequence[bytes], players: Collection[str]) -> list[bytes]:
    """Return the lines of a log without the names of ``players``."""
    joined = b"\n".join(lines)
    if not any(player.encode() in joined for player in players):
        return list(lines)
    if is_id(table, TABLE_ID_LENGTH):
        return _table_without_names(lines, players)
    return [_entry_without_name(line, players) for line in lines] if table.startswith(DAYS) else list(lines)


def _table_without_names(lines: Sequence[bytes], players: Collection[str]) -> list[bytes]:
    written, previous_hash = list[bytes](), ""
    for line in TableLine.parse_all(lines):
        entry = line.entry
        match entry:
            case TableOpened(host=player) | PlayerJoined(player=player) if player in players:
                entry = replace(entry, name=NOBODY, avatar="")
            case _:
                pass
        changed = TableLine.after(previous_hash, line.seq, line.at, line.by, entry, line.id)
        previous_hash = changed.hash
        written.append(changed.text)
    return written


def _entry_without_name(line: bytes, players: Collection[str]) -> bytes:
    entry = msgspec.json.decode(line, type=BoardEntry)
    if isinstance(entry, DayBegun) and entry.player in players:
        return msgspec.json.encode(replace(entry, name=NOBODY))
    return line
