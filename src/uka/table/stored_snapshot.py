"""The stored snapshot of a table: the state after the line with which a game began, as JSON.

With it, a table is opened again without the lines of its earlier games. The log stays the truth: a snapshot is a cache,
which may be missing. It is not used if another version of Uka wrote it, or if the log's line has another hash. When a
game begins, nothing of the earlier game is left in the state, so a snapshot needs no cards and no score.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import fields

from uka import __version__

from .table import Table

EMPTY = ("draw", "game", "scored", "past")
"""The fields of a table that are empty when a game begins. A snapshot does not hold them."""


class _StoredSnapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A snapshot with the version of Uka that wrote it."""

    version: str
    fields: msgspec.Raw


_Fields = msgspec.defstruct(
    "_Fields",
    [(field.name, field.type) for field in fields(Table) if field.name not in EMPTY],
    frozen=True,
    forbid_unknown_fields=True,
)
"""The fields of a table when a game begins, without those that are empty. None has a default, so all are stored."""
_read_snapshot = msgspec.json.Decoder(_StoredSnapshot).decode
_read_fields: Any = msgspec.json.Decoder(_Fields).decode


def write_snapshot(table: Table) -> bytes | None:
    """Return the snapshot of ``table``, or None if the snapshot would not give exactly the same table again."""
    kept = msgspec.json.encode(_Fields(**{name: getattr(table, name) for name in _Fields.__struct_fields__}))
    snapshot = msgspec.json.encode(_StoredSnapshot(__version__, msgspec.Raw(kept)))
    return snapshot if read_snapshot(snapshot) == table else None


def read_snapshot(snapshot: bytes) -> Table | None:
    """Return the table of a snapshot, or None if another version of Uka wrote the snapshot.

    The caller checks that the log's line with the number ``seq`` has the hash of the table.
    """
    try:
        stored = _read_snapshot(snapshot)
        if stored.version != __version__:
            return None
        return Table(**msgspec.structs.asdict(_read_fields(stored.fields)))
    except (msgspec.MsgspecError, ValueError):
        return None
