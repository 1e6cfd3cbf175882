"""Functions that change the fair dealing notes of a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from uka.records import Log, Scored, fair

HEX = "00" * 32


def again(log: Log, change: Callable[[Any], Any]) -> Log:
    """Return the record with each entry replaced by ``change(entry)``. An entry for which that is None is left out."""
    other = Log(log.header)
    for entry in log.entries:
        if not isinstance(entry, Scored) and (kept := change(entry)) is not None:
            other.append(kept)
    return other


def changed(log: Log, kind: type[Any], number: int, /, **fields: Any) -> Log:
    """Return the record with some fields of a note changed.

    The note is the first of its kind. If notes of this kind name a pack, it is the one for pack ``number``.
    """
    done = False

    def change(entry: Any) -> Any:
        nonlocal done
        told = fair.fair_entry_of(entry)
        if done or told is None or not isinstance(told, kind) or getattr(told, "number", number) != number:
            return entry
        done = True
        return fair.note_of(replace(told, **fields))

    return again(log, change)
