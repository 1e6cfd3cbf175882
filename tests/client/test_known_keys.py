"""What a client does with a server that signs wrongly: it names each fraud."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.records.test_signature import OTHER, resigned
from tests.server.http.test_routes import played
from tests.server.web import Web, listening, served
from uka.client import Client, KeyChanged, KnownKeys
from uka.core.ruleset import Ruleset
from uka.records import Log
from uka.records.authenticity import Authenticity, examine
from uka.records.signature import ForgedSignature, signer
from uka.server.http import records
from uka.server.live.context import ServerContext
from uka.store import SqliteStore
from uka.wire.http_bodies import ServerKey

pytestmark = pytest.mark.server

TABLE = "tab23456"


@asynccontextmanager
async def house() -> AsyncIterator[tuple[Web, str]]:
    """Run a server with a finished game."""
    async with served() as web, listening(web) as url:
        await played(web.context, TABLE, Ruleset(target=2), public=True)
        yield web, url


def renamed(text: str) -> str:
    return re.sub(r'"players":\["\w+"', '"players":["Eve"', text)


def unsigned(text: str) -> str:
    return "".join(line for line in text.splitlines(True) if '"kind":"signature"' not in line)


def of_another_game(text: str) -> str:
    return text.replace(TABLE, "tab23457")


def forged(text: str) -> str:
    return re.sub(r'(signature\\":\\")(.)', lambda m: m[1] + ("1" if m[2] != "1" else "2"), text)


async def test_a_record_is_signed_and_its_key_is_kept_at_the_first_meeting(tmp_path: Path) -> None:
    known = KnownKeys(tmp_path / "new" / "keys")
    async with house() as (_, url):
        async with Client(url, "Ana", known=known, timeout=60) as ana:
            text = await ana.record_text(TABLE)
        key = known.all[url]
        assert signer(text.encode()) == key
        assert examine(text.encode(), {key: url}).authenticity is Authenticity.PROVEN
        assert Log.parse(text).header.about["gameId"] == TABLE
        async with Client(url, "Ana", known=known, timeout=60) as ana:
            await ana.record(TABLE)
        assert known.path.read_text().splitlines() == [f"{url} {key}"]


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("fraud", "why"),
    [
        (renamed, "changed after it was signed"),
        (forged, "changed after it was signed"),
        (of_another_game, "changed after it was signed"),
        (unsigned, "has no signature"),
    ],
)
@pytest.mark.parametrize("pinned", [True, False])
async def test_a_malicious_server_is_found_out(
    fraud: Callable[[str], str], why: str, pinned: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = KnownKeys(tmp_path / "keys") if pinned else None
    async with house() as (_, url), Client(url, "Ana", known=known, timeout=60) as ana:
        real = records.record_text
        monkeypatch.setattr(records, "record_text", lambda log, form: fraud(real(log, form)))
        with pytest.raises(ForgedSignature, match=why):
            await ana.record(TABLE)


async def test_a_server_that_gives_the_record_of_another_game_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house() as (web, url), Client(url, "Ana", timeout=60) as ana:
        await played(web.context, "tab77777", Ruleset(target=2), public=True)
        other = await ana.record_text("tab77777")
        monkeypatch.setattr(records, "record_text", lambda log, form: other)
        with pytest.raises(ForgedSignature, match="another game"):
            await ana.record(TABLE)


async def test_a_server_that_signs_with_another_key_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = KnownKeys(tmp_path / "keys")
    async with house() as (_, url):
        real = records.record_text
        async with Client(url, "Ana", known=known, timeout=60) as ana, Client(url, "Ben", timeout=60) as ben:
            key = known.all[url]
            monkeypatch.setattr(
                records, "record_text", lambda log, form: resigned(renamed(real(log, form)).encode(), OTHER).decode()
            )
            with pytest.raises(KeyChanged, match="another key"):
                await ana.record(TABLE)
            with pytest.raises(ForgedSignature, match="another key"):
                await ben.record(TABLE)
        assert known.all[url] == key, "the new key is not taken without a word"


def test_what_stands_in_the_file_is_read_with_care(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    assert KnownKeys(path).all == {}
    path.write_text(f"\nnonsense\nhttp://a {'0' * 63}\nhttp://b {'a' * 64} more\nhttp://c {'a' * 64}\n")
    assert KnownKeys(path).all == {"http://c": "a" * 64}
    path.write_bytes(b"\xff\xfe")
    assert KnownKeys(path).all == {}


async def test_all_servers_over_a_store_have_one_key_and_tell_only_its_public_half(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path / "uka.db") as store:
        await store.put("key", b"x" * 32)  # a store of before
        contexts = [await ServerContext.start(store) for _ in range(2)]
        assert contexts[0].keys.signing == contexts[1].keys.signing != contexts[0].keys.secret
        for context in contexts:
            await context.close()
    async with served() as web:
        told = ServerKey(**(await web.client().get("/api/key")).json())
        assert told.key != web.context.keys.signing.hex()
        assert len(told.key) == 64
