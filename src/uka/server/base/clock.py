"""The server's wall clock in milliseconds."""

from __future__ import annotations

import asyncio
import time


def now() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def sleep_until(at: float) -> None:
    """Sleep until a time in seconds since 1970; never wake up before it by the server's clock."""
    while (seconds := at - now() / 1_000) > 0:
        await asyncio.sleep(seconds)
