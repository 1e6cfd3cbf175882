"""The server's clock."""

from __future__ import annotations

import asyncio
import time


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def sleep_until(at: float) -> None:
    """Return at a time, in seconds since 1970, or at once if it has passed; never earlier by the server's clock."""
    while (seconds := at - now() / 1_000) > 0:
        await asyncio.sleep(seconds)
