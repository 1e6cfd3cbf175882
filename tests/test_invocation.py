"""What advice calls the program: what its user can type, however it was started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from uka.invocation import invocation

BIN = Path(sys.executable).parent
ADVICE = "uka play needs a terminal; {} watch, which prints a game of bots, needs none\n"


def advised(*command: str, path: str = os.defpath, cwd: Path | None = None) -> str:
    """Return what the program says to people who start a game without a terminal."""
    done = subprocess.run(
        [*command, "play"], capture_output=True, text=True, check=False, cwd=cwd, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 2, done.stderr
    return done.stderr


needs_script = pytest.mark.skipif(not (BIN / "uka").exists(), reason="uka is not installed as a command here")


@needs_script
def test_it_is_called_by_its_name_where_the_shell_finds_it() -> None:
    assert advised("uka", path=f"{BIN}{os.pathsep}{os.defpath}") == ADVICE.format("uka")


@needs_script
def test_it_is_called_by_its_path_as_it_was_started_where_the_shell_does_not_find_it() -> None:
    assert advised(str(BIN / "uka")) == ADVICE.format(BIN / "uka")
    assert advised(f"./{BIN.name}/uka", cwd=BIN.parent) == ADVICE.format(f"./{BIN.name}/uka")


def test_it_is_called_as_a_module_where_it_was_started_as_one() -> None:
    for module in ("uka", "uka.cli"):
        assert advised(sys.executable, "-m", module) == ADVICE.format(f"{sys.executable} -m uka")


def test_a_program_that_uses_the_library_gets_the_name() -> None:
    assert invocation("replay", "game.uka") == "uka replay game.uka"


def test_what_the_shell_would_split_is_quoted() -> None:
    assert invocation("replay", "my game.uka") == "uka replay 'my game.uka'"


def test_the_shell_of_windows_gets_double_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert invocation("replay", r"C:\games\my game.uka", "--deal", "1") == r'uka replay "C:\games\my game.uka" --deal 1'
