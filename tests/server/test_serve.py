"""`uka serve` starts without set-up, refuses bad options with a sentence, and stops cleanly whatever clients do."""

import asyncio
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from uka.cli import main
from uka.client import Client, CommandRefused
from uka.server.base import listening_socket as place
from uka.server.base.data_folder import STORE
from uka.server.base.start_errors import PortInUse
from uka.store import SqliteStore
from uka.table import TableSettings
from uka.wire import table_commands, table_updates
from uka.wire.socket_updates import Farewell

from .process import LINUX, SENTENCE, Serving, children, command, gone, refused, serving, soon

pytestmark = pytest.mark.server

UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


QUICK = TableSettings(bots="novice", draw_ms=0, deal_ms=0, trick_ms=0, answer_ms=50)


async def watch_bots(server: Serving, ana: Client) -> str:
    """Open a table with a game of bots, and have a record verified; return the table's id."""
    with pytest.raises(CommandRefused):
        await ana.verify("no record")
    return (await ana.open("knock", settings=QUICK, begin=True)).table


def workers_of(server: Serving) -> set[int]:
    """Return the server's child processes once the bots, the record checker and Python's tracker run."""
    if not LINUX:
        pytest.skip("needs /proc to find its processes in")
    assert soon(lambda: len(children(server.process.pid)) >= 3), "no bot thinks"
    return children(server.process.pid)


def deaf(server: Serving, ana: Client, table: str) -> socket.socket:
    """Return the socket of a client at a table that never answers and never closes."""
    _, headers = ana.socket_address(table, None)
    client = server.connect()
    client.sendall(UPGRADE.format(table=table, cookie=headers["Cookie"]).encode())
    assert client.recv(4096).startswith(b"HTTP/1.1 101 ")
    return client


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_starts_answers_and_stops_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "new" / "data"
    with serving(folder) as server:
        assert server.said[-1] == f"Its data is in {folder}. Ctrl-C stops it."
        async with httpx.AsyncClient(base_url=server.at, timeout=60) as web:
            assert (await web.get("/api/health/ready")).json()["ready"]
            assert (await web.get("/api/server")).json()["alone"] is True
            assert "server" not in (await web.get("/")).headers
        async with Client(server.at, name="Ana", timeout=60) as ana:
            table = await watch_bots(server, ana)
            with deaf(server, ana, table), server.connect() as half:
                half.sendall(b"GET / HTTP/1.1\r\nHost:")
                workers = workers_of(server)
                code, out, err, seconds = server.end(number)
        assert (code, out, err) == (0, "Stopped. The tables are saved.\n", "")
        assert seconds < 30  # an idle socket has 40
        assert gone(workers)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "uka.db")] == [0o700, 0o600]
    assert await tables_in(folder / "uka.db") == {table}


async def test_clients_are_told_that_it_will_be_back(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with Client(server.at, name="Ana", timeout=60) as ana:
            uri, headers = ana.socket_address((await ana.open()).table, None)
        async with connect(uri, additional_headers=headers) as at:
            assert isinstance(table_updates.read(await at.recv()), table_updates.TableSnapshot)
            server.process.send_signal(signal.SIGTERM)
            said = [table_updates.read(text) for text in await until_closed(at)]
            assert at.close_code == 1012
        assert server.process.wait(60) == 0
    assert isinstance(said[-1], Farewell)
    assert said[-1].again


async def test_a_refused_socket_leaves_nothing_in_the_log(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for refused_header in ("Origin: http://elsewhere.test", "Host: second.test"):
            head = UPGRADE.format(table="23456789", cookie="").replace("\r\n\r\n", f"\r\n{refused_header}\r\n\r\n")
            with server.connect() as stranger:
                stranger.sendall(head.encode())
                assert b" 40" in stranger.recv(4096).partition(b"\r\n")[0]
        assert server.end(signal.SIGTERM)[2] == ""


async def test_invalid_text_leaves_nothing_in_the_log(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with Client(server.at, name="Ana", timeout=60) as ana:
            uri, headers = ana.socket_address((await ana.open()).table, None)
        async with connect(uri, additional_headers=headers) as at:
            await at.send(b"\xff", text=True)
            await until_closed(at)
            assert at.close_code == 1007
        assert server.end(signal.SIGTERM)[:3] == (0, "Stopped. The tables are saved.\n", "")


@pytest.mark.daily(1)
@pytest.mark.parametrize("length", ["Content-Length: 5000", "Transfer-Encoding: chunked"])
async def test_an_incomplete_request_is_no_error_of_the_server(tmp_path: Path, length: str) -> None:
    with serving(tmp_path) as server:
        host, port = server.address
        paths = {"PUT /api/me": "application/json", "POST /api/verify": "text/plain"}
        for asked, kind in paths.items():
            with server.connect() as half:
                half.sendall(
                    f"{asked} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: {kind}\r\n{length}\r\n\r\n".encode()
                )
                half.sendall(b'10\r\n{"name"')
        async with httpx.AsyncClient(base_url=server.at, timeout=60) as web, asyncio.timeout(PATIENCE):
            while (told := (await web.get("/metrics")).text).count('status="400"') < len(paths):
                await asyncio.sleep(0.05)
        assert 'status="500"' not in told
        assert server.end(signal.SIGTERM)[:3] == (0, "Stopped. The tables are saved.\n", "")


async def until_closed(socket: ClientConnection) -> list[str | bytes]:
    heard: list[str | bytes] = []
    with suppress(ConnectionClosed):
        while True:
            heard.append(await socket.recv())
    return heard


async def test_a_second_ctrl_c_ends_it_as_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with Client(server.at, name="Ana", timeout=60) as ana:
            table = await watch_bots(server, ana)
            with deaf(server, ana, table):
                workers = workers_of(server)
                code, out, err, _ = server.end(signal.SIGINT, signal.SIGINT)
        assert (code, out, err) == (0, "Stopped. The tables are saved.\n", "")
        assert gone(workers)


async def test_a_killed_server_leaves_no_process_and_restarts(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        async with Client(server.at, name="Ana", timeout=60) as ana, ana.attend(await watch_bots(server, ana)) as at:
            workers = workers_of(server)
            await at.do(table_commands.PauseTable(id="pause"))
            before = at.version
            server.process.kill()
            server.process.wait()
            assert gone(workers)
            with serving(tmp_path, port=server.address[1]) as again:
                await at.do(table_commands.ResumeTable(id="resume"))  # the client has reconnected as the same guest
                assert at.version > before
                assert again.end(signal.SIGTERM)[:3] == (0, "Stopped. The tables are saved.\n", "")


async def test_a_backup_is_made_while_it_runs_and_restored_while_it_does_not(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "monday.db"
    store = folder / "uka.db"
    with serving(folder) as server:
        async with Client(server.at, name="Ana", timeout=60) as ana:
            before = await ana.open()
            main(["backup", str(store), str(copy)])
            after = await ana.open()
        with pytest.raises(SystemExit, match="2"):
            main(["restore", str(copy), str(store), "--overwrite"])
        assert server.end(signal.SIGTERM)[0] == 0
    assert await tables_in(store) == {before.table, after.table}
    main(["restore", str(copy), str(store), "--overwrite"])
    assert await tables_in(store) == {before.table}


async def tables_in(store: Path) -> set[str]:
    async with await SqliteStore.open(store) as opened:
        return {head.table for head in await opened.heads()}


# Refused starts


def test_a_second_server_on_a_folder_is_told_where_the_first_is(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        said = refused("--data", str(tmp_path), "--port", "0")
        assert said == f"a server is already running on {tmp_path}, at {server.at}"


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refused("--data", str(tmp_path), "--port", str(port))
    assert said == f"port {port} is in use by another program: give another with --port"


def test_an_unusable_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    assert refused("--data", str(folder)) == f"{folder} can't be used for the server's data: Not a directory"


def refused_here(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Return the sentence of a refused start, without a process of its own, which is quicker."""
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", *options])
    told = capsys.readouterr()
    assert (end.value.code, told.out) == (2, "")
    assert SENTENCE.fullmatch(told.err)
    return told.err.rstrip("\n")


def garbage(path: Path) -> None:
    path.write_bytes(b"no database " * 1_000)


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (title)")
    db.close()


def later(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA application_id = {0x556B6131}")
        db.execute("PRAGMA user_version = 999")
    db.close()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [(garbage, "damaged"), (foreign, "another program"), (later, "another version of Uka")],
    ids=["garbage", "foreign", "later"],
)
def test_a_file_that_is_no_store_is_refused_and_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], why: str
) -> None:
    store = tmp_path / "uka.db"
    spoil(store)
    before = store.read_bytes()
    said = refused_here(capsys, "--data", str(tmp_path), "--port", "0")
    assert said.startswith(f"{store}: ")
    assert why in said
    assert store.read_bytes() == before


@pytest.mark.parametrize("name", ["key", "signing key", "deals key"])
@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)], ids=len)
def test_a_damaged_key_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, key: bytes) -> None:
    async def put() -> None:
        async with await SqliteStore.open(tmp_path / STORE) as store:
            await store.put(name, key)

    asyncio.run(put())
    said = refused_here(capsys, "--data", str(tmp_path), "--port", "0")
    assert said == f"the store's {name} is damaged: restore a backup"


GIVE = ": give one of this machine's with --host"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--port 65536", "--port must be 0 to 65535"),
        ("--workers 0", "--workers must be 1 to 256"),
        *((f"--advertise {each}", "--advertise must be HOST:PORT, such as 10.0.0.5:8765 or [fd00::5]:8765")
          for each in ("h", ":80", "h:0", "h:99999", "h:" + "9" * 5_000, "http://h:80", "me@h:80", "::1:80", "h:80/",
                      "0.0.0.0:80", "[::]:80", "[0:0::0]:80")),
        ("--host 192.0.2.1", "192.0.2.1 is not an address of this machine: give one that is with --host"),
        ("--host 2001:db8::1", "2001:db8::1 is not an address of this machine: give one that is with --host"),
        ("--host nowhere.invalid", f"there is no address named nowhere.invalid{GIVE}"),
        ("--host [::1]", f"there is no address named [::1]{GIVE}"),
        ("--host http://127.0.0.1", f"there is no address named http://127.0.0.1{GIVE}"),
        ("--host 127.0.0.1:8765", f"there is no address named 127.0.0.1:8765{GIVE}"),
        ("--host=", "--host must be an address of this machine; 0.0.0.0 and :: are all of its addresses"),
        ("--name http://uka", "--name http://uka is not understood: give a host name, such as uka.example.org"),
        ("--club nowhere.toml", "nowhere.toml does not describe a club: it can't be read: No such file or directory"),
        ("--proxy here", "--proxy here is not understood: give addresses or networks, such as 10.0.0.0/8"),
    ],
)  # fmt: skip
def test_invalid_options_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: str, why: str
) -> None:
    assert refused_here(capsys, "--data", str(tmp_path), *options.split()) == why


# Addresses


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(place, "PORT", taken)
        with place.listen("127.0.0.1", None) as listener:
            assert taken < listener.getsockname()[1] < taken + place.PORTS
        monkeypatch.setattr(place, "PORTS", 1)
        with pytest.raises(PortInUse, match="all in use"):
            place.listen("127.0.0.1", None)


def test_a_server_on_all_addresses_has_a_local_and_a_network_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "network_address", lambda _: "192.0.2.7")
    with place.listen("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        assert place.urls_of(listener) == [f"http://127.0.0.1:{port}", f"http://192.0.2.7:{port}"]
        assert not place.is_loopback_only(listener)


def answers(url: str) -> bool:
    """Return whether a server answers at a URL."""
    with suppress(httpx.TransportError):
        return httpx.get(f"{url}/api/health/live", timeout=60).status_code == 200
    return False


@pytest.mark.daily(2)
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost", "0"])
def test_every_printed_address_answers(tmp_path: Path, host: str) -> None:
    if ":" in host and not socket.has_dualstack_ipv6():
        pytest.skip("needs IPv6")
    with serving(tmp_path, "--host", host) as server:
        printed = re.findall(r"http://\S+", " ".join(server.said))
        port = server.at.rpartition(":")[2]
        assert printed
        assert all(map(answers, printed))
        assert [answers(f"http://{each}:{port}") for each in ("127.0.0.1", "[::1]")] == [host != "::1", host[0] == ":"]
        assert server.at == ("http://[::1]" if host == "::1" else "http://127.0.0.1") + f":{port}"


def test_where_one_socket_cannot_serve_both_families_only_ipv6_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("needs IPv6")
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    monkeypatch.setattr(place, "network_address", {socket.AF_INET6: "2001:db8::7"}.get)
    with place.listen("::", 0) as listener:
        port = listener.getsockname()[1]
        assert place.urls_of(listener) == [f"http://[::1]:{port}", f"http://[2001:db8::7]:{port}"]
        assert place.address_of(listener) == f"[2001:db8::7]:{port}"
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=60)


def test_a_proxy_is_trusted_by_a_socket_of_both_families_too(tmp_path: Path) -> None:
    if not socket.has_dualstack_ipv6():
        pytest.skip("needs IPv6")
    forwarded = {"Host": "uka.example.org", "X-Forwarded-For": "198.51.100.9", "X-Forwarded-Proto": "https"}
    with serving(tmp_path, "--host", "::", "--name", "uka.example.org", "--proxy", "127.0.0.1") as server:
        told = httpx.put(f"{server.at}/api/me", json={"name": "Ana"}, headers=forwarded, timeout=60)
        assert "Secure" in told.headers["set-cookie"]


def test_only_configured_names_and_proxies_are_trusted(tmp_path: Path) -> None:
    forwarded = {"Host": "uka.example.org", "X-Forwarded-For": "198.51.100.9", "X-Forwarded-Proto": "https"}

    def cookie(server: Serving, **more: str) -> httpx.Response:
        return httpx.put(f"{server.at}/api/me", json={"name": "Ana"}, headers={**forwarded, **more})

    with serving(tmp_path) as server:
        assert cookie(server).status_code == 400
        assert "Secure" not in cookie(server, Host="localhost").headers["set-cookie"]
    with serving(tmp_path, "--name", "uka.example.org", "--proxy", "127.0.0.1") as server:
        found = cookie(server, Origin="https://uka.example.org")
        assert "Secure" in found.headers["set-cookie"]
        assert cookie(server, Origin="https://evil.example").status_code == 403
        assert cookie(server, Host="evil.example").status_code == 400


# The browser


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is nearly always a desktop")
@pytest.mark.parametrize("desktop", [{}, {"DISPLAY": ":7"}], ids=["no desktop", "a desktop"])
def test_a_browser_is_opened_only_where_it_would_be_seen(tmp_path: Path, desktop: dict[str, str]) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o700)
    words = [word for word in command("--data", str(tmp_path / "data"), "--port", "0") if word != "--no-browser"]
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env = {**bare, **desktop, "BROWSER": str(browser)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        server = Serving(process)
        if desktop:
            assert soon(lambda: opened.exists() and opened.read_text() == f"{server.at}\n")
        assert server.end(signal.SIGTERM)[:3] == (0, "Stopped. The tables are saved.\n", "")
    assert opened.exists() == bool(desktop)
