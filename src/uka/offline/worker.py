"""The host in a worker of a browser. It takes the page's requests and messages; only numbers and text cross over."""

from __future__ import annotations

import secrets
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias
from urllib.parse import parse_qs, urlsplit

import msgspec

from uka.core.errors import UkaError
from uka.wire.http_bodies import HttpProblem

from .host import ME, OfflineHost
from .requests import answer
from .table import HostedTable

ROOT = "root"
"""The key under which the storage keeps the secret from which the shuffles follow."""
ROOT_BYTES = 32
UNKNOWN_TABLE = 4404
"""The closing code of a connection to a table that this host does not have."""
FAULT = "that failed: load the page again, and tell us what you did if it fails once more"

Send: TypeAlias = Callable[[str, int, int, str], None]
"""A function that sends the page a kind of message: the number of a request or connection, a code, and a text."""


class BrowserStore(Protocol):
    """The browser's database (``web/src/offline/log-store.ts``). Without a value, it returns an empty text."""

    async def append(self, table: str, first: int, lines: str) -> None:
        """Store lines of a log, one in each row of ``lines``."""
        ...

    async def read(self, table: str) -> str:
        """Return the lines of a log, one in each row."""
        ...

    async def get(self, key: str) -> str:
        """Return the value of a key."""
        ...

    async def put(self, key: str, value: str) -> None:
        """Store the value of a key."""
        ...


class BrowserStorage:
    """A storage in the browser's database."""

    def __init__(self, store: BrowserStore) -> None:
        self._store = store

    async def append(self, table: str, seq: int, lines: Sequence[bytes]) -> None:
        """Store lines of a table's log, of which the first has the number ``seq``. Return once they are kept."""
        await self._store.append(table, seq, b"\n".join(lines).decode())

    async def read(self, table: str) -> list[bytes]:
        """Return the lines of a table's log, or no lines if there is no such table."""
        return [line.encode() for line in (await self._store.read(table)).split("\n") if line]

    async def get(self, key: str) -> bytes | None:
        """Return the value of a key, or None."""
        return (await self._store.get(key)).encode() or None

    async def put(self, key: str, value: bytes) -> None:
        """Store the value of a key. Return once it is kept."""
        await self._store.put(key, value.decode())


class PageConnection:
    """A connection of the page to a table."""

    def __init__(self, number: int, table: HostedTable, send: Send) -> None:
        self.player = ME
        self.table = table
        self._number, self._send = number, send

    def push(self, text: str) -> None:
        """Send the page a message."""
        self._send("text", self._number, 0, text)


class PageWorker:
    """Answers the page that started the worker."""

    def __init__(self, host: OfflineHost, send: Send) -> None:
        self._host, self._send = host, send
        self._connections = dict[int, PageConnection | None]()
        """The connections by number; None stands for one whose table is being read."""

    async def request(self, number: int, method: str, address: str, content: str) -> None:
        """Answer a request."""
        try:
            status, body = await answer(self._host, method, address, content.encode())
        except Exception:
            traceback.print_exc()
            status, body = 500, msgspec.json.encode(HttpProblem(FAULT))
        self._send("answer", number, status, body.decode())

    async def connect(self, number: int, address: str) -> None:
        """Connect the page to a table."""
        parts = urlsplit(address)
        since = parse_qs(parts.query).get("since")
        self._connections[number] = None
        try:
            table = await self._host.find(parts.path.split("/")[3])
        except (UkaError, IndexError):
            self._connections.pop(number, None)
            self._send("disconnected", number, UNKNOWN_TABLE, "")
            return
        if number not in self._connections:
            return  # the page has closed it meanwhile
        self._connections[number] = connection = PageConnection(number, table, self._send)
        self._send("connected", number, 0, "")
        await table.arrive(connection, int(since[0]) if since else None)

    async def receive(self, number: int, text: str) -> None:
        """Carry out a message on a connection."""
        if connection := self._connections.get(number):
            await connection.table.answer(connection, text)

    async def disconnect(self, number: int) -> None:
        """Close a connection. It is not an error if it is closed already."""
        if connection := self._connections.pop(number, None):
            await connection.table.depart(connection)


async def start(store: BrowserStore, send: Send) -> PageWorker:
    """Return a host of the tables in the browser's database, for one page."""
    storage = BrowserStorage(store)
    root = await storage.get(ROOT)
    if root is None:
        root = secrets.token_hex(ROOT_BYTES).encode()
        await storage.put(ROOT, root)
    return PageWorker(OfflineHost(storage, bytes.fromhex(root.decode()), _now), send)


def _now() -> int:
    return int(time.time() * 1_000)
