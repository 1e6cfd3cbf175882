"""The server's wall clock in milliseconds."""

from __future__ import annotations

import asyncio
import time


def now() -> int:
    """Return the present time in milliseconds since 1970 (Unix time)."""
    return time.time_ns() // 1_000_000


async def sleep_until(at: float) -> None:
    """Sleep until the server's wall clock reaches the time ``at``, in seconds since 1970."""
    while (seconds := at - now() / 1_000) > 0:
        await asyncio.sleep(seconds)
