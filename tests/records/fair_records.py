"""Records whose notes of fair dealing were changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from uka.records import Log, Scored, fair

HEX = "00" * 32


def again(log: Log, change: Callable[[Any], Any]) -> Log:
    """The record made anew of its entries, each changed, or left out for None."""
    other = Log(log.header)
    for entry in log.entries:
        if not isinstance(entry, Scored) and (kept := change(entry)) is not None:
            other.append(kept)
    return other


def changed(log: Log, kind: type[Any], number: int, /, **fields: Any) -> Log:
    """The record with the first note of a kind, and of a pack where it names one, changed."""
    done = False

    def change(entry: Any) -> Any:
        nonlocal done
        told = fair.fair_note(entry)
        if done or not isinstance(told, kind) or getattr(told, "number", number) != number:
            return entry
        done = True
        return fair.note(replace(told, **fields))

    return again(log, change)
