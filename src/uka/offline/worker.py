"""The host in a worker of a browser. It takes the page's requests and messages; only numbers and text cross over."""

from __future__ import annotations

import random
import secrets
import sys
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias
from urllib.parse import parse_qs, urlsplit

import msgspec

from uka.core.errors import UkaError
from uka.hosting import lesson_pages, puzzle_pages, ruleset_pages
from uka.kernels.webassembly import install_in_page
from uka.records.fair import PublishedDays
from uka.wire import socket_updates
from uka.wire.day_bodies import PublishedSeed
from uka.wire.http_bodies import HttpProblem
from uka.wire.socket_updates import Farewell

from .host import ME, SECOND, OfflineHost
from .requests import answer
from .table import HostedTable
from .tournament import HostedTournament

ROOT = "root"
"""The key under which the storage keeps the secret from which the shuffles follow."""
ROOT_BYTES = 32
UNKNOWN = 4404
"""The closing code of a connection to a table or a tournament that this host does not have."""
FAULT = "that failed: load the page again, and tell us what you did if it fails once more"

PageBytes: TypeAlias = bytes | memoryview
"""The body of a request: in a browser, a view of its memory."""
Send: TypeAlias = Callable[[str, int, int, str], None]
"""A function that sends the page a kind of message: the number of a request or connection, a code, and a text."""


class BrowserStore(Protocol):
    """The browser's database (``web/src/offline/log-store.ts``). Without a value, it returns an empty text."""

    async def append(self, log: str, first: int, lines: str) -> None:
        """Store lines of a log, one in each row of ``lines``, or none of them."""
        ...

    async def read(self, log: str) -> str:
        """Return the lines of a log, one in each row."""
        ...

    async def logs(self) -> str:
        """Return the ids of all logs, one in each row."""
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

    async def append(self, log: str, seq: int, lines: Sequence[bytes]) -> None:
        """Store lines of a log, of which the first has the number ``seq``. Return once they are kept."""
        await self._store.append(log, seq, b"\n".join(lines).decode())

    async def read(self, log: str) -> list[bytes]:
        """Return the lines of a log, or no lines if there is no such log."""
        return [line.encode() for line in (await self._store.read(log)).split("\n") if line]

    async def logs(self) -> list[str]:
        """Return the ids of all logs."""
        return (await self._store.logs()).split()

    async def get(self, key: str) -> bytes | None:
        """Return the value of a key, or None."""
        return (await self._store.get(key)).encode() or None

    async def put(self, key: str, value: bytes) -> None:
        """Store the value of a key. Return once it is kept."""
        await self._store.put(key, value.decode())


class PageConnection(ABC):
    """A connection of the page. ``closed`` is called with its number when this end closes it."""

    def __init__(self, number: int, send: Send, closed: Callable[[int], object]) -> None:
        self._number, self._send, self._closed = number, send, closed

    def push(self, text: str) -> None:
        """Send the page a message."""
        self._send("text", self._number, 0, text)

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the page the reason ``why``, and close the connection. If ``again`` is true, the page connects again."""
        self.push(socket_updates.write(Farewell(why, again=again)))
        self._send("disconnected", self._number, code, "")
        self._closed(self._number)

    @abstractmethod
    async def receive(self, text: str) -> None:
        """Carry out a message of the page."""

    @abstractmethod
    async def depart(self) -> None:
        """Note that the page has closed the connection."""


class TableConnection(PageConnection):
    """A connection of the page to a table."""

    def __init__(
        self, table: HostedTable, player: str, number: int, send: Send, closed: Callable[[int], object]
    ) -> None:
        super().__init__(number, send, closed)
        self.player = player
        self._table = table

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the page the reason ``why``, and close the connection."""
        self._table.clients.discard(self)
        super().farewell(why, code, again=again)

    async def receive(self, text: str) -> None:
        """Carry out a message of the page."""
        await self._table.answer(self, text)

    async def depart(self) -> None:
        """Note that the page has closed the connection."""
        await self._table.depart(self)


class TournamentConnection(PageConnection):
    """A connection of the page to a tournament. Its first message presents a link."""

    def __init__(self, tournament: HostedTournament, number: int, send: Send, closed: Callable[[int], object]) -> None:
        super().__init__(number, send, closed)
        self.grant = ""
        self._tournament = tournament
        self._arrived = False

    def farewell(self, why: str, code: int, *, again: bool = False) -> None:
        """Send the page the reason ``why``, and close the connection."""
        self._tournament.depart(self)
        super().farewell(why, code, again=again)

    async def receive(self, text: str) -> None:
        """Carry out a message of the page."""
        if self._arrived:
            await self._tournament.answer(self, text)
        else:
            self._arrived = self._tournament.arrive(self, text)

    async def depart(self) -> None:
        """Note that the page has closed the connection."""
        self._tournament.depart(self)


class PageWorker:
    """Answers the page that started the worker."""

    def __init__(self, host: OfflineHost, send: Send) -> None:
        self._host, self._send = host, send
        self._connections = dict[int, PageConnection | None]()
        """The connections by number; None stands for one whose log is being read."""

    async def request(self, number: int, method: str, address: str, content: PageBytes, link: str) -> None:
        """Answer a request. ``link`` is the link to a tournament that it presents."""
        try:
            answered = await answer(self._host, method, address, bytes(content), link)
            status, text = answered.status, answered.body.decode()
        except Exception as error:
            _report(error)
            status, text = 500, msgspec.json.encode(HttpProblem(FAULT)).decode()
        self._send("answer", number, status, text)

    async def connect(self, number: int, address: str) -> None:
        """Connect the page to a table or a tournament: ``/api/tables/ID/socket``, ``/api/tournaments/ID/socket``.

        With ``?second`` it shows a table as the second person on this device sees it.
        """
        parts = urlsplit(address)
        self._connections[number] = None
        try:
            _, _, kind, id, _ = parts.path.split("/")
            found = await (self._host.find(id) if kind == "tables" else self._host.find_tournament(id))
        except (UkaError, ValueError):
            self._connections.pop(number, None)
            self._send("disconnected", number, UNKNOWN, "")
            return
        if number not in self._connections:
            return  # the page has closed it meanwhile
        if isinstance(found, HostedTournament):
            self._connections[number] = TournamentConnection(found, number, self._send, self._connections.pop)
            self._send("connected", number, 0, "")
            return
        query = parse_qs(parts.query, keep_blank_values=True)
        player = SECOND if "second" in query else ME
        connection = TableConnection(found, player, number, self._send, self._connections.pop)
        self._connections[number] = connection
        self._send("connected", number, 0, "")
        since = query.get("since")
        await found.arrive(connection, int(since[0]) if since else None)

    async def receive(self, number: int, text: str) -> None:
        """Carry out a message on a connection."""
        if connection := self._connections.get(number):
            await connection.receive(text)

    async def disconnect(self, number: int) -> None:
        """Close a connection. It is not an error if it is closed already."""
        if connection := self._connections.pop(number, None):
            await connection.depart()


def prepare() -> None:
    """Compute what the home page shows first, so that it is in the memory that the browser keeps."""
    ruleset_pages.ruleset_summaries()
    lesson_pages.course_summaries()
    puzzle_pages.puzzle_collections()


async def start(store: BrowserStore, send: Send, days: str = "null") -> PageWorker:
    """Return a host of the tables in the browser's database, for one page.

    ``days`` is a ``PublishedSeed`` as JSON, or ``"null"`` if no seed of the day's deals is known. The process may go on
    from a memory that the browser kept, which has the state of the random numbers of then.
    """
    random.seed()
    install_in_page()
    storage = BrowserStorage(store)
    root = await storage.get(ROOT)
    if root is None:
        root = secrets.token_hex(ROOT_BYTES).encode()
        await storage.put(ROOT, root)
    seed = msgspec.json.decode(days, type=PublishedSeed | None)
    published = PublishedDays(seed.day, bytes.fromhex(seed.seed)) if seed else None
    return PageWorker(OfflineHost(storage, bytes.fromhex(root.decode()), _now, published), send)


def _report(error: Exception) -> None:
    """Write where an error happened into the console, or the error alone if its modules came without their lines."""
    try:
        traceback.print_exception(error)
    except RuntimeError:
        print(repr(error), file=sys.stderr)


def _now() -> int:
    return int(time.time() * 1_000)
