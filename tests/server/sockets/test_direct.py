"""Without the option ``direct_sockets`` the server uses no internals of uvicorn, and still serves a game."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.patience import PATIENCE
from uka.client import Client
from uka.server import run
from uka.server.base.listening_socket import listen
from uka.server.base.options import ServerOptions
from uka.server.live.context import ServerContext
from uka.server.sockets.uvicorn_protocols import HttpProtocol, WebSocketProtocol
from uka.store import SqliteStore


async def test_sockets_work_without_direct_access_to_their_connections(tmp_path: Path) -> None:
    ready, stop = asyncio.Event(), run.StopSignal()
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        with listen("127.0.0.1", 0) as listener:
            context = await ServerContext.start(store, ServerOptions(workers=1, direct_sockets=False))
            server = run.GameServer(context, (), lambda _: ready.set(), stop)
            serving = asyncio.create_task(server.serve([listener]))
            await ready.wait()
            host, port = listener.getsockname()[:2]
            async with asyncio.timeout(PATIENCE), Client(f"http://{host}:{port}", name="Ana", timeout=60) as ana:
                ticket = await ana.open(public=True)
                async with ana.attend(ticket.table) as attendance:
                    assert attendance.table == ticket.table
                    connections = server.server_state.connections
                    assert connections
                    assert not any(isinstance(each, HttpProtocol | WebSocketProtocol) for each in connections)
            stop.asked = True
            await serving
