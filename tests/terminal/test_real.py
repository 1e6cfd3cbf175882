"""The command on a real terminal of 80 by 24, as `make play` starts it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

from uka.records import Log

UKA = Path(sys.executable).parent / "uka"


def start(*words: str, home: Path) -> pexpect.spawn[str]:
    environment = dict(os.environ) | {"TERM": "xterm-256color", "XDG_DATA_HOME": str(home)}
    return pexpect.spawn(str(UKA), ["play", *words], dimensions=(24, 80), encoding="utf-8", timeout=30, env=environment)


def leave(game: pexpect.spawn[str], key: str) -> str:
    """Press a key that quits; what is said once the screen is put back."""
    game.send(key)
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 0
    return str(game.before).split("\x1b[?1049l")[-1]


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_a_game_is_left_kept_and_gone_on_with(tmp_path: Path, key: str) -> None:
    game = start("--seed", "4", "--delay", "0", home=tmp_path)
    game.expect("begin")
    game.send("\r")
    game.expect("first deal")
    game.send("\r")
    game.expect("follow|lead|trump|offered")
    said = leave(game, key)
    assert "Go on with: uka play --resume" in said
    assert "Traceback" not in said
    (record,) = (tmp_path / "uka").iterdir()
    deals = len(Log.read(record).entries)
    again = start("--resume", str(record), home=tmp_path)
    again.expect("deal 1")
    assert "uka play --resume" in leave(again, "q")
    assert len(Log.read(record).entries) >= deals


def test_a_record_that_cannot_be_read_is_refused_before_any_screen(tmp_path: Path) -> None:
    (tmp_path / "not.uka").write_text("nothing\n")
    game = start("--resume", str(tmp_path / "not.uka"), home=tmp_path)
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 2
    assert "line 1: this is not the header of an Uka record" in str(game.before)
    assert "\x1b[?1049h" not in str(game.before)


@pytest.mark.skipif(os.name != "posix" or not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_disk_that_fills_up_ends_the_sitting_in_a_sentence(tmp_path: Path) -> None:
    game = start("--seed", "4", "--delay", "0", "--record", str(tmp_path / "game.uka"), home=tmp_path)
    game.expect("begin")
    (tmp_path / "game.uka").unlink()
    (tmp_path / "game.uka").symlink_to("/dev/full")
    game.send("\r")
    game.expect(pexpect.EOF)
    game.close()
    assert game.exitstatus == 2
    assert "cannot be kept" in str(game.before)
    assert "No space left on device" in str(game.before)
    assert "Traceback" not in str(game.before)
