"""The host in a worker of a browser, with a page and a database that are in memory."""

from __future__ import annotations

from typing import Any

import msgspec

from uka.offline.worker import UNKNOWN_TABLE, PageWorker, start

Told = tuple[str, int, int, str]


class Database:
    """A browser's database."""

    def __init__(self) -> None:
        self.logs, self.values = dict[str, list[str]](), dict[str, str]()

    async def append(self, table: str, first: int, lines: str) -> None:
        log = self.logs.setdefault(table, [])
        assert len(log) == first
        log += lines.split("\n")

    async def read(self, table: str) -> str:
        return "\n".join(self.logs.get(table, ()))

    async def get(self, key: str) -> str:
        return self.values.get(key, "")

    async def put(self, key: str, value: str) -> None:
        self.values[key] = value


class Page:
    """A page that started a worker."""

    def __init__(self, database: Database) -> None:
        self._database, self.told = database, list[Told]()

    async def load(self) -> PageWorker:
        return await start(self._database, lambda *message: self.told.append(message))

    def answer(self, number: int) -> tuple[int, Any]:
        """Return the code and the body of the answer to a request."""
        (found,) = (message for message in self.told if message[:2] == ("answer", number))
        return found[2], msgspec.json.decode(found[3])

    def texts(self, number: int) -> list[Any]:
        """Return the messages that came on a connection."""
        return [msgspec.json.decode(text) for kind, at, _, text in self.told if (kind, at) == ("text", number)]


async def opened(page: Page, worker: PageWorker) -> str:
    """Open a table at which nobody has begun, and return its id."""
    await worker.request(1, "PUT", "/api/me", '{"name":"Ana"}')
    await worker.request(2, "POST", "/api/tables", '{"rules":"uka","seat":"south"}')
    code, ticket = page.answer(2)
    assert code == 200
    return ticket["table"]


async def test_a_page_speaks_with_a_table_and_finds_it_again_after_a_reload() -> None:
    database = Database()
    page = Page(database)
    worker = await page.load()
    table = await opened(page, worker)
    await worker.connect(7, f"/api/tables/{table}/socket")
    assert page.told[2][:2] == ("connected", 7)
    await worker.receive(7, '{"type":"ping_table","id":"ping"}')
    await worker.receive(8, "lost")  # a connection that is closed already
    snapshot, *_, pong = page.texts(7)
    assert (snapshot["type"], snapshot["player"], pong["type"]) == ("table_snapshot", "me", "pong")

    reloaded = Page(database)
    worker = await reloaded.load()  # the first worker was killed
    await worker.request(1, "GET", "/api/me", "")
    assert reloaded.answer(1)[1]["name"] == "Ana"
    await worker.connect(2, f"/api/tables/{table}/socket?since={snapshot['scene']['version']}")
    await worker.disconnect(2)
    assert reloaded.texts(2)[0]["since"] == snapshot["scene"]["version"]


async def test_a_table_of_a_server_is_not_here() -> None:
    page = Page(Database())
    worker = await page.load()
    await worker.connect(1, "/api/tables/unknown2/socket")
    await worker.connect(2, "/api/lobby")
    assert page.told == [("disconnected", 1, UNKNOWN_TABLE, ""), ("disconnected", 2, UNKNOWN_TABLE, "")]


async def test_a_fault_is_answered(capsys: Any) -> None:
    class Broken(Database):
        async def get(self, key: str) -> str:
            if key == "guest":
                raise RuntimeError("the database is gone")
            return await super().get(key)

    page = Page(Broken())
    worker = await page.load()
    await worker.request(1, "GET", "/api/me", "")
    code, problem = page.answer(1)
    assert (code, "load the page again" in problem["why"]) == (500, True)
    assert "the database is gone" in capsys.readouterr().err
