"""A server whose time runs fast, for the bench ``lines.siege``: ``python -m bench.besieged FOLDER FACTOR``.

All rate limits are multiplied by the factor. All times after which idle tables are dropped from memory are divided by
it. So the load of an hour passes in an hour divided by the factor. The server prints its port.
"""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import uvloop

from uka.server.base.data_folder import STORE
from uka.server.base.listening_socket import listen
from uka.server.base.options import ServerOptions
from uka.server.live import sweeper
from uka.server.live.context import ServerContext
from uka.server.run import GameServer, StopSignal
from uka.store import SqliteStore


def hurried(factor: float) -> ServerOptions:
    """Return the options of a server whose time runs ``factor`` times as fast."""
    usual = {field.name: getattr(ServerOptions, field.name) for field in fields(ServerOptions)}
    faster: dict[str, Any] = {
        name: (value[0] * factor, value[1]) for name, value in usual.items() if isinstance(value, tuple) and value
    }
    return ServerOptions(
        **faster,
        messages=ServerOptions.messages * factor,
        forget_after=max(ServerOptions.forget_after / factor, 20),
        empty_after=0.5,
    )


async def main(folder: Path, factor: float) -> None:
    sweeper.INTERVAL /= factor  # type: ignore[misc]
    async with await SqliteStore.open(folder / STORE) as store:
        with listen("127.0.0.1", 0) as listener:
            port = listener.getsockname()[1]
            server = GameServer(
                await ServerContext.start(store, hurried(factor)), (), lambda _: print(port, flush=True), StopSignal()
            )
            await server.serve([listener])


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1]), float(sys.argv[2])))
