"""A server for the load bench, with four people at each table: ``python -m bench.crowd TABLES [bare | DATABASE]``.

The server prints its port, the tables and the people's cookies as one line of JSON. With ``bare`` it has no log and no
rules, and only forwards each message to all four people, which measures the cost of the web stack. With the URL of a
database, the server is one of several.
"""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

import uvicorn
import uvloop
from litestar import Litestar, WebSocket, websocket

from uka.core.seats import SEATS
from uka.rulesets import find
from uka.server.base.options import ServerOptions
from uka.server.http.guest_cookies import GuestCookies
from uka.server.live.context import ServerContext
from uka.server.run import GameServer, StopSignal
from uka.store import SqliteStore, is_postgres
from uka.table import TableSettings
from uka.table.commands import people
from uka.wire.http_bodies import Guest

LIMITLESS = ServerOptions(
    sockets_a_guest=10**6,
    sockets_an_address=10**6,
    requests_an_address=(1e6, 1e6),
    messages=1e6,
    message_burst=1e6,
    lines_a_guest=(1e6, 1e6),
    lines_an_address=(1e6, 1e6),
)
AT_ONCE = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, rest_ms=0)
GUESTS = [Guest(f"player{n}", f"Player {n}") for n in range(4)]


async def table(hall: ServerContext, ids: list[str]) -> None:
    live = await hall.tables.open(find("uka"), GUESTS[0], AT_ONCE)
    for guest, seat in zip(GUESTS, SEATS, strict=True):
        if guest is not GUESTS[0]:
            await live.do(lambda t, g=guest: people.join(t, g.player, g.name), guest.player)
        await live.do(lambda t, g=guest, s=seat: people.sit(t, g.player, s), guest.player)
    ids.append(live.id)


def bare() -> Litestar:
    rooms: dict[str, list[WebSocket[Any, Any, Any]]] = {}

    @websocket("/api/tables/{table:str}/socket")
    async def echo(socket: WebSocket[Any, Any, Any], table: str) -> None:
        await socket.accept()
        room = rooms.setdefault(table, [])
        room.append(socket)
        async for text in socket.iter_data("text"):
            for other in room:
                await other.send_data(text)

    return Litestar([echo])


async def hall_of(folder: Path, database: str) -> ServerContext:
    if not is_postgres(database):
        return await ServerContext.start(await SqliteStore.open(folder / "uka.db"), LIMITLESS)
    from uka.store.postgres import PostgresStore

    return await ServerContext.start(await PostgresStore.open(database), LIMITLESS, database)


async def main(tables: int, over: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder:
        hall, ids = await hall_of(Path(folder), over), list[str]()
        await asyncio.gather(*(table(hall, ids) for _ in range(tables)))
        listener = socket.create_server(("127.0.0.1", 0), backlog=2_048)
        if over == "bare":
            config = uvicorn.Config(
                bare(), ws="websockets-sansio", log_level="warning", access_log=False, ws_per_message_deflate=False
            )
            server = uvicorn.Server(config)
        else:
            server = GameServer(hall, (), lambda _: None, StopSignal())
        cookies = [GuestCookies(hall.keys.secret, hall.clock).write(guest, https=False).value for guest in GUESTS]
        print(json.dumps({"port": listener.getsockname()[1], "tables": ids, "cookies": cookies}), flush=True)
        gc.collect()
        await server.serve(sockets=[listener])
        await hall.close()
        await hall.store.close()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), *sys.argv[2:]))
