"""What every fault must leave as it was: that tables go on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

PATIENCE = 20.0
"""Seconds that a test waits for tables to go on; how soon they do is measured by bench.freezes."""


class Moving(Protocol):
    """A table or tournament, as somebody sees it who would notice that it goes on."""

    @property
    def version(self) -> int:
        """The number of its last line."""
        ...

    @property
    def over(self) -> bool:
        """Whether nothing more is to come."""
        ...


async def goes_on(*tables: Moving, within: float = PATIENCE) -> float:
    """Wait until each table has a new line or is over; the seconds that took, and a failure if they were too many."""
    loop = asyncio.get_running_loop()
    since, before = loop.time(), [table.version for table in tables]
    while stuck := still(tables, before):
        took = loop.time() - since
        assert took < within, f"{len(stuck)} of {len(tables)} tables stand still for {took:.1f} s, at {stuck[:5]}"
        await asyncio.sleep(0.02)
    return loop.time() - since


def still(tables: Sequence[Moving], before: Sequence[int]) -> list[int]:
    """The versions of those that have not gone on since they had other versions, and are not over."""
    return [
        version for table, version in zip(tables, before, strict=True) if table.version <= version and not table.over
    ]
