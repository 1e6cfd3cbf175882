"""The lock of a data folder, on this system and as Windows locks files."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from uka.server.base import data_folder
from uka.server.base.start_errors import ServerStartError


class WindowsLocks:
    """Stands for the module ``msvcrt``: it locks bytes at the position of a file, and refuses a locked byte."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked = set[tuple[int, int]]()

    def locking(self, handle: int, mode: int, size: int) -> None:
        assert (mode, size) == (self.LK_NBLCK, 1)
        byte = os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR)
        if byte in self.locked:
            raise PermissionError(13, "Permission denied")
        self.locked.add(byte)


@pytest.fixture(params=["here", "windows"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the module as it is here, or as Python on Windows loads it."""
    if request.param == "here":
        return data_folder
    monkeypatch.setitem(sys.modules, "msvcrt", WindowsLocks())  # pyright: ignore[reportArgumentType]
    with monkeypatch.context() as windows:
        windows.setattr(sys, "platform", "win32")
        return _loaded_again(data_folder)


def test_a_second_server_is_refused_and_told_where_the_first_is(module: Any, tmp_path: Path) -> None:
    with module.locked_folder(tmp_path) as lock:
        print("http://127.0.0.1:8765", file=lock, flush=True)
        with (
            pytest.raises(ServerStartError, match=r"already running on .+, at http://127.0.0.1:8765$"),
            module.locked_folder(tmp_path),
        ):
            pass
    assert (tmp_path / data_folder.LOCK).read_text() == "http://127.0.0.1:8765\n"


def _loaded_again(module: ModuleType) -> Any:
    spec = importlib.util.spec_from_file_location(f"{module.__name__}_again", str(module.__file__))
    assert spec is not None
    assert spec.loader is not None
    again = importlib.util.module_from_spec(spec)
    again.__package__ = module.__package__
    spec.loader.exec_module(again)
    return again
