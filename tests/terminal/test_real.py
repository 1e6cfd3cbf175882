"""The command on a real terminal of 80 by 24, as `make play` starts it.

What is waited for here stays on the screen until a key, or in the story: on a machine under load all else may pass
between two frames.
"""

from __future__ import annotations

import os
import sys
from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

import pexpect
import pytest

from tests.patience import PATIENCE
from tests.server.web import listening, served
from uka.client import Client as Guest
from uka.core.seats import Seat
from uka.records import Log
from uka.server.http import guest_cookies
from uka.table import TableSettings
from uka.table.commands import people

pytestmark = pytest.mark.server

UKA = Path(sys.executable).parent / "uka"
"""The seconds after which a game counts as hanging, however busy the machine is."""


def start(*words: str, home: Path) -> pexpect.spawn[str]:
    environment = dict(os.environ) | {"TERM": "xterm-256color", "XDG_DATA_HOME": str(home)}
    words = ("play", *words)
    return pexpect.spawn(
        str(UKA), list(words), dimensions=(24, 80), encoding="utf-8", timeout=PATIENCE, env=environment
    )


def leave(game: pexpect.spawn[str], key: str) -> str:
    """Press a key that quits. Return the text printed after the screen is restored."""
    game.send(key)
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    return str(game.before).split("\x1b[?1049l")[-1]


@pytest.mark.daily(1)
@pytest.mark.parametrize("key", ["q", "\x03"])
def test_a_game_is_left_kept_and_gone_on_with(tmp_path: Path, key: str) -> None:
    game = start("--rules", "tainui", "--seed", "4", "--delay", "0", home=tmp_path)
    game.expect("start")
    game.send("\r")
    game.expect("first deal")
    game.send("\r")
    game.expect("follow|lead|trump|offered")
    said = leave(game, key)
    (record,) = (tmp_path / "uka").glob("*.uka")
    assert f"Resume it with: {UKA} play --resume {record}" in "".join(said.splitlines())
    assert "Traceback" not in said
    deals = len(Log.read(record).entries)
    again = start("--resume", str(record), home=tmp_path)
    again.expect("deal 1")
    assert f"{UKA} play --resume" in leave(again, "q")
    assert len(Log.read(record).entries) >= deals


def test_a_record_that_cannot_be_read_is_refused_before_any_screen(tmp_path: Path) -> None:
    (tmp_path / "not.uka").write_text("nothing\n")
    game = start("--resume", str(tmp_path / "not.uka"), home=tmp_path)
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 2
    assert "this is no record: an EGN or EMN file is one JSON object, and Uka's own log is one for each line" in str(
        game.before
    )
    assert "\x1b[?1049h" not in str(game.before)


@pytest.mark.skipif(os.name != "posix" or not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_game_goes_on_unsaved_when_the_disk_fills_up(tmp_path: Path) -> None:
    game = start(
        "--rules", "tainui", "--seed", "4", "--delay", "0", "--record", str(tmp_path / "game.uka"), home=tmp_path
    )
    game.expect("start")
    (tmp_path / "game.uka").unlink()
    (tmp_path / "game.uka").symlink_to("/dev/full")
    game.send("\r")
    game.expect("The game goes on, but is not saved")
    game.send("\r\r")
    game.send("q")
    game.expect("The game was not saved")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    assert "Traceback" not in str(game.before)


def test_a_home_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, not a folder")
    game = start("--seed", "4", "--delay", "0", home=tmp_path / "home")
    game.expect("The game goes on, but is not saved")
    game.send("q")
    game.expect("The game was not saved")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0


def test_resume_without_a_file_continues_the_last_game(tmp_path: Path) -> None:
    game = start("--rules", "uka", "--seed", "4", "--delay", "0", home=tmp_path)
    game.expect("start")
    game.send("\r")
    game.send("q")
    game.expect("The game is saved")
    game.expect(pexpect.EOF)
    game.close()
    again = start("--resume", "--delay", "0", home=tmp_path)
    again.expect(r"Resuming \S*\.uka, your last unfinished game")
    again.send("q")
    again.expect("The game is saved")
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0


# Over a server


@asynccontextmanager
async def a_server() -> AsyncIterator[str]:
    async with served() as web, listening(web) as url:
        yield url


def press_on(game: pexpect.spawn[str], until: str) -> None:
    """Press all keys that could have a meaning, again and again, until a text appears."""
    hangs = monotonic() + PATIENCE
    while monotonic() < hangs:
        game.send("\r12345p")
        if game.expect([until, pexpect.TIMEOUT], timeout=0.1) == 0:
            return
    raise AssertionError(f"{until} was not told")


async def test_a_friend_is_waited_for_and_played_with_over_a_server(tmp_path: Path) -> None:
    quick = TableSettings(answer_ms=0, draw_ms=0, deal_ms=0, trick_ms=0, bots="random")
    async with a_server() as url, Guest(url, "Ana", timeout=60) as ana:
        ticket = await ana.open("knock", settings=quick, seat=Seat.NORTH)
        async with ana.attend(ticket.table) as at:
            door = ("--table", ticket.table, f"--invitation={ticket.invitation}", "--seat", "south", "--name", "Ben")
            game = start("--server", url, *door, "--delay", "0", home=tmp_path)
            await to_thread(game.expect, "The host starts the game")
            await at.until(lambda: at.scene.seats[Seat.SOUTH.index].name == "Ben")
            await at.begin()
            await at.away()
            await to_thread(game.expect, "A new game")  # before it is told, a digit takes a seat
            await to_thread(press_on, game, "Trick 3")
            said = await to_thread(leave, game, "q")
            assert f"--table {ticket.table}" in said
            await at.until(lambda: at.scene.seats[Seat.SOUTH.index].bot == "random")


async def test_a_servers_names_move_no_cursor_and_set_no_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server lets every name pass, as a stranger's server may."""
    monkeypatch.setattr(guest_cookies, "clean_name", lambda name: name)
    monkeypatch.setattr(people, "_checked_name", lambda name: name)
    async with a_server() as url, Guest(url, "A\x1b]0;owned\x07\u202e", timeout=60) as ana:
        ticket = await ana.open("knock", seat=Seat.NORTH)
        async with ana.attend(ticket.table):
            door = ("--table", ticket.table, f"--invitation={ticket.invitation}", "--name", "[bold]Ben[/nope]")
            game = start("--server", url, *door, "--delay", "0", home=tmp_path)
            await to_thread(game.expect, r"A\?\]0;owned\?")  # in the waiting room, before Ben's own name
            said = str(game.before) + str(game.after)
            said += await to_thread(leave, game, "q")
            assert "\x1b]0;owned" not in said
            assert "\u202e" not in said


async def test_without_a_table_a_game_against_bots_begins_at_once(tmp_path: Path) -> None:
    async with a_server() as url:
        game = start("--server", url, "--rules", "knock", home=tmp_path)
        await to_thread(game.expect, "A new game")
        await to_thread(game.expect, "— Deal 1")
        assert f"{UKA} play --server" in await to_thread(leave, game, "\x03")


async def test_who_leaves_a_server_that_is_gone_is_told_how_to_come_back(tmp_path: Path) -> None:
    async with a_server() as url:
        game = start("--server", url, "--rules", "knock", home=tmp_path)
        await to_thread(game.expect, "A new game")
    await to_thread(game.send, "q")
    await to_thread(game.expect, "Rejoin it with:")
    game.send("\x03")
    await to_thread(game.expect, pexpect.EOF)
    assert "Traceback" not in str(game.before)
    game.close()


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--server", "http://127.0.0.1:1"), "the server at http://127.0.0.1:1 does not answer"),
        (("--server", "uka"), "uka is not the address of a server"),
        (("--server", "http://127.0.0.1:1", "--seed", "1"), "--seed is for games without --server"),
        (("--server", "http://127.0.0.1:1", "--record", "a"), "--record is for games without --server"),
        (("--server", "http://127.0.0.1:1", "--invitation=-x"), "--invitation needs --table"),
        (("--server", "http://127.0.0.1:1", "--table", "x", "--wait"), "--wait is for a new table"),
        (("--server", "http://127.0.0.1:1", "--table", "x", "--set", "pack=24"), "--set is for a new table"),
        (("--server", "http://127.0.0.1:1", "--bots", "club,club,club"), "no bot named"),
        (("--table", "x"), "--table needs --server"),
        (("--by-hand",), "--by-hand needs --server"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_screen(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    game = start(*words, home=tmp_path)
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 2
    assert why in str(game.before)
    assert "\x1b[?1049h" not in str(game.before)
    assert len(str(game.before).strip().splitlines()) == 1
