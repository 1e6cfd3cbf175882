"""Checks that tables and tournaments go on after a fault."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from tests.patience import PATIENCE


class Moving(Protocol):
    """A table or tournament with a version that grows."""

    @property
    def version(self) -> int:
        """The number of the last line of its log."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game or tournament has ended, so that no more lines will come."""
        ...


async def goes_on(*tables: Moving, within: float = PATIENCE) -> float:
    """Wait until each table has a new line or is over; return the seconds; bench.freezes measures them."""
    loop = asyncio.get_running_loop()
    since, before = loop.time(), [table.version for table in tables]
    while stuck := still(tables, before):
        took = loop.time() - since
        assert took < within, f"{len(stuck)} of {len(tables)} tables stand still for {took:.1f} s, at {stuck[:5]}"
        await asyncio.sleep(0.02)
    return loop.time() - since


def still(tables: Sequence[Moving], before: Sequence[int]) -> list[int]:
    """Return the versions of the tables that are not over and still have the version from before."""
    return [
        version for table, version in zip(tables, before, strict=True) if table.version <= version and not table.over
    ]
