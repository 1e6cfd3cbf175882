"""The host in a worker of a browser, with a page and a database that are in memory."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from uka.offline.log import AGAIN
from uka.offline.table import HostedTable
from uka.offline.worker import UNKNOWN, PageWorker, prepare, start

Told = tuple[str, int, int, str]


class Database:
    """A browser's database."""

    def __init__(self) -> None:
        self.full = False
        self.kept, self.values = dict[str, list[str]](), dict[str, str]()

    async def append(self, log: str, first: int, lines: str) -> None:
        kept = self.kept.setdefault(log, [])
        if self.full:
            raise OSError("quota exceeded")
        assert len(kept) == first
        kept += lines.split("\n")

    async def read(self, log: str) -> str:
        return "\n".join(self.kept.get(log, ()))

    async def logs(self) -> str:
        return "\n".join(self.kept)

    async def get(self, key: str) -> str:
        return self.values.get(key, "")

    async def put(self, key: str, value: str) -> None:
        self.values[key] = value


class Page:
    """A page that started a worker."""

    def __init__(self, database: Database) -> None:
        self._database, self.told = database, list[Told]()
        self._asked = 100

    async def load(self, days: str = "null") -> PageWorker:
        return await start(self._database, lambda *message: self.told.append(message), days)

    async def ask(self, worker: PageWorker, method: str, path: str, body: object = None, link: str = "") -> Any:
        """Send a request, which must succeed, and return the answer."""
        self._asked += 1
        content = body if isinstance(body, bytes) else msgspec.json.encode(body) if body is not None else b""
        await worker.request(self._asked, method, path, content, link)
        code, answer = self.answer(self._asked)
        assert code == 200, answer
        return answer

    def answer(self, number: int) -> tuple[int, Any]:
        """Return the code and the body of the answer to a request."""
        (found,) = (message for message in self.told if message[:2] == ("answer", number))
        return found[2], msgspec.json.decode(found[3])

    def texts(self, number: int) -> list[Any]:
        """Return the messages that came on a connection."""
        return [msgspec.json.decode(text) for kind, at, _, text in self.told if (kind, at) == ("text", number)]


async def opened(page: Page, worker: PageWorker) -> str:
    """Open a table at which nobody has begun, and return its id."""
    await page.ask(worker, "PUT", "/api/me", {"name": "Ana"})
    return (await page.ask(worker, "POST", "/api/tables", {"rules": "uka", "seat": "south"}))["table"]


async def test_a_page_speaks_with_a_table_and_finds_it_again_after_a_reload() -> None:
    database = Database()
    page = Page(database)
    worker = await page.load()
    table = await opened(page, worker)
    await worker.connect(7, f"/api/tables/{table}/socket")
    assert ("connected", 7, 0, "") in page.told
    await worker.receive(7, '{"type":"ping_table","id":"ping"}')
    await worker.receive(8, "lost")  # a connection that is closed already
    snapshot, *_, pong = page.texts(7)
    assert (snapshot["type"], snapshot["player"], pong["type"]) == ("table_snapshot", "me", "pong")

    reloaded = Page(database)
    worker = await reloaded.load()  # the first worker was killed
    assert (await reloaded.ask(worker, "GET", "/api/me"))["name"] == "Ana"
    await worker.connect(2, f"/api/tables/{table}/socket?since={snapshot['scene']['version']}")
    await worker.disconnect(2)
    assert reloaded.texts(2)[0]["since"] == snapshot["scene"]["version"]


async def test_a_table_is_forgotten_when_nobody_is_at_it_and_goes_on_when_somebody_comes() -> None:
    page = Page(Database())
    worker = await page.load()
    table = await opened(page, worker)
    await worker.connect(1, f"/api/tables/{table}/socket")
    await worker.receive(1, '{"type":"begin_game","id":"begin"}')
    version = page.texts(1)[-1]["version"]
    await worker.disconnect(1)
    await worker.request(2, "GET", f"/api/tables/{table}", b"", "")
    gc.collect()
    assert not [each for each in gc.get_objects() if isinstance(each, HostedTable) and each.id == table]
    await worker.connect(3, f"/api/tables/{table}/socket")
    assert page.texts(3)[0]["scene"]["version"] > version  # that the page left is a line too
    await worker.disconnect(3)


async def test_what_the_home_page_shows_first_is_in_the_memory_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare()
    page = Page(Database())
    worker = await page.load()
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("a file was read"))
    for what in ("rulesets", "lessons", "puzzles"):
        assert await page.ask(worker, "GET", f"/api/{what}")


async def test_the_deals_of_past_days_follow_from_the_seed_that_came_with_the_page() -> None:
    page = Page(Database())
    worker = await page.load(f'{{"day":"2026-11-20","seed":"{"5a" * 32}"}}')
    assert (await page.ask(worker, "GET", "/api/days"))["today"] == "2026-11-20"


async def test_a_table_of_a_server_is_not_here() -> None:
    page = Page(Database())
    worker = await page.load()
    await worker.connect(1, "/api/tables/unknown2/socket")
    await worker.connect(2, "/api/lobby")
    assert page.told == [("disconnected", 1, UNKNOWN, ""), ("disconnected", 2, UNKNOWN, "")]


async def test_a_fault_is_answered(capsys: Any) -> None:
    class Broken(Database):
        async def get(self, key: str) -> str:
            if key == "guest":
                raise RuntimeError("the database is gone")
            return await super().get(key)

    page = Page(Broken())
    worker = await page.load()
    await worker.request(1, "GET", "/api/me", b"", "")
    code, problem = page.answer(1)
    assert (code, "load the page again" in problem["why"]) == (500, True)
    assert "the database is gone" in capsys.readouterr().err


async def test_a_page_directs_a_tournament_and_finds_it_again_after_a_reload() -> None:
    database = Database()
    page = Page(database)
    worker = await page.load()
    ticket = await page.ask(worker, "POST", "/api/tournaments", {"name": "A day", "rules": "tainui", "settings": {}})
    path, link = f"/api/tournaments/{ticket['tournament']}", ticket["link"]
    text = {"text": "Kauri, Waahi, Mere, Mere / Tia\nToru, Poohara, Hemi"}
    assert (await page.ask(worker, "POST", f"{path}/teams", text, link))["entered"] == 2
    file = text["text"].encode("utf-16")  # neither text nor JSON crosses over here
    assert "Kauri" in (await page.ask(worker, "POST", f"{path}/teams/file", file, link))["text"]

    page = Page(database)
    worker = await page.load()
    await worker.connect(3, f"{path}/socket")
    await worker.receive(3, msgspec.json.encode({"type": "present_link", "id": "1", "link": link}).decode())
    await worker.receive(3, '{"type":"ping_tournament","id":"ping"}')
    snapshot, pong = page.texts(3)
    assert [team["name"] for team in snapshot["board"]["teams"]] == ["Kauri", "Toru"]
    assert pong["type"] == "pong"
    await worker.disconnect(3)


async def test_two_people_on_one_device_each_see_their_own_hand() -> None:
    page = Page(Database())
    worker = await page.load()
    table = await opened(page, worker)
    second = {"name": "Ben", "seat": "north"}
    seats = (await page.ask(worker, "POST", f"/api/tables/{table}/second", second))["seats"]
    assert {seat["name"] for seat in seats} == {None, "Ana", "Ben"}
    await worker.connect(1, f"/api/tables/{table}/socket")
    await worker.connect(2, f"/api/tables/{table}/socket?second")
    await worker.receive(1, '{"type":"begin_game","id":"begin"}')
    assert [page.texts(number)[0]["player"] for number in (1, 2)] == ["me", "second"]
    await worker.disconnect(1)
    await worker.disconnect(2)


async def test_a_link_that_does_not_work_closes_the_connection() -> None:
    page = Page(Database())
    worker = await page.load()
    ticket = await page.ask(worker, "POST", "/api/tournaments", {"name": "A day", "rules": "tainui", "settings": {}})
    await worker.connect(1, f"/api/tournaments/{ticket['tournament']}/socket")
    await worker.receive(1, msgspec.json.encode({"type": "present_link", "id": "1", "link": "forged"}).decode())
    assert page.texts(1)[0]["type"] == "farewell"
    assert page.told[-1] == ("disconnected", 1, 4403, "")
    await worker.receive(1, '{"type":"ping_tournament","id":"ping"}')
    assert len(page.texts(1)) == 1


async def test_a_full_database_is_told_and_keeps_what_it_had() -> None:
    database = Database()
    page = Page(database)
    worker = await page.load()
    await opened(page, worker)
    database.full = True
    await worker.request(1, "POST", "/api/tables", b'{"rules":"uka","seat":"south"}', "")
    code, problem = page.answer(1)
    assert (code, "keep no more" in problem["why"]) == (507, True)


async def test_a_copy_that_is_read_in_asks_the_page_to_connect_again() -> None:
    database = Database()
    page = Page(database)
    worker = await page.load()
    table = await opened(page, worker)
    await worker.connect(1, f"/api/tables/{table}/socket")
    await worker.request(2, "GET", "/api/backup", b"", "")
    (copy,) = (text for kind, number, _, text in page.told if (kind, number) == ("answer", 2))
    database.kept[table].pop()  # this browser's table is behind the copy
    assert (await page.ask(worker, "POST", "/api/backup", copy.encode()))["added"] == [table]
    assert page.texts(1)[-1]["again"]
    assert ("disconnected", 1, AGAIN, "") in page.told
    await worker.disconnect(1)  # nothing is left to close
    await worker.connect(4, f"/api/tables/{table}/socket")
    assert page.texts(4)[0]["type"] == "table_snapshot"
